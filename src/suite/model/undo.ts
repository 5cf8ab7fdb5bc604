// The clean-up call that takes back what an operation created.
import type { OperationId } from '../../contract/operations.ts';

/** One clean-up call. An answer of 404 or 410, or one of `gone`, means that nothing is left to take back. */
export type Undo = {
  operation: OperationId;
  params?: Record<string, string>;
  body?: unknown;
  /** further answers that mean that it is gone: 422 where ending what has ended is refused */
  gone?: readonly number[];
  /** the caller to do it as; the one who created it when left out */
  as?: string;
  /** milliseconds from its creation until what is being set up can be ended */
  settles?: number;
};
