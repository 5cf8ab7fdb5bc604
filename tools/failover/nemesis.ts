// Disturbs replicas, one fault after the other: kills and restarts a process, stops and continues it, cuts or holds its
// connections to the database.
import { pause } from '../attack/model.ts';
import type { Replica } from './cluster.ts';

export type FaultKind = 'kill' | 'freeze' | 'cut' | 'hold' | 'silence';

/** A fault of a replica, by `performance.now()`. */
export type Fault = { kind: FaultKind; replica: string; fromMs: number; toMs: number };

/** How long a fault lasts at most, in ms: some are shorter than a lease, some longer. */
const LONGEST_MS = 9000;
const SHORTEST_MS = 200;
/** The pauses between faults, in ms. */
const PAUSE_MS = { from: 500, to: 6000 };
/** The time without faults at the end of a run, in ms. */
const QUIET_MS = 2000;

/** The faults that a replica can have. */
export const faultsOf = ({ proxy }: Replica): FaultKind[] =>
  proxy === null ? ['kill', 'freeze'] : ['kill', 'freeze', 'cut', 'hold', 'silence'];

/**
 * Injects random faults until `endMs`, by `performance.now()`; all replicas work again afterwards.
 * @param kinds the faults to inject; each is used about equally often
 */
export async function disturb(
  replicas: readonly Replica[],
  { endMs, kinds, random }: { endMs: number; kinds: readonly FaultKind[]; random: () => number },
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const between = (from: number, to: number): number => from + random() * (to - from);
  // Every kind comes once before one comes again, so that a short run has them all.
  let left: FaultKind[] = [];
  for (;;) {
    await pause(between(PAUSE_MS.from, PAUSE_MS.to));
    const leftMs = endMs - QUIET_MS - performance.now();
    if (leftMs < SHORTEST_MS) return faults;
    if (left.length === 0) left = [...kinds];
    const [kind] = left.splice(Math.floor(random() * left.length), 1);
    const replica = replicas[Math.floor(random() * replicas.length)];
    if (kind === undefined || !replica) return faults;
    const fromMs = performance.now();
    await inject(replica, kind, between(SHORTEST_MS, Math.min(LONGEST_MS, leftMs)));
    faults.push({ kind, replica: replica.name, fromMs, toMs: performance.now() });
  }
}

async function inject(replica: Replica, kind: FaultKind, ms: number): Promise<void> {
  const { proxy } = replica;
  switch (kind) {
    case 'kill':
      await replica.kill();
      await pause(ms);
      return replica.start();
    case 'freeze':
      replica.freeze();
      await pause(ms);
      return replica.thaw();
    case 'cut':
      proxy?.cut(true);
      await pause(ms);
      return proxy?.cut(false);
    case 'hold':
      proxy?.pause('to server');
      proxy?.pause('to client');
      await pause(ms);
      proxy?.resume('to server');
      return proxy?.resume('to client');
    case 'silence':
      // The connections stay open, and nothing arrives any more; new ones work.
      proxy?.silence();
      return pause(ms);
  }
}
