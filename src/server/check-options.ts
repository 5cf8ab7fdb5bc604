// Are the settings of an app what they may be? Looked at once, before anything is made of them.
import { didYouMean } from '../contract/nearest.ts';
import { isLivable, LIVABLE, msOf } from '../state/instant.ts';
import type { AppOptions } from './options.ts';

/** What an option may be: undefined when it is that, or the rest of a sentence that begins with its name. */
export type Demand = (value: unknown) => string | undefined;

const shown = (value: unknown): string => {
  if (typeof value === 'function') return 'a function';
  const text = typeof value === 'string' ? JSON.stringify(value) : named(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

function named(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return 'an object that cannot be written';
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWhole = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

/** One of these words. */
export const word =
  (...words: readonly string[]): Demand =>
  (value) =>
    words.some((one) => one === value)
      ? undefined
      : `must be one of ${words.join(', ')}${typeof value === 'string' ? didYouMean(value, words) : ''}`;

const whole =
  (least: number, most: number): Demand =>
  (value) =>
    isWhole(value, least, most) ? undefined : `must be a whole number from ${least} to ${most}`;

const callable: Demand = (value) => (typeof value === 'function' ? undefined : 'must be a function');

/** Requests a minute. */
const MOST_CALLS = 1_000_000_000;
const TIERS = ['free', 'pro', 'business', 'enterprise', 'reseller', 'platform'];

const limits: Demand = (value) => {
  if (value === 'A' || value === 'B' || value === 'off') return undefined;
  const sound =
    isObject(value) &&
    Object.keys(value).every((tier) => TIERS.includes(tier)) &&
    TIERS.every((tier) => isWhole(value[tier], 1, MOST_CALLS));
  return sound
    ? undefined
    : `must be A, B, off, or a whole number of requests a minute from 1 to ${MOST_CALLS} for each of ${TIERS.join(', ')}`;
};

const clock: Demand = (value) => {
  if (value === 'now' || value === 'frozen') return undefined;
  let ms = Number.NaN;
  try {
    if (typeof value === 'string') ms = msOf(value);
  } catch {
    // Said below.
  }
  return isLivable(ms) ? undefined : `must be now, frozen, or an ISO 8601 instant ${LIVABLE}`;
};

const keep: Demand = (value) =>
  isObject(value) &&
  Object.keys(value).every((name) => name === 'count' || name === 'bytes') &&
  isWhole(value.count, 0, 1_000_000) &&
  isWhole(value.bytes, 0, Number.MAX_SAFE_INTEGER)
    ? undefined
    : 'must be { count, bytes }: how many calls are remembered, 0 to 1000000, and how many bytes of their bodies';

const demands: { readonly [Name in keyof AppOptions]-?: Demand } = {
  seed: whole(0, Number.MAX_SAFE_INTEGER),
  world: (value) => (typeof value === 'string' ? undefined : 'must be the name of a world'),
  from: (value) => (isObject(value) ? undefined : 'must be a world that was exported'),
  clock,
  errorShape: word('envelope', 'flat', 'alternate'),
  limits,
  limitsAuth: whole(1, MOST_CALLS),
  lifecycle: word('time', 'immediate', 'manual'),
  latency: word('none', 'lan', 'mobile', 'slow'),
  requests: keep,
  verify: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  cors: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? undefined
      : 'must be a list of origins, such as ["http://localhost:5173"]',
  log: callable,
  fault: callable,
  steps: callable,
};

/**
 * Looks at every option; one that is `undefined` counts as left out.
 * @param worlds the names of the worlds there are
 * @param own what may be given besides, and what it may be
 * @throws Error naming every option that is not what it may be
 */
export function demandOptions(
  given: unknown,
  worlds: readonly string[],
  own: Readonly<Record<string, Demand>> = {},
): void {
  if (!isObject(given)) throw new Error(`The options must be an object, not ${shown(given)}.`);
  const known: Readonly<Record<string, Demand>> = { ...demands, ...own };
  const flaws: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(known, name)) {
      flaws.push(
        `${name.slice(0, 60)} is no option${didYouMean(name.slice(0, 60), Object.keys(known)) || `; there are ${Object.keys(known).join(', ')}`}.`,
      );
      continue;
    }
    const flaw = known[name]?.(value);
    if (flaw !== undefined) flaws.push(`${name}: ${flaw}; it is ${shown(value)}.`);
  }
  const { world, from } = given;
  if (typeof world === 'string' && from === undefined && !worlds.includes(world)) {
    flaws.push(`There is no world named ${world.slice(0, 60)}; there are: ${worlds.join(', ')}.`);
  }
  if (flaws.length > 0) throw new Error(flaws.join('\n'));
}
