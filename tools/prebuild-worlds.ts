// Prebuilds the demo world: builds it at many start times, and writes it with every instant relative to the start
// time.
import { writeFileSync } from 'node:fs';
import { hostingMock } from '../mocks/index.ts';
import { FIRST_START, LAST_START } from '../mocks/worlds/prebuilt.ts';
import { createApp } from '../src/server/app.ts';
import type { Timer } from '../src/state/store.ts';
import type { WorldExport } from '../src/state/world-export.ts';
import { RelativeTimeFinder } from './prebuild-worlds/relative-time-finder.ts';

type World = Pick<WorldExport, 'ordinals' | 'tables' | 'timers'>;

const FILE = new URL('../fixtures/worlds/demo.prebuilt.txt', import.meta.url);
const DAY = 86_400_000;

/**
 * Start times at which the world is built: first and last days of months, leap days, and days in between, at all
 * times of day.
 */
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

/**
 * Asserts that two timers that are due at the same instant at one start time are due at the same instant at every
 * start time. Otherwise their order would depend on the start time, and the file could not express it.
 */
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

/**
 * Writes the prebuilt world in the format that mocks/worlds/prebuilt.ts reads: a block for each table, one row per
 * line, in ASCII.
 */
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
