// The demo world settled ahead: its past was played when the package was made, and only its instants are filled in.
import { packageFile } from '../../src/contract/package.ts';
import type { Ahead, Unsettled } from '../../src/server/content.ts';
import { fillIn } from '../../src/state/moments.ts';

/** Written by tools/settle.ts; mocks/worlds/ahead.test.ts holds it to what playing the past makes. */
const FILE = 'fixtures/worlds/demo.settled.json';

/** The starts it is held to: from then on, until then (ms). A world that starts at another time is played. */
export const FROM = Date.UTC(2026, 0);
export const UNTIL = Date.UTC(2090, 0);

/** The world as its past would leave it; null for one that has to be played: all but the demo world of the first seed. */
export function ahead({ name, seed, lifecycle, start }: Unsettled): Ahead | null {
  if (name !== 'demo' || seed !== 1 || lifecycle !== 'time' || start < FROM || start >= UNTIL) return null;
  // ASCII, so that no letter has to be decoded
  const text = process.getBuiltinModule('fs').readFileSync(packageFile(FILE), 'latin1');
  return JSON.parse(fillIn(text, start));
}
