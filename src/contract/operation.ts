// The types of an operation and its id; the generated table of operations imports them.
import type { OperationRow } from './operation-index.ts';
import type { operations as OperationTypes } from './schema.ts';

/** The id of an operation that clients call; `onOrderEvent` and the like name webhooks. */
export type OperationId = Exclude<keyof OperationTypes, `on${string}Event`>;

/** One operation of the document: a row of the operation index with a typed id. */
export type Operation = Omit<OperationRow, 'id'> & { id: OperationId };
