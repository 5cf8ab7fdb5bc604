// The types of a call's arguments and results, derived from the generated types.
import type { OperationId } from '../contract/operations.ts';
import type { webhooks } from '../contract/schema.ts';
import type { Body, Params, Query, Success } from '../contract/types.ts';
import type { calls } from './generated/calls.ts';

/** Options of any call. */
export type CallOptions = {
  /** ends the call, and the wait before its next attempt */
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
 * The arguments of a call: `{ path, query, body }`, each where the operation has it, with the options of any call.
 */
export type Arguments<Op extends OperationId> = ArgumentMember<'path', Params<Op>> &
  ArgumentMember<'query', Query<Op>> &
  BodyArgument<Body<Op>> &
  (Op extends IdempotentOperationId
    ? {
        /**
         * Identifies this purchase: the same key is the same purchase, also from another process. When left out, the
         * client generates one.
         */
        idempotencyKey?: string;
      }
    : unknown) &
  CallOptions;

/** The body of the success reply; a Blob for a download. */
export type Result<Op extends OperationId> = [Success<Op>] extends [never] ? Blob : Success<Op>;

/** The function of an operation; its arguments are optional where the operation requires none. */
export type Call<Op extends OperationId> =
  Record<never, never> extends Arguments<Op>
    ? (args?: Arguments<Op>) => Promise<Result<Op>>
    : (args: Arguments<Op>) => Promise<Result<Op>>;

/** One function for every operation of the document, under its `operationId`. */
export type Calls = { [Op in OperationId]: Call<Op> };

/** The operations that return pages. */
export type ListId = {
  [Op in OperationId]: Result<Op> extends { data: readonly unknown[]; meta: object } ? Op : never;
}[OperationId];

/** One element of a list operation. */
export type Item<Op extends ListId> = Result<Op> extends { data: readonly (infer One)[] } ? One : never;

type SnakeCase<Name extends string> = Name extends `${infer A}-${infer B}` ? `${A}_${B}` : Name;
type EventBody<Family extends keyof webhooks> = webhooks[Family] extends {
  post: { requestBody: { content: { 'application/json': infer Event } } };
}
  ? Event
  : never;

/** `customer`, `dns_zone`, …: the part of an event's type before the dot. */
export type EventFamily = SnakeCase<keyof webhooks>;

/** The events of one family. */
export type EventOf<Family extends EventFamily> = {
  [Name in keyof webhooks]: SnakeCase<Name> extends Family
    ? Omit<EventBody<Name>, 'type'> & { type: `${SnakeCase<Name>}.${string}` }
    : never;
}[keyof webhooks];

/** Every event that the platform sends. `if (event.type === 'order.completed')` makes `event.data` an order. */
export type WebhookEvent = { [Family in EventFamily]: EventOf<Family> }[EventFamily];
