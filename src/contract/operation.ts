// The type of an operation of the document. It stands apart from the table of operations, which the generated file imports it for.
import type { OperationRow } from './operation-index.ts';
import type { operations as OperationTypes } from './schema.ts';

/** The id of an operation that clients call. `onOrderEvent` and the like are webhooks, which the platform calls. */
export type OperationId = Exclude<keyof OperationTypes, `on${string}Event`>;

/** One operation of the document, with a typed id. */
export type Operation = Omit<OperationRow, 'id'> & { id: OperationId };
