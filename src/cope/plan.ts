// Plans the runs of `cope`: which values of freedoms are tried, in which order, and which together.
import { didYouMean } from '../contract/did-you-mean.ts';
import { isObject, memberOf } from '../contract/is-object.ts';
import { parsedJson } from '../contract/json/parsed-json.ts';
import { UsageError } from '../suite/model/outcome.ts';
import { showsFurtherRecord } from '../variations/freedoms/records.ts';
import { randomOf } from '../variations/random.ts';
import { freedoms } from '../variations/vary.ts';
import type { SentRequest } from './platform.ts';

/** A freedom, what a client does that copes with it, and the values that are tried. */
type Row = readonly [name: string, advice: string, ...values: string[]];

const READ_ON = 'take as many rows as a page has, and read the next page until there is none';
const WAIT =
  'wait for the seconds in `Retry-After`, then send the same request again: it was not carried out';

/** What the document tells clients to tolerate; what breaks most clients comes first. */
const TOLERATED: readonly Row[] = [
  [
    'errors',
    'read the message from `error.message` or `message`, and the fields from `error.errors` or `errors`, which may be empty or left out',
    ...['flat 422', 'flat', 'alternate', 'empty errors', 'flat, empty errors'],
  ],
  [
    'codes',
    'decide by the status, and by a code only where the document states it; show the message of an error that you do not know',
    ...['numeric', 'dotted', 'kebab'],
  ],
  ['messages', 'show messages, and decide nothing by their words', 'other'],
  [
    'field-keys',
    'find the input of a field error by the last name in its key, and show what fits no input beside the form',
    ...['brackets', 'pointer', 'leaf'],
  ],
  ['early-limits', WAIT, 'once'],
  ['member-order', 'read members by name, and compare objects by their members, not as text', 'reversed'],
  ['nulls', 'take a member that is left out for null', 'omitted'],
  ['further-members', 'ignore members that you do not know', 'some'],
  [
    'further-states',
    'show a state or kind that you do not know as it is, and go on',
    ...['some', 'on the way', 'some kinds'],
  ],
  [
    'further-events',
    'show scopes and events that you do not know as they are, and keep them when you save the record',
    'some',
  ],
  ['states-between', 'wait for the state at the end, which the first reply may show', 'never'],
  ['limits', 'send fewer requests when `RateLimit-Remaining` is low, and wait for `Retry-After`', 'B'],
  ['page-size', READ_ON, '3', '10'],
  ['order', 'sort rows yourself where their order matters', 'oldest first'],
  ['replies-of-tickets', 'sort replies by their time', 'newest first'],
  ['sizes', READ_ON, 'ignored'],
  ['page-limit', READ_ON, '5', '1'],
  [
    'times',
    'parse times as ISO 8601 with any offset and fraction, and compare instants, not texts',
    ...['milliseconds', 'offset', 'microseconds', 'nanoseconds', 'fractions of different lengths'],
  ],
  [
    'further-records',
    'let texts wrap, cut them between graphemes, take what is not required for missing, and give rows a second key to sort by',
    ...['longest', 'right to left', 'beyond the basic plane', 'only what is required'],
    ...['ending on 29 February', 'domains with a final dot', 'created at one time'],
  ],
  [
    'clock',
    "reckon from the platform's times, in UTC and by the calendar: days differ in length, months too",
    ...['end of February', 'end of October', 'end of the year'],
  ],
  ['currency', 'take the number of decimals from the currency: JPY has none', 'JPY'],
  ['tax', 'show the lines and sums of the reply, and reckon none yourself', '7 %, with a fee'],
  [
    'deliveries',
    'verify the bytes of the body as they came against each signature, handle each `id` once, order events by `created_at`, and accept types that you do not know',
    ...['twice', 'out of order', 'with white space', 'two signatures', 'further types'],
  ],
  ['media-type', 'compare media types without their parameters', 'application/json; charset=utf-8'],
  ['header-case', 'read headers by name in any letter case', 'lower'],
  ['further-headers', 'ignore headers that you do not know', 'some'],
  [
    'encoding',
    'let the HTTP library decode bodies, and take no length of a text from `Content-Length`',
    'gzip',
  ],
];

/** Failures that a lawful platform may have at any time. */
const UNLUCKY: readonly Row[] = [
  ['early-limits', WAIT, 'some requests'],
  [
    'outages',
    'send a read, a PUT or a request with its `Idempotency-Key` again, with the same key; read what became of anything else before you repeat it, since nothing promises that it did not happen',
    ...['503 before the effect', '503 after the effect', 'connection cut after the effect'],
    ...['503 page before the effect', 'connection cut after a POST without a key'],
  ],
  ['session-length', 'refresh the session on 401, once, and send the request again', 'ten requests'],
  [
    'network',
    'show that a request is under way, give each request a time limit, and repeat only what may be repeated',
    ...['jittery', 'slow', 'slow writes', 'no reply, once'],
  ],
  ['others-move-balance', 'read the balance again where it matters, and reckon none yourself', 'once'],
  ['states-between', 'wait for as long as a state lasts, and show that it does', 'long'],
  [
    'lag',
    'show what the reply to a write says until reads show it too',
    ...['lists, 300 ms, undeclared', 'reads, 300 ms, undeclared'],
  ],
];

/** What a client does that copes with a freedom of `--any-deployment`. */
const ANY_DEPLOYMENT = 'read this in one place of the client, which is told how the deployment does it';

const choicesIn = (rows: readonly Row[]): string[] =>
  rows.flatMap(([name, , ...values]) => values.map((value) => `${name}=${value}`));

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

const many = new Set(freedoms.flatMap((one) => (one.many ? one.name : [])));

/** Tells whether two values cannot stand in one run: without states in between, few webhooks could change places. */
const excludes = (one: string, other: string): boolean =>
  (freedomOf(one) === freedomOf(other) && !many.has(freedomOf(one))) ||
  [one, other].sort().join() === 'deliveries=out of order,states-between=never';

/**
 * Combines values into as few runs as the freedom with the most values needs: each value is in one run, and the runs have about the same number of values.
 */
export function combined(choices: readonly string[]): string[][] {
  const counts = [...Map.groupBy(choices, freedomOf)].map(([name, { length }]) =>
    many.has(name) ? 1 : length,
  );
  const rounds = Array.from({ length: Math.max(0, ...counts) }, (): string[] => []);
  for (const choice of choices) {
    const [round] = rounds
      .filter((one) => one.every((other) => !excludes(other, choice)))
      .sort((a, b) => a.length - b.length);
    if (round) round.push(choice);
    else rounds.push([choice]);
  }
  return rounds;
}

/** Takes as many values as can stand in one run, the first ones first. */
export function oneRound(choices: readonly string[]): string[] {
  const round: string[] = [];
  for (const choice of choices) if (!round.some((other) => excludes(other, choice))) round.push(choice);
  return round;
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
  // With the two forms in turns, a reply may have the usual one.
  errors: ({ status, replyText }) => status === 422 && !isObject(memberOf(parsedJson(replyText()), 'error')),
  limits: ({ status, varied }) => status === 429 && !varied.some((one) => one.startsWith('early-limits=')),
  clock: () => true,
  provisioning: ({ hasEffect }) => hasEffect,
  network: ({ arrived, replied }) => replied - arrived >= LATE_MS,
  'further-records': ({ replyText }, value) => showsFurtherRecord(value, replyText()),
};

/** Tells whether a client could notice a value of a freedom in a request and its reply. */
export const hasEffectOn = (choice: string, request: SentRequest): boolean => {
  const name = freedomOf(choice);
  return request.varied.includes(choice) || SETTINGS[name]?.(request, choice.slice(name.length + 1)) === true;
};

/** Returns what a freedom leaves to the platform, the sentence that leaves it open, and what a client does that copes. */
export function describeChoice(choice: string): { title: string; open: string; advice: string } {
  const name = freedomOf(choice);
  const { title = '', open = '' } = freedoms.find((one) => one.name === name) ?? {};
  const rows = [...TOLERATED, ...UNLUCKY].filter(([one]) => one === name);
  const [, advice = ANY_DEPLOYMENT] = rows.find((one) => choicesIn([one]).includes(choice)) ?? rows[0] ?? [];
  return { title, open, advice };
}
