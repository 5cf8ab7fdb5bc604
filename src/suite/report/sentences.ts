// Quotes the requirement in each finding, so that a finding can be read alone.

import type { Catalogue } from '../model/define.ts';
import type { Verdict } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';

const QUOTING_VERDICTS: readonly Verdict[] = ['fail', 'warn', 'baselined', 'observed'];

/** Adds heading and sentence of its requirement to each result that is a finding or an observation. */
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
