// Refuses slow regular expressions in a user's document: one that takes minutes for a value would stop the whole
// server.
import recheck from 'recheck/lib/browser.js';
import { ADVICE, slow } from './patterns.ts';

/** The time limits of the analysis, for one pattern and for all of them, in ms. */
const EACH = 1000;
const ALL = 8000;
/** A pattern that takes longer than `SLOW` ms for a text of `LENGTH` characters is refused. */
const SLOW = 250;
const LENGTH = 20_000;

/**
 * Analyses patterns, and measures those that cannot be analysed in time.
 * @param before called with each pattern before its check, which may never return
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

/** Measures a pattern on texts that repeat one or two characters and end in another. */
function isSlow(pattern: string): boolean {
  let compiled: RegExp;
  try {
    compiled = new RegExp(pattern, 'u');
  } catch {
    // The compiler of the schema reports an invalid pattern.
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
