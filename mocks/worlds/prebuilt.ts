// Reads the prebuilt demo world: its rows come from a file of the package, and only the instants are filled in.
import { packageFile } from '../../src/contract/package.ts';
import type { SeedRequest } from '../../src/server/mock-definition.ts';
import { addMonths, toIso } from '../../src/state/instant.ts';
import type { PrebuiltWorld } from '../../src/state/world-export.ts';

// The file that tools/prebuild-worlds.ts writes. It contains the ordinals, the timers, and each table by name,
// separated by empty lines. prebuilt.test.ts compares the file with the seeded world.
const FILE = 'fixtures/worlds/demo.prebuilt.txt';

/**
 * The starts of a world for which the file is tested, from FIRST_START until before LAST_START, in milliseconds since
 * 1970. Worlds with another start are seeded.
 */
export const FIRST_START = Date.UTC(2026, 0);
export const LAST_START = Date.UTC(2090, 0);

/** An instant relative to the start of a world. The members are applied in the order in which they are declared. */
export type RelativeTime = {
  /** the number of seconds after the start of the world; negative for an instant before it */
  readonly offset: number;
  /** the date and time of the year, such as `09-21T11:30:00Z`, to whose next occurrence the instant then moves */
  readonly nextDate?: string | undefined;
  /** the calendar months that are then added; a day that the month lacks becomes its last one */
  readonly addMonths?: number | undefined;
  /** the number of seconds that are then added */
  readonly addSeconds?: number | undefined;
};

/** A part of an instant: its year (four digits) or its date (eight digits). */
export type TimePart = 'year' | 'day';

/**
 * Resolves a relative time to an ISO 8601 instant.
 * @param start the start of the world in ms since 1970; the fraction of a second is ignored
 */
export function resolveRelativeTime(
  { offset, nextDate, addMonths: months = 0, addSeconds = 0 }: RelativeTime,
  start: number,
): string {
  let date = new Date((Math.floor(start / 1000) + offset) * 1000);
  if (nextDate !== undefined) {
    const [year, after] = [date.getUTCFullYear(), date.getTime()];
    date = new Date(`${year}-${nextDate}`);
    if (date.getTime() <= after) date = new Date(`${year + 1}-${nextDate}`);
  }
  return toIso(addMonths(date.getTime(), months) + addSeconds * 1000);
}

/** Returns the year or the date of an ISO 8601 instant as digits. */
export const timePartOf = (instant: string, part: TimePart): string =>
  part === 'year' ? instant.slice(0, 4) : instant.slice(0, 10).replaceAll('-', '');

const PLACEHOLDER = /\{start([+-]\d+)(?:>([-:\dTZ]+))?(?:\+(\d+)m)?(?:\+(\d+))?(?:\|(year|day))?\}/g;

/** Matches a JSON string that stands for a number, such as `"=42"`. */
const NUMBER_PLACEHOLDER = /"=(\d+)"/g;

/**
 * Replaces every placeholder in a JSON text by its instant, and every JSON string that begins with `=` by the number
 * that follows.
 * @param start the start of the world, in ms since 1970
 */
function fillRelativeTimes(text: string, start: number): string {
  const resolved = new Map<string, string>();
  const fill = (
    placeholder: string,
    offset: string,
    next?: string,
    months?: string,
    more?: string,
    part?: TimePart,
  ) => {
    let filled = resolved.get(placeholder);
    if (filled === undefined) {
      filled = resolveRelativeTime(
        { offset: +offset, nextDate: next, addMonths: +(months ?? 0), addSeconds: +(more ?? 0) },
        start,
      );
      if (part !== undefined) filled = timePartOf(filled, part);
      resolved.set(placeholder, filled);
    }
    return filled;
  };
  return text.replace(PLACEHOLDER, fill).replace(NUMBER_PLACEHOLDER, '$1');
}

/** Reads the prebuilt world; returns null for any world except the demo world with seed 1 and lifecycle `time`. */
export function prebuiltWorld({ name, seed, lifecycle, start }: SeedRequest): PrebuiltWorld | null {
  if (name !== 'demo' || seed !== 1 || lifecycle !== 'time' || start < FIRST_START || start >= LAST_START)
    return null;
  const { existsSync, readFileSync } = process.getBuiltinModule('fs');
  // The built package has it compressed, which makes the package smaller by 400 KB and the start longer by 2 ms.
  const packed = packageFile(`${FILE}.gz`);
  const bytes = existsSync(packed)
    ? process.getBuiltinModule('zlib').gunzipSync(readFileSync(packed))
    : readFileSync(packageFile(FILE));
  // The file contains only ASCII characters, so reading it as latin1 avoids the decoding of UTF-8.
  const text = bytes.toString('latin1');
  const [ordinals = '', timers = '', ...tables] = text.split('\n\n');
  return {
    ordinals: JSON.parse(ordinals),
    timers: JSON.parse(fillRelativeTimes(timers, start)),
    tables: Object.fromEntries(
      tables.map((block): [string, () => string] => {
        const [name = ''] = block.split(' ', 1);
        // The file has a line for each row.
        return [name, () => fillRelativeTimes(block.slice(name.length + 1).replaceAll('\n', ''), start)];
      }),
    ),
  };
}
