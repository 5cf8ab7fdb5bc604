// Reads exchanges that another client has recorded in the HTTP Archive format (HAR 1.2), such as Playwright or a proxy.

import { sha256Hex } from '../../contract/digest.ts';
import { document } from '../../contract/document.ts';
import { isObject } from '../../contract/is-object.ts';
import { parsedJson } from '../../contract/json/parsed-json.ts';
import { type JsonSchema, schemaName } from '../../contract/openapi.ts';
import { matchRoute, type Operation } from '../../contract/operations.ts';
import { MAX_STORED_FILE, parseJson, readText } from '../../contract/read-file.ts';
import type { ResponseMapping } from '../mapping/learned-names.ts';
import { leavesOf } from '../mapping/leaves.ts';
import { plausibleTime } from '../model/clock.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import { UsageError } from '../model/outcome.ts';
import type { Target } from '../model/target.ts';
import { jwtClaims, tenantIdIn, tokenIn } from './credentials/login-reply.ts';
import { lazyExchange } from './transport/send-once.ts';

/** The exchanges of recorded traffic, and what of it was left out. */
export type Traffic = {
  baseUrl: string;
  /** in order of sending */
  exchanges: Exchange[];
  /** why entries were left out → how many */
  ignored: Record<string, number>;
};

type Headers = { name: string; value: string }[];
/** The members of an entry that are read; a file may lack any of them. */
export type Entry = {
  startedDateTime: string;
  time: number;
  _fromCache?: unknown;
  request: { method: string; url: string; headers: Headers; postData?: { text?: unknown } };
  response: {
    status: number;
    headers: Headers;
    content?: { size?: number; mimeType?: string; text?: unknown; encoding?: string };
  };
};

/** Reads the entries of HAR files in order of sending. @throws UsageError for another file; FileError for an unreadable one */
export function readEntries(files: readonly string[]): Entry[] {
  const entries = files.flatMap((file) => {
    const har = parseJson(readText(file, MAX_STORED_FILE), file);
    const log = isObject(har) && isObject(har.log) ? har.log : {};
    if (!Array.isArray(log.entries))
      throw new UsageError(
        `${file} is no HAR file: log.entries is no list. Record one, as with Playwright's recordHar`,
      );
    const read = log.entries.map((entry) => (hasReply(entry) ? entry : { ...entry, response: NO_REPLY }));
    const wrong = read.findIndex((entry) => !isEntry(entry));
    if (wrong >= 0)
      throw new UsageError(
        `${file} is no HAR 1.2 file: log.entries[${wrong}] lacks startedDateTime, or the method, url, status or headers of a request and its response`,
      );
    return read as Entry[];
  });
  return entries.sort((a, b) => Date.parse(a.startedDateTime) - Date.parse(b.startedDateTime));
}

/** The response of a request that a recorder wrote down before its reply, or that had none. */
const NO_REPLY = { status: 0, headers: [] };
const hasReply = (entry: unknown): boolean => !isObject(entry) || isObject(entry.response);

function isEntry(entry: unknown): entry is Entry {
  if (!isObject(entry) || !isObject(entry.request) || !isObject(entry.response)) return false;
  const { request, response, startedDateTime } = entry;
  const areHeaders = (headers: unknown): boolean =>
    Array.isArray(headers) &&
    headers.every((one) => isObject(one) && typeof one.name === 'string' && typeof one.value === 'string');
  return (
    plausibleTime(Date.parse(String(startedDateTime))) &&
    [request.method, request.url].every((text) => typeof text === 'string') &&
    URL.canParse(String(request.url)) &&
    Number.isInteger(response.status) &&
    areHeaders(request.headers) &&
    areHeaders(response.headers)
  );
}

/**
 * Finds where the API is: the address below which the most entries with a JSON reply are operations of the contract.
 * @throws UsageError when there is none
 */
export function findBaseUrl(entries: readonly Entry[]): string {
  const votes = new Map<string, number>();
  for (const { request, response } of entries) {
    if (!/json/i.test(response.content?.mimeType ?? '')) continue;
    const { origin, pathname } = new URL(request.url);
    const steps = pathname.split('/').slice(1);
    const at = steps.findIndex((_, n) => matchRoute(request.method, `/${steps.slice(n).join('/')}`) !== null);
    const base = [origin, ...steps.slice(0, at)].join('/');
    if (at >= 0) votes.set(base, (votes.get(base) ?? 0) + 1);
  }
  const [best] = [...votes].sort((a, b) => b[1] - a[1] || b[0].length - a[0].length);
  if (best !== undefined) return best[0];
  throw new UsageError('no entry is a call of the API with a JSON reply: name its address with --base-url');
}

/** Creates a function that converts an entry below a base URL; it returns a text that says why for an entry that is none. */
function entryReader(
  { baseUrl, credentials }: Pick<Target, 'baseUrl' | 'credentials'>,
  mapping: ResponseMapping,
): (entry: Entry) => Exchange | string {
  const callers = new Callers(credentials);
  const base = new URL(baseUrl);
  let count = 0;
  return (entry) => {
    const why = reasonToIgnore(entry, base);
    if (why !== null) return why;
    count += 1;
    const exchange = exchangeOf(entry, `x${count}`, base, callers, mapping);
    callers.learn(exchange);
    if (isSuccess(exchange)) for (const { value } of leavesOf(exchange.received)) callers.shown.add(value);
    return exchange;
  };
}

/** Converts the entries below a base URL into exchanges, and counts the others by reason. */
export function trafficOf(
  entries: readonly Entry[],
  target: Pick<Target, 'baseUrl' | 'credentials'>,
  mapping: ResponseMapping,
): Traffic {
  const exchanges: Exchange[] = [];
  const ignored: Record<string, number> = {};
  const read = entryReader(target, mapping);
  for (const entry of entries) {
    const exchange = read(entry);
    const why = typeof exchange === 'string' ? exchange : exchange.failure?.message;
    if (why !== undefined) ignored[why] = (ignored[why] ?? 0) + 1;
    if (typeof exchange !== 'string') exchanges.push(exchange);
  }
  // The replies to calls that overlap show no order of their effects.
  let [open] = exchanges;
  for (const exchange of exchanges.slice(1)) {
    const end = open ? open.startedAt + open.ms : 0;
    if (open && exchange.startedAt < end)
      for (const one of [open, exchange]) Object.assign(one, { concurrent: true });
    if (exchange.startedAt + exchange.ms > end) open = exchange;
  }
  return { baseUrl: target.baseUrl, exchanges, ignored };
}

function reasonToIgnore({ request, response, _fromCache }: Entry, base: URL): string | null {
  const { origin, pathname } = new URL(request.url);
  if (origin !== base.origin) return 'to another host';
  if (!pathname.startsWith(`${base.pathname.replace(/\/$/, '')}/`)) return 'outside of the base URL';
  if (request.method === 'OPTIONS') return 'a CORS preflight';
  if (_fromCache || response.status === 304) return 'answered by a cache';
  return response.status >= 300 && response.status < 400 ? 'a redirect' : null;
}

/** Matches what tools, and the mock, write in place of what they take out of a recording. */
const TAKEN_OUT = /\*\*\*|\[redacted\]|^"?\(\d+ (?:bytes|characters) (?:of .*|that are no JSON)\)"?$/i;

function exchangeOf(
  { request, response, startedDateTime, time }: Entry,
  id: string,
  base: URL,
  callers: Callers,
  mapping: ResponseMapping,
): Exchange {
  const { pathname, search, href } = new URL(request.url);
  const path = pathname.slice(base.pathname.replace(/\/$/, '').length);
  const route = matchRoute(request.method, path);
  const headers = Object.fromEntries(
    request.headers.flatMap(({ name, value }) => (name.startsWith(':') ? [] : [[name.toLowerCase(), value]])),
  );
  const { text: body } = request.postData ?? {};
  const sentBody = typeof body === 'string' ? body : null;
  const { size = 0, text, encoding } = response.content ?? {};
  const isUnreadable = encoding === 'base64' && /[^\w+/=\s-]/.test(String(text));
  const bytes = Buffer.from(typeof text === 'string' ? text : '', encoding === 'base64' ? 'base64' : 'utf8');
  const isMissing = isUnreadable || (bytes.length < size && request.method !== 'HEAD');
  const isTakenOut = [request.url, sentBody, encoding === 'base64' ? null : text].some(
    (one) => typeof one === 'string' && TAKEN_OUT.test(one),
  );
  const message =
    response.status === 0
      ? 'no reply'
      : isTakenOut
        ? 'parts of a body were taken out of the recording'
        : isMissing
          ? 'the file lacks the body of the reply'
          : null;
  const reply = {
    status: response.status,
    headers: response.headers
      .filter(({ name }) => !name.startsWith(':'))
      .map(({ name, value }): [string, string] => [name, value]),
    bytes,
  };
  // Nobody knows whether a refused request was meant to be valid, unless it reads what the traffic has shown.
  const readsShown =
    request.method === 'GET' && Object.values(route?.params ?? {}).every((id) => callers.shown.has(id));
  const isRefused = response.status >= 400 && response.status < 500 && !readsShown;
  return lazyExchange(
    {
      ...{ id, operation: route?.operation.id ?? null, purpose: 'check', by: 'recorded traffic' },
      ...{ reason: 'recorded', caller: callers.labelOf(headers), burst: false, concurrent: false },
      deliberateFault: isRefused ? 'as the recorded client sent it' : null,
      request: {
        ...{ method: request.method, path: `${path}${search}`, url: href, headers, body: sentBody },
        ...{
          json: sentBody === null ? undefined : documentedPart(parsedJson(sentBody), route?.operation),
          params: route?.params ?? {},
        },
      },
      startedAt: Date.parse(startedDateTime),
    },
    message === null ? reply : null,
    message === null ? null : { kind: 'protocol', message },
    Math.max(0, time || 0),
    mapping,
  );
}

/** Returns the part of a request body that the document describes: a service may ignore what else a client sends. */
function documentedPart(body: unknown, of: Operation | undefined): unknown {
  const names = of?.body ? memberNames({ $ref: `#/components/schemas/${of.body.schema}` }) : [];
  return isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))
    : body;
}

function memberNames(schema: JsonSchema): string[] {
  const name = schemaName(schema);
  const {
    properties = {},
    allOf = [],
    anyOf = [],
    oneOf = [],
  } = name === null ? schema : (document().components.schemas[name] ?? {});
  return [...Object.keys(properties), ...[...allOf, ...anyOf, ...oneOf].flatMap(memberNames)];
}

/** Tells the callers of recorded traffic apart without showing what they authenticate with. */
class Callers {
  /** credential as sent → label */
  readonly #labels = new Map<string, string>();
  /** tenant → label of its first user */
  readonly #tenants = new Map<string, string>();
  readonly #emails = new Map<string, string>();
  /** the values that successful replies have shown */
  readonly shown = new Set<unknown>();

  constructor(credentials: Target['credentials']) {
    for (const [name, { token, apiKey, email }] of Object.entries(credentials)) {
      for (const secret of [token, apiKey]) if (secret !== undefined) this.#labels.set(secret, name);
      if (email !== undefined) this.#emails.set(email, name);
    }
  }

  /** Returns the name of a caller: of the target file, or of the tenant whose first user it is, or else a fingerprint. */
  labelOf(headers: Readonly<Record<string, string>>): string {
    const sent = headers.authorization ?? headers['x-api-key'] ?? headers.cookie;
    if (sent === undefined) return 'anonymous';
    const secret = sent.replace(/^\w+ /, '');
    const { sub, tenant_id } = jwtClaims(secret);
    const tenant = typeof tenant_id === 'string' ? tenant_id.toLowerCase() : null;
    return this.#labels.get(secret) ?? this.#name(typeof sub === 'string' ? sub : secret, tenant, secret);
  }

  /** Learns from the reply to a log-in whose token it shows. */
  learn(exchange: Exchange): void {
    const token = exchange.operation === null ? null : tokenIn(exchange);
    const { json } = exchange;
    if (token === null || !isObject(json)) return;
    const user = isObject(json.user) ? json.user : {};
    const email = this.#emails.get(String(user.email));
    if (email !== undefined) this.#labels.set(token, email);
    else if (typeof user.id === 'string') this.#name(user.id, tenantIdIn(json), token);
  }

  #name(user: string, tenant: string | null, secret: string): string {
    const print = `caller ${sha256Hex(user).slice(0, 8)}`;
    const first = tenant === null ? print : (this.#tenants.get(tenant) ?? print);
    if (tenant !== null) this.#tenants.set(tenant, first);
    const place = first === print ? [...this.#tenants.values()].indexOf(print) : -1;
    const label = ['tenantA', 'tenantB'][place] ?? print;
    this.#labels.set(secret, label);
    return label;
  }
}
