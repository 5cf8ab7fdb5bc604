// Makes a valid value from a schema by trial, or names the keywords that no trial meets.

import type { ValidationProblem } from '../validation/validate.ts';
import type { ValueMaker } from './schema-value.ts';

/** The number of trials; json-schema-faker meets some keywords, such as `not`, only by chance. */
const TRIALS = 16;

/** A valid value, or why there is none: the keywords that the last trials did not meet, each with its place. */
export type MadeValue = { value: unknown } | { keywords: string[] };

type Trial = {
  validate(value: unknown): Pick<ValidationProblem, 'keyword' | 'pointer'>[];
  /** changes a made value; a changed value that is invalid is dropped, and the made value counts */
  adapt?(value: unknown): unknown;
};

/** Makes the first valid value of a schema; the same seed makes the same value. */
export function firstValidValue(make: ValueMaker, seed: number, { validate, adapt }: Trial): MadeValue {
  const unmet = new Set<string>();
  for (let trial = 0; trial < TRIALS; trial += 1) {
    let value: unknown;
    try {
      value = make((seed + Math.floor(trial / 2) * 0x9e3779b1) >>> 0, {
        examples: trial % 2 === 0,
        names: trial < TRIALS / 2,
      });
    } catch (error) {
      unmet.add(error instanceof Error ? error.message : String(error));
      continue;
    }
    const adapted = adapt?.(value);
    if (adapted !== undefined && validate(adapted).length === 0) return { value: adapted };
    const problems = validate(value);
    if (problems.length === 0) return { value };
    for (const { keyword, pointer } of problems)
      if (keyword !== 'if') unmet.add(`${keyword} at ${pointer.replace(/\/\d+(?=\/|$)/g, '/*') || '/'}`);
  }
  return { keywords: [...unmet].slice(0, MAX_NAMED) };
}

const MAX_NAMED = 5;
