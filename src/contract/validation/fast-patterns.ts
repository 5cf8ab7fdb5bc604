// Refuses slow patterns in a user's document: one value could stop the server for minutes.
import recheck from 'recheck/lib/browser.js';
import { ADVICE, slow } from './patterns.ts';

/** The time limits of the analysis in ms, for one pattern and for all of a document. */
const MAX_MS_PER_PATTERN = 1000;
const MAX_MS = 8000;
/** The time in ms above which a pattern is refused, measured on a text of `TEXT_LENGTH` characters. */
const SLOW_MS = 250;
const TEXT_LENGTH = 20_000;

/**
 * Analyses patterns, and measures the patterns whose analysis takes too long.
 * @param before a function that is called with each pattern before its check, because the check of a slow pattern may
 * never return
 * @throws Error with one sentence that names the first pattern whose matching may take very long
 */
export function demandFastPatterns(patterns: Iterable<string>, before: (pattern: string) => void): void {
  const end = performance.now() + MAX_MS;
  for (const pattern of patterns) {
    before(pattern);
    const remainingMs = Math.min(MAX_MS_PER_PATTERN, end - performance.now());
    const analysis = remainingMs > 0 ? recheck.checkSync(pattern, 'u', { timeout: remainingMs }) : null;
    if (analysis?.status === 'vulnerable') {
      const growth =
        analysis.complexity.type === 'exponential' ? 'exponentially' : 'with a power of its length';
      throw new Error(`${slow(pattern)}: the time grows ${growth}. ${ADVICE}`);
    }
    if (analysis?.status !== 'safe' && isSlow(pattern)) throw new Error(`${slow(pattern)}. ${ADVICE}`);
  }
}

// Measures a pattern on texts that repeat one or two characters and end in another character.
function isSlow(pattern: string): boolean {
  let compiled: RegExp;
  try {
    compiled = new RegExp(pattern, 'u');
  } catch {
    // The pattern is invalid. The compiler of the schema reports invalid patterns.
    return false;
  }
  const characters = [...new Set([...'aA0 -_./', ...pattern])].slice(0, 40);
  for (const first of characters) {
    for (const second of ['', 'a', '-', '.']) {
      const startedAt = performance.now();
      compiled.test(`${(first + second).repeat(TEXT_LENGTH / (1 + second.length))}\u0000`);
      if (performance.now() - startedAt > SLOW_MS) return true;
    }
  }
  return false;
}
