// The reference server: it obeys every stated sentence, and differs from the mock wherever the specification is
// silent.

import { isObject } from '../../src/contract/is-object.ts';
import { operations } from '../../src/contract/operations.ts';
import type { TargetConfig } from '../../src/suite/model/target-config.ts';
import { platformBodies } from './reference-server/api-keys.ts';
import { totpOf } from './reference-server/auth.ts';
import { type Caller, type ServerContext, withIdMember } from './reference-server/handler-support.ts';
import {
  errorBody,
  ServerRefusal,
  type ServerReply,
  type ServerRequest,
  toResponse,
} from './reference-server/http.ts';
import { createIdempotency } from './reference-server/idempotency.ts';
import { listenWith } from './reference-server/listen.ts';
import { defaults, type Options } from './reference-server/options.ts';
import { leaveWaitingOrders } from './reference-server/orders.ts';
import { productBodies } from './reference-server/products.ts';
import { createRateLimiter } from './reference-server/rate-limits.ts';
import { type Access, AUTH_LIMITED_PATHS, IDEMPOTENT_PATHS, routes } from './reference-server/routes.ts';
import { createServerData, uuid7 } from './reference-server/tenant-data.ts';
import { createJwt, verifyJwt } from './reference-server/tokens.ts';

export { type Options, variants } from './reference-server/options.ts';

/** The operations that a key which may only read lacks, in the words of the target file. */
const WRITES = operations
  .filter(({ scopes }) => scopes.some((scope) => scope.endsWith(':write')))
  .map(({ id }) => id);

/** A reference server. Its `fetch` replies to requests below `/shop/v1` on any origin. */
export type ReferenceServer = {
  fetch(request: Request): Promise<Response>;
  /** serves the reference server on a free loopback port; the base URL ends in `/shop/v1` */
  listen(): Promise<{ baseUrl: string; close(): Promise<void> }>;
  credentials: NonNullable<TargetConfig['credentials']>;
  bodies: Record<string, Record<string, unknown>>;
  values: Record<string, string | string[]>;
  capabilities: Record<string, boolean>;
  totp(step: number): string;
};

/**
 * Creates a reference server.
 * @param chosen options that differ from the defaults
 * @param now returns the time in Unix milliseconds
 * @param sleep waits on behalf of the server, in milliseconds
 */
export function createReferenceServer(
  chosen: Partial<Options> = {},
  now: () => number = Date.now,
  sleep: (ms: number) => Promise<void> = async () => {},
): ReferenceServer {
  const options = { ...defaults, ...chosen };
  const data = createServerData(now(), options);
  const server: ServerContext = { options, data, now };
  const spend = createRateLimiter(options, now);
  const replay = createIdempotency(options);
  let served = 0;
  let pendingRefusals = 0;

  function callerOf(serverRequest: ServerRequest, entrance: Access): Caller | null {
    const bearer = /^bearer +(\S+) *$/i.exec(serverRequest.headers.get('authorization') ?? '')?.[1];
    if (!bearer) return null;
    const key = data.keys.find((one) => one.text === bearer && one.until > now());
    if (key) key.calls += 1;
    if (key) return { id: key.id, tenant: key.tenant, user: null, token: bearer, writes: key.writes };
    const claims = verifyJwt(options.jwt, bearer);
    if (!claims) return null;
    const over = data.retired.get(claims.jti);
    if (over !== undefined && over <= now()) return null;
    if (claims.exp * 1000 <= now() && entrance !== 'expired') return null;
    if (options.sessions === 'one' && data.current.get(claims.sub) !== claims.jti) return null;
    const user = data.users.find((one) => one.id === claims.sub);
    return user ? { id: user.id, tenant: user.tenant, user, token: bearer, writes: true } : null;
  }

  const reseller = data.keys[2]?.id;
  const page = (status: number, headers: Record<string, string> = {}): ServerReply => ({
    status,
    bytes: Buffer.from('<html><body>No.</body></html>'),
    headers: { 'Content-Type': 'text/html', ...headers },
  });

  const knownCustomerId = uuid7(now());
  if (options.customers === 'elsewhere') {
    const ada = {
      id: knownCustomerId,
      full_name: 'Ada',
      mail: 'ada@otherwise.example',
      note: '',
      createdAt: 0,
      gone: false,
    };
    data.tenantData.get(data.users[0]?.tenant ?? '')?.customers.set(knownCustomerId, ada);
  }

  const anonymousCaller: Caller = { id: 'nobody', tenant: '', user: null, token: '', writes: false };

  async function answer(
    serverRequest: ServerRequest,
    raw: string,
    spent: (headers: Record<string, string>, late?: () => void) => void,
  ): Promise<ServerReply> {
    if (options.gateway === 'pages' && /\/[^/]*[^\w/.-][^/]*/.test(serverRequest.path)) return page(400);
    const found = routes
      .map(([method, path, handler, entrance = 'closed']) => {
        const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
        const values = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(serverRequest.path);
        const params = Object.fromEntries(names.map((name, at) => [name, values?.[at + 1] ?? '']));
        return { fits: values !== null && method === serverRequest.method, path, handler, entrance, params };
      })
      .find((route) => route.fits);
    const caller = callerOf(serverRequest, found?.entrance ?? 'closed');
    const tight = AUTH_LIMITED_PATHS.has(serverRequest.path);
    const listed =
      options.listLimit > 0 && serverRequest.method === 'GET' && serverRequest.path === '/customers';
    const counted = options.bucket === 'address' ? 'address' : (caller?.id ?? 'nobody');
    const general = caller?.id === reseller && options.bucket === 'caller' ? 300 : options.limits.general;
    const window = listed
      ? spend(`list ${counted}`, options.listLimit)
      : tight
        ? spend('auth', options.limits.auth)
        : spend(`caller ${counted}`, general);
    if (tight && options.loginFigure === 'global') {
      for (const name of ['RateLimit-Limit', 'X-RateLimit-Limit'])
        window.headers[name] = String(options.limits.general);
    }
    spent(window.headers, options.figures === 'reply' ? window.late : undefined);
    served += 1;
    if (options.slowLogin > 0 && serverRequest.path === '/auth/login') await sleep(options.slowLogin);
    if (options.hiccup > 0 && served % options.hiccup === 0) return page(503);
    const isFollowUpRefusal = tight && !window.breached && pendingRefusals > 0;
    pendingRefusals =
      tight && window.breached ? options.crowded : isFollowUpRefusal ? pendingRefusals - 1 : pendingRefusals;
    if (window.breached || isFollowUpRefusal || (options.stray > 0 && served % options.stray === 0)) {
      const wait = window.breached ? String(window.retryAfter) : isFollowUpRefusal ? '1' : '0';
      // The page of a gateway does not have the service's rate-limit headers.
      spent(options.gateway === 'pages' ? {} : { ...window.headers, 'Retry-After': wait });
      if (options.gateway === 'pages') return page(429, { 'Retry-After': wait });
      throw new ServerRefusal(429, 'Too fast.');
    }
    if (options.customers === 'elsewhere' && serverRequest.path.startsWith('/customers'))
      throw new ServerRefusal(404, 'No such place.');
    if (!found) throw new ServerRefusal(404, 'No such place.');
    if (found.entrance !== 'open' && !caller) throw new ServerRefusal(401, 'Who are you?');
    const effectiveCaller = caller ?? anonymousCaller;
    if (found.entrance === 'closed' && serverRequest.method !== 'GET' && !effectiveCaller.writes)
      throw new ServerRefusal(403, 'You may only read.');
    if (raw !== '') {
      try {
        serverRequest.body = JSON.parse(raw);
      } catch {
        throw new ServerRefusal(options.malformed, 'This is no JSON.');
      }
      if (!isObject(serverRequest.body)) throw new ServerRefusal(options.malformed, 'An object is wanted.');
    }
    const work = async (): Promise<ServerReply> =>
      found.handler(serverRequest, found.params, effectiveCaller, server);
    const name = serverRequest.headers.get('idempotency-key');
    if (name === null || !IDEMPOTENT_PATHS.has(serverRequest.path) || serverRequest.method !== 'POST')
      return work();
    return replay(`${effectiveCaller.tenant} ${serverRequest.path} ${name}`, raw, async () => {
      await new Promise((resolve) => setTimeout(resolve, 3));
      return work();
    });
  }

  async function fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/shop\/v1/, '');
    const serverRequest: ServerRequest = {
      method: request.method,
      path,
      query: url.searchParams,
      headers: request.headers,
      body: undefined,
    };
    const gzip = (request.headers.get('accept-encoding') ?? '').includes('gzip');
    let limits: Record<string, string> = {};
    let later: (() => void) | undefined;
    const spent = (headers: Record<string, string>, late?: () => void): void => {
      limits = headers;
      later = late;
    };
    try {
      const result = await answer(serverRequest, await request.text(), spent);
      if (later) {
        await new Promise((resolve) => setTimeout(resolve, 3));
        later();
      }
      const body = withIdMember(path, result.body, options.idMember);
      return toResponse({ ...result, body, headers: { ...limits, ...result.headers } }, options, gzip);
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      const { 'Retry-After': after, ...rest } = limits;
      const headers: Record<string, string> = after === undefined ? {} : { ...rest, 'Retry-After': after };
      if (error.status === 401 && options.wwwAuthenticate)
        headers['WWW-Authenticate'] = 'Bearer realm="shop"';
      if (error.status === 429 && after === undefined) headers['Retry-After'] = '1';
      return toResponse({ status: error.status, body: errorBody(error, options), headers }, options, gzip);
    }
  }

  const ownData = data.tenantData.get(data.users[0]?.tenant ?? '');
  const waitingOrders =
    ownData && options.waitingOrders > 0 ? leaveWaitingOrders(server, ownData, options.waitingOrders) : [];

  const login = (at: number): Record<string, string> => ({
    email: data.users[at]?.email ?? '',
    password: data.users[at]?.password ?? '',
  });
  const secret = data.users[2]?.totpSecret ?? '';
  return {
    fetch,
    listen: () => listenWith(fetch),
    credentials: {
      tenantA: { ...login(0), apiKey: data.keys[0]?.text ?? '' },
      tenantB: login(1),
      twoFactor: { ...login(2), totpSecret: secret },
      limited: { apiKey: data.keys[1]?.text ?? '', lacks: WRITES },
      expired: {
        token:
          options.expired === 'live'
            ? (data.keys[0]?.text ?? '')
            : createJwt(options.jwt, data.users[0]?.id ?? '', now(), -90).token,
      },
      platformAdmin: login(3),
      reseller: { apiKey: data.keys[2]?.text ?? '' },
    },
    capabilities: options.customers === 'elsewhere' ? { customers: false } : {},
    bodies: {
      createCustomer: { $replace: true, full_name: 'Zoë {unique}', mail: '{unique}@otherwise.example' },
      createPayment: { for_invoice: '{invoiceId}', cents: '{amount}', means: 'cash' },
      topUpWallet: { cents: '{amount}' },
      ...productBodies,
      ...platformBodies,
    },
    values: {
      paymentMethod: 'invoice',
      ...(waitingOrders.length > 0 ? { pendingOrderIds: waitingOrders } : {}),
      ...(options.customers === 'elsewhere' ? { customerId: knownCustomerId } : {}),
    },
    totp: (step) => totpOf(secret, step),
  };
}
