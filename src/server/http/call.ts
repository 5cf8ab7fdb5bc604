// The plain form of requests and replies, which every adapter converts its own objects to and from.

/** A request in plain form, from any adapter. */
export type Call = {
  method: string;
  /** the path as sent, without the query: `/v1/orders` */
  path: string;
  /** the query as sent, without its question mark; empty when there is none */
  query: string;
  /** names in lower case; a repeated header is joined as RFC 9110 §5.3 states */
  headers: Readonly<Record<string, string | undefined>>;
  body: Uint8Array | null;
  /** the body has more bytes than the operation accepts and was not read completely */
  bodyTooLarge?: boolean;
  /** the server holds too many bytes of unfinished bodies, so this one was not read completely */
  overloaded?: boolean;
  /** the bytes that arrived are not a valid HTTP request */
  malformed?: boolean;
  /** the request came over TLS, or its URL is `https` */
  secure?: boolean;
  /** the world that the path names; when absent, a header may name one, or else it is the app's first world */
  world?: string;
  /** the part of the URL's path before `path`: `/w/mine`, and any prefix that an adapter removed */
  base?: string;
  /** registers a listener for when the client goes away before the reply; for calls that may take long */
  onAbort?: (listener: () => void) => void;
  /** the client's network address; `in-process` when there is no socket */
  address: string;
};

/** A reply in plain form. Header names are spelled as they are sent. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** the injected fault with which the reply fails on its way */
  transportFault?: TransportFault;
  /** further text after `body`, generated as the reader takes it; for a body too large for one text */
  pieces?: Iterator<string, void>;
  /** further text after `body`, sent as events happen until the client leaves; returns a function that stops it */
  eventStream?: (send: (text: string) => void) => () => void;
};

/** An injected fault in the transport of a body. */
export type TransportFault = {
  /** connection reset; connection closed too early; rest held back; wrong Content-Length */
  kind: 'reset' | 'truncated' | 'stall' | 'wrong_length';
  /** how many bytes of the body are sent first */
  after: number;
  /** how long the rest is held back, in ms; null for ever, which on a connection is ten minutes */
  delay: number | null;
};

/** The address of a caller in this process. */
export const IN_PROCESS = 'in-process';

/** The largest request body that is read by default, in bytes: 1 MiB. */
export const MAX_BODY = 1_048_576;

/**
 * Decides about a request with a body before the body is read, by method, path and headers (`body` is null). Returns
 * how many bytes the body may have, or the reply to a request whose body is not read.
 */
export type AdmitBody = (call: Call) => number | Reply;

/** Splits `/w/{name}/…` into base, world name and path in that world; returns null for a path that names no world. */
export function splitWorldPath(path: string): { base: string; world: string; path: string } | null {
  const [, base = '', world = '', inner = ''] = path.startsWith('/w/') ? (WORLD_PREFIX.exec(path) ?? []) : [];
  return base === '' ? null : { base, world, path: inner };
}

const WORLD_PREFIX = /^(\/w\/([^/]+))(\/.*)$/;

/** Tells whether a path, without its query, belongs to the control API or its pages, of the first world or a named one. */
export const isControlPath = (path: string): boolean =>
  (splitWorldPath(path)?.path ?? path).startsWith('/_mock/');

/** Creates a reply with a JSON text. */
export function jsonReply(status: number, body: string, headers?: Record<string, string>): Reply {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}
