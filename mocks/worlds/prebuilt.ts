// Reads the prebuilt demo world: its rows come from a file of the package, and only the instants are filled in.
import { packageFile } from '../../src/contract/package.ts';
import type { SeedRequest } from '../../src/server/mock-definition.ts';
import { fillRelativeTimes } from '../../src/state/relative-time.ts';
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
