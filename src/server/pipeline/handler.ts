// The interface of handlers: their arguments and their results.
import type { OperationId } from '../../contract/operations.ts';
import type { Body, Params, Query, Success } from '../../contract/types.ts';
import type { Usage } from '../usage-counter.ts';
import type { Caller } from './caller.ts';

/** The argument of a handler: one request, whose parameters and body are validated. */
type HandlerCall<Op extends OperationId, S> = {
  /** the store of the caller's tenant; the platform's store when the caller has no tenant */
  store: S;
  caller: Caller;
  params: Params<Op>;
  query: Query<Op>;
  body: Body<Op>;
  address: string;
  /** the origin of an untrusted web page that makes the request (option `cors`); null for none */
  page: string | null;
  /** the number of requests answered so far, by credential */
  usage: Usage;
};

/** A handler's result that is a file. Its bytes may be a promise, because a library may have to be loaded first. */
export type Download = {
  /** the file name that the reply suggests to the client */
  download: string;
  /** the media type, as the document states it */
  media: string;
  bytes: () => Uint8Array | Promise<Uint8Array>;
};

/** The result of a handler: the body of the success reply, or a file. */
type Result<Op extends OperationId> = [Success<Op>] extends [never] ? Download : Success<Op>;

/** The handlers by operation. A handler is synchronous: it returns data or throws a `Refusal`. */
export type Handlers<S> = { [Op in OperationId]: (call: HandlerCall<Op, S>) => Result<Op> };
