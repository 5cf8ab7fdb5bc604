// Waits until a service worker controls the page. `navigator.serviceWorker.ready` is no sign of that: it resolves as
// soon as a worker is active, and requests of the page still go to the network.
import type { ContainerLike, RegistrationLike } from './worker-page.ts';

/** The type of the message with which a page asks the worker to control it. */
export const CLAIM = 'hosting-mock: claim';

/** The path of the mock's console, relative to the scope of the worker; the console calls the mock below it. */
export const CONSOLE_PATH = '__hosting/';

/** How long an active worker may take to claim its page, in ms. */
const CLAIM_MS = 3_000;

/**
 * Waits until the registered worker with this script URL controls the page. A worker claims its pages when it becomes
 * active; a page that was loaded without its worker (Shift and reload) asks for it here.
 * @throws Error when the worker fails to start, or when the page stays without it
 */
export function untilControlled(
  workers: ContainerLike,
  { installing, waiting, active }: RegistrationLike,
  scriptUrl: string,
): Promise<void> {
  const worker = installing ?? waiting ?? active;
  return new Promise((resolve, reject) => {
    const check = (): void => {
      if (workers.controller?.scriptURL === scriptUrl) resolve();
      else if (!worker || worker.state === 'redundant')
        reject(new Error(`The service worker ${scriptUrl} did not start: see the browser's console.`));
      else if (worker.state === 'activated') {
        worker.postMessage({ type: CLAIM });
        setTimeout(() => reject(new Error(notClaimed(scriptUrl))), CLAIM_MS);
      }
    };
    workers.addEventListener('controllerchange', check);
    worker?.addEventListener('statechange', check);
    check();
  });
}

const notClaimed = (scriptUrl: string): string =>
  `The service worker ${scriptUrl} runs and does not take over this page. After Shift and reload, reload without Shift; otherwise see whether the file is the one that \`npx hosting-contract worker --out\` writes.`;
