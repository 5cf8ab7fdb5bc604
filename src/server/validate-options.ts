// The table of the options of an app: how each is validated, and what the command line says about it.

import { DELIVERY_FORMS } from '../contract/delivery-forms.ts';
import { didYouMean } from '../contract/did-you-mean.ts';
import { isObject } from '../contract/is-object.ts';
import { isWorldTime, parseIso } from '../state/instant.ts';
import type { AppOptions } from './app-options.ts';
import { isLimitTable, LIMIT_TABLE_RULE, MAX_LIMIT } from './rate-limit/rate-limiter.ts';

/** The range of instants that `isWorldTime` accepts, in words, for error messages. */
const WORLD_TIME_RANGE = 'from 1970-01-01T00:00:00Z to 9899-12-31T23:59:59Z';

/**
 * Checks the value of an option. Returns undefined when the value is valid, or else the rest of a sentence that
 * begins with the option's name.
 */
export type OptionValidator = (value: unknown) => string | undefined;

const printValue = (value: unknown): string => {
  if (typeof value === 'function') return 'a function';
  const text = typeof value === 'string' ? JSON.stringify(value) : quoteName(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

function quoteName(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return 'an object that cannot be written';
  }
}

const isIntegerBetween = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

/** Creates a validator that accepts only the given values. */
export const oneOf =
  (...values: readonly string[]): OptionValidator =>
  (value) =>
    values.some((allowed) => allowed === value)
      ? undefined
      : `must be one of ${values.join(', ')}${typeof value === 'string' ? didYouMean(value, values) : ''}`;

/** Creates a validator that accepts whole numbers from `min` to `max`. */
export const integer =
  (min: number, max: number): OptionValidator =>
  (value) =>
    isIntegerBetween(value, min, max) ? undefined : `must be a whole number from ${min} to ${max}`;

const isFunction: OptionValidator = (value) =>
  typeof value === 'function' ? undefined : 'must be a function';

const limits: OptionValidator = (value) =>
  value === 'A' || value === 'B' || value === 'off' || isLimitTable(value)
    ? undefined
    : `must be A, B, off, or ${LIMIT_TABLE_RULE}`;

const clock: OptionValidator = (value) => {
  if (value === 'now' || value === 'frozen') return undefined;
  let ms = Number.NaN;
  try {
    if (typeof value === 'string') ms = parseIso(value);
  } catch {
    // An invalid text gives NaN, for which `isWorldTime` is false.
  }
  if (isWorldTime(ms)) return undefined;
  const meant = typeof value === 'string' ? didYouMean(value.slice(0, 60), ['now', 'frozen']) : '';
  return `must be now, frozen, or an ISO 8601 instant ${WORLD_TIME_RANGE}${meant}`;
};

const isText =
  (what: string): OptionValidator =>
  (value) =>
    typeof value === 'string' ? undefined : `must be ${what}`;

const isSize = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).every((name) => name === 'count' || name === 'bytes') &&
  isIntegerBetween(value.count, 0, 1_000_000) &&
  isIntegerBetween(value.bytes, 0, Number.MAX_SAFE_INTEGER);

const size =
  (what: string, ofBytes: string): OptionValidator =>
  (value) =>
    isSize(value)
      ? undefined
      : `must be { count, bytes }: how many ${what}, 0 to 1000000, and how many bytes ${ofBytes}`;

/** An option of a mock: as a flag of the command line, and as a member of `createMock`. */
export type OptionRow<Value = unknown> = {
  check: OptionValidator;
  /** How help shows the value of its flag, such as `<number>`; empty for a switch. */
  argument?: string;
  help?: string;
  /** Its value when it is left out. */
  preset?: Value;
};

/** The options of an app, each with its check, and what the command line says about it. */
export const optionTable: { readonly [Name in keyof AppOptions]-?: OptionRow<AppOptions[Name]> } = {
  seed: {
    argument: '<number>',
    help: 'determines every id, name and amount',
    preset: 1,
    check: integer(0, Number.MAX_SAFE_INTEGER),
  },
  world: {
    argument: '<name>',
    help: 'the world at start: demo, empty, large, edge, or the JSON file of an exported world',
    preset: 'demo',
    check: isText('the name of a world'),
  },
  errorShape: {
    argument: '<shape>',
    help: 'shape of 422 bodies: envelope, flat, or alternate, which alternates both',
    preset: 'envelope',
    check: oneOf('envelope', 'flat', 'alternate'),
  },
  limits: {
    argument: '<set>',
    help: "rate limits: the specification's set A or B, off, or a JSON file of requests a minute by tier",
    preset: 'A',
    check: limits,
  },
  limitsAuth: {
    argument: '<number>',
    help: 'requests a minute to login, refresh and 2FA (60 with set A, else 10)',
    check: integer(1, MAX_LIMIT),
  },
  lifecycle: {
    argument: '<pace>',
    help: 'provisioning takes time, is immediate, or waits for a lever: time, immediate, manual',
    preset: 'time',
    check: oneOf('time', 'immediate', 'manual'),
  },
  catalogue: {
    argument: '<which>',
    help: 'products that can be ordered: open, any SKU; strict, those of the price list',
    preset: 'open',
    check: oneOf('open', 'strict'),
  },
  clock: {
    argument: '<start>',
    help: 'now; frozen, at 2026-11-20T08:00:00Z; or an ISO 8601 time to run on from',
    preset: 'now',
    check: clock,
  },
  latency: {
    argument: '<network>',
    help: 'how long replies take, by operation and seed: none, lan, mobile, slow',
    preset: 'none',
    check: oneOf('none', 'lan', 'mobile', 'slow'),
  },
  deliveries: {
    check: (value) =>
      Array.isArray(value)
        ? value.map(oneOf(...DELIVERY_FORMS)).find((problem) => problem !== undefined)
        : 'must be a list of forms',
  },
  recover: { check: isText('the name of a stored world') },
  from: { check: (value) => (isObject(value) ? undefined : 'must be a world that was exported') },
  requests: { check: size('calls are remembered', 'of their bodies') },
  timeline: { check: size('changes of a world are kept', 'they may take') },
  verify: { check: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false') },
  cors: {
    check: (value) =>
      Array.isArray(value) && value.every((origin) => typeof origin === 'string')
        ? undefined
        : 'must be a list of origins, such as ["http://localhost:5173"]',
  },
  log: { check: isFunction },
  fault: { check: isFunction },
  steps: { check: isFunction },
};

/**
 * Reads the value of an option from text: a number where the text is one and the option takes it.
 * @throws Error with the rest of a sentence that begins with the option's name
 */
export function readOption({ check }: OptionRow, text: string): unknown {
  const values = /^\d+$/.test(text) ? [Number(text), text] : [text];
  const valid = values.find((value) => check(value) === undefined);
  if (valid === undefined) throw new Error(`${check(values[0])}.`.replace('?.', '?'));
  return valid;
}

/**
 * Validates every option; an option with the value `undefined` counts as left out.
 * @throws Error with a line for every invalid option
 */
export function validateOptions(
  options: unknown,
  worlds: readonly string[],
  extraValidators: Readonly<Record<string, OptionValidator>> = {},
): void {
  if (!isObject(options)) throw new Error(`The options must be an object, not ${printValue(options)}.`);
  const appValidators = Object.entries(optionTable).map(([name, { check }]) => [name, check]);
  const allValidators: Readonly<Record<string, OptionValidator>> = {
    ...Object.fromEntries(appValidators),
    ...extraValidators,
  };
  const problems: string[] = [];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(allValidators, name)) {
      problems.push(
        `${name.slice(0, 60)} is no option${didYouMean(name.slice(0, 60), Object.keys(allValidators)) || `; there are ${Object.keys(allValidators).join(', ')}`}.`,
      );
      continue;
    }
    const problem = allValidators[name]?.(value);
    if (problem !== undefined) problems.push(`${name}: ${problem}; it is ${printValue(value)}.`);
  }
  const { world, from } = options;
  if (typeof world === 'string' && from === undefined && !worlds.includes(world)) {
    const name = world.slice(0, 60);
    problems.push(
      `There is no world named ${name}; there are: ${worlds.join(', ')}${didYouMean(name, worlds) || '.'}`,
    );
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
