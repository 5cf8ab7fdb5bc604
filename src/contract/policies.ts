// The figures of the document that no schema says: rate limits, lifecycles, lifetimes and numbers of tries.
import { document, packageDocument } from './document.ts';
import * as packaged from './generated/policies.ts';
import type { OpenApiDocument } from './openapi.ts';
import { isEdited, isOtherApi, perDocument } from './operations.ts';

/** One transition of a lifecycle: the trigger, the state in which it is permitted, and the state to which it leads. */
export type Transition<State extends string = string> = {
  readonly on: string;
  readonly from: State;
  readonly to: State;
};

/** The name of a schema that lists the states of a resource. */
export type LifecycleName = keyof typeof packaged.stateMachines;

export type StateOf<Name extends LifecycleName> = (typeof packaged.stateMachines)[Name][number][
  | 'from'
  | 'to'];

const stateMachines = perDocument<Record<string, readonly Transition[]>>(
  () => stateMachinesOf(isOtherApi ? packageDocument() : document()),
  packaged.stateMachines,
);

/** Returns the transitions of one lifecycle; none when an edited document has no such lifecycle. */
export const transitionsOf = <Name extends LifecycleName>(name: Name): readonly Transition<StateOf<Name>>[] =>
  (stateMachines()[name] ?? []) as readonly Transition<StateOf<Name>>[];

/** Reads the `x-state-machine` of every schema of a document. */
export function stateMachinesOf({ components }: OpenApiDocument): Record<string, Transition[]> {
  return Object.fromEntries(
    Object.entries(components.schemas).flatMap(([name, schema]) => {
      const moves = schema['x-state-machine']?.flatMap(({ from, on, to }) =>
        from === null ? [] : [{ on, from, to }],
      );
      return moves ? [[name, moves]] : [];
    }),
  );
}

type CausedTransition = { lifecycle: string; from: string; to: string };

function causedTransitions({ components }: OpenApiDocument, operation: string): CausedTransition[] {
  return Object.entries(components.schemas).flatMap(([lifecycle, schema]) =>
    (schema['x-state-machine'] ?? []).flatMap((one) =>
      one.operation === operation && one.from !== null ? [{ lifecycle, from: one.from, to: one.to }] : [],
    ),
  );
}

/** Returns the transitions of an operation that only the edited document has, and those that only the package's has. */
export function changedTransitions(operation: string): {
  added: CausedTransition[];
  removed: CausedTransition[];
} {
  if (!isEdited()) return { added: [], removed: [] };
  const [was, is] = [packageDocument(), document()].map((one) => causedTransitions(one, operation));
  const without = (some: CausedTransition[] = [], others: CausedTransition[] = []): CausedTransition[] =>
    some.filter((one) => !others.some((other) => JSON.stringify(other) === JSON.stringify(one)));
  return { added: without(is, was), removed: without(was, is) };
}

/** The requests a minute of one set of rate limits: by tier, with `default` for the others, and of auth endpoints. */
export type RateLimitSet = {
  /** whose requests a limit counts: those of a user over all credentials, or those of one credential */
  per: 'user' | 'credential';
  tiers: Record<string, number>;
  auth: number;
};

export type RateLimits = { window_seconds: number; sets: { A: RateLimitSet; B: RateLimitSet } };

/** The rate limits of the package's document, whichever document is in use. */
export const packagedRateLimits: RateLimits = packaged.rateLimits;

/** Returns the two sets of rate limits, with the figures that this contract chose where a set is silent. */
export const rateLimits = perDocument<RateLimits>(() => rateLimitsOf(document()), packaged.rateLimits);

type WrittenSet = Partial<RateLimitSet> & { chosen?: Partial<RateLimitSet> };

/**
 * Reads `x-rate-limits` of a document; a document without it has the figures of the package.
 * @throws Error naming the figure that is missing or no whole number from 1 on
 */
export function rateLimitsOf({ 'x-rate-limits': written }: OpenApiDocument): RateLimits {
  if (written === undefined) return packaged.rateLimits;
  const setOf = (name: 'A' | 'B'): RateLimitSet => {
    const { tiers, chosen = {}, ...stated }: WrittenSet = written.sets?.[name] ?? {};
    const set = { ...chosen, ...stated, tiers: { ...chosen.tiers, ...tiers } };
    const { per, auth } = set;
    if (per !== 'user' && per !== 'credential')
      throw new Error(`x-rate-limits.sets.${name}.per must be user or credential.`);
    return {
      per,
      tiers: Object.fromEntries(
        Object.entries(set.tiers).map(([tier, limit]) => [
          tier,
          figure(`x-rate-limits.sets.${name}.tiers.${tier}`, limit),
        ]),
      ),
      auth: figure(`x-rate-limits.sets.${name}.auth`, auth),
    };
  };
  const window_seconds = figure('x-rate-limits.window_seconds', written.window_seconds);
  return { window_seconds, sets: { A: setOf('A'), B: setOf('B') } };
}

/** The figures of `x-policies`, by name; the unit is the end of the name. */
type Policies = Readonly<typeof packaged.policies>;

/** Returns the figures of `x-policies`. */
export const policies = perDocument<Policies>(
  () => policiesOf(document(), packaged.policies),
  packaged.policies,
);

/**
 * Reads `x-policies` of a document.
 * @throws Error naming the figure that is no whole number from 1 on, or no list of such numbers
 */
export function policiesOf<Figures extends object>(
  { 'x-policies': written = {} }: OpenApiDocument,
  otherwise: Figures,
): Figures {
  const read = Object.entries(written).map(([name, policy]) => {
    const isList = Array.isArray(Reflect.get(otherwise, name) ?? policy?.value);
    const place = `x-policies.${name}.value`;
    if (!isList) return [name, figure(place, policy?.value)];
    if (!Array.isArray(policy?.value)) throw new Error(`${place} must be a list of whole numbers from 1 on.`);
    return [name, policy.value.map((value) => figure(place, value))];
  });
  return { ...otherwise, ...Object.fromEntries(read) };
}

// The highest figure, so that times and sums stay within bounds: 100 years for days, 68 years for seconds.
const maximumOf = (place: string): number => (/_days\b/.test(place) ? 36_525 : 2_147_483_647);

// Returns a figure of the document, or throws an Error that names its place.
function figure(place: string, value: unknown): number {
  const most = maximumOf(place);
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most) return value;
  const found = JSON.stringify(value) ?? 'missing';
  throw new Error(`${place} must be a whole number from 1 to ${most}; it is ${found.slice(0, 100)}.`);
}
