// The matrices that call every operation in one wrong way: without a credential, on an unknown id, and on another
// tenant's id. A run asks each operation with an id in one of the three ways, which its seed chooses; three
// consecutive seeds ask each operation in all of them, and `--thorough` does so in one run.
import { type Operation, type OperationId, operations } from '../../src/contract/operations.ts';
import { resourceKindOf } from './fixtures/resources.ts';

const MATRICES = ['missing credential', 'unknown id', "another tenant's id"] as const;
export type Matrix = (typeof MATRICES)[number];

/** The properties of an operation whose values each part of each matrix should contain, the most important first. */
const factorsOf = (op: Operation): string[] => {
  const hasId = resourceKindOf(op) !== undefined;
  return [
    `area ${op.area}, id: ${hasId}`,
    `method ${op.method}, id: ${hasId}`,
    `area ${op.area}`,
    `roles ${op.roles.join()}`,
  ];
};

/** By how much a property weighs more than the next one. */
const WEIGHT = 10;

/**
 * Assigns each operation to one of three parts, so that the operations of an area, of a method and of a role are spread
 * over the parts as evenly as possible: then each part of a matrix contains each of them (a covering array).
 */
function assignParts(): Map<OperationId, number> {
  const counts = new Map<string, number[]>();
  const parts = new Map<OperationId, number>();
  const countsOf = (factor: string): number[] => {
    const existing = counts.get(factor) ?? MATRICES.map(() => 0);
    counts.set(factor, existing);
    return existing;
  };
  for (const op of operations) {
    const crowding = MATRICES.map((_, part) =>
      factorsOf(op).reduce((sum, factor) => {
        const all = countsOf(factor);
        return WEIGHT * sum + (all[part] ?? 0) - Math.min(...all);
      }, 0),
    );
    const part = crowding.indexOf(Math.min(...crowding));
    parts.set(op.id, part);
    for (const factor of factorsOf(op)) {
      const all = countsOf(factor);
      all[part] = (all[part] ?? 0) + 1;
    }
  }
  return parts;
}

const partOf = assignParts();

/** Returns the part of a matrix to which an operation belongs; the parts of the three matrices differ. */
export const rotationOf = (matrix: Matrix, { id }: Operation): { part: number; of: number } => ({
  part: ((partOf.get(id) ?? 0) + MATRICES.indexOf(matrix)) % MATRICES.length,
  of: MATRICES.length,
});
