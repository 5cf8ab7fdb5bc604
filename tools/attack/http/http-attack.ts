// A hostile HTTP client, and the functions that write what it sends.
import type { AttackHead, Piece } from '../model.ts';

/** A hostile HTTP client: the bytes that it sends, and what must hold afterwards. */
export type HttpAttack = AttackHead & {
  send: readonly Piece[];
  /** number of connections that send the attack at the same time; default 1 */
  connections?: number;
  must: {
    /** allowed statuses of the replies; default: every documented status except 500 */
    statuses?: readonly number[];
    /** number of replies that each connection waits for before it is closed; default 1; 0 does not wait */
    replies?: number;
    /** maximum number of replies on a connection: a larger number would mean that the client smuggled a request in */
    mostReplies?: number;
    /** at least one reply must be a refusal, because the mock limits the amount that it accepts */
    refuses?: true;
    /** the mock may store something during the attack, so its data is not compared afterwards */
    changes?: true;
    /** time limit for the replies in milliseconds; default 5,000 */
    patience?: number;
  };
};

/** Writes a request; `{host}` and the other words in braces are filled in when it is sent. */
export const request = (line: string, headers: readonly string[], body = ''): string =>
  `${[`${line} HTTP/1.1`, 'Host: {host}', ...headers].join('\r\n')}\r\n\r\n${body}`;
export const KEY = 'Authorization: Bearer {key}';
export const JSON_TYPE = 'Content-Type: application/json';
export const CLOSE = 'Connection: close';
export const get = (path: string, ...headers: string[]): string =>
  request(`GET ${path}`, [KEY, CLOSE, ...headers]);
export const post = (path: string, body: string, ...headers: string[]): string =>
  request(
    `POST ${path}`,
    [KEY, CLOSE, JSON_TYPE, `Content-Length: ${Buffer.byteLength(body)}`, ...headers],
    body,
  );
/** Writes the head of a request whose body is sent apart. */
export const upload = (path: string, length: number, ...headers: string[]): string =>
  request(`POST ${path}`, [KEY, JSON_TYPE, `Content-Length: ${length}`, ...headers]);
export const keepAlive = (path: string, body: string): string =>
  request(`POST ${path}`, [KEY, JSON_TYPE, `Content-Length: ${Buffer.byteLength(body)}`], body);
export const chunked = (path: string): string =>
  request(`POST ${path}`, [KEY, JSON_TYPE, CLOSE, 'Transfer-Encoding: chunked']);

export const MB = 1_048_576;
export const REFUSED = [400] as const;
export const NOT_FOUND = [400, 404] as const;
export const TOO_LARGE = [400, 401, 403, 404, 413, 422, 429, 503] as const;
export const FORBIDDEN = [400, 403] as const;
/** Writes nested brackets. */
export const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);
