// Declares the types of a call's arguments and results, derived from the generated types.
import type { OperationId } from '../contract/operations.ts';
import type { operations, webhooks } from '../contract/schema.ts';
import type { BodyOf, ParamsOf, QueryOf, SuccessMedia, SuccessOf } from '../contract/types.ts';
import type { calls } from './generated/calls.ts';
import type { Calls } from './generated/documented-calls.ts';
import type { ErrorCodes } from './generated/error-codes.ts';

/** The options that every call takes. */
export type CallOptions = {
  /** ends the call when it is aborted, also during the wait for a sign-in or for the next attempt */
  signal?: AbortSignal;
  headers?: Record<string, string>;
};

/**
 * The types of a document, from which the types of its client are made: those of openapi-typescript, the table of calls
 * (`'POST /orders !'`; `!` takes an Idempotency-Key, `*` returns a file, `-` returns nothing), the documented functions,
 * and the error codes of each operation. `hosting-contract types --client` writes them.
 */
export type ApiTypes = {
  operations: object;
  calls: Readonly<Record<string, string>>;
  functions: object;
  errorCodes: object;
};

/** The ids of the operations that a client has functions for. */
export type OperationIdOf<Api extends ApiTypes> = keyof Api['calls'] & keyof Api['operations'] & string;

type ArgumentMember<Key extends string, Value> = [Value] extends [never]
  ? unknown
  : [keyof Value] extends [never]
    ? unknown
    : Record<never, never> extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value };
type BodyArgument<Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { body?: Exclude<Value, undefined> }
    : { body: Value };

/** The arguments of a call, with the types of a document: see {@link Arguments}. */
export type ArgumentsOf<Api extends ApiTypes, Op extends OperationIdOf<Api>> = ArgumentMember<
  'path',
  ParamsOf<Api['operations'][Op]>
> &
  ArgumentMember<'query', QueryOf<Api['operations'][Op]>> &
  BodyArgument<BodyOf<Api['operations'][Op]>> &
  (Api['calls'][Op] extends `${string} !${string}`
    ? {
        /**
         * The key that identifies a purchase: a purchase with the same key is executed only once, also when another
         * process repeats it. When left out, the client generates a key.
         */
        idempotencyKey?: string;
      }
    : unknown) &
  CallOptions;

/** The result of a call, with the types of a document: see {@link Result}. */
export type ResultOf<Api extends ApiTypes, Op extends OperationIdOf<Api>> = [
  SuccessMedia<Api['operations'][Op]>,
] extends [never]
  ? undefined
  : [SuccessOf<Api['operations'][Op]>] extends [never]
    ? Blob
    : SuccessOf<Api['operations'][Op]>;

/** The function of an operation, with the types of a document: see {@link Call}. */
export type CallOf<Api extends ApiTypes, Op extends OperationIdOf<Api>> =
  Record<never, never> extends ArgumentsOf<Api, Op>
    ? (args?: ArgumentsOf<Api, Op>) => Promise<ResultOf<Api, Op>>
    : (args: ArgumentsOf<Api, Op>) => Promise<ResultOf<Api, Op>>;

/** The ids of the operations that return a list in pages, with the types of a document. */
export type ListIdOf<Api extends ApiTypes> = {
  [Op in OperationIdOf<Api>]: ResultOf<Api, Op> extends { data: readonly unknown[]; meta: object }
    ? Op
    : never;
}[OperationIdOf<Api>];

/** The type of one element in a list, with the types of a document: see {@link Item}. */
export type ItemOf<Api extends ApiTypes, Op extends OperationIdOf<Api>> =
  ResultOf<Api, Op> extends { data: readonly (infer One)[] } ? One : never;

/** The error codes of an operation, with the types of a document. */
export type ErrorCodeOf<Api extends ApiTypes, Op> = Op extends keyof Api['errorCodes']
  ? Api['errorCodes'][Op] & string
  : never;

/** The types of the package's own document. */
export type PackageApi = {
  operations: operations;
  calls: typeof calls;
  functions: Calls;
  errorCodes: ErrorCodes;
};

/** The arguments of a call: those of `{ path, query, body }` that the operation has, and the options of every call. */
export type Arguments<Op extends OperationId> = ArgumentsOf<PackageApi, Op>;

/** The result of a call: the body of the success reply, a Blob for a download, or undefined for a reply without a body. */
export type Result<Op extends OperationId> = ResultOf<PackageApi, Op>;

/** The function of an operation; its arguments are optional where the operation requires none. */
export type Call<Op extends OperationId> = CallOf<PackageApi, Op>;

/** The ids of the operations that return a list in pages. */
type ListId = ListIdOf<PackageApi>;

/** The type of one element in the list that an operation returns. */
export type Item<Op extends ListId> = ItemOf<PackageApi, Op>;

type SnakeCase<Name extends string> = Name extends `${infer A}-${infer B}` ? `${A}_${B}` : Name;
type EventBody<Family extends keyof webhooks> = webhooks[Family] extends {
  post: { requestBody: { content: { 'application/json': infer Event } } };
}
  ? Event
  : never;

/** The part of an event's type before the dot, such as `customer` or `dns_zone`. */
export type EventFamily = SnakeCase<keyof webhooks>;

/** The webhook events of one family. */
export type EventOf<Family extends EventFamily> = {
  [Name in keyof webhooks]: SnakeCase<Name> extends Family ? EventBody<Name> : never;
}[keyof webhooks];

/**
 * Every webhook event that the platform sends. `if (event.type === 'order.completed')` narrows `event.data` to an
 * order.
 */
export type WebhookEvent = { [Family in EventFamily]: EventOf<Family> }[EventFamily];
