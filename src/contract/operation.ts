// The type of an operation. It has a file of its own, because the generated table of operations imports it.
import type { OperationRow } from './operation-index.ts';
import type { operations as OperationTypes } from './schema.ts';

/** The id of an operation that clients call. `onOrderEvent` and the like are webhooks, which the platform calls. */
export type OperationId = Exclude<keyof OperationTypes, `on${string}Event`>;

/** One operation of the document, with a typed id. */
export type Operation = Omit<OperationRow, 'id'> & { id: OperationId };
