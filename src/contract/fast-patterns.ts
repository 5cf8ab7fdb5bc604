// The regular expressions of a document of one's own: one that can take minutes over a value would stop the whole server.
import recheck from 'recheck/lib/browser.js';
import { ADVICE, slow } from './patterns.ts';

/** How long the analysis of one pattern may take, and that of all of them, in ms. */
const EACH = 1000;
const ALL = 8000;
/** A pattern that takes longer than this over a text of this many characters is refused (ms). */
const SLOW = 250;
const LENGTH = 20_000;

/**
 * Analyses patterns, and tries those that cannot be analysed in time.
 * @param before is told of each pattern before it is looked at, since one may never come back
 * @throws Error with one sentence that names the first pattern whose matching may take very long
 */
export function demandFastPatterns(patterns: Iterable<string>, before: (pattern: string) => void): void {
  const end = performance.now() + ALL;
  for (const pattern of patterns) {
    before(pattern);
    const left = Math.min(EACH, end - performance.now());
    const found = left > 0 ? recheck.checkSync(pattern, 'u', { timeout: left }) : null;
    if (found?.status === 'vulnerable') {
      const grows = found.complexity.type === 'exponential' ? 'exponentially' : 'with a power of its length';
      throw new Error(`${slow(pattern)}: the time grows ${grows}. ${ADVICE}`);
    }
    if (found?.status !== 'safe' && isSlow(pattern)) throw new Error(`${slow(pattern)}. ${ADVICE}`);
  }
}

/** Tries a pattern on texts that repeat one or two characters and then end in another. */
function isSlow(pattern: string): boolean {
  let compiled: RegExp;
  try {
    compiled = new RegExp(pattern, 'u');
  } catch {
    // Whoever compiles the schema says what is wrong with it.
    return false;
  }
  const characters = [...new Set([...'aA0 -_./', ...pattern])].slice(0, 40);
  for (const first of characters) {
    for (const second of ['', 'a', '-', '.']) {
      const began = performance.now();
      compiled.test(`${(first + second).repeat(LENGTH / (1 + second.length))}\u0000`);
      if (performance.now() - began > SLOW) return true;
    }
  }
  return false;
}
