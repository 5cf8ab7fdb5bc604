// The periodic work of a replica: renews leases, puts idle worlds down, and takes up worlds that have work to do.
import { type ReportFault, runContained } from '../../server/background.ts';
import { StorageError, type WorldStore } from '../world-store.ts';
import type { LeaseTime } from './lease.ts';
import type { OwnedWorld } from './owned-world.ts';
import type { Ownership } from './ownership.ts';

type UpkeepOptions = {
  readonly store: WorldStore;
  readonly ownership: Ownership<OwnedWorld>;
  readonly time: LeaseTime;
  /** how long a world stays in memory without a call, in ms; null for ever */
  readonly idleMs: number | null;
  readonly reportFault: ReportFault;
  /** is told that the tables of a shared store are gone or were changed, so that nothing can be served any more */
  readonly unusable?: (error: StorageError) => void;
};

/** How many worlds that have work to do a replica takes up at a time, so that they spread over the replicas. */
const MAX_DUE_WORLDS = 4;
/** How often a database of one process is asked for worlds that have work to do, in ms. */
const DUE_MS = 1000;

/** How often texts to which no state refers are removed, in ms. */
const UNUSED_TEXTS_MS = 300_000;

/** Starts the periodic work. Returns a function that ends it. */
export function startUpkeep(options: UpkeepOptions): () => void {
  const { store, ownership, time, idleMs, reportFault, unusable } = options;
  const { leaseMs } = store;
  const cancels = new Set<() => void>();
  let isEnded = false;

  /** Runs a function again and again, each time a while after it was done. */
  const repeat = (ms: number, where: string, run: () => Promise<void>): void => {
    if (isEnded) return;
    const cancel = time.after(ms, () => {
      cancels.delete(cancel);
      const next = (): void => repeat(ms, where, run);
      runContained(reportFault, where, () => run().finally(next))();
    });
    cancels.add(cancel);
  };

  const putIdleWorldsDown = async (): Promise<void> => {
    if (idleMs === null) return;
    const idle = ownership
      .list()
      .filter(({ calls, usedAt, world }) => calls === 0 && time.now() - usedAt >= idleMs && !world.busy());
    await Promise.all(idle.map(({ name }) => ownership.putDown(name)));
  };

  const takeUpDueWorlds = async (): Promise<void> => {
    const names = await store.dueWorlds(MAX_DUE_WORLDS).catch((error: unknown) => {
      if (leaseMs !== null && error instanceof StorageError && error.code === 'damaged') unusable?.(error);
      throw error;
    });
    for (const name of names) await ownership.serve(name, () => null);
  };

  if (leaseMs !== null) {
    // Not awaited: a renewal without an answer must not delay the next one.
    repeat(leaseMs / 3, 'renewing the leases', async () => {
      runContained(reportFault, 'renewing the leases', ownership.renew)();
    });
  }
  if (idleMs !== null) repeat(idleMs / 4, 'putting idle worlds down', putIdleWorldsDown);
  if (store.removeUnusedTexts)
    repeat(UNUSED_TEXTS_MS, 'removing unused texts', async () => await store.removeUnusedTexts?.());
  repeat(leaseMs ?? DUE_MS, 'looking for worlds with work to do', takeUpDueWorlds);
  return () => {
    isEnded = true;
    for (const cancel of cancels) cancel();
  };
}
