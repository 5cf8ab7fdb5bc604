// The worlds that a replica owns: claims and loads them when they are called, answers from them only within their
// leases, and gives them up. With a database of a single process, claims have no leases.
import { type ReportFault, runContained } from '../../server/background.ts';
import type { SharedText } from '../shared-text.ts';
import type { Claim, Owner, WorldCheckpoint, WorldStore } from '../world-store.ts';
import { createLease, type Lease, type LeaseTime } from './lease.ts';
import { type ClaimedWorld, type NewClaim, type OwnedWorld, Unserved } from './owned-world.ts';
import { createRenewal } from './renewal.ts';

type MaybePromise<A> = A | Promise<A>;

export type OwnershipOptions<World extends OwnedWorld> = {
  readonly store: WorldStore;
  readonly owner: Owner;
  readonly time: LeaseTime;
  /** makes a world of its stored state */
  readonly open: (claimed: ClaimedWorld) => MaybePromise<World>;
  readonly reportFault: ReportFault;
  /** the part of a lease that is not used, for tests; 0.1 when left out */
  readonly margin?: number;
};

export type Ownership<World extends OwnedWorld> = {
  /**
   * Runs a call on a world: claims and loads the world when nobody owns it, waits until all changes that the result may
   * show are stored, and makes sure that the world was still owned. The result comes at once when there is nothing to
   * wait for. A call that ends with the reason `unavailable` may have had its effect.
   * @throws StorageError, and the errors of `run`
   */
  serve<Result>(name: string, run: (world: World) => MaybePromise<Result>): MaybePromise<Result | Unserved>;
  /**
   * Creates and claims a world.
   * @param open makes the world; called after it was stored
   * @returns null when the name exists
   */
  create(
    name: string,
    base: string,
    open: (claimed: NewClaim) => World,
    main?: boolean,
    texts?: readonly SharedText[],
    checkpoint?: WorldCheckpoint,
  ): Promise<World | null>;
  /** Forgets that a process owns a world, because it did not answer or denied it; the next call claims the world. */
  forget(name: string, by: Owner): void;
  /** Stores a world and gives it up, so that any replica can claim it at once. */
  putDown(name: string): Promise<void>;
  /** Removes a world from memory and from the database; false when another replica claimed it meanwhile. */
  remove(name: string): Promise<boolean | Unserved>;
  /** Lists the worlds in memory. */
  list(): OwnedEntry<World>[];
  /** Renews the leases of all claims, and drops the worlds that the database no longer lists. */
  renew(): Promise<void>;
  /** Puts all worlds down; later calls are not served. */
  close(): Promise<void>;
};

/** A world in memory and its use. */
export type OwnedEntry<World> = {
  readonly name: string;
  readonly world: World;
  /** the number of calls in progress */
  readonly calls: number;
  /** when the last call began or ended, by the clock of the replica */
  readonly usedAt: number;
};

type Entry<World> = {
  readonly name: string;
  readonly epoch: number;
  readonly lease: Lease;
  world: World;
  calls: number;
  usedAt: number;
  /** set while the world is put down */
  ending: Promise<void> | null;
  unused: (() => void) | null;
};

/** How long a world that is put down waits for its calls in progress, in ms. */
const DRAIN_MS = 500;
/** How often one call claims a world again that was lost while the call waited for it. */
const MAX_CLAIMS = 3;

/** Creates the ownership of a replica; it owns nothing yet. */
export function createOwnership<World extends OwnedWorld>(
  options: OwnershipOptions<World>,
): Ownership<World> {
  const { store, owner, time, reportFault } = options;
  const entries = new Map<string, Entry<World>>();
  const claims = new Map<string, Promise<Entry<World> | Unserved>>();
  const creating = new Set<string>();
  const holders = new Map<string, Unserved>();
  let closed = false;

  const isOwned = (entry: Entry<World>): boolean => entries.get(entry.name) === entry;

  const lose = (entry: Entry<World>): void => {
    if (!isOwned(entry)) return;
    entries.delete(entry.name);
    runContained(reportFault, `dropping the world ${entry.name}`, entry.world.drop)();
  };

  const renew = createRenewal({
    store,
    owner,
    time,
    claims: entries,
    isClaiming: (name) => claims.has(name) || creating.has(name),
    lose,
  });

  const add = (name: string, { epoch }: Claim, sentAt: number): Omit<Entry<World>, 'world'> => {
    const lease = createLease(time, store.leaseMs, options.margin);
    lease.extend(sentAt);
    return { name, epoch, lease, calls: 0, usedAt: time.now(), ending: null, unused: null };
  };

  const claimAndLoad = async (name: string): Promise<Entry<World> | Unserved> => {
    const sentAt = time.now();
    const claim = await store.claim(name, owner);
    if (claim === null) return new Unserved('missing');
    if (claim.kind === 'held') {
      const held = new Unserved('held', claim.by, claim.leaseLeftMs);
      holders.set(name, held);
      return held;
    }
    holders.delete(name);
    let isLost = false;
    try {
      const stored = await store.load(name, claim.epoch);
      if (stored === null) return new Unserved('unavailable');
      const entry = add(name, claim, sentAt) as Entry<World>;
      const lost = (): void => {
        isLost = true;
        lose(entry);
      };
      entry.world = await options.open({ name, claim, stored, lost });
      entries.set(name, entry);
      if (isLost) lose(entry);
      else if (closed) await putDown(name);
      return entry;
    } catch (error) {
      await store.release(name, claim.epoch).catch(() => undefined);
      throw error;
    }
  };

  /** Claims a world; concurrent calls share one claim. */
  const acquire = (name: string): Promise<Entry<World> | Unserved> => {
    const found = claims.get(name);
    if (found) return found;
    const claimed = claimAndLoad(name).finally(() => claims.delete(name));
    claims.set(name, claimed);
    return claimed;
  };

  const leave = (entry: Entry<World>): void => {
    entry.calls -= 1;
    entry.usedAt = time.now();
    if (entry.calls === 0) entry.unused?.();
  };

  const use = <Result>(
    entry: Entry<World>,
    run: (world: World) => MaybePromise<Result>,
  ): MaybePromise<Result | Unserved> => {
    entry.calls += 1;
    try {
      const result = run(entry.world);
      if (result instanceof Promise) return useLater(entry, result);
      const pending = entry.world.settled();
      if (pending !== undefined) return useStored(entry, result, pending);
      if (!entry.lease.isValid()) return useLater(entry, result);
      leave(entry);
      return result;
    } catch (error) {
      leave(entry);
      throw error;
    }
  };

  /** Waits for the changes that a result may show. One that came at once shows no change that was made meanwhile. */
  const useStored = <Result>(
    entry: Entry<World>,
    result: Result,
    pending: Promise<void>,
  ): Promise<Result | Unserved> =>
    pending.then(
      () => {
        if (!isOwned(entry) || !entry.lease.isValid()) return useLater(entry, result);
        leave(entry);
        return result;
      },
      () => {
        leave(entry);
        return new Unserved('unavailable');
      },
    );

  /** Waits for a result, for the changes that it may show, and for the proof that the world was still owned. */
  const useLater = async <Result>(
    entry: Entry<World>,
    result: MaybePromise<Result>,
  ): Promise<Result | Unserved> => {
    try {
      const value = await result;
      const isStored =
        !(result instanceof Promise) || (await (entry.world.settled() ?? Promise.resolve()).then(yes, no));
      return isStored && (await confirm(entry)) ? value : new Unserved('unavailable');
    } finally {
      leave(entry);
    }
  };

  /**
   * Makes sure that no other replica owned the world until now: within the lease by the clock alone, afterwards (the
   * process was stopped, or a renewal was late) by a renewal, which the database refuses when a later claim exists.
   */
  const confirm = async (entry: Entry<World>): Promise<boolean> => {
    // A renewal that was sent long ago may not be enough.
    for (let tries = 0; tries < 2 && isOwned(entry) && !entry.lease.isValid(); tries++)
      await renew().catch(() => undefined);
    return isOwned(entry) && entry.lease.isValid();
  };

  const serveLater = async <Result>(
    name: string,
    run: (world: World) => MaybePromise<Result>,
  ): Promise<Result | Unserved> => {
    for (let tries = 0; tries < MAX_CLAIMS && !closed; tries++) {
      await entries.get(name)?.ending;
      const entry = entries.get(name) ?? (await acquire(name));
      if (entry instanceof Unserved) return entry;
      if (isOwned(entry) && entry.ending === null) return use(entry, run);
    }
    return new Unserved('unavailable');
  };

  const end = async (entry: Entry<World>): Promise<void> => {
    if (entry.calls > 0) {
      await new Promise<void>((resolve) => {
        const cancel = time.after(DRAIN_MS, resolve);
        entry.unused = () => {
          cancel();
          resolve();
        };
      });
    }
    try {
      await entry.world.finish();
      // No call that is still in progress may be answered once another process can claim the world.
      lose(entry);
      await store.release(entry.name, entry.epoch);
    } catch (error) {
      // All acknowledged changes are stored; the world can be claimed when its lease has run out.
      reportFault(error, `putting down the world ${entry.name}`);
    } finally {
      lose(entry);
    }
  };

  const putDown = (name: string): Promise<void> => {
    const entry = entries.get(name);
    if (!entry) return Promise.resolve();
    entry.ending ??= end(entry);
    return entry.ending;
  };

  return {
    serve(name, run) {
      const entry = entries.get(name);
      if (entry && entry.ending === null) return use(entry, run);
      return holders.get(name) ?? serveLater(name, run);
    },
    async create(name, base, open, main, texts, checkpoint) {
      creating.add(name);
      try {
        const sentAt = time.now();
        const claim = await store.create(name, owner, base, main, texts, checkpoint);
        if (claim === null) return null;
        const entry = add(name, claim, sentAt) as Entry<World>;
        entry.world = open({ name, claim, lost: () => lose(entry) });
        entries.set(name, entry);
        return entry.world;
      } finally {
        creating.delete(name);
      }
    },
    forget(name, by) {
      if (holders.get(name)?.by?.id === by.id) holders.delete(name);
    },
    putDown,
    async remove(name) {
      await entries.get(name)?.ending;
      const entry = entries.get(name);
      const claim = entry ?? (await store.claim(name, owner));
      if (claim === null) return new Unserved('missing');
      if ('by' in claim) return new Unserved('held', claim.by, claim.leaseLeftMs);
      const isRemoved = await store.remove(name, claim.epoch);
      if (entry) lose(entry);
      return isRemoved;
    },
    list: () => [...entries.values()],
    renew,
    async close() {
      closed = true;
      await Promise.all([...entries.keys()].map(putDown));
    },
  };
}

const yes = (): boolean => true;
const no = (): boolean => false;
