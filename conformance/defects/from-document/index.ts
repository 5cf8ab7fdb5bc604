// The generated defects, and the choice of those that a run injects.
import { createRandom } from '../../../src/suite/model/random.ts';
import { accessDefects } from './access.ts';
import type { Candidate } from './document.ts';
import { errorDefects, replyDefects } from './replies.ts';
import { requestDefects } from './requests.ts';
import { operationDefects } from './writes.ts';

export const allGenerated: readonly Candidate[] = [
  ...new Map(
    [...operationDefects, ...accessDefects, ...requestDefects, ...replyDefects, ...errorDefects].map(
      (row) => [row.id, row],
    ),
  ).values(),
];

export const generatedDefects = (seed: number): Candidate[] =>
  [...Map.groupBy(allGenerated, ({ cell }) => cell)].map(([cell, rows]) =>
    createRandom(seed, `defect of ${cell}`).pick(rows),
  );
