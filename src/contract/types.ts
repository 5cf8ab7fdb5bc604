// Short names for the generated types of an operation.
import type { OperationId } from './operations.ts';
import type { components, operations } from './schema.ts';

/** The generated types of the component schemas, by name. */
export type Schemas = components['schemas'];

type Listed<T> = T extends string ? (string extends T ? never : T) : never;

/** A type whose members take the known values of open lists (`x-extensible`) and no other strings. */
export type KnownValues<T> = {
  [Name in keyof T]: [Listed<T[Name]>] extends [never] ? T[Name] : Listed<T[Name]> | Exclude<T[Name], string>;
};

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;

/** The request body of an operation's type; `undefined` when it has no body, or when the body is optional. */
export type BodyOf<Operation> = Operation extends { requestBody: infer Request }
  ? Json<Request>
  : Operation extends { requestBody?: infer Request }
    ? Json<NonNullable<Request>> | undefined
    : undefined;

export type QueryOf<Operation> = Operation extends { parameters: { query?: infer Q } }
  ? NonNullable<Q>
  : Record<never, never>;

export type ParamsOf<Operation> = Operation extends { parameters: { path: infer P } }
  ? P
  : Record<never, never>;

/** The documented success replies of an operation's type. */
type Successes<Operation> = Operation extends { responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202 | 204)]
  : never;

/** The JSON bodies of the success replies of an operation's type; `never` when none of them is JSON. */
export type SuccessOf<Operation> = Json<Successes<Operation>>;

/** The media types of the success replies of an operation's type; `never` when they have no content. */
export type SuccessMedia<Operation> =
  Successes<Operation> extends infer Reply
    ? Reply extends { content: infer Content }
      ? keyof Content
      : never
    : never;

/** The request body of an operation; `undefined` when the operation has no body, or when the body is optional. */
export type Body<Op extends OperationId> = BodyOf<operations[Op]>;

/** The query parameters of an operation, converted to their types. */
export type Query<Op extends OperationId> = QueryOf<operations[Op]>;

/** The path parameters of an operation. */
export type Params<Op extends OperationId> = ParamsOf<operations[Op]>;

/** The JSON body of the operation's success reply; `never` for a download. */
export type Success<Op extends OperationId> = SuccessOf<operations[Op]>;
