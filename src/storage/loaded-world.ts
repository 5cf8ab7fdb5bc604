// The state of a stored world in memory, and the changes of it that are not stored yet.
import type { WorldServer } from '../server/app.ts';
import { OUTBOX_TABLE } from '../server/outbox-queue.ts';
import { parseIso } from '../state/instant.ts';
import { encodeBase } from './base.ts';
import { applyRecord, WorldRecorder } from './records.ts';
import type { Append } from './world-store.ts';

/** The least size at which records are replaced by a base, in characters. */
const MIN_RECORDS_SIZE = 1_048_576;

/** What the store has of a world: its id, the number of the last record, and the size of the base in characters. */
export type Stored = { id: string; seq: number; baseSize: number };

/** A stored world while it is in memory. */
export class LoadedWorld {
  readonly server: WorldServer;
  readonly id: string;
  /** the number of the last stored record that the state contains */
  seq: number;
  readonly #changed: () => void;
  readonly #stopListening: () => void;
  #recorder: WorldRecorder;
  /** the records that are not stored yet */
  #records: string[] = [];
  #isBaseNeeded = false;
  #baseSize: number;
  #recordsSize = 0;

  /** @param changed called with each change that is to be stored */
  constructor(server: WorldServer, { id, seq, baseSize }: Stored, changed: () => void) {
    this.server = server;
    this.id = id;
    this.seq = seq;
    this.#baseSize = baseSize;
    this.#changed = changed;
    this.#recorder = new WorldRecorder(server);
    server.world.beforeCommit = (commit) => this.#add(this.#recorder.commit(commit));
    this.#stopListening = server.changes.add((change) => {
      if (change !== 'states') return;
      // The record makes the number of the world grow, so that other processes look for the base.
      this.#isBaseNeeded = true;
      this.#add(this.#recorder.present());
    });
  }

  /** How many records are not stored yet. */
  get pending(): number {
    return this.#records.length;
  }

  /** Whether the state contains changes that are in no record. */
  get isBaseNeeded(): boolean {
    return this.#isBaseNeeded;
  }

  #add(record: string): void {
    this.#records.push(record);
    this.#changed();
  }

  /** Records what has changed without a commit: clock, settings, policy or faults. */
  collect(): void {
    const record = this.#recorder.state();
    if (record !== null) this.#add(record);
  }

  /** Records the rate limits and the usage of credentials, which no other change contains. */
  collectUse(): void {
    const record = this.#recorder.use();
    if (record !== null) this.#add(record);
  }

  /** Applies stored records that follow the state. `what`: names the world in errors */
  apply(records: readonly string[], what: string): void {
    for (const record of records) {
      applyRecord(this.server, record, what);
      this.#recordsSize += record.length;
    }
    this.seq += records.length;
    // The timeline undoes changes, of which records have only the outcome.
    this.server.timeline.clear();
    this.#recorder = new WorldRecorder(this.server);
  }

  /** Takes the changes that are not stored yet, to append them to the store. */
  takeChanges(): Append {
    const records = this.#records;
    const isBaseNeeded = this.#isBaseNeeded;
    this.#records = [];
    this.#isBaseNeeded = false;
    for (const { length } of records) this.#recordsSize += length;
    const isLong = this.#recordsSize > Math.max(MIN_RECORDS_SIZE, this.#baseSize);
    const base = isBaseNeeded || isLong ? encodeBase(this.server) : null;
    if (base !== null) {
      this.#baseSize = base.length;
      this.#recordsSize = 0;
    }
    return { id: crypto.randomUUID(), records, base, isBaseNeeded, wakeAtMs: wakeTime(this.server) };
  }

  /** Lets the state change no more: each further commit throws the reason. */
  end(reason: Error): void {
    this.#stopListening();
    this.server.settled = null;
    this.server.world.beforeCommit = () => {
      throw reason;
    };
  }
}

/** Tells whether messages of the world wait to be sent. */
export const hasMessages = ({ world }: WorldServer): boolean => (world.reader(OUTBOX_TABLE)?.size ?? 0) > 0;

/**
 * Returns when a world has something to do by itself, in ms since 1970: now, when messages wait to be sent; the time at
 * which its next timer comes due; null for never.
 */
export function wakeTime(worldServer: WorldServer): number | null {
  if (hasMessages(worldServer)) return 0;
  const { clock, nextDue } = worldServer.world;
  const state = clock.state();
  return state.frozen || nextDue === undefined ? null : parseIso(nextDue) - state.offset;
}
