// Declares the clean-up call that undoes what an operation created.
import type { OperationId } from '../../contract/operations.ts';

/** One clean-up call. A reply of 404 or 410, or a status of `gone`, means that nothing remains. */
export type Undo = {
  operation: OperationId;
  params?: Record<string, string>;
  body?: unknown;
  /** further statuses that mean that the resource has ended: 422 where ending it twice is refused */
  gone?: readonly number[];
  /** the caller that sends it; by default the one that created the resource */
  as?: string;
  /** milliseconds after its creation until the resource, which is still being set up, can be ended */
  settles?: number;
};
