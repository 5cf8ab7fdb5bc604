// Waits until a service worker controls the page. `navigator.serviceWorker.ready` is no sign of that: it resolves as
// soon as a worker is active, and requests of the page still go to the network.
import { CLAIM, FAILED } from './worker-messages.ts';
import type { ContainerLike, RegistrationLike, ServiceWorkerLike } from './worker-page.ts';

/** How long an active worker may take to claim its page, in ms. */
const CLAIM_MS = 3_000;
/** How long the message of a worker that failed may take to arrive, in ms. */
const MESSAGE_MS = 500;

/** A wait for the control of a worker. */
export type ControlWait = {
  /** Resolves when the worker controls the page; rejects when the worker fails. */
  readonly done: Promise<void>;
  /** Watches the worker of a registration: rejects `done` when it fails to start. */
  watch(registration: RegistrationLike): void;
  /** Removes all listeners. */
  end(): void;
};

/** Waits until the worker with this script URL controls the page. */
export function untilControlled(workers: ContainerLike, scriptUrl: string): ControlWait {
  let resolve = (): void => {};
  let reject = (_: Error): void => {};
  let reason = '';
  const done = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // A rejection before anybody waits is no unhandled rejection.
  done.catch(() => {});
  const check = (): void => {
    if (workers.controller?.scriptURL === scriptUrl) resolve();
  };
  const listen = ({ data }: { data: unknown }): void => {
    const { type, message } = (data ?? {}) as { type?: unknown; message?: unknown };
    if (type === FAILED) reason = String(message);
  };
  workers.addEventListener('controllerchange', check);
  workers.addEventListener('message', listen);
  workers.startMessages();
  check();
  return {
    done,
    watch({ installing, waiting, active }) {
      const worker = [installing, waiting, active].find((one) => one?.scriptURL === scriptUrl);
      worker?.addEventListener('statechange', () => {
        if (worker.state !== 'redundant') return;
        // The worker's message may arrive after the change of its state.
        setTimeout(
          () =>
            reject(
              new Error(
                reason || `The service worker ${scriptUrl} did not start: see the browser's console.`,
              ),
            ),
          MESSAGE_MS,
        );
      });
    },
    end() {
      workers.removeEventListener('controllerchange', check);
      workers.removeEventListener('message', listen);
    },
  };
}

/**
 * Waits until the registered worker controls the page. A worker claims its pages when it becomes active; a page that
 * was loaded without its worker (Shift and reload) asks for it here.
 * @throws Error when the worker fails, or when the page stays without it
 */
export async function claimPage(controlled: ControlWait, registration: RegistrationLike): Promise<void> {
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  await Promise.race([controlled.done, worker ? askForClaim(worker) : controlled.done]);
}

function untilActive(worker: ServiceWorkerLike): Promise<void> {
  if (worker.state === 'activated') return Promise.resolve();
  return new Promise((active) =>
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') active();
    }),
  );
}

/**
 * Asks a worker to claim its pages as soon as it is active.
 * @throws Error when the worker has had the time to do so
 */
async function askForClaim(worker: ServiceWorkerLike): Promise<never> {
  await untilActive(worker);
  worker.postMessage({ type: CLAIM });
  await new Promise((passed) => setTimeout(passed, CLAIM_MS));
  throw new Error(
    `The service worker ${worker.scriptURL} runs and does not take over this page. After Shift and reload, reload without Shift; otherwise see whether the file is the one that \`npx hosting-contract worker --out\` writes.`,
  );
}
