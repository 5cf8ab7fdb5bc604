// The interface to the database that stores worlds: each world has one owner, and only its owner appends records.
import type { SharedText } from './shared-text.ts';

/** A process that serves worlds. */
export type Owner = {
  /** the id of the process; every start of a process has another one */
  readonly id: string;
  /** the origin at which other replicas reach the process, such as `http://10.0.0.3:4010`; null for a single process */
  readonly url: string | null;
};

/** The right to serve a world and to append its records. */
export type Claim = {
  readonly kind: 'claimed';
  /**
   * the number of the claim: higher than those of all earlier claims of this name, also when the world was removed in
   * between; an append of an older claim is refused
   */
  readonly epoch: number;
  /** the number of the last stored record; 0 when there is none */
  readonly seq: number;
};

/** The answer to a claim of a world that another process owns. `leaseLeftMs`: `Infinity` when claims do not run out. */
export type Held = { readonly kind: 'held'; readonly by: Owner; readonly leaseLeftMs: number };

/**
 * A named snapshot of a world; the snapshot `start` is its reset point. While `start` is not stored, the base is the
 * reset point: the base of a new world is, and every later base comes with `start`.
 */
export type SavedState = {
  readonly name: string;
  /** the time of the world's clock (ISO 8601) */
  readonly takenAt: string;
  /** the state as `encodeState` writes it */
  readonly state: string;
};

/** Values of a world that may be lost with the process, and when the world has something to do by itself. */
export type WorldCheckpoint = {
  readonly values: string;
  /** in ms since 1970; null for never */
  readonly wakeAtMs: number | null;
};

/** What one append stores. All of it is stored, or nothing. */
export type Changes = {
  /**
   * the records as text, the oldest first; they get the numbers after the last stored record. Like every text of a
   * store, they contain neither U+0000 nor half a surrogate pair (`JSON.stringify` writes neither).
   */
  readonly records: readonly string[];
  /** the state of the world after the record `baseSeq`; the store keeps it instead of the records up to this one */
  readonly base?: string;
  /**
   * the number of the last record that `base` contains, a stored one or one of `records`; when left out, the last one
   * of them. Records may come after it, because writing a large base takes time.
   */
  readonly baseSeq?: number;
  /** snapshots to store; a snapshot of the same name is replaced */
  readonly saved?: readonly SavedState[];
  /** the names of snapshots to remove, before `saved` is stored; unknown names are ignored */
  readonly removed?: readonly string[];
  /** the texts to which `base` and the states of `saved` refer (`referencesOf`) */
  readonly texts?: readonly SharedText[];
  /** a checkpoint, in place of the one before; left out, that one stays */
  readonly checkpoint?: WorldCheckpoint;
};

/** A world as it is stored: the last base, the records after it, and the snapshots. */
export type StoredWorld = {
  readonly base: string;
  readonly records: readonly string[];
  /** in the order in which their names were stored first */
  readonly saved: readonly SavedState[];
  /** the values of the last checkpoint; null when there is none */
  readonly checkpoint: string | null;
};

/** A stored world as a list shows it. */
export type WorldSummary = {
  readonly name: string;
  /** true for the world that serves the calls without a world name */
  readonly main: boolean;
  /** who owns the world; null when nobody does */
  readonly owner: Owner | null;
  /** null when nobody owns the world, and when claims do not run out */
  readonly leaseLeftMs: number | null;
  readonly seq: number;
  /**
   * the size of the base, the records and the snapshots' states, with the texts they refer to, in bytes of UTF-8; a text
   * to which several of them refer counts once
   */
  readonly bytes: number;
  /** ISO 8601, UTC, by the clock of the database */
  readonly createdAt: string;
  readonly changedAt: string;
};

/**
 * Stores worlds. Every method may throw a `StorageError`. A method that names an epoch does nothing when a later claim
 * exists.
 */
export type WorldStore = {
  /** where the worlds are stored, without secrets, such as `worlds.db` */
  readonly description: string;
  /** true when the database runs in this process, so that appends take processor time from the requests */
  readonly isInProcess?: boolean;
  /** how long a claim lasts without renewal, in ms; null when the store belongs to this process alone */
  readonly leaseMs: number | null;
  /**
   * Creates and claims a world; null when the name exists.
   * @param main whether the world serves the calls without a world name
   * @param texts the texts to which `base` refers
   */
  create(
    name: string,
    owner: Owner,
    base: string,
    main?: boolean,
    texts?: readonly SharedText[],
    checkpoint?: WorldCheckpoint,
  ): Promise<Claim | null>;
  /**
   * Claims a world that nobody owns, whose lease has run out, or that the same owner (by id) owns. Null when there is
   * no such world.
   */
  claim(name: string, owner: Owner): Promise<Claim | Held | null>;
  /** Reads a claimed world; null when a later claim exists or the world was removed. */
  load(name: string, epoch: number): Promise<StoredWorld | null>;
  /** Reads texts to which states refer, by hash; one that no state refers to may be missing in the result. */
  readTexts(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Stores changes durably, and renews the lease.
   * @param after the number of the last record before these
   * @returns true when they are stored, also when a lost acknowledgement made the store try twice; false when a later
   * claim exists or the world was removed
   * @throws StorageError `full` when nothing was stored; `unavailable` when it is unknown whether they are stored
   */
  append(name: string, epoch: number, after: number, changes: Changes): Promise<boolean>;
  /** Stores a checkpoint in place of the one before. It may be lost, unlike one that goes with an append. */
  checkpoint(name: string, epoch: number, values: string, wakeAtMs: number | null): Promise<void>;
  /** Renews the leases of an owner and stores its url; returns the epochs of the worlds that it owns, by name. */
  renew(owner: Owner): Promise<ReadonlyMap<string, number>>;
  /** Gives a claim up, so that any process can claim the world at once. */
  release(name: string, epoch: number): Promise<void>;
  /** Removes a world with its records and snapshots; false when a later claim exists. */
  remove(name: string, epoch: number): Promise<boolean>;
  /** Lists the worlds, the main world first, then by name in the order of code units. */
  list(): Promise<WorldSummary[]>;
  /** Lists at most `limit` worlds that nobody owns and whose `wakeAtMs` has come, those due longest first. */
  dueWorlds(limit: number): Promise<string[]>;
  /**
   * Records the address at which this process serves its worlds, for the message that a second process gets. Only
   * stores that belong to one process have it.
   */
  announce?(url: string): Promise<void>;
  /** Removes texts to which no state refers; only databases that do not remove them at once have it. */
  removeUnusedTexts?(): Promise<void>;
  /** Waits for the calls under way and closes the database. */
  close(): Promise<void>;
};

/**
 * Why a store cannot do what it was asked: the disk is full; the database cannot be reached, so that the outcome is
 * unknown; its data are damaged; another process uses it; it was written in another format; the address is invalid.
 */
export type StorageErrorCode =
  | 'full'
  | 'unavailable'
  | 'damaged'
  | 'in use'
  | 'other format'
  | 'invalid address';

/** @public An error of a store. Its message is one line that names the database and says what to do next. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageError';
    this.code = code;
  }

  /** What logs show: the message, which says what to do. The stack leads into the driver of the database. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.message;
  }
}
