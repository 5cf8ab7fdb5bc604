// Parsers for the values of mock flags. Each throws an Error whose message completes "--flag value: …".
import { readJson } from '../src/contract/read-file.ts';
import { TIERS } from '../src/server/pipeline/caller.ts';
import { isLimitTable, LIMIT_TABLE_RULE, type LimitTable } from '../src/server/rate-limit/rate-limits.ts';

/** Accepts any text except an empty text and a text that looks like a flag. */
export function nonEmpty(text: string): string {
  if (text.trim() === '' || text.startsWith('--')) throw new Error('needs a value.');
  return text;
}

/** Parses a whole number from `min` to `max`. */
export function integer(text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new Error(`must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

/** Accepts only the listed values. */
export function oneOf<const Value extends string>(text: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(`must be one of ${values.join(', ')}.`);
  return found;
}

/** Parses the start of the clock: `now`, `frozen` or an ISO 8601 time. */
export function parseInstant(text: string): string {
  if (text === 'now' || text === 'frozen') return text;
  // A time without an offset is read as UTC, so that it means the same instant on every machine.
  const zoned = /(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(zoned) : Number.NaN;
  if (!(ms >= EARLIEST && ms < LATEST)) {
    throw new Error(
      'must be now, frozen, or an ISO 8601 time of the years 1970 to 9899 such as 2026-11-20T08:00:00Z.',
    );
  }
  return zoned;
}

/**
 * The range of the world's clock, in ms since 1970. It starts in 1970, because times in tokens count from then; it
 * ends early enough that a product ordered for ten years ends before the year 10,000.
 */
const EARLIEST = 0;
const LATEST = Date.UTC(9900, 0);

/** Parses a list of origins separated by commas. Returns undefined, which permits every origin, for `*`. */
export const parseOrigins = (text: string): readonly string[] | undefined =>
  text === '*' ? undefined : parseNamedOrigins(text);

/**
 * Parses a list of origins, separated by commas; `*` is refused.
 * @throws Error for text that is no origin
 */
export const parseNamedOrigins = (text: string): readonly string[] => text.split(',').map(parseOrigin);

/**
 * Parses an origin.
 * @throws Error for text that is no origin
 */
function parseOrigin(text: string): string {
  const origin = text.trim().replace(/\/$/, '');
  if (!URL.canParse(origin) || new URL(origin).origin !== origin || origin.includes('*')) {
    // The text may contain a password.
    const shown = text.trim().replace(/\/\/[^/@]*@/, '//***@');
    throw new Error(
      `${shown} is no origin; write scheme and host without wildcards, such as http://localhost:5173.`,
    );
  }
  return origin;
}

/** Reads a JSON file that gives the permitted requests per minute of every tier. */
export function readLimitTable(file: string): LimitTable {
  let json: unknown;
  try {
    json = readJson(file);
  } catch (error) {
    throw new Error(
      `must be A, B, off, or a JSON file of requests a minute by tier: ${error instanceof Error ? error.message : error}`,
    );
  }
  const given = new Map(Object.entries(typeof json === 'object' && json !== null ? json : {}));
  const table = Object.fromEntries(TIERS.map((tier) => [tier, given.get(tier)]));
  if (!isLimitTable(table)) throw new Error(`the file must give ${LIMIT_TABLE_RULE}.`);
  return table;
}
