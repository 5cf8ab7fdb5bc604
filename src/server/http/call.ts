// The plain form of requests and replies, to and from which every adapter converts.
import { policies } from '../../contract/policies.ts';

/** A request in plain form, from any adapter. */
export type Call = {
  method: string;
  /** the path as sent, without the query, such as `/v1/orders` */
  path: string;
  /** the query as sent, without its question mark; empty when there is none */
  query: string;
  /** the HTTP headers, with names in lower case; a repeated header is joined as RFC 9110 §5.3 states */
  headers: Readonly<Record<string, string | undefined>>;
  body: Uint8Array | null;
  /** true when the body has more bytes than the operation accepts, so that it was not read completely */
  bodyTooLarge?: boolean;
  /** true when the server holds too many bytes of unfinished bodies, so that this body was not read completely */
  overloaded?: boolean;
  /** true when the received bytes are not a valid HTTP request */
  malformed?: boolean;
  /** true when the request came over TLS, or its URL has the scheme `https` */
  secure?: boolean;
  /**
   * the name of the world in the path; when absent, an HTTP header may name the world, and without such a header the
   * app's first world serves the call
   */
  world?: string;
  /** the part of the URL's path before `path`: `/w/mine`, and any prefix that an adapter removed */
  base?: string;
  /** registers a listener for the disconnection of the client, for calls that may take long */
  onAbort?: (listener: () => void) => void;
  /**
   * aborted when a caller in this process gives the request up: what has not taken effect by then never does, and its
   * reply is lost; a call from a socket has none
   */
  signal?: AbortSignal;
  /** what a lawful variation in front of the app does to this call */
  variation?: VariedCall;
  /** the client's IP address; `in-process` when there is no socket */
  address: string;
};

/** A choice of a lawful variation, `casing=camel`, and the sentence of the specification that leaves it open. */
export type Varied = {
  freedom: string;
  open: string;
  /** the text with which what it changed in the body of the reply begins */
  excerpt?: string | undefined;
};

/** A call that a lawful variation changes on its way to the app and back. */
export type VariedCall = {
  /** when the variation got the call, in the time of `performance.now()` */
  arrived: number;
  /** the reply that the variation gives in place of the app */
  reply?: Reply;
  /** set by the app: logs the request as the client sent it, with the reply that the client gets */
  log?: (reply: Reply, varied: readonly Varied[], sent: Call) => void;
};

/** A reply in plain form. Header names have the spelling in which they are sent. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** the bytes of `text` as the characters U+0000 to U+00FF, which are sent while `text` is the body */
  utf8?: { text: string; bytes: string };
  /** the injected fault with which sending the reply fails */
  transportFault?: TransportFault;
  /** the values of `Set-Cookie`, which cannot be joined */
  cookies?: readonly string[];
  /**
   * further parts after `body`, made or received as the reader takes them, for a body too large for memory; a
   * `Content-Length` header is kept as it is
   */
  pieces?: Iterator<string, void> | AsyncIterator<Uint8Array, void>;
  /**
   * sends further text after `body` as events happen, until the client disconnects or `end` is called; returns a
   * function that stops it
   */
  eventStream?: (send: (text: string) => void, end: () => void) => () => void;
};

/** An injected fault in the transfer of a reply body. */
export type TransportFault = {
  /** the connection is reset, or closed too early; the rest is held back; the Content-Length is wrong */
  kind: 'reset' | 'truncated' | 'stall' | 'wrong_length';
  /** how many bytes of the body are sent before the failure */
  after: number;
  /** how long the rest of the body is held back, in ms; null for ever, which on a connection means ten minutes */
  delay: number | null;
};

/** The `address` of a call that comes from this process instead of a socket. */
export const IN_PROCESS = 'in-process';

/** Returns the size of the largest request body that is read, in bytes. */
export const maxBody = (): number => policies().request_body_bytes;

/** How many bytes of an event stream may wait for a slow reader before the stream is ended: 4 MiB. */
export const MAX_UNREAD_BYTES = 4_194_304;

/**
 * Decides by method, path and HTTP headers about a request with a body, before the body is read (`body` is null).
 * Returns how many bytes the body may have, or the reply to a request whose body is not to be read.
 */
export type AdmitBody = (call: Call) => number | Reply;

/**
 * Splits `/w/{name}/…` into base, world name and the path in the named world; returns null for a path that names no
 * world.
 */
export function splitWorldPath(path: string): { base: string; world: string; path: string } | null {
  const [, base = '', world = '', inner = ''] = path.startsWith('/w/') ? (WORLD_PREFIX.exec(path) ?? []) : [];
  return base === '' ? null : { base, world, path: inner };
}

const WORLD_PREFIX = /^(\/w\/([^/]+))(\/.*)$/;

/**
 * Tells whether a path, without its query, belongs to the control API or its pages, for the first world or a named
 * world.
 */
export const isControlPath = (path: string): boolean =>
  (splitWorldPath(path)?.path ?? path).startsWith('/_mock/');

export function jsonReply(status: number, body: string, headers?: Record<string, string>): Reply {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}
