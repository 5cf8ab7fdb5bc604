// Declares the clean-up calls: those that undo what an operation created, and those that end what still runs after.
import type { OperationId } from '../../contract/operations.ts';

/**
 * One clean-up call. A reply with status 404 or 410, or with a status in `gone`, means that the resource no longer
 * exists.
 */
export type Undo = {
  operation: OperationId;
  params?: Record<string, string>;
  body?: unknown;
  /** further statuses which mean that the resource has ended, such as 422 when ending it twice is refused */
  gone?: readonly number[];
  /** name of the credential that sends the call; by default the credential that created the resource */
  as?: string;
  /** how many milliseconds after its creation the resource, which is still being set up, can be ended */
  settles?: number;
};

/** A list that clean-up reads last, because deleting a resource may leave something of it running. */
export type Sweep = {
  /** the list that shows what still runs */
  list: OperationId;
  /** the undo calls after which something may still run */
  after: readonly OperationId[];
  /** Returns the call that ends what a row of the list shows; undefined when it has ended already. */
  end(row: unknown): Undo | undefined;
};
