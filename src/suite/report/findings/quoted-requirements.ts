// Adds the text of the requirement to each finding, so that the finding can be read without the specification.

import type { Catalogue } from '../../model/define.ts';
import type { Verdict } from '../../model/outcome.ts';
import type { Result } from '../../model/result.ts';

const QUOTING_VERDICTS: readonly Verdict[] = ['fail', 'warn', 'baselined', 'observed'];

/** Adds the heading and the sentence of the requirement to each result that is a finding or an observation. */
export function addSentences(
  results: readonly Result[],
  { requirements }: Pick<Catalogue, 'requirements'>,
): { results: Result[] } {
  return {
    results: results.map((result) => {
      const requirement = requirements[result.requirement];
      if (!requirement || !QUOTING_VERDICTS.includes(result.verdict)) return result;
      return { ...result, sentence: `${requirement.heading}: ${requirement.says}` };
    }),
  };
}
