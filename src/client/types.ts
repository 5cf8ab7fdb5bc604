// Declares the types of a call's arguments and results, derived from the generated types.
import type { OperationId } from '../contract/operations.ts';
import type { webhooks } from '../contract/schema.ts';
import type { Body, Params, Query, Success } from '../contract/types.ts';
import type { calls } from './generated/calls.ts';

/** The options that every call takes. */
export type CallOptions = {
  /** ends the call when it is aborted, also during the wait before the next attempt */
  signal?: AbortSignal;
  headers?: Record<string, string>;
};

type IdempotentOperationId = {
  [Op in OperationId]: (typeof calls)[Op] extends `${string}!` ? Op : never;
}[OperationId];

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

/**
 * The arguments of a call: those of `{ path, query, body }` that the operation has, and the options of every call.
 */
export type Arguments<Op extends OperationId> = ArgumentMember<'path', Params<Op>> &
  ArgumentMember<'query', Query<Op>> &
  BodyArgument<Body<Op>> &
  (Op extends IdempotentOperationId
    ? {
        /**
         * The key that identifies a purchase: a purchase with the same key is executed only once, also when another
         * process repeats it. When left out, the client generates a key.
         */
        idempotencyKey?: string;
      }
    : unknown) &
  CallOptions;

/** The result of a call: the body of the success reply, or a Blob for a download. */
export type Result<Op extends OperationId> = [Success<Op>] extends [never] ? Blob : Success<Op>;

/** The function of an operation; its arguments are optional where the operation requires none. */
export type Call<Op extends OperationId> =
  Record<never, never> extends Arguments<Op>
    ? (args?: Arguments<Op>) => Promise<Result<Op>>
    : (args: Arguments<Op>) => Promise<Result<Op>>;

/** The ids of the operations that return a list in pages. */
export type ListId = {
  [Op in OperationId]: Result<Op> extends { data: readonly unknown[]; meta: object } ? Op : never;
}[OperationId];

/** The type of one element in the list that an operation returns. */
export type Item<Op extends ListId> = Result<Op> extends { data: readonly (infer One)[] } ? One : never;

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
  [Name in keyof webhooks]: SnakeCase<Name> extends Family
    ? Omit<EventBody<Name>, 'type'> & { type: `${SnakeCase<Name>}.${string}` }
    : never;
}[keyof webhooks];

/**
 * Every webhook event that the platform sends. `if (event.type === 'order.completed')` narrows `event.data` to an
 * order.
 */
export type WebhookEvent = { [Family in EventFamily]: EventOf<Family> }[EventFamily];
