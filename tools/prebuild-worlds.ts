// Prebuilds the demo world: builds it at many start times, and writes it with every instant relative to the start
// time.
import { writeFileSync } from 'node:fs';
import { hostingMock } from '../mocks/index.ts';
import {
  FIRST_START,
  LAST_START,
  type RelativeTime,
  resolveRelativeTime,
  type TimePart,
  timePartOf,
} from '../mocks/worlds/prebuilt.ts';
import { createApp } from '../src/server/app.ts';
import type { Timer } from '../src/state/store.ts';
import type { WorldExport } from '../src/state/world-export.ts';

type World = Pick<WorldExport, 'ordinals' | 'tables' | 'timers'>;

const FILE = new URL('../fixtures/worlds/demo.prebuilt.txt', import.meta.url);
const DAY = 86_400_000;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const DAY_SECONDS = DAY / 1000;
/** The months of the billing cycles that the world has, and of two. */
const CYCLES = [1, 2, 3, 6, 12, 24, 120];
/** How many days after the end of a period something becomes due or ends. */
const DAYS_TO_PAY = [0, 5, 7, 14, 35];

const seconds = (iso: string): number => Date.parse(iso) / 1000;

/**
 * Formats a relative time as a placeholder, for example `{start-2505600>09-21T11:30:00Z+12m+432000|day}`; members
 * that are not set are left out.
 */
function formatRelativeTime(
  { offset, nextDate, addMonths, addSeconds }: RelativeTime,
  part?: TimePart,
): string {
  const modifiers = [
    nextDate && `>${nextDate}`,
    addMonths && `+${addMonths}m`,
    addSeconds && `+${addSeconds}`,
    part && `|${part}`,
  ];
  return `{start${offset < 0 ? '' : '+'}${offset}${modifiers.filter(Boolean).join('')}}`;
}

/** Compares the same world built at many start times, and expresses its values for any start time. */
class RelativeTimeFinder {
  /**
   * Start times (Unix milliseconds) at which the world must be built too, because several rules still fit the values.
   */
  readonly ambiguousStarts = new Set<number>();
  private readonly starts: readonly number[];
  // Distances of the instants in the world from the start time, in seconds; dates are computed from these instants.
  private readonly offsets: readonly number[];
  private readonly found = new Map<string, string>();

  /**
   * Creates a finder.
   * @param starts the start times in Unix milliseconds, each a whole number of seconds
   */
  constructor(starts: readonly number[], first: unknown) {
    this.starts = starts;
    const texts = JSON.stringify(first).match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g) ?? [];
    const offsets = new Set(texts.map((text) => seconds(text) - this.start(0) / 1000));
    this.offsets = [...offsets].sort((a, b) => a - b);
  }

  /**
   * Returns the value when it is the same at every start time, and otherwise an expression that computes the value
   * from the start time.
   * @throws Error naming `where` when no rule fits all values
   */
  express(values: readonly unknown[], where = ''): unknown {
    const [first] = values;
    if (typeof first !== 'object' || first === null) return this.leaf(values, where);
    const names = Object.keys(first);
    if (!values.every((one) => Object.keys(Object(one)).join() === names.join()))
      throw differs(where, values);
    const expressed = names.map((name) => {
      const inner = values.map((one) => Reflect.get(Object(one), name));
      return [name, this.express(inner, `${where}/${name}`)] as const;
    });
    return Array.isArray(first) ? expressed.map(([, one]) => one) : Object.fromEntries(expressed);
  }

  private leaf(values: readonly unknown[], where: string): unknown {
    const [first] = values;
    if (values.every((one) => one === first)) {
      if (/\{start|^=/.test(String(first))) throw new Error(`${where} reads like a moment: ${first}`);
      return first;
    }
    const key = values.join();
    const texts = values.map(String);
    const expressed =
      this.found.get(key) ??
      (texts.every((one) => INSTANT.test(one)) ? this.instant(texts) : this.text(texts));
    if (expressed === undefined) throw differs(where, values);
    this.found.set(key, expressed);
    return typeof first === 'number' ? `=${expressed}` : expressed;
  }

  private instant(values: readonly string[]): string | undefined {
    const [first = ''] = values;
    const shifted = { offset: seconds(first) - this.start(0) / 1000 };
    if (this.matches(shifted, values)) return formatRelativeTime(shifted);
    const moment = this.anniversary(values) ?? this.monthsOn(values);
    return moment && formatRelativeTime(moment);
  }

  // Finds a rule that adds the months of a billing cycle, and possibly a time to pay, to an instant.
  private monthsOn(values: readonly string[]): RelativeTime | undefined {
    for (const addSeconds of DAYS_TO_PAY.map((days) => days * DAY_SECONDS))
      for (const addMonths of CYCLES)
        for (const offset of this.offsets)
          if (this.matches({ offset, addMonths, addSeconds }, values))
            return { offset, addMonths, addSeconds };
    return undefined;
  }

  // Finds a rule for a date with the same month and day at every start time: the next such date after an instant, or
  // the same date some years later.
  private anniversary(values: readonly string[]): RelativeTime | undefined {
    const next = values[0]?.slice(5);
    if (next === undefined || !values.every((one) => one.slice(5) === next)) return undefined;
    const fitting = this.offsets.flatMap((offset): RelativeTime[] => {
      const years = values.map(
        (one, at) =>
          Number(one.slice(0, 4)) -
          Number(resolveRelativeTime({ offset, nextDate: next }, this.start(at)).slice(0, 4)),
      );
      const [first = 0] = years;
      return first >= 0 && years.every((one) => one === first)
        ? [{ offset, nextDate: next, addMonths: first * 12 }]
        : [];
    });
    return this.oneOf(fitting, Date.parse(`2040-${next}`));
  }

  // Chooses one of several rules that fit. When there are several, a world that starts near `turn` (Unix milliseconds)
  // shows which rule is right, so a start time is added for it.
  private oneOf(fitting: readonly RelativeTime[], turn: number): RelativeTime | undefined {
    const half = fitting.length >> 1;
    const { [half]: one } = fitting;
    if (one && half > 0) this.ambiguousStarts.add(turn - one.offset * 1000);
    return one;
  }

  // Finds an expression for a text or a number that contains a year or a date.
  private text(values: readonly string[]): string | undefined {
    const [first = ''] = values;
    const parts: [TimePart, RegExp][] = [
      ['day', /\d{8}/g],
      ['year', /\d{4}/g],
    ];
    for (const [part, pattern] of parts) {
      for (const { index, 0: digits } of first.matchAll(pattern)) {
        const [before, after] = [first.slice(0, index), first.slice(index + digits.length)];
        const fitting = this.offsets.flatMap((offset): RelativeTime[] => {
          const partAt = (at: number): string =>
            timePartOf(resolveRelativeTime({ offset }, this.start(at)), part);
          return values.every((text, at) => text === before + partAt(at) + after) ? [{ offset }] : [];
        });
        const moment = this.oneOf(fitting, Date.UTC(2040));
        if (moment) return before + formatRelativeTime(moment, part) + after;
      }
    }
    return undefined;
  }

  private matches(moment: RelativeTime, values: readonly string[]): boolean {
    return values.every((one, at) => resolveRelativeTime(moment, this.start(at)) === one);
  }

  private start(at: number): number {
    return this.starts[at] ?? 0;
  }
}

const differs = (where: string, values: readonly unknown[]): Error =>
  new Error(
    `The world is not the same at every start: ${where} is ${values
      .slice(0, 3)
      .map((one) => JSON.stringify(one))
      .join(', ')}. Have what decides it happen at a fixed time before the start.`,
  );

// Start times at which the world is built: first and last days of months, leap days, and days in between, at all times
// of day.
const starts = Array.from({ length: 150 }, (_, at) => {
  const day = Date.UTC(2026 + ((at * 7) % 60), at % 12, at % 3 === 0 ? at % 29 : 0);
  return day + Math.floor((at * 0.618_034 * DAY) % DAY);
})
  .map((ms) => ms - (ms % 1000))
  .filter((ms) => ms >= FIRST_START && ms < LAST_START);

function buildWorld(start: number): World {
  const { prebuiltWorld: _, ...rest } = hostingMock;
  const { world } = createApp(rest, { world: 'demo', clock: new Date(start).toISOString() });
  const { ordinals, tables, timers } = world.export();
  return { ordinals, tables, timers };
}

/** The world at the first start time. Its order of timers is used for the worlds at all start times. */
const first = buildWorld(starts[0] ?? FIRST_START);
const nameOf = ({ kind, ref }: Timer): string => JSON.stringify([kind, ref]);
const places = new Map(first.timers.map((timer, at) => [nameOf(timer), at]));
const placeOf = (timer: Timer): number => places.get(nameOf(timer)) ?? -1;
const inPlace = (world: World): World => ({
  ...world,
  timers: world.timers.toSorted((a, b) => placeOf(a) - placeOf(b)),
});

const worlds = starts.map(buildWorld).map(inPlace);
for (;;) {
  const finder = new RelativeTimeFinder(starts, first);
  const reported = finder.express(worlds);
  const more = [...finder.ambiguousStarts].filter((start) => !starts.includes(start));
  if (more.length === 0) {
    assertNoTies(reported as World);
    write(reported as World);
    break;
  }
  starts.push(...more);
  worlds.push(...more.map(buildWorld).map(inPlace));
}

// Asserts that two timers that are due at the same instant at one start time are due at the same instant at every start
// time. Otherwise their order would depend on the start time, and the file could not express it.
function assertNoTies({ timers: rules }: World): void {
  for (const { timers } of worlds) {
    const first = new Map<string, number>();
    for (const [at, timer] of timers.entries()) {
      const other = first.get(timer.at) ?? at;
      if (rules[other]?.at !== rules[at]?.at)
        throw new Error(
          `By chance both come due at ${timer.at}: ${nameOf(timer)}, ${JSON.stringify(timers[other])}.`,
        );
      first.set(timer.at, other);
    }
  }
}

// Writes the prebuilt world in the format that mocks/worlds/prebuilt.ts reads: a block for each table, one row per
// line, in ASCII.
function write({ ordinals, tables, timers }: World): void {
  const lines = (rows: readonly object[]): string =>
    `[${rows.map((row) => `\n${JSON.stringify(row)}`).join(',')}]`;
  const blocks = Object.entries(tables).map(([name, rows]) => `${name} ${lines(rows)}`);
  const text = [JSON.stringify(ordinals), lines(timers), ...blocks].join('\n\n');
  const ascii = text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  writeFileSync(FILE, `${ascii}\n`);
  console.log(`fixtures/worlds/demo.prebuilt.txt  ${(ascii.length / 1024).toFixed(0)} KB`);
}
