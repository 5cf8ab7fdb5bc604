// Plans the runs of `cope`: which values of freedoms are tried, in which order, and which together.
import { UsageError } from '../suite/model/outcome.ts';
import { furtherRecordAt } from '../variations/freedoms/records.ts';
import { randomOf } from '../variations/random.ts';
import { freedoms, variationOf } from '../variations/vary.ts';
import type { SentRequest } from './platform.ts';
import { ANY_DEPLOYMENT, type Row, TOLERATED, UNLUCKY } from './tried-values.ts';

const choicesIn = (rows: readonly Row[]): string[] =>
  rows.flatMap(([name, , ...values]) => values.map((value) => `${name}=${value}`));

/**
 * Freedoms that no client can cope with: what a target file describes, areas that are not offered, other people who act in
 * the same tenant; and limits and failures for the suite, which `--unlucky` has in forms that tests can bear.
 */
const NOT_FOR_CLIENTS =
  /^(base-url|credentials-.*|areas-without|openapi|sku|others-.*|failures|other-clients|unannounced-limits|log-in-limit|slow-log-ins)$/;

const valuesOf = (name: string): string[] => {
  const freedom = freedoms.find((one) => one.name === name);
  return Object.keys(freedom?.values ?? {}).map((value) => `${name}=${value}`);
};

/** Every value with which a client can still do everything; the suite cannot judge all sentences with the others. */
const allValues = (): string[] =>
  freedoms
    .filter(({ name }) => !NOT_FOR_CLIENTS.test(name) && !UNLUCKY.some(([one]) => one === name))
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
  return [
    ...new Set([
      ...choicesIn(TOLERATED),
      ...(anyDeployment ? allValues() : []),
      ...(unlucky ? choicesIn(UNLUCKY) : []),
    ]),
  ];
}

/** Reads `errors`, which stands for all values of the freedom, `errors=flat` or `errors/flat`. */
function named(text: string): string[] {
  const choice = text.trim().replace(/[=/]/, '=');
  const all = valuesOf(choice);
  if (all.length > 0) return all;
  try {
    variationOf([choice]);
  } catch (error) {
    throw new UsageError(`--only ${text}: ${error instanceof Error ? error.message : error}`);
  }
  return [choice];
}

export const freedomOf = (choice: string): string => choice.slice(0, choice.indexOf('='));

const many = new Set(freedoms.flatMap((one) => (one.many ? one.name : [])));

/** Values → those that they hide or slow down. The clients of the tests try every other pair. */
const HIDDEN: readonly (readonly [RegExp, RegExp])[] = [
  [/^errors=flat/, /^errors=flat/],
  [/^errors=flat(?! 422)/, /^(errors=empty|codes=)/],
  [/^page-limit=/, /^(page-size|sizes|order|nulls|tax|further-(records|states|events))=|^currency=several/],
  [/^page-size=/, /^sizes=|^further-records=(longest|right to|beyond|only |with |of one)/],
  [/^early-limits=/, /^limits=/],
  [/^order=/, /^others-add-rows=/],
  // A reply that comes late, or to a request that had to be repeated, shows what a lag would hide.
  [/^(network|early-limits|outages)=/, /^lag=/],
  [/^further-records=created at/, /^(further-records=created within|order=)/],
  // Small pages need many requests, each of which would wait.
  [/^page-(limit|size)=/, /^(limits=|network=(slow|jittery)$|outages=503|early-limits=some)/],
  // Without states in between, few webhooks could change places.
  [/^states-between=never$/, /^deliveries=out of order$/],
];

/** Tells whether one of two values hides the other. */
const hides = (one: string, other: string): boolean =>
  HIDDEN.some(([by, hidden]) => (by.test(one) && hidden.test(other)) || (by.test(other) && hidden.test(one)));

/**
 * Values that a client meets together: it reads `Retry-After` when it is refused, in whatever letters, and what the refusal
 * of a repeat says.
 */
const COMPANIONS = [
  /^(header-case=lower|early-limits=once)$/,
  /^(messages=other|outages=connection cut after a POST without a key)$/,
];

/** Tells whether two values cannot stand in one run. */
export const excludes = (one: string, other: string): boolean =>
  (freedomOf(one) === freedomOf(other) && !many.has(freedomOf(one))) || hides(one, other);

/**
 * Combines values into as few runs as the freedom with the most values needs, about the same number into each. What excludes
 * most others is placed first; within a run, values keep their order.
 */
export function combined(choices: readonly string[]): string[][] {
  const counts = [...Map.groupBy(choices, freedomOf)].map(([name, { length }]) =>
    many.has(name) ? 1 : length,
  );
  const rounds = Array.from({ length: Math.max(0, ...counts) }, (): string[] => []);
  const excluded = new Map(
    choices.map((one) => [one, choices.filter((other) => excludes(one, other)).length]),
  );
  const most = (choice: string): number => excluded.get(choice) ?? 0;
  for (const choice of choices.toSorted((one, other) => most(other) - most(one))) {
    const companions = (round: readonly string[]): number =>
      COMPANIONS.filter((some) => some.test(choice) && round.some((other) => some.test(other))).length;
    const [round] = rounds
      .filter((one) => one.every((other) => !excludes(other, choice)))
      .sort((a, b) => companions(b) - companions(a) || a.length - b.length);
    if (round) round.push(choice);
    else rounds.push([choice]);
  }
  const place = ([first = '']: readonly string[]): number => choices.indexOf(first);
  return rounds
    .map((round) => choices.filter((choice) => round.includes(choice)))
    .sort((one, other) => place(one) - place(other));
}

/** The most failures at once in a random choice: with more, a request fails more often than clients try again. */
const MAX_UNLUCKY = 2;

/** Chooses a value, or none, of each freedom by a seed. */
export function seeded(choices: readonly string[], seed: number): string[] {
  const chosen = [...Map.groupBy(choices, freedomOf)].flatMap(([name, values]) => {
    const at = Math.floor(randomOf(seed, `cope ${name}`) * values.length * 1.7);
    return values[at] ?? [];
  });
  const unlucky = chosen.filter((choice) => choicesIn(UNLUCKY).includes(choice));
  return chosen.filter((choice) => !unlucky.slice(MAX_UNLUCKY).includes(choice));
}

/** How long a reply takes that a client notices as late, in ms. */
const LATE_MS = 200;

/**
 * Freedoms that are settings, records or delays of the mock, which marks no request with them → the requests on which
 * they have an effect.
 */
const SETTINGS: Readonly<Record<string, (request: SentRequest, value: string) => boolean>> = {
  limits: ({ status, varied }) => status === 429 && !varied.some((one) => one.startsWith('early-limits=')),
  clock: () => true,
  provisioning: ({ hasEffect }) => hasEffect,
  network: ({ arrived, replied }) => replied - arrived >= LATE_MS,
  'others-add-rows': ({ url }) => /[?&]page=2\b/.test(url),
  'further-records': ({ replyText }, value) => furtherRecordAt(value, replyText()) >= 0,
};

type Wait = (requests: readonly SentRequest[]) => number;

const perOperation: Wait = (requests) =>
  [...Map.groupBy(requests, ({ operation }) => operation).values()]
    .map((group) => Math.max(1, Math.ceil(group.length / 5)) * 1000)
    .reduce((sum, ms) => sum + ms, 0);
const repeatable: Wait = (requests) =>
  perOperation(requests.filter(({ method, takesKey }) => /^(GET|PUT|DELETE)$/.test(method) || takesKey));

/** Value → how long it makes a client wait that sends some requests one after the other, in ms. */
const WAITS: Readonly<Record<string, Wait>> = {
  'early-limits=once': (requests) => new Set(requests.map(({ operation }) => operation)).size * 1000,
  'early-limits=twice in a row': () => 2000,
  'early-limits=three times in a row': () => 2000,
  'early-limits=some requests': perOperation,
  'outages=503 before the effect': repeatable,
  'outages=503 after the effect': repeatable,
  'network=slow': ({ length }) => length * 400,
  'network=jittery': ({ length }) => length * 300,
  'network=slow writes': (requests) => requests.filter(({ method }) => method !== 'GET').length * 6000,
};

/** Returns how long the values of a run make a client wait, by the requests of a run without them, in ms. */
export const waitOf = (choices: readonly string[], requests: readonly SentRequest[]): number =>
  choices.reduce((sum, choice) => sum + (WAITS[choice]?.(requests) ?? 0), 0);

/** Tells whether a client could notice a value of a freedom in a request and its reply. */
export const hasEffectOn = (choice: string, request: SentRequest): boolean => {
  const name = freedomOf(choice);
  return request.varied.includes(choice) || SETTINGS[name]?.(request, choice.slice(name.length + 1)) === true;
};

/** Returns what a freedom leaves to the platform, the sentence that leaves it open, and what a client does that copes. */
export function describeChoice(choice: string): { title: string; open: string; advice: string } {
  const name = freedomOf(choice);
  const { title = '', open = '' } = freedoms.find((one) => one.name === name) ?? {};
  const rows = [...TOLERATED, ...UNLUCKY, ...ANY_DEPLOYMENT].filter(([one]) => one === name);
  const row = rows.find((one) => choicesIn([one]).includes(choice)) ?? rows.at(-1);
  const [
    ,
    advice = `deployments differ here: ${title}. Take every form, or let one place of the client be told which one it is`,
  ] = row ?? [];
  return { title, open, advice };
}
