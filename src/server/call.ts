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
  /** the body had more than `MAX_BODY` bytes and was not read */
  bodyTooLarge?: boolean;
  /** what arrived was no HTTP request that means anything */
  unreadable?: boolean;
  /** it came by TLS, or names `https` */
  secure?: boolean;
  /** the world that was asked for by name; absent: the one the app was made with, unless a header names another */
  world?: string;
  /** what stood before `path` in the URL: `/w/mine`, and what an adapter took off before that */
  base?: string;
  /** has `told` called when the client goes away before it is answered; for calls that may take their time */
  gone?: (told: () => void) => void;
  /** the client's network address; `in-process` when no socket was involved */
  address: string;
};

/** An answer. Header names are spelled as they go on the wire. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** how it fails on its way, on purpose */
  wire?: Wire;
  /** what follows `body`, made as the reader takes it: for what is too large to be held as one text */
  pieces?: Iterator<string, void>;
  /** what follows `body` as it happens, until the client leaves; returns how to stop */
  feed?: (send: (text: string) => void) => () => void;
};

/** A body that does not arrive as it should. */
export type Wire = {
  /** cut off hard; ended too early; held back; announced with a length that is not its own */
  kind: 'reset' | 'truncated' | 'stall' | 'wrong_length';
  /** how many bytes of the body are sent first */
  after: number;
  /** how long the rest is held back, in ms; null for ever */
  delay: number | null;
};

/** The address of a caller that lives in this process. */
export const IN_PROCESS = 'in-process';

/** The largest request body that is read, in bytes: 1 MiB. */
export const MAX_BODY = 1_048_576;

/** The largest one the back door reads, in bytes: 64 MiB, since a whole world may be sent there. */
const MAX_CONTROL_BODY = 67_108_864;

/** Is it a call to the back door? */
export const isControl = (url: string): boolean => url.includes('/_mock/');

/** How much of a body is read, in bytes, for a URL or path that was sent. */
export const mostBytes = (url: string): number => (isControl(url) ? MAX_CONTROL_BODY : MAX_BODY);

/** A reply with a JSON text. */
export function jsonReply(status: number, body: string, headers?: Record<string, string>): Reply {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}
