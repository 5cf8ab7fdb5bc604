// Plans the runs of `cope`: which values of freedoms are tried, in which order, and which together.
import { didYouMean } from '../contract/did-you-mean.ts';
import { UsageError } from '../suite/model/outcome.ts';
import { randomOf } from '../variations/random.ts';
import { freedoms } from '../variations/vary.ts';
import type { SentRequest } from './platform.ts';

/** Returns the choices in rows of a freedom and some of its values. */
const choicesIn = (rows: readonly (readonly [name: string, ...values: string[]])[]): string[] =>
  rows.flatMap(([name, ...values]) => values.map((value) => `${name}=${value}`));

/** What the document tells clients to tolerate; what breaks most clients comes first. */
const TOLERATED = choicesIn([
  ['errors', 'flat 422', 'flat', 'alternate', 'empty errors', 'flat, empty errors'],
  ['further-members', 'some'],
  ['further-states', 'some', 'on the way', 'some kinds'],
  ['further-events', 'some'],
  ['states-between', 'never'],
  ['limits', 'B'],
  ['page-size', '3', '10'],
  ['order', 'oldest first'],
  ['replies-of-tickets', 'newest first'],
  ['sizes', 'ignored'],
  ['page-limit', '5'],
  ['times', 'milliseconds', 'offset', 'microseconds', 'nanoseconds'],
  ['further-records', 'longest', 'right to left', 'only what is required', 'ending on 29 February'],
  ['clock', 'end of February', 'end of October', 'end of the year'],
  ['currency', 'JPY'],
  ['tax', '7 %, with a fee'],
  ['deliveries', 'twice', 'out of order'],
  ['media-type', 'application/json; charset=utf-8'],
  ['header-case', 'lower'],
  ['further-headers', 'some'],
  ['encoding', 'gzip'],
]);

/** Failures that a lawful platform may have at any time. */
const UNLUCKY = choicesIn([
  ['early-limits', 'some requests'],
  [
    'outages',
    '503 before the effect',
    '503 after the effect',
    'connection cut after the effect',
    '503 page before the effect',
  ],
  ['session-length', 'ten requests'],
  ['network', 'jittery', 'slow'],
  ['states-between', 'long'],
  ['lag', 'lists, 300 ms, undeclared', 'reads, 300 ms, undeclared'],
]);

/**
 * Freedoms that no client can cope with: what a target file describes, keys that exist before the first request, areas
 * that are not offered, other people who act in the same tenant; and limits and failures for the suite, which
 * `--unlucky` has in forms that tests can bear.
 */
const NOT_FOR_CLIENTS =
  /^(base-url|credentials-.*|api-key-form|areas-without|openapi|sku|others-.*|failures|other-clients|unannounced-limits|log-in-limit|slow-log-ins)$/;

const valuesOf = (name: string): string[] => {
  const freedom = freedoms.find((one) => one.name === name);
  return Object.keys(freedom?.values ?? {}).map((value) => `${name}=${value}`);
};

/** Every value with which a client can still do everything; the suite cannot judge all sentences with the others. */
const allValues = (): string[] =>
  freedoms
    .filter(({ name }) => !NOT_FOR_CLIENTS.test(name) && !UNLUCKY.some((one) => freedomOf(one) === name))
    .flatMap(({ name, incomplete }) =>
      typeof incomplete === 'string'
        ? []
        : valuesOf(name).filter((choice) => incomplete?.[choice.slice(name.length + 1)] === undefined),
    );

/** What a user wants to be tried. */
export type Scope = { only?: readonly string[]; anyDeployment?: boolean; unlucky?: boolean };

/**
 * Lists the values of freedoms to try, as `name=value`, in order.
 * @throws UsageError that names the nearest freedom or value
 */
export function choicesOf({ only = [], ...scope }: Scope): string[] {
  if (only.length > 0) return [...new Set(only.flatMap(named))];
  const { anyDeployment, unlucky } = scope;
  return [...new Set([...TOLERATED, ...(anyDeployment ? allValues() : []), ...(unlucky ? UNLUCKY : [])])];
}

/** Reads `errors`, which stands for all values of the freedom, `errors=flat` or `errors/flat`. */
function named(text: string): string[] {
  const [name = '', ...value] = text.trim().split(/[=/]/);
  const all = valuesOf(name);
  if (all.length === 0) {
    const names = freedoms.map((one) => one.name);
    throw new UsageError(
      `--only ${text}: there is no freedom ${name}${didYouMean(name, names) || '.'} mock --vary list shows all of them`,
    );
  }
  if (value.length === 0) return all;
  const choice = text.trim().replace(/[=/]/, '=');
  if (all.includes(choice)) return [choice];
  throw new UsageError(
    `--only ${text}: there is no such value${didYouMean(choice, all) || `; there are ${all.join(', ')}`}`,
  );
}

export const freedomOf = (choice: string): string => choice.slice(0, choice.indexOf('='));

/** Freedoms of which one hides the other: without states in between there are none to show, and no events to reorder. */
const HIDING = ['states-between', 'further-states', 'deliveries'];

const excludes = (one: string, other: string): boolean =>
  one === other || (HIDING.includes(one) && HIDING.includes(other));

/**
 * Combines values into as few runs as the freedom with the most values needs: each value is in one run, without another
 * one that could hide it, and the runs have about the same number of values.
 */
export function combined(choices: readonly string[]): string[][] {
  const counts = [...Map.groupBy(choices, freedomOf).values()].map(({ length }) => length);
  const rounds = Array.from({ length: Math.max(0, ...counts) }, (): string[] => []);
  for (const choice of choices) {
    const [round] = rounds
      .filter((one) => one.every((other) => !excludes(freedomOf(other), freedomOf(choice))))
      .sort((a, b) => a.length - b.length);
    if (round) round.push(choice);
    else rounds.push([choice]);
  }
  return rounds;
}

/** The most failures at once in a random choice: with more, a request fails more often than clients try again. */
const MAX_UNLUCKY = 2;

/** Chooses a value, or none, of each freedom by a seed. */
export function seeded(choices: readonly string[], seed: number): string[] {
  const chosen = [...Map.groupBy(choices, freedomOf)].flatMap(([name, values]) => {
    const at = Math.floor(randomOf(seed, `cope ${name}`) * values.length * 1.7);
    return values[at] ?? [];
  });
  const unlucky = chosen.filter((choice) => UNLUCKY.includes(choice));
  return chosen.filter((choice) => !unlucky.slice(MAX_UNLUCKY).includes(choice));
}

/** Freedoms that are settings or records of the mock, which marks no request with them → the requests on which they have an effect. */
const SETTINGS: Readonly<Record<string, (request: SentRequest) => boolean>> = {
  errors: ({ status }) => status === 422,
  limits: ({ status }) => status === 429,
  clock: () => true,
  deliveries: ({ operation, hasEffect }) => hasEffect && operation?.includes('Webhook') === true,
  provisioning: ({ hasEffect }) => hasEffect,
  'further-records': ({ operation, status }) =>
    status < 300 && /^list(Customers|Tickets|ApiKeys)$/.test(operation ?? ''),
};

/** Tells whether a client could notice a value of a freedom in a request and its reply. */
export const hasEffectOn = (choice: string, request: SentRequest): boolean =>
  request.varied.includes(choice) || SETTINGS[freedomOf(choice)]?.(request) === true;

/** Returns what a freedom leaves to the platform, and the sentence that leaves it open. */
export function describeChoice(choice: string): { title: string; open: string } {
  const { title = '', open = '' } = freedoms.find(({ name }) => name === freedomOf(choice)) ?? {};
  return { title, open };
}
