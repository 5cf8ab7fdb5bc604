// The demo world settled ahead: its past was played when the package was made, and only its instants are filled in.
import { packageFile } from '../../src/contract/package.ts';
import type { SeedRequest } from '../../src/server/mock-definition.ts';
import { fillRelativeTimes } from '../../src/state/relative-time.ts';
import type { Row } from '../../src/state/table.ts';
import type { PrebuiltWorld } from '../../src/state/world-export.ts';

/** Written by tools/prebuild-worlds.ts: ordinals, timers, and each table by name, an empty line apart. ahead.test.ts holds it to the past as it is played. */
const FILE = 'fixtures/worlds/demo.prebuilt.txt';

/** The starts it is held to: from then on, until then (ms). A world that starts at another time is played. */
export const FIRST_START = Date.UTC(2026, 0);
export const LAST_START = Date.UTC(2090, 0);

/** The world as its past would leave it; null for one that has to be played: all but the demo world of the first seed. */
export function prebuiltWorld({ name, seed, lifecycle, start }: SeedRequest): PrebuiltWorld | null {
  if (name !== 'demo' || seed !== 1 || lifecycle !== 'time' || start < FIRST_START || start >= LAST_START)
    return null;
  // ASCII, so that no letter has to be decoded
  const text = process.getBuiltinModule('fs').readFileSync(packageFile(FILE), 'latin1');
  const [ordinals = '', timers = '', ...tables] = text.split('\n\n');
  return {
    ordinals: JSON.parse(ordinals),
    timers: JSON.parse(fillRelativeTimes(timers, start)),
    tables: Object.fromEntries(
      tables.map((block): [string, () => Row[]] => {
        const [name = ''] = block.split(' ', 1);
        return [name, () => JSON.parse(fillRelativeTimes(block.slice(name.length), start))];
      }),
    ),
  };
}
