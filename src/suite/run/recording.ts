// Records what checks and fixtures receive from outside, so that they can be run again without a target.
import type { Call } from '../http/call.ts';
import type { ApiOptions } from '../http/pipeline.ts';
import type { CallerApi, Fixture } from '../model/context.ts';
import type { Exchange } from '../model/exchange.ts';

/** Where the context of a check or fixture gets what does not follow from its code. */
export type Source = {
  /** Returns a value of the run, such as a unique name or a token, or that of the recording. */
  value<T>(name: string, live: () => T): T;
  /** Returns the calls of a caller. @param live creates those that send */
  api(as: Call['as'], live: (answered?: ApiOptions['answered']) => CallerApi): CallerApi;
  /** Returns the source of a shared fixture. */
  ofFixture(fixture: Fixture<unknown>): Source;
  /** Records that a shared fixture is used. */
  used?(fixture: Fixture<unknown>): void;
};

/** The source of a run that is not recorded. */
export const liveSource: Source = {
  value: (_, live) => live(),
  api: (_, live) => live(),
  ofFixture: () => liveSource,
};

/** What one check or fixture received. */
export class Recording implements Source {
  readonly exchanges: Exchange[] = [];
  readonly values = new Map<string, { value: unknown; isPromise: boolean }[]>();
  /** the shared fixtures that it used */
  readonly fixtures = new Set<Fixture<unknown>>();
  readonly #run: Recordings;
  /** when it began, in Unix milliseconds by the run's clock */
  readonly startedAt: number;

  constructor(run: Recordings, startedAt: number) {
    this.#run = run;
    this.startedAt = startedAt;
  }

  value<T>(name: string, live: () => T): T {
    const value = live();
    const isPromise = value instanceof Promise;
    const entry = { value: value as unknown, isPromise };
    this.values.set(name, [...(this.values.get(name) ?? []), entry]);
    if (isPromise)
      value.then(
        (resolved: unknown) => {
          entry.value = resolved;
        },
        () => {},
      );
    return value;
  }

  api(_: Call['as'], live: (answered: (exchange: Exchange) => void) => CallerApi): CallerApi {
    return live((exchange) => this.exchanges.push(exchange));
  }

  used(fixture: Fixture<unknown>): void {
    this.fixtures.add(fixture);
  }

  ofFixture(fixture: Fixture<unknown>): Source {
    const recording = new Recording(this.#run, this.startedAt);
    this.#run.fixtures.set(fixture, recording);
    return recording;
  }
}

/** What the first attempts of all checks of a run, and the fixtures that they share, received. */
export class Recordings {
  readonly checks = new Map<string, Recording>();
  readonly fixtures = new Map<Fixture<unknown>, Recording>();
  /** the exchanges that rules judged, in order, each with the target's time in Unix milliseconds */
  readonly judged: { exchange: Exchange; now: number }[] = [];

  /** Begins the recording of a check, in place of an earlier one of a check that was put off. */
  begin(checkId: string, now: number): Recording {
    const recording = new Recording(this, now);
    this.checks.set(checkId, recording);
    return recording;
  }

  /** Returns the exchanges that a check or fixture received, with those of the fixtures it used, the latest first. */
  exchangesOf(recording: Recording, seen = new Set<Recording>()): Exchange[] {
    if (seen.has(recording)) return [];
    seen.add(recording);
    const inherited = [...recording.fixtures].flatMap((fixture) => {
      const inner = this.fixtures.get(fixture);
      return inner ? this.exchangesOf(inner, seen) : [];
    });
    return [...recording.exchanges.toReversed(), ...inherited];
  }
}
