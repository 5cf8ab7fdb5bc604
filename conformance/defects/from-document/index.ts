// The generated defects, and the choice of those that a run injects.
import { createRandom } from '../../../src/suite/model/random.ts';
import { accessDefects } from './access.ts';
import type { Candidate } from './document.ts';
import { errorDefects, replyDefects } from './replies.ts';
import { requestDefects } from './requests.ts';
import { operationDefects } from './writes.ts';

/** Every defect that is generated from the document, for every operation and member. */
export const allGenerated: readonly Candidate[] = [
  ...new Map(
    [...operationDefects, ...accessDefects, ...requestDefects, ...replyDefects, ...errorDefects].map(
      (row) => [row.id, row],
    ),
  ).values(),
];

/** Returns one generated defect of each cell, chosen by a seed. */
export const generatedDefects = (seed: number): Candidate[] =>
  [...Map.groupBy(allGenerated, ({ cell }) => cell)].map(([cell, rows]) =>
    createRandom(seed, `defect of ${cell}`).pick(rows),
  );
