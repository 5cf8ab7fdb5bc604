// The types of `override`: the bodies of replies by operation and status, from the document.
import type { OperationId } from '../../src/contract/operations.ts';
import type { operations } from '../../src/contract/schema.ts';
import type { Success } from '../../src/contract/types.ts';
import type { Override, OverrideOptions } from '../../src/control/faults/override-control.ts';

/** The operations whose replies are JSON. */
type JsonOperation = { [Op in OperationId]: [Success<Op>] extends [never] ? never : Op }[OperationId];
type StatusOf<Op extends OperationId> = keyof operations[Op]['responses'];
type ReplyAt<
  Op extends OperationId,
  Status extends StatusOf<Op>,
> = operations[Op]['responses'][Status] extends {
  content: { 'application/json': infer Body };
}
  ? Body
  : never;
type Made<Body, Real> = Body | ((real: Real) => Body | Promise<Body>);

/**
 * Overrides the replies of an operation in a world, by a whole body or by a function of the real one. The request is
 * still authenticated, limited and validated; with a whole body it has no effect.
 */
export type OverrideReplies = {
  <Op extends JsonOperation>(
    operation: Op,
    body: Made<Success<Op>, Success<Op>>,
    options?: OverrideOptions & { status?: never; validate?: true },
  ): Override;
  <Op extends JsonOperation, Status extends StatusOf<Op>>(
    operation: Op,
    body: Made<ReplyAt<Op, Status>, Success<Op>>,
    options: OverrideOptions & { status: Status; validate?: true },
  ): Override;
  <Op extends JsonOperation>(
    operation: Op,
    body: unknown,
    options: OverrideOptions & { validate: false },
  ): Override;
};
