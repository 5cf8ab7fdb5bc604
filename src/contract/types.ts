// Short names for the generated types of an operation.
import type { OperationId } from './operations.ts';
import type { components, operations } from './schema.ts';

export type Schemas = components['schemas'];

type Listed<T> = T extends string ? (string extends T ? never : T) : never;

/** Members whose words have a pattern of their own: every word of it stays, as in `withKnownValues`. */
type OpenMember = 'payment_method' | 'event_type';

/** A type whose members take the known values of open lists (`x-extensible`) and no other strings. */
export type KnownValues<T> = {
  [Name in keyof T]: Name extends OpenMember
    ? T[Name]
    : [Listed<T[Name]>] extends [never]
      ? T[Name]
      : Listed<T[Name]> | Exclude<T[Name], string>;
};

type JsonMedia =
  | `application/json${string}`
  | `${string}+json`
  | `${string}+json;${string}`
  | '*/*'
  | 'application/*';
type Json<T> = T extends { content: infer Content }
  ? Content extends { 'application/json': infer Body }
    ? Body
    : Content[keyof Content & JsonMedia]
  : never;

/** A form of a document: its members, of which each may be a file. */
type Form<T> = T extends object ? { [Name in keyof T]: T[Name] | Blob | Blob[] } : never;
/** What a request sends: JSON where the document has some, else a form, a file, or text. */
type Sent<T> = [Json<T>] extends [never]
  ? T extends { content: infer Content }
    ? Form<Content[keyof Content]> | FormData | URLSearchParams | Blob | ArrayBuffer | Uint8Array | string
    : never
  : Json<T>;

/** The request body of an operation's type; `undefined` when it has no body, or when the body is optional. */
export type BodyOf<Operation> = Operation extends { requestBody: infer Request }
  ? Sent<Request>
  : Operation extends { requestBody?: infer Request }
    ? Sent<NonNullable<Request>> | undefined
    : undefined;

export type QueryOf<Operation> = Operation extends { parameters: { query?: infer Q } }
  ? NonNullable<Q>
  : Record<never, never>;

export type ParamsOf<Operation> = Operation extends { parameters: { path: infer P } }
  ? P
  : Record<never, never>;

/** The documented success replies of an operation's type. */
type Successes<Operation> = Operation extends { responses: infer Responses }
  ? [keyof Responses & SuccessStatus] extends [never]
    ? Responses[keyof Responses & 'default']
    : Responses[keyof Responses & SuccessStatus]
  : never;
type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226 | '2XX';

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

export type Params<Op extends OperationId> = ParamsOf<operations[Op]>;

/** The JSON body of the operation's success reply; `never` for a download. */
export type Success<Op extends OperationId> = SuccessOf<operations[Op]>;
