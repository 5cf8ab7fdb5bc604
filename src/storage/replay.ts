// Builds the state of a stored world: loads its base, and applies the records after it and the last checkpoint.
import type { RedoCommit } from '../state/journal.ts';
import type { Tables } from '../state/tables/table.ts';
import type { World } from '../state/world.ts';
import { checkedLine } from './checksum.ts';
import { type Checkpoint, redoWrite, type WorldRecord } from './records.ts';
import { type DecodedState, damagedError, type StoredServerState } from './state-text.ts';
import { StorageError } from './world-store.ts';

/**
 * Loads a decoded state into a world.
 * @throws StorageError `other format` when the world does not have the tables of the state
 */
export function loadState<T extends Tables>(world: World<T>, state: DecodedState, what: string): void {
  try {
    world.load(state.world);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StorageError(
      'other format',
      `${what} was stored by version ${state.version}: ${why} Use the version that stored it, or start with another store.`,
      error,
    );
  }
}

/** The state of a world while its records are applied. */
export class Replay<T extends Tables> {
  readonly world: World<T>;
  #state: StoredServerState;
  readonly #what: string;
  /** the number of requests when the rate limits and the usage of the state were saved */
  #requests: number;
  /** the earliest time that the clock may show, in ms: it has shown this time before */
  #earliest: number;

  /**
   * Loads a base.
   * @param world a world for nothing else, with the tables of the stored one
   * @param what what is loaded, for messages
   * @throws StorageError `other format` when the world does not have the tables of the base
   */
  constructor(world: World<T>, base: DecodedState, what: string) {
    this.world = world;
    this.#what = what;
    this.#state = base.state;
    this.#requests = base.state.counters.requests;
    this.#earliest = base.now;
    loadState(world, base, what);
    world.continueAt(base.seq, base.replacedAt);
  }

  /** The server state besides the rows. */
  get state(): StoredServerState {
    return this.#state;
  }

  /**
   * Applies the text of a record.
   * @param at the number of the record after the base, for messages
   * @param snapshots the snapshots that a record may name
   * @throws StorageError `damaged` when the record was changed, or does not follow the state
   */
  apply(text: string, at: number, snapshots: ReadonlyMap<string, DecodedState>): void {
    const { world } = this;
    const record = this.#parse<WorldRecord>(text, `record ${at} after its base`);
    const { kind, seq, now, counters, clock, settings, policy, faults } = record;
    if (seq !== world.seq + (kind === 'state' ? 0 : 1))
      throw damagedError(this.#what, `the change ${world.seq + 1} is missing`);
    if (kind === 'restore') this.#restore(record.snapshot, seq, counters.requests, snapshots);
    if (kind === 'commit')
      this.#redo({ seq, writes: record.writes.map(redoWrite), ordinals: record.ordinals });
    const state = this.#state;
    this.#state = { ...state, counters, policy: policy ?? state.policy, faults: faults ?? state.faults };
    if (clock !== undefined) {
      world.clock.restore(clock);
      this.#earliest = 0;
    }
    if (settings !== undefined) {
      for (const name of Object.keys(world.settings)) delete world.settings[name];
      Object.assign(world.settings, settings);
    }
    this.#earliest = Math.max(this.#earliest, now);
  }

  /**
   * Applies the text of a checkpoint, unless the base is newer, or the whole state was replaced after the checkpoint.
   * @throws StorageError `damaged` when the text was changed
   */
  applyCheckpoint(text: string): void {
    const { replacedAt, counters, limiter, meter, now } = this.#parse<Checkpoint>(text, 'its checkpoint');
    if (replacedAt !== this.world.replacedAt || counters.requests < this.#requests) return;
    // The last record may be newer than the checkpoint. Counters only grow until the state is replaced.
    const { requests, refusals } = this.#state.counters;
    this.#state = {
      ...this.#state,
      limiter,
      meter,
      counters: {
        requests: Math.max(counters.requests, requests),
        refusals: Math.max(counters.refusals, refusals),
      },
    };
    this.#earliest = Math.max(this.#earliest, now);
  }

  /** Ends the replay: a running clock goes on with real time, but not from before a time that it has shown. */
  end(): void {
    const { clock } = this.world;
    if (!clock.frozen && clock.now() < this.#earliest) clock.set(this.#earliest);
  }

  #restore(name: string, seq: number, requests: number, snapshots: ReadonlyMap<string, DecodedState>): void {
    const snapshot = snapshots.get(name);
    if (snapshot === undefined) throw damagedError(this.#what, `the snapshot ${name} is missing`);
    loadState(this.world, snapshot, this.#what);
    this.world.continueAt(seq, seq);
    this.#state = snapshot.state;
    this.#requests = requests;
    this.#earliest = 0;
  }

  #redo(commit: RedoCommit): void {
    try {
      this.world.redo(commit);
    } catch (error) {
      throw damagedError(this.#what, `the change ${commit.seq} cannot be applied`, error);
    }
  }

  #parse<A>(text: string, part: string): A {
    const json = checkedLine(text);
    if (json === null) throw damagedError(this.#what, `${part} is not what was stored`);
    return JSON.parse(json) as A;
  }
}
