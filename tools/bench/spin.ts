// Runs equal pieces of work for the given milliseconds, and prints a `SpinResult` as JSON: on a quiet machine the
// process has its core for itself, and all pieces take the same time.
import { variation } from './statistics.ts';

export type SpinResult = {
  /** CPU time of the process as a share of the elapsed time */
  share: number;
  /** distance of the quartiles of the pieces' times, as a share of their median */
  variation: number;
};

const forMs = Number(process.argv[2] ?? 1000);

/** Number of steps of a piece of work; a piece takes some milliseconds. */
const STEPS = 1_000_000;

function piece(): number {
  let state = 1;
  for (let at = 0; at < STEPS; at++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  return state;
}

function spin(ms: number): number[] {
  const times: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const began = performance.now();
    piece();
    times.push(performance.now() - began);
  }
  return times;
}

// The first pieces are slower because V8 has not optimised them.
spin(50);
const began = performance.now();
const before = process.cpuUsage();
const times = spin(forMs);
const { user, system } = process.cpuUsage(before);
const result: SpinResult = {
  share: (user + system) / 1000 / (performance.now() - began),
  variation: variation(times),
};
process.stdout.write(JSON.stringify(result));
