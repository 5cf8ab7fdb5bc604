// What the run created and how to take it back: written down at once, so that a crash leaves a list.
import type { OperationId } from '../contract/operations.ts';

/** One clean-up call. An answer of 404 or 410 means that it is already gone. */
export type Undo = {
  operation: OperationId;
  params?: Record<string, string>;
  body?: unknown;
  /** the caller to do it as; the one who created it when left out */
  as?: string;
};
