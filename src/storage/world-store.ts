// The interface to the database that stores worlds and orders their changes.

export type Append = {
  /** an id that no other append has */
  readonly id: string;
  /** the records as text, the oldest first; they get the numbers after the last stored record */
  readonly records: readonly string[];
  /** the state of the world after the last record; a later load begins with it */
  readonly base: string | null;
  /** whether the base contains changes that are in no record, so that no process can catch up without it */
  readonly isBaseNeeded: boolean;
  /** when the world has something to do by itself, in ms since 1970; null for never */
  readonly wakeAtMs: number | null;
};

/** A look at the number of a world; one to write keeps other processes from writing until it ends. */
export type Turn = {
  /** the id of the world, which is new at each creation; the name only finds it */
  readonly id: string;
  /** the number of the last stored record */
  readonly seq: number;
  /**
   * Stores changes durably and ends the turn, which must be one to write.
   * @throws StorageError `full` when nothing was stored; another error when it is unknown whether they are stored
   */
  append(changes: Append): Promise<void>;
  /** Ends the turn without a change. */
  end(): Promise<void>;
};

type NewWorld = Pick<StoredState, 'id' | 'base'> &
  Pick<WorldSummary, 'name' | 'main'> &
  Pick<Append, 'wakeAtMs'>;

/** A world as it is stored: the last base, and the records after it. */
export type StoredState = {
  readonly id: string;
  readonly base: string;
  readonly records: readonly string[];
  /** the number of the last record */
  readonly seq: number;
};

export type WorldSummary = {
  readonly id: string;
  readonly name: string;
  /** true for the world that serves the calls without a world name */
  readonly main: boolean;
  /** the size of the base and the records after it, in bytes of UTF-8 */
  readonly bytes: number;
  /** the number of records after the base */
  readonly changes: number;
  /** ISO 8601, UTC, by the clock of the database */
  readonly created_at: string;
  readonly changed_at: string;
};

/** Stores worlds. Every method may throw a `StorageError`. */
export type WorldStore = {
  /** where the worlds are stored, without secrets, such as `worlds.db` */
  readonly description: string;
  /** whether other processes may change the worlds too */
  readonly isShared: boolean;
  /** Lists the worlds, the main world first, then by name in the order of code units. */
  list(): Promise<WorldSummary[]>;
  /** Creates a world; returns false when the name exists. */
  create(world: NewWorld): Promise<boolean>;
  /** Reads the world that has a name; null when there is no such world. */
  load(name: string): Promise<StoredState | null>;
  /** Reads the records after a number; null when some of them are no longer there, because a base contains them. */
  since(id: string, seq: number): Promise<readonly string[] | null>;
  /** Begins a turn of the world that has a name; null when there is no such world. */
  turn(name: string, isWrite: boolean): Promise<Turn | null>;
  /** Tells whether an append is stored, after its outcome was unknown; null when that is no longer known. */
  isStored(turn: Pick<Turn, 'id' | 'seq'>, append: string): Promise<boolean | null>;
  remove(name: string): Promise<void>;
  /** Takes worlds that have something to do, so that no other process takes them before `untilMs`. */
  takeDue(nowMs: number, untilMs: number): Promise<{ id: string; name: string }[]>;
  /** Changes the time until which a world is taken; 0 lets any process take it. */
  keepUntil(id: string, untilMs: number): Promise<void>;
  /** Asks the database for a reply. */
  ready(): Promise<void>;
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

/** Creates the error for a stored text that is not what was stored. */
export const damagedError = (what: string, why: string, cause?: unknown): StorageError =>
  new StorageError(
    'damaged',
    `${what} is damaged: ${why}. It was left as it is; restore it from a copy, or start with another store.`,
    cause,
  );

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

  /** Builds the error of a call whose change was undone because of another process. */
  static conflict(name: string): StorageError {
    const why = `Other processes change the world ${name} at the same time, so that the change was undone`;
    return new StorageError('unavailable', `${why}: send the request again.`);
  }

  /** Builds the error of a call on a state that is no longer the world's. */
  static unserved(name: string): StorageError {
    const why = `The world ${name} is being loaded again, because changes could not be stored`;
    return new StorageError('unavailable', `${why}: send the request again.`);
  }
}

/** There is no such world in the store. */
export class MissingWorld extends Error {}

/** For how long a turn tries to find out whether its changes are stored, and how long it waits between two tries, in ms. */
const FIND_OUT_MS = 5000;
const BETWEEN_MS = 100;

/** Finds out whether an append is stored that has failed; null when that cannot be found out. */
export async function isStoredAtLast(store: WorldStore, turn: Turn, append: string): Promise<boolean | null> {
  const until = performance.now() + FIND_OUT_MS;
  do {
    try {
      return await store.isStored(turn, append);
    } catch {
      await new Promise((done) => setTimeout(done, BETWEEN_MS));
    }
  } while (performance.now() < until);
  return null;
}
