// Adds the sentences and rules that only the exploration judges to the catalogue of a run that explores.
import type { Catalogue } from '../model/define.ts';
import { UsageError } from '../model/outcome.ts';
import type { RequestCase } from '../model/request-case.ts';

/** The options of a run that concern the exploration. */
type ExploringOptions = {
  catalogue: Catalogue;
  explore?: number;
  exploreCases?: readonly RequestCase[];
};

/** Returns whether a run explores. */
export const explores = ({ explore = 0, exploreCases }: Omit<ExploringOptions, 'catalogue'>): boolean =>
  explore > 0 || exploreCases !== undefined;

/**
 * Returns the options with the rules of the exploration, when the run explores. Returns its own result unchanged.
 * @throws UsageError when the catalogue has no exploration
 */
export function withExploration<O extends ExploringOptions>(options: O): O {
  if (!explores(options)) return options;
  const { catalogue } = options;
  const { exploration } = catalogue;
  if (exploration === undefined)
    throw new UsageError('this catalogue has nothing to explore: leave explore out');
  const rules = exploration.rules.filter((rule) => !catalogue.rules.includes(rule));
  if (rules.length === 0) return options;
  return {
    ...options,
    catalogue: {
      ...catalogue,
      requirements: { ...catalogue.requirements, ...exploration.requirements },
      rules: [...catalogue.rules, ...rules],
    },
  };
}
