// The interface of handlers: what they receive and what they return.
import type { OperationId } from '../../contract/operations.ts';
import type { Body, Params, Query, Success } from '../../contract/types.ts';
import type { Usage } from '../usage-counter.ts';
import type { Caller } from './caller.ts';

/** One request to one operation. Its members are validated against the document. */
type HandlerCall<Op extends OperationId, S> = {
  /** the store of the caller's tenant; the platform's when the caller has no tenant */
  store: S;
  caller: Caller;
  params: Params<Op>;
  query: Query<Op>;
  body: Body<Op>;
  address: string;
  /** the origin of an untrusted page (`cors`) that makes the request; null when none does */
  page: string | null;
  /** the requests answered so far, by credential */
  usage: Usage;
};

/** A result that is a file. Its bytes may be asynchronous, because a library may have to be loaded first. */
export type Download = {
  /** the file name offered to the client */
  download: string;
  /** the media type, as the document states it */
  media: string;
  bytes: () => Uint8Array | Promise<Uint8Array>;
};

/** The result of an operation's handler: the body of its success status, or a file where the document states one. */
type Result<Op extends OperationId> = [Success<Op>] extends [never] ? Download : Success<Op>;

/** One handler per operation. A handler is synchronous: it returns data or throws a `Refusal`. */
export type Handlers<S> = { [Op in OperationId]: (call: HandlerCall<Op, S>) => Result<Op> };
