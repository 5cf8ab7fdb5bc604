// `hosting-contract/worker`: starts the mock's service worker from a web page.
export { startWorker, type WorkerMock, type WorkerOptions } from './parts/start-worker.ts';
