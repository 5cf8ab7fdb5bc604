// Runs checks again on the recording of a run, with some of its replies changed. Nothing is sent.
import type { Call } from '../http/call.ts';
import { Ledger } from '../http/ledger.ts';
import { OwnedIds } from '../http/owned-ids.ts';
import type { Pipeline } from '../http/pipeline.ts';
import { compose, type Destination } from '../http/transport/compose.ts';
import { readList } from '../mapping/read-list.ts';
import type { CallerApi, Fixture, SendOptions } from '../model/context.ts';
import type { Check } from '../model/define.ts';
import type { Exchange } from '../model/exchange.ts';
import { LearnedStates } from '../model/learned-states.ts';
import { inconclusive } from '../model/outcome.ts';
import type { PaginationPointers } from '../model/pagination.ts';
import { attemptCheck } from './attempt.ts';
import { FixtureCache, type Pause } from './fixtures.ts';
import type { Recording, Recordings, Source } from './recording.ts';
import type { RunContext } from './run-context.ts';

/** Runs checks again on the recording of the run. */
export class Player {
  readonly #context: RunContext;
  readonly #fixtures: FixtureCache;

  constructor(context: RunContext, fixtures: FixtureCache) {
    this.#context = context;
    this.#fixtures = fixtures;
  }

  /** Returns the exchanges that a check received, the latest first. */
  exchangesOf({ id }: Check): Exchange[] {
    const { recordings } = this.#context;
    const recording = recordings?.checks.get(id);
    return recording && recordings ? recordings.exchangesOf(recording) : [];
  }

  /** Returns the exchanges that a check reads, the latest read first: those that it compares come before those it builds on. */
  async exchangesReadBy(check: Check): Promise<Exchange[]> {
    const read = new Set<Exchange>();
    const watched = this.exchangesOf(check).map((exchange): [string, Exchange] => [
      exchange.id,
      new Proxy(exchange, {
        get(target, name) {
          read.delete(target);
          if (name !== 'id') read.add(target);
          return Reflect.get(target, name, target);
        },
      }),
    ]);
    await this.play(check, new Map(watched));
    return [...read].reverse();
  }

  /** Runs a check with some exchanges changed. @param changed id of an exchange → what stands in its place */
  async play(check: Check, changed: ReadonlyMap<string, Exchange>): Promise<string> {
    const { recordings, client, target } = this.#context;
    const recording = recordings?.checks.get(check.id);
    if (recordings === undefined || recording === undefined) return 'inconclusive';
    const run = { recordings, client, lists: target.lists, changed, now: recording.startedAt };
    const clock = {
      now: () => run.now,
      sleep: async (ms: number) => {
        run.now += ms;
      },
    };
    const deps = {
      ...this.#context,
      clock,
      ledger: new Ledger(),
      recordings: undefined,
      // Fixtures remember by this object which values of the target file are spent.
      target: { ...target, values: structuredClone(target.values) },
      states: new LearnedStates(),
      // Only what a context uses: nothing is sent.
      client: {
        ...{ sessions: offlineSessions(client), learnedBodies: client.learnedBodies, skew: client.skew },
        ...{ ownedIds: new OwnedIds(), pause: clock.sleep, requestsSent: 0 },
        api: (): CallerApi => {
          throw new Error('A playback sends nothing.');
        },
      } as unknown as Pipeline,
    };
    const fixtures = new PlayedFixtures(this.#fixtures, (fixture) => {
      const inner = recordings.fixtures.get(fixture);
      return inner !== undefined && this.#holds(inner, changed);
    });
    const { ending } = await attemptCheck(deps, check, 1, fixtures, new Playback(recording, run));
    return ending;
  }

  #holds(recording: Recording, changed: ReadonlyMap<string, Exchange>): boolean {
    return this.#context.recordings?.exchangesOf(recording).some(({ id }) => changed.has(id)) ?? false;
  }
}

/** Fixtures as the run created them; those that a changed reply reaches are created again from their recordings. */
class PlayedFixtures extends FixtureCache {
  readonly #ofRun: FixtureCache;
  readonly #isReached: (fixture: Fixture<unknown>) => boolean;

  constructor(ofRun: FixtureCache, isReached: (fixture: Fixture<unknown>) => boolean) {
    super();
    this.#ofRun = ofRun;
    this.#isReached = isReached;
  }

  override get<T>(fixture: Fixture<T>, create: (pause: Pause) => Promise<T>): Promise<T> {
    return this.#isReached(fixture)
      ? super.get(fixture, create)
      : (this.#ofRun.ifCreated(fixture) as Promise<T>);
  }
}

/** What all sources of one playback share. */
type PlaybackRun = {
  recordings: Recordings;
  client: Pick<Pipeline, 'listParameters'>;
  lists: PaginationPointers;
  /** id of an exchange → the exchange with another reply, which stands in its place */
  changed: ReadonlyMap<string, Exchange>;
  /** the time by the run's clock, in Unix milliseconds */
  now: number;
};

/** Gives a check or fixture what a recording of it holds. */
class Playback implements Source {
  readonly #recording: Recording;
  readonly #run: PlaybackRun;
  readonly #taken = new Map<string, number>();
  readonly #answered = new Set<Exchange>();

  constructor(recording: Recording, run: PlaybackRun) {
    this.#recording = recording;
    this.#run = run;
  }

  value<T>(name: string, live: () => T): T {
    const recorded = this.#recording.values.get(name) ?? [];
    const at = this.#taken.get(name) ?? 0;
    this.#taken.set(name, at + 1);
    const entry = recorded[Math.min(at, recorded.length - 1)];
    if (entry === undefined) return /^(?:session|token|totp) /.test(name) ? lacks(name) : live();
    return (entry.isPromise ? Promise.resolve(entry.value) : entry.value) as T;
  }

  api(as: Call['as']): CallerApi {
    const caller = typeof as === 'string' ? as : as.label;
    const send = async (to: Destination, options: SendOptions = {}): Promise<Exchange> =>
      this.#reply(caller, to, options);
    const { lists, client } = this.#run;
    return {
      caller,
      send,
      sendRaw: (method, path, options) => send({ method, path }, options),
      sendConcurrently: (calls) => Promise.all(calls.map(([to, options]) => send(to, options))),
      list: (id, options = {}) =>
        readList(id, options, { send, lists, listParameters: client.listParameters }),
    };
  }

  ofFixture(fixture: Fixture<unknown>): Source {
    const recording = this.#run.recordings.fixtures.get(fixture);
    return recording ? new Playback(recording, this.#run) : lacks(fixture.id);
  }

  /**
   * Returns the reply to a call: that of the first such call without an answer yet, else of another call of the operation,
   * as when a changed id leads to another path, else the last one again, else one of another check.
   */
  #reply(caller: string, to: Destination, options: SendOptions): Exchange {
    const { method, path } = compose('', to, { ...options, body: null }, null, '');
    const ofCaller = this.#recording.exchanges.filter((one) => one.caller === caller);
    const isSame = ({ request }: Exchange): boolean => request.method === method && request.path === path;
    const isFree = (one: Exchange): boolean => !this.#answered.has(one);
    const isOther = (one: Exchange): boolean => one.operation === to && one.caller === caller;
    const found =
      ofCaller.find((one) => isSame(one) && isFree(one)) ??
      ofCaller.find((one) => isOther(one) && isFree(one)) ??
      ofCaller.findLast(isSame) ??
      this.#run.changed.values().find(isOther) ??
      this.#run.recordings.judged.findLast(({ exchange }) => isOther(exchange))?.exchange;
    if (found === undefined) return lacks(`${method} ${path}`);
    this.#answered.add(found);
    this.#run.now = Math.max(this.#run.now, found.startedAt + found.ms);
    return this.#run.changed.get(found.id) ?? found;
  }
}

/** The credentials of a run, without what sends. */
const offlineSessions = ({ sessions }: Pick<Pipeline, 'sessions'>) => ({
  has: sessions.has.bind(sessions),
  credential: sessions.credential.bind(sessions),
  requireAccepted: async () => {},
});

/** @throws CheckEnded (inconclusive), because a recording answers only what was asked */
function lacks(what: string): never {
  throw inconclusive(`the recording has no ${what}`, { cause: 'undetermined' });
}
