// The records of the changes of a world, as text. Applied to the base in order, they give the world again.
import type { WorldServer } from '../server/app.ts';
import type { ServerStateSnapshot } from '../server/server-state.ts';
import type { ClockState } from '../state/clock.ts';
import type { Commit, RedoCommit } from '../state/journal.ts';
import type { WorldSettings } from '../state/store.ts';
import { checkedLine, withChecksum } from './checksum.ts';
import { damagedError } from './world-store.ts';

type WorldRecord = {
  /** the number of the world's last change */
  readonly seq: number;
  /** the time of the world's clock, in ms */
  readonly now: number;
  /** the numbers of requests and of refusals so far */
  readonly counters: ServerStateSnapshot['counters'];
  readonly commit?: Pick<RedoCommit, 'writes' | 'ordinals'>;
  /** what has changed since the record before, besides rows */
  readonly clock?: ClockState;
  readonly settings?: WorldSettings;
  readonly policy?: ServerStateSnapshot['policy'];
  readonly faults?: ServerStateSnapshot['faults'];
  /** the rate limits and the usage of credentials */
  readonly use?: Pick<ServerStateSnapshot, 'limiter' | 'meter'>;
};

/** The changeable values besides rows, as texts and objects that are quick to compare. */
type Values = Readonly<Record<'clock' | 'settings' | 'policy' | 'faults', object | string>>;

function valuesOf({ world, state: { policy, faults } }: WorldServer): Values {
  return {
    clock: world.clock.state(),
    settings: JSON.stringify(world.settings),
    policy: policy.values,
    faults: faults.isEmpty ? String(faults.next) : JSON.stringify(faults.save()),
  };
}

/** Writes the records of one served world. Records must be written in the order of the changes. */
export class WorldRecorder {
  readonly #worldServer: WorldServer;
  /** the values that the last record left */
  #last: Values;
  /** the number of requests when `use` wrote a record last */
  #requests: number;

  /** Creates the recorder of a world whose present state is stored. */
  constructor(worldServer: WorldServer) {
    this.#worldServer = worldServer;
    this.#last = valuesOf(worldServer);
    this.#requests = worldServer.state.counters.requests;
  }

  /** Writes a commit, with what else has changed since the last record. Call it at once after the commit. */
  commit({ seq, writes, ordinals }: Commit): string {
    const redone = writes.map(({ table, id, after, newPlace }) => ({
      table,
      id,
      ...(after && { after }),
      ...(newPlace !== undefined && { newPlace }),
    }));
    return this.#text({ seq, commit: { writes: redone, ordinals } });
  }

  /**
   * Writes what has changed without a commit since the last record: clock, settings, policy or faults; null when none of
   * them has. The counters alone make no record.
   */
  state(): string | null {
    const { clock, settings, policy, faults } = this.#last;
    const now = valuesOf(this.#worldServer);
    const isUnchanged =
      now.clock === clock && now.settings === settings && now.policy === policy && now.faults === faults;
    return isUnchanged ? null : this.present();
  }

  /** Writes the values besides rows that have changed since the last record, also when none has. */
  present(): string {
    return this.#text({});
  }

  /** Writes the rate limits and the usage of credentials, which no other record contains; null when no request came. */
  use(): string | null {
    const { counters, limiter, meter } = this.#worldServer.state;
    if (counters.requests === this.#requests) return null;
    this.#requests = counters.requests;
    return this.#text({ use: { limiter: limiter.save(), meter: meter.save() } });
  }

  #text(own: Partial<WorldRecord>): string {
    const { world, state } = this.#worldServer;
    const last = this.#last;
    const present = valuesOf(this.#worldServer);
    this.#last = present;
    const record: WorldRecord = {
      seq: world.seq,
      now: world.clock.now(),
      counters: state.counters.save(),
      ...(present.clock !== last.clock && { clock: world.clock.state() }),
      ...(present.settings !== last.settings && { settings: world.settings }),
      ...(present.policy !== last.policy && { policy: state.policy.values }),
      ...(present.faults !== last.faults && { faults: state.faults.save() }),
      ...own,
    };
    return withChecksum(JSON.stringify(record));
  }
}

/**
 * Applies the text of a record to a world.
 * @throws StorageError `damaged` when the record was changed, or does not follow the state
 */
export function applyRecord(worldServer: WorldServer, text: string, what: string): void {
  const json = checkedLine(text);
  if (json === null) throw damagedError(what, 'a record is not what was stored');
  const { world, state } = worldServer;
  const { seq, now, counters, commit, clock, settings, policy, faults, use } = JSON.parse(
    json,
  ) as WorldRecord;
  if (seq !== world.seq + (commit ? 1 : 0))
    throw damagedError(what, `the change ${world.seq + 1} is missing`);
  try {
    if (commit) world.redo({ seq, ...commit });
  } catch (error) {
    throw damagedError(what, `the change ${seq} cannot be applied`, error);
  }
  state.counters.restore(counters);
  if (policy !== undefined) state.policy.restore(policy);
  if (faults !== undefined) state.faults.restore(faults);
  if (use !== undefined) {
    state.limiter.restore(use.limiter);
    state.meter.restore(use.meter);
  }
  if (clock !== undefined) world.clock.restore(clock);
  if (settings !== undefined) {
    for (const name of Object.keys(world.settings)) delete world.settings[name];
    Object.assign(world.settings, settings);
  }
  continueFrom(worldServer, now);
}

/** A running clock goes on with real time, but not from before a time that it has shown. */
export function continueFrom({ world: { clock } }: WorldServer, now: number): void {
  if (!clock.frozen && clock.now() < now) clock.set(now);
}
