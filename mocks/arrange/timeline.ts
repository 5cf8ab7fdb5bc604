// The timeline of a scenario: when each record was created, and what happened to it between then and now.

import { type Picker, picker } from '../../fixtures/worlds/pools.ts';
import type { Schemas } from '../../src/contract/types.ts';
import { validateValue } from '../../src/contract/validation/validate.ts';
import { invalidInput } from '../../src/control/control-error.ts';
import type { RecordTarget, ScenarioRecord } from '../../src/server/arrangement.ts';
import { Refusal } from '../../src/state/refusal.ts';
import type { Store } from '../tables.ts';
import { History, worldStart } from '../worlds/history.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

type During = <A>(record: ScenarioRecord, run: () => A) => A;

/** What a timeline needs: the records, the age of each record by default, and the seed of invented values. */
type TimelineOptions = {
  records: readonly ScenarioRecord[];
  seed: number;
  during: During;
  /** returns when a record was created when the scenario does not say: an instant in milliseconds since 1970 */
  createdByDefault(record: ScenarioRecord, now: number): number;
};

/** Schedules what happens to the records of a scenario, and runs it in order of time. */
export class Timeline {
  /** the world's present time in whole seconds, in milliseconds since 1970 */
  readonly now: number;
  /** picks invented values */
  readonly pick: Picker['pick'];
  private readonly history: History;
  private readonly options: TimelineOptions;
  private readonly starts = new Map<ScenarioRecord, number>();
  private readonly dependents = new Map<RecordTarget, ScenarioRecord[]>();
  private readonly atEnd: { record: ScenarioRecord; run: (store: Store, platform: Store) => unknown }[] = [];

  constructor(platform: Store, options: TimelineOptions) {
    this.options = options;
    this.now = worldStart(platform);
    this.history = new History(platform, { deliveries: 'none' });
    this.pick = picker(options.seed, 'arranged').pick;
    for (const record of options.records) {
      for (const target of basesOf(record)) {
        const found = this.dependents.get(target) ?? [];
        found.push(record);
        this.dependents.set(target, found);
      }
    }
  }

  /**
   * Returns when a record was created, in milliseconds since 1970.
   * @throws ControlError 422 for an instant in the future, or before a record that it depends on was created
   */
  startOf(record: ScenarioRecord): number {
    const known = this.starts.get(record);
    if (known !== undefined) return known;
    const start = this.computeStart(record);
    this.starts.set(record, start);
    return start;
  }

  private computeStart(record: ScenarioRecord): number {
    const given = createdAt(record);
    const bound = this.lowerBound(record);
    if (given !== null) {
      const at = `${record.pointer}/created_at`;
      if (given > this.now) throw invalidInput({ [at]: ['must not be in the future.'] });
      if (given < bound - MINUTE)
        throw invalidInput({ [at]: ['must not be before the record that it belongs to was created.'] });
      return given;
    }
    const byDefault = this.options.createdByDefault(record, this.now);
    const dependents = (this.dependents.get(record) ?? []).map((one) => this.startOf(one) - MINUTE);
    return Math.min(this.now, Math.max(bound, Math.min(byDefault, ...dependents)));
  }

  // The latest instant that the scenario gives for the creation of a record on which another one depends.
  private lowerBound(record: ScenarioRecord): number {
    return basesOf(record).reduce(
      (bound, base) =>
        'pointer' in base
          ? Math.max(bound, (createdAt(base) ?? -Infinity) + MINUTE, this.lowerBound(base))
          : bound,
      -Infinity,
    );
  }

  /** Returns an instant between the creation of a record and now; `share` 0 is the creation, 1 is now. */
  between(record: ScenarioRecord, share: number): number {
    const start = this.startOf(record);
    const at = start + (this.now - start) * share;
    return at - (at % SECOND);
  }

  /**
   * Schedules a step at an instant, with the store of the record's tenant. A step after now is left out: what it
   * would have changed is noticed at the end.
   */
  on(record: ScenarioRecord, at: number, run: (store: Store) => unknown): void {
    if (at > this.now) return;
    this.history.at(at, (platform) =>
      this.options.during(record, () => run(platform.forTenant(idOf(record.tenant)))),
    );
  }

  /** Schedules a step between the creation of a record and now, like `between`. */
  onWay(record: ScenarioRecord, share: number, run: (store: Store) => unknown): void {
    this.on(record, this.between(record, share), run);
  }

  /** Schedules a step for the present time, after everything else. */
  atLast(record: ScenarioRecord, run: (store: Store, platform: Store) => unknown): void {
    this.atEnd.push({ record, run });
  }

  /** Schedules the creation of a tenant, which needs the platform's store. */
  onPlatform(record: ScenarioRecord, at: number, run: (platform: Store) => void): void {
    this.history.at(at, (platform) => this.options.during(record, () => run(platform)));
  }

  /** Runs all steps in order of time, together with the timers that become due. */
  run(): void {
    this.history.run((platform) => {
      for (const { record, run } of this.atEnd)
        this.options.during(record, () => run(platform.forTenant(idOf(record.tenant)), platform));
    });
  }
}

/** How the records of a kind are arranged. */
export type ArrangedKind = {
  /** Returns when a record was created unless the scenario says it, in milliseconds since 1970. */
  createdAt(record: ScenarioRecord, now: number, timeline: Timeline): number;
  schedule(timeline: Timeline, record: ScenarioRecord, seed: number): void;
};

/** Makes records that were created a time ago, in milliseconds. */
export const ago =
  (ms: number): ArrangedKind['createdAt'] =>
  (_, now) =>
    now - ms;

/** Returns the records that must exist before a record. */
export const basesOf = (record: ScenarioRecord): RecordTarget[] => {
  const { owner, tenant, refs } = record;
  return [...(owner ? [owner] : []), ...(tenant === record ? [] : [tenant]), ...Object.values(refs)];
};

// When the scenario says that a record was created, in milliseconds since 1970; null when it does not say.
const createdAt = ({ own }: ScenarioRecord): number | null =>
  typeof own.created_at === 'number' ? own.created_at : null;

export function idOf(target: RecordTarget | null): string {
  const id = target?.id;
  if (id == null) throw new Error('A record of the scenario is used before it is created.');
  return id;
}

/** Returns a member of a record as a text, or undefined. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
/** Returns a member of a record as a number, or undefined. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

/**
 * Completes the body of a create request, and validates it against the document.
 * @throws Refusal VALIDATION_FAILED for a body that the document does not permit
 */
export function bodyOf<Name extends keyof Schemas>(component: Name, body: object): Schemas[Name] {
  const given: unknown = body;
  if (isValid(component, given)) return given;
  const errors: Record<string, string[]> = {};
  for (const { field, message } of validateValue(component, given)) errors[field] = [message];
  throw new Refusal('VALIDATION_FAILED', { errors });
}

const isValid = <Name extends keyof Schemas>(component: Name, value: unknown): value is Schemas[Name] =>
  validateValue(component, value).length === 0;
