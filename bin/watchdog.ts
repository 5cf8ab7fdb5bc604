// Ends the process when its main thread is blocked although a signal or its time limit asked it to end: a blocked
// thread runs neither signal handlers nor timers.
import type { Session } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** Why the process was to end. */
export type EndReason = 'signal' | 'time';

/** The watch over the main thread. */
export type Watchdog = {
  /** Sets the end of the time limit, in Unix milliseconds; Infinity ends the watch. */
  until(deadline: number): void;
};

/** How often the main thread shows that it is not blocked, in ms. */
const TICK_MS = 250;
const END = 'hosting-contract.end';

/**
 * Starts a thread that calls `end` in the main thread when the latter was asked to end and has not ticked for two
 * seconds. It interrupts JavaScript through the inspector; where nothing can be interrupted, it kills the process.
 * @param signals the signals that the main thread handles
 * @param end ends the process; it must not wait for anything
 */
export function watchMainThread(signals: readonly number[], end: (reason: EndReason) => never): Watchdog {
  /** the ticks of the main thread, and the time limit */
  const shared = new Float64Array(new SharedArrayBuffer(16));
  shared[1] = Number.MAX_VALUE;
  Object.assign(globalThis, { [END]: end });
  setInterval(() => {
    shared[0] = (shared[0] ?? 0) + 1;
  }, TICK_MS).unref();
  try {
    const worker = new Worker(`(${watch})(require('node:worker_threads').workerData)`, {
      eval: true,
      // Only the internal binding delivers signals to a thread.
      execArgv: ['--expose-internals', '--no-warnings'],
      workerData: { shared, signals, tickMs: TICK_MS, end: END },
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
    });
    worker.on('error', () => {});
    worker.unref();
  } catch {
    // A runtime without these options goes on without the watch.
  }
  return {
    until(deadline) {
      shared[1] = deadline;
    },
  };
}

type WatchData = { shared: Float64Array; signals: readonly number[]; tickMs: number; end: string };

/** Watches the main thread. Its text runs in a thread of its own, so it uses nothing from this module. */
function watch({ shared, signals, tickMs, end }: WatchData): void {
  const load = process.getBuiltinModule('module').createRequire(process.execPath);
  let signalled = false;
  try {
    const { Signal } = load('internal/test/binding').internalBinding('signal_wrap');
    for (const signal of signals) {
      const handle = new Signal();
      handle.onsignal = () => {
        signalled = true;
      };
      handle.start(signal);
    }
  } catch {
    // Without the binding, only the time limit is watched.
  }
  let ticks = -1;
  let missed = 0;
  const timer = setInterval(() => {
    const asked = shared[1] !== Number.POSITIVE_INFINITY && (signalled || Date.now() > (shared[1] ?? 0));
    missed = asked && shared[0] === ticks ? missed + 1 : 0;
    ticks = shared[0] ?? 0;
    if (missed * tickMs < 2000) return;
    clearInterval(timer);
    const { Session } = process.getBuiltinModule('inspector');
    const session: Session = new Session();
    session.connectToMainThread();
    const reason = signalled ? 'signal' : 'time';
    session.post('Runtime.evaluate', { expression: `globalThis['${end}']('${reason}')` });
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000);
  }, tickMs);
}
