// Short names for the generated types of an operation.
import type { OperationId } from './operations.ts';
import type { components, operations } from './schema.ts';

/** The generated types of the component schemas, by name. */
export type Schemas = components['schemas'];

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Parameters<Op extends OperationId> = operations[Op]['parameters'];

/** The request body of an operation; `undefined` when the operation has no body, or when the body is optional. */
export type Body<Op extends OperationId> = operations[Op] extends { requestBody: infer Request }
  ? Json<Request>
  : operations[Op] extends { requestBody?: infer Request }
    ? Json<NonNullable<Request>> | undefined
    : undefined;

/** The query parameters of an operation, converted to their types. */
export type Query<Op extends OperationId> =
  Parameters<Op> extends { query?: infer Q } ? NonNullable<Q> : Record<never, never>;

/** The path parameters of an operation. */
export type Params<Op extends OperationId> =
  Parameters<Op> extends { path: infer P } ? P : Record<never, never>;

type Responses<Op extends OperationId> = operations[Op]['responses'];

/** The JSON body of the operation's success reply; `never` for a download. */
export type Success<Op extends OperationId> = Json<
  Responses<Op> extends { 201: infer Created }
    ? Created
    : Responses<Op> extends { 200: infer Ok }
      ? Ok
      : never
>;
