// A planted fault, loaded before the mock: the store of a file says that changes are stored 150 ms before it stores them.
import { Worker } from 'node:worker_threads';

const LATE_MS = 150;
const { postMessage } = Worker.prototype;

Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: []): void {
  const calls = Array.isArray(message) ? (message as [number, string][]) : [];
  const isLate = calls.some(([, method]) => method === 'append');
  setTimeout(() => postMessage.call(this, message, ...rest), isLate ? LATE_MS : 0);
  const replies = calls.filter(([, method]) => method === 'append').map(([id]) => [id, { value: true }]);
  if (isLate) setImmediate(() => this.emit('message', replies));
};
