// The requests and replies that variations change, and the hooks with which they change them.

import type { DeliveryForm } from '../contract/delivery-forms.ts';
import { parsedJson } from '../contract/json/parsed-json.ts';
import { matchRoute, type OperationId } from '../contract/operations.ts';

/** A request as a client sent it. */
export type ClientRequest = {
  /** the operation that the request calls; null when the contract has no such operation */
  readonly operation: OperationId | null;
  readonly method: string;
  /** path of the request below the base URL: `/orders/…` */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** query string of the request without its question mark */
  readonly query: string;
  /** HTTP headers of the request, with names in lower case */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** names of the HTTP headers in the letter case that the client sent */
  readonly headerNames: readonly string[];
  /** the body parsed as JSON; undefined when there is no body or the body is not JSON */
  readonly json: unknown;
  /** the body of the request as text */
  readonly text: string;
  /** the bytes of the body; null when there is none */
  readonly bytes: Uint8Array | null;
  /** the bearer credential; null when the request has no well-formed `Authorization: Bearer` header */
  readonly bearer: string | null;
};

/** A request on its way to the server, which reads the changed request. */
export type RequestEdit = {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  json: unknown;
};

/** A reply on its way to the client. */
export type ResponseEdit = {
  status: number;
  headers: Record<string, string>;
  /** the parsed body, which is sent as JSON unless `raw` is set */
  json: unknown;
  /** bytes or text that are sent unchanged as the body; null when the body is the JSON of `json` */
  raw: string | Uint8Array | null;
};

/** Selects requests: all of them, those of some operations, or those that a predicate accepts. */
export type RequestMatcher =
  | 'everything'
  | OperationId
  | readonly OperationId[]
  | ((request: ClientRequest) => boolean);

/** A row of a table as the server stores it. */
export type StoredRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** A table of stored rows. */
export type DbTable = {
  find(id: string): StoredRow | undefined;
  /** returns every row of the table, the oldest first */
  all(): StoredRow[];
  insert(row: Record<string, unknown>): StoredRow;
  update(id: string, patch: Record<string, unknown>): StoredRow;
  remove(id: string): void;
};

/** The stored data of one tenant, or of the whole platform, inside one transaction. */
export type Db = {
  readonly tenantId: string | null;
  readonly now: string;
  table(table: string): DbTable;
  /** the stored data of all tenants */
  readonly platform: Db;
  of(tenantId: string): Db;
};

type LimitTable = Record<'free' | 'pro' | 'business' | 'enterprise' | 'reseller' | 'platform', number>;

/** Settings of the mock that a variation may choose. */
export type MockSettings = {
  errorShape: 'envelope' | 'flat' | 'alternate';
  limits: 'A' | 'B' | 'off' | LimitTable;
  limitsAuth: number;
  lifecycle: 'time' | 'immediate' | 'manual';
  seed: number;
  clock: string;
  deliveries: readonly DeliveryForm[];
};

/** The hooks of one variation. */
export type Hooks = {
  /** Changes the replies to matching requests before they leave the server. */
  reply(
    where: RequestMatcher,
    change: (reply: ResponseEdit, request: ClientRequest) => void | Promise<void>,
  ): void;
  /** Changes matching requests before the server reads them, or replies to them in place of the server. */
  request(
    where: RequestMatcher,
    change: (
      edit: RequestEdit,
      request: ClientRequest,
    ) => ResponseEdit | void | undefined | Promise<ResponseEdit | undefined> | Promise<void>,
  ): void;
  /** Changes stored data of the caller's tenant before matching requests; only a mock in this process has them. */
  before(where: RequestMatcher, act: (db: Db, request: ClientRequest) => void): void;
  /** Lets parallel requests run before the server handles a matching request. */
  yieldBefore(where: RequestMatcher): void;
  /** Closes the connection in place of a reply to matching requests, which are not processed. */
  closeConnection(where: RequestMatcher): void;
  /** Chooses a setting of the mock before the mock is created. */
  option<K extends keyof MockSettings>(name: K, value: MockSettings[K]): void;
  /** Changes the target file that describes the deployment: credentials, values, capabilities and read lag. */
  target(change: (file: Record<string, unknown>) => void): void;
  /** Sends another request with the same credential to the server, and returns its reply. */
  send(
    request: ClientRequest,
    change: Pick<RequestEdit, 'method' | 'path'> & Partial<RequestEdit>,
  ): Promise<ResponseEdit>;
  /** Returns the tenant that a credential belongs to, or the credential where the server does not tell. */
  tenantOf(request: ClientRequest): Promise<string>;
  /** Waits on behalf of the server, in milliseconds. */
  sleep(ms: number): Promise<void>;
  /** Returns the time of the server's clock in Unix milliseconds. */
  now(): number;
};

/** A request as it arrives, before its operation is found and its body is parsed. */
type RawRequest = Pick<ClientRequest, 'method' | 'path' | 'query' | 'headers' | 'headerNames' | 'bytes'>;

/** Reads a raw request: its operation, path parameters, JSON body and bearer credential. */
export function toClientRequest(raw: RawRequest): ClientRequest {
  const found = matchRoute(raw.method, raw.path);
  const text = raw.bytes === null ? '' : new TextDecoder().decode(raw.bytes);
  return {
    ...raw,
    operation: found?.operation.id ?? null,
    params: found?.params ?? {},
    text,
    json: parsedJson(text),
    bearer: /^bearer +(\S+) *$/i.exec(raw.headers.authorization ?? '')?.[1] ?? null,
  };
}

/** Returns a request with changes; a changed `json` replaces the body. */
export function edited(request: ClientRequest, change: Partial<RequestEdit>): ClientRequest {
  const { json, ...rest } = change;
  const isSame = !('json' in change) || JSON.stringify(json) === JSON.stringify(request.json);
  const bytes = isSame
    ? request.bytes
    : json === undefined
      ? null
      : new TextEncoder().encode(JSON.stringify(json));
  return toClientRequest({ ...request, ...rest, bytes });
}

/** Returns the HTTP headers of a request without those whose value is undefined. */
export const presentHeaders = ({ headers }: Pick<ClientRequest, 'headers'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** A reply as a server sends it. */
type PlainReply = { status: number; headers: Record<string, string>; body: string | Uint8Array };

/** Reads a reply, whose body is parsed when it is JSON. */
export function toResponseEdit({ status, headers, body }: PlainReply): ResponseEdit {
  const json = typeof body === 'string' ? parsedJson(body) : undefined;
  return { status, headers: { ...headers }, json, raw: json === undefined ? body : null };
}

/** Writes a reply. */
export const toPlainReply = ({ status, headers, json, raw }: ResponseEdit): PlainReply => ({
  status,
  headers,
  body: raw ?? (json === undefined ? '' : JSON.stringify(json)),
});

/** Returns whether a matcher selects a request. */
export const matches = (where: RequestMatcher, request: ClientRequest): boolean =>
  where === 'everything' ||
  (typeof where === 'function'
    ? where(request)
    : request.operation !== null && [where].flat().includes(request.operation));
