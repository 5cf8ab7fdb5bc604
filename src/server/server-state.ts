// The state of a served world besides its tables: policy, rate limiter, usage, counters, faults, request log.
import type { Snapshot } from '../state/world.ts';
import type { AppOptions } from './app-options.ts';
import { Faults } from './fault-injection/faults.ts';
import type { SeededWorld } from './mock-definition.ts';
import { Policy } from './policy.ts';
import { effectiveLimits, RateLimiter } from './rate-limit/rate-limiter.ts';
import { RequestLog } from './request-log.ts';
import { UsageCounter } from './usage-counter.ts';

/**
 * The components of a served world whose state can change. Each component is saved (`save` returns plain JSON), restored
 * and exported with the world under its name here.
 */
export type ServerState = {
  readonly policy: Policy;
  readonly limiter: RateLimiter;
  readonly meter: UsageCounter;
  readonly counters: Counters;
  readonly faults: Faults;
  readonly requests: RequestLog;
};

export type ServerStateSnapshot = {
  readonly [Name in keyof ServerState]: ReturnType<ServerState[Name]['save']>;
};

/**
 * The state of a served world at one instant, taken without copying rows. It can be restored in the same world or in
 * another world of the app.
 */
export type WorldServerSnapshot = {
  readonly world: Snapshot;
  readonly seeded: SeededWorld;
  readonly state: ServerStateSnapshot;
};

type CountersSnapshot = { requests: number; refusals: number };

/** The counters of a world, which a reset sets back, so that request ids and alternating error shapes repeat. */
class Counters {
  /** the number of requests so far; the last request has the id `req_<requests>` */
  requests = 0;
  /** the number of refusals so far for which the error shape alternates */
  refusals = 0;

  save(): CountersSnapshot {
    return { requests: this.requests, refusals: this.refusals };
  }

  restore({ requests, refusals }: CountersSnapshot): void {
    this.requests = requests;
    this.refusals = refusals;
  }
}

/** Creates the initial state of a served world from the app's options. */
export function createServerState({
  errorShape,
  limits = 'A',
  limitsAuth,
  latency,
  requests,
}: AppOptions): ServerState {
  const limiter = new RateLimiter(effectiveLimits('off', null));
  const policy = new Policy(
    {
      error_shape: errorShape ?? 'envelope',
      limits,
      limits_auth: limitsAuth ?? null,
      latency: latency ?? 'none',
    },
    (values) => limiter.setLimits(effectiveLimits(values.limits, values.limits_auth)),
  );
  return {
    policy,
    limiter,
    meter: new UsageCounter(),
    counters: new Counters(),
    faults: new Faults(),
    requests: new RequestLog(requests ?? { count: 500, bytes: 2_097_152 }),
  };
}

export function saveServerState(state: ServerState): ServerStateSnapshot {
  const saved = Object.entries(state).map(([name, component]): [string, unknown] => [name, component.save()]);
  return Object.fromEntries(saved) as ServerStateSnapshot;
}

/** Restores components from a snapshot. Components that the snapshot does not contain stay unchanged. */
export function restoreServerState(state: ServerState, saved: Partial<ServerStateSnapshot>): void {
  for (const [name, component] of Object.entries(state)) {
    const savedComponent = (saved as Record<string, unknown>)[name];
    if (savedComponent !== undefined) component.restore(savedComponent as never);
  }
}

/** A saved state, and the time of the world's clock when it was saved (ISO 8601). */
export type NamedSnapshot = { readonly saved: WorldServerSnapshot; readonly takenAt: string };

/** The options that belong to a world, not to the process that serves it. */
export const STORED_OPTIONS = [
  'world',
  'seed',
  'clock',
  'lifecycle',
  'catalogue',
  'errorShape',
  'limits',
  'limitsAuth',
  'latency',
] as const satisfies readonly (keyof AppOptions)[];

/** The values of the options that belong to a world; one that is left out has its default. */
type StoredOptions = Pick<AppOptions, (typeof STORED_OPTIONS)[number]>;

/** Everything with which another process continues a world. */
export type StoredWorldState = {
  readonly options: StoredOptions;
  readonly present: WorldServerSnapshot;
  /** the number of the world's last change */
  readonly seq: number;
  /** the number of the last change that replaced the whole state */
  readonly replacedAt: number;
  readonly resetPoint: NamedSnapshot;
  readonly snapshots: ReadonlyMap<string, NamedSnapshot>;
};
