// The plain form of a request and of an answer: what every adapter maps its own objects to and from.

/** A request, whatever brought it. */
export type Call = {
  method: string;
  /** the path as sent, without the query: `/v1/orders` */
  path: string;
  /** the query without its question mark, as sent; empty when there is none */
  query: string;
  /** names in lower case; a repeated header is joined as RFC 9110 §5.3 says */
  headers: Readonly<Record<string, string | undefined>>;
  body: Uint8Array | null;
  /** the body has more bytes than the operation takes, and was not read to its end */
  bodyTooLarge?: boolean;
  /** the server holds as many bytes of unfinished bodies as it may; this one was not read to its end */
  overloaded?: boolean;
  /** what arrived was no HTTP request that means anything */
  malformed?: boolean;
  /** it came by TLS, or names `https` */
  secure?: boolean;
  /** the world that was asked for by name; absent: the one the app was made with, unless a header names another */
  world?: string;
  /** what stood before `path` in the URL: `/w/mine`, and what an adapter took off before that */
  base?: string;
  /** has `told` called when the client goes away before it is answered; for calls that may take their time */
  onAbort?: (listener: () => void) => void;
  /** the client's network address; `in-process` when no socket was involved */
  address: string;
};

/** An answer. Header names are spelled as they go on the wire. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** how it fails on its way, on purpose */
  transportFault?: TransportFault;
  /** what follows `body`, made as the reader takes it: for what is too large to be held as one text */
  pieces?: Iterator<string, void>;
  /** what follows `body` as it happens, until the client leaves; returns how to stop */
  eventStream?: (send: (text: string) => void) => () => void;
};

/** A body that does not arrive as it should. */
export type TransportFault = {
  /** cut off hard; ended too early; held back; announced with a length that is not its own */
  kind: 'reset' | 'truncated' | 'stall' | 'wrong_length';
  /** how many bytes of the body are sent first */
  after: number;
  /** how long the rest is held back, in ms; null for ever, which on a connection is ten minutes */
  delay: number | null;
};

/** The address of a caller that lives in this process. */
export const IN_PROCESS = 'in-process';

/** The largest request body that is read where nobody says otherwise, in bytes: 1 MiB. */
export const MAX_BODY = 1_048_576;

/**
 * Decides about a request with a body before the body is read, by method, path and headers (`body` is null).
 * Returns how many bytes the body may have, or the reply to a request whose body is not wanted.
 */
export type AdmitBody = (call: Call) => number | Reply;

/** Splits `/w/{name}/…` into base, world name and path in that world; null for a path that names no world. */
export function splitWorldPath(path: string): { base: string; world: string; path: string } | null {
  const [, base = '', world = '', inner = ''] = path.startsWith('/w/') ? (WORLD_PREFIX.exec(path) ?? []) : [];
  return base === '' ? null : { base, world, path: inner };
}

const WORLD_PREFIX = /^(\/w\/([^/]+))(\/.*)$/;

/** Tells whether a path, without its query, belongs to the control API or its pages, of the first world or a named one. */
export const isControlPath = (path: string): boolean =>
  (splitWorldPath(path)?.path ?? path).startsWith('/_mock/');

/** A reply with a JSON text. */
export function jsonReply(status: number, body: string, headers?: Record<string, string>): Reply {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}
