// Applies the entries of the target file that accept unjudged sentences, and reports entries that do not hold.
import { didYouMean } from '../../../contract/did-you-mean.ts';
import type { JudgedSentences } from '../../model/generated/report.ts';
import type { Result } from '../../model/result.ts';
import type { UnjudgedEntry } from '../../model/target.ts';
import { entryResult } from '../baseline/baseline.ts';

/** Returns the entries whose last day is not over. @param now Unix milliseconds */
export const validEntries = (entries: readonly UnjudgedEntry[], now: number): UnjudgedEntry[] =>
  entries.filter(({ expires }) => expires >= new Date(now).toISOString().slice(0, 10));

/**
 * Returns a warning for each entry that has expired, names an unknown sentence, or names a sentence that the run
 * judged.
 * @param now Unix milliseconds
 */
export function unjudgedEntryResults(
  entries: readonly UnjudgedEntry[],
  { judged }: JudgedSentences,
  { now, known }: { now: number; known: readonly string[] },
): Result[] {
  const valid = validEntries(entries, now);
  return entries.flatMap((entry) => {
    const { sentence, expires } = entry;
    const problem = !known.includes(sentence)
      ? `the target file lists ${sentence} under unjudged, and there is no such sentence${didYouMean(sentence, known)}`
      : judged.includes(sentence)
        ? `the target file lists ${sentence} under unjudged, and this run judged it: take the entry out`
        : valid.includes(entry)
          ? undefined
          : `the entry of ${sentence} under unjudged ran out on ${expires}: give what the sentence needs, or agree on a new day`;
    if (problem === undefined) return [];
    const sentenceOfEntry = { should: 'be as the target file has it' };
    return [entryResult(`unjudged/${sentence}`, sentenceOfEntry, `${problem} (reason: ${entry.reason})`)];
  });
}
