// What a handler is given and what it gives back.
import type { OperationId } from '../../contract/operations.ts';
import type { Body, Params, Query, Success } from '../../contract/types.ts';
import type { Usage } from '../usage-counter.ts';
import type { Caller } from './caller.ts';

/** One call of one operation; every member is already checked against the document. */
type HandlerCall<Op extends OperationId, S> = {
  /** the caller's own tenant; the whole platform when the caller has none */
  store: S;
  caller: Caller;
  params: Params<Op>;
  query: Query<Op>;
  body: Body<Op>;
  address: string;
  /** the page of another origin that makes the call, and is not trusted (`cors`); null when none does */
  page: string | null;
  /** the calls answered so far, by credential */
  usage: Usage;
};

/** An answer that is a file. The bytes may take time: a library may have to be loaded first. */
export type Download = {
  /** the file name offered to the client */
  download: string;
  /** the media type, as the document states it */
  media: string;
  bytes: () => Uint8Array | Promise<Uint8Array>;
};

/** What an operation's handler returns: the body of its one success status, or a file where the document says so. */
type Result<Op extends OperationId> = [Success<Op>] extends [never] ? Download : Success<Op>;

/** One handler per operation. A handler is synchronous: it returns data, or throws a `Refusal`. */
export type Handlers<S> = { [Op in OperationId]: (call: HandlerCall<Op, S>) => Result<Op> };
