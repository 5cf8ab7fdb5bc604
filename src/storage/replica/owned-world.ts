// What a replica needs of the worlds that it owns, and why it does not serve a world.
import type { Claim, Owner, StoredWorld } from '../world-store.ts';

/** A world in memory that this replica owns. */
export type OwnedWorld = {
  /**
   * Waits until all changes made so far are stored.
   * @returns undefined when they are stored; else a promise, which rejects when the ownership ended
   */
  settled(): Promise<void> | undefined;
  /** tells whether the world works without a call, for example delivers webhooks, so that it must stay in memory */
  busy(): boolean;
  /**
   * stores the state of the world as a base; afterwards the world changes no more, and `settled` rejects when it has
   * unstored changes; rejects when the ownership ended
   */
  finish(): Promise<void>;
  /**
   * removes the world from memory without storing anything: its deliveries and event streams end, and `settled` rejects
   * when it has unstored changes; a second call does nothing
   */
  drop(): void;
};

/** A claim that a replica just made. */
export type NewClaim = {
  readonly name: string;
  readonly claim: Claim;
  /** ends the ownership, because an append was refused or its outcome is unknown; `drop` is called within */
  readonly lost: () => void;
};

/** A claimed world, as it is stored. */
export type ClaimedWorld = NewClaim & { readonly stored: StoredWorld };

/**
 * Why a world is not served by this replica: another replica holds it; there is no such world; it was lost while a call
 * was in progress, so that the outcome of the call is unknown, or the replica is closing.
 */
export class Unserved {
  readonly reason: 'held' | 'missing' | 'unavailable';
  /** who owns the world; null unless the reason is `held` */
  readonly by: Owner | null;
  /** how long the lease of the owner lasts unless it is renewed, in ms; 0 unless the reason is `held` */
  readonly leaseLeftMs: number;

  constructor(reason: Unserved['reason'], by: Owner | null = null, leaseLeftMs = 0) {
    this.reason = reason;
    this.by = by;
    this.leaseLeftMs = leaseLeftMs;
  }
}
