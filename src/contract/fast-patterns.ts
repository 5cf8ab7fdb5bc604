// Refuses slow regular expressions in a user's document: one that takes minutes for a value would stop the whole
// server.
import recheck from 'recheck/lib/browser.js';
import { ADVICE, slow } from './patterns.ts';

/** The time limits of the analysis, for one pattern and for all of them, in ms. */
const MAX_MS_PER_PATTERN = 1000;
const MAX_MS = 8000;
/** A pattern that takes longer than `SLOW_MS` for a text of `TEXT_LENGTH` characters is refused. */
const SLOW_MS = 250;
const TEXT_LENGTH = 20_000;

/**
 * Analyses patterns, and measures those that cannot be analysed in time.
 * @param before called with each pattern before its check, which may never return
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
      const startedAt = performance.now();
      compiled.test(`${(first + second).repeat(TEXT_LENGTH / (1 + second.length))}\u0000`);
      if (performance.now() - startedAt > SLOW_MS) return true;
    }
  }
  return false;
}
