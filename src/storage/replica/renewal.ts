// Renews the leases of all worlds of a replica together, and finds out which of them it no longer owns.
import type { Owner, WorldStore } from '../world-store.ts';
import type { Lease, LeaseTime } from './lease.ts';

/** A claim whose lease is renewed. */
export type RenewedClaim = { readonly name: string; readonly epoch: number; readonly lease: Lease };

type RenewalOptions<Entry extends RenewedClaim> = {
  readonly store: WorldStore;
  readonly owner: Owner;
  readonly time: LeaseTime;
  readonly claims: ReadonlyMap<string, Entry>;
  /** tells whether a world is being claimed or created now */
  readonly isClaiming: (name: string) => boolean;
  /** called for each claim that the database no longer lists */
  readonly lose: (entry: Entry) => void;
};

/** Creates the function that renews the leases once; calls at the same time share one renewal. */
export function createRenewal<Entry extends RenewedClaim>(
  options: RenewalOptions<Entry>,
): () => Promise<void> {
  const { store, owner, time, claims, isClaiming, lose } = options;
  const { leaseMs } = store;
  let current: { sentAt: number; done: Promise<void> } | null = null;

  const renewOnce = async (sentAt: number): Promise<void> => {
    // The answer says nothing about a claim that was made after the request was sent.
    const known = [...claims.values()];
    const epochs = await store.renew(owner);
    for (const entry of known) {
      if (epochs.get(entry.name) === entry.epoch) entry.lease.extend(sentAt);
      else lose(entry);
    }
    // The acknowledgement of a claim was lost, or a release was not stored. A later claim has another epoch.
    for (const [name, epoch] of epochs)
      if (!claims.has(name) && !isClaiming(name)) await store.release(name, epoch);
  };

  return () => {
    if (leaseMs === null) return Promise.resolve();
    // A request without an answer must not keep the next one from being sent.
    if (current && time.now() - current.sentAt < leaseMs / 3) return current.done;
    const sentAt = time.now();
    const present = { sentAt, done: renewOnce(sentAt) };
    current = present;
    const end = (): void => {
      if (current === present) current = null;
    };
    present.done.then(end, end);
    return present.done;
  };
}
