// A second server that honours every stated sentence and chooses otherwise wherever the specification is silent.
import { createServer } from 'node:http';
import { auth, totpOf } from './otherwise/auth.ts';
import { billing } from './otherwise/billing.ts';
import { openBooks, uuid7 } from './otherwise/books.ts';
import { boxRoutes } from './otherwise/boxes.ts';
import { customers } from './otherwise/customers.ts';
import { endpointRoutes } from './otherwise/endpoints.ts';
import { keyRoutes, platformBodies } from './otherwise/keys.ts';
import type { Caller, Handler, Kit } from './otherwise/kit.ts';
import { makeLimits } from './otherwise/limits.ts';
import { defaults, type Options } from './otherwise/options.ts';
import { orders } from './otherwise/orders.ts';
import { productBodies, productRoutes } from './otherwise/products.ts';
import { makeReplays } from './otherwise/replays.ts';
import { services } from './otherwise/services.ts';
import { tenantRoutes } from './otherwise/tenants.ts';
import { ticketRoutes } from './otherwise/tickets.ts';
import { claimsOf, mint } from './otherwise/tokens.ts';
import { type Answer, type Ask, errorBody, isRecord, Refused, write } from './otherwise/wire.ts';

export { type Options, variants } from './otherwise/options.ts';

type Entrance = 'open' | 'expired' | 'closed';
const routes: readonly (readonly [method: string, path: string, handler: Handler, entrance?: Entrance])[] = [
  ['POST', '/auth/login', auth.login, 'open'],
  ['POST', '/auth/refresh', auth.refresh, 'expired'],
  ['POST', '/auth/logout', auth.logout],
  ['POST', '/auth/2fa/verify', auth.verifyTwoFactor, 'open'],
  ['GET', '/auth/me', auth.me],
  ['GET', '/customers', customers.all],
  ['POST', '/customers', customers.create],
  ['GET', '/customers/{id}', customers.get],
  ['PUT', '/customers/{id}', customers.update],
  ['DELETE', '/customers/{id}', customers.deactivate],
  ['GET', '/customers/{id}/services', customers.services],
  ['GET', '/services', services.all],
  ['GET', '/services/{id}', services.get],
  ['POST', '/services/{id}/suspend', services.suspend],
  ['POST', '/services/{id}/unsuspend', services.unsuspend],
  ['POST', '/services/{id}/terminate', services.terminate],
  ['POST', '/services/{id}/renew', services.renew],
  ['GET', '/orders', orders.all],
  ['POST', '/orders', orders.create],
  ['GET', '/orders/{id}', orders.get],
  ['POST', '/orders/{id}/cancel', orders.cancel],
  ['GET', '/invoices', billing.invoices],
  ['GET', '/invoices/{id}', billing.invoice],
  ['GET', '/invoices/{id}/pdf', billing.invoicePdf],
  ['GET', '/subscriptions', billing.subscriptions],
  ['GET', '/subscriptions/{id}', billing.subscription],
  ['DELETE', '/subscriptions/{id}', billing.cancelSubscription],
  ['GET', '/payments', billing.payments],
  ['POST', '/payments', billing.pay],
  ['GET', '/wallet', billing.wallet],
  ['POST', '/wallet/topup', billing.topup],
  ...productRoutes,
  ...tenantRoutes,
  ...boxRoutes,
  ...ticketRoutes,
  ...endpointRoutes,
  ...keyRoutes,
];
const replayed = new Set(['/orders', '/payments', '/wallet/topup']);
const limitedTightly = new Set(['/auth/login', '/auth/refresh', '/auth/2fa/verify']);

/** A running second server: `fetch` answers below any origin at `/shop/v1`. */
export type Otherwise = {
  fetch(request: Request): Promise<Response>;
  /** listens on a free loopback port; the base URL ends in `/shop/v1` */
  listen(): Promise<{ baseUrl: string; close(): Promise<void> }>;
  credentials: Record<string, Record<string, string>>;
  bodies: Record<string, Record<string, unknown>>;
  values: Record<string, string>;
  capabilities: Record<string, boolean>;
  totp(step: number): string;
};

/** Opens a second server. @param chosen switches that differ from the defaults; now: Unix milliseconds; sleep: how time passes while it works */
export function createOtherwise(
  chosen: Partial<Options> = {},
  now: () => number = Date.now,
  sleep: (ms: number) => Promise<void> = async () => {},
): Otherwise {
  const options = { ...defaults, ...chosen };
  const memory = openBooks(now(), options);
  const kit: Kit = { options, memory, now };
  const spend = makeLimits(options, now);
  const replay = makeReplays(options);
  let served = 0;
  let crowd = 0;

  function callerOf(ask: Ask, entrance: Entrance): Caller | null {
    const bearer = /^bearer +(\S+) *$/i.exec(ask.headers.get('authorization') ?? '')?.[1];
    if (!bearer) return null;
    const key = memory.keys.find((one) => one.text === bearer && one.until > now());
    if (key) key.calls += 1;
    if (key) return { id: key.id, tenant: key.tenant, user: null, token: bearer, writes: key.writes };
    const claims = claimsOf(options.jwt, bearer);
    if (!claims) return null;
    const over = memory.retired.get(claims.jti);
    if (over !== undefined && over <= now()) return null;
    if (claims.exp * 1000 <= now() && entrance !== 'expired') return null;
    if (options.sessions === 'one' && memory.current.get(claims.sub) !== claims.jti) return null;
    const user = memory.users.find((one) => one.id === claims.sub);
    return user ? { id: user.id, tenant: user.tenant, user, token: bearer, writes: true } : null;
  }

  const reseller = memory.keys[2]?.id;
  const page = (status: number, headers: Record<string, string> = {}): Answer => ({
    status,
    bytes: Buffer.from('<html><body>No.</body></html>'),
    headers: { 'Content-Type': 'text/html', ...headers },
  });

  const known = uuid7(now());
  if (options.customers === 'elsewhere') {
    const ada = {
      id: known,
      full_name: 'Ada',
      mail: 'ada@otherwise.example',
      note: '',
      born: 0,
      gone: false,
    };
    memory.books.get(memory.users[0]?.tenant ?? '')?.customers.set(known, ada);
  }

  const nobody: Caller = { id: 'nobody', tenant: '', user: null, token: '', writes: false };

  async function answer(
    ask: Ask,
    raw: string,
    spent: (headers: Record<string, string>, late?: () => void) => void,
  ): Promise<Answer> {
    if (options.gateway === 'pages' && /\/[^/]*[^\w/.-][^/]*/.test(ask.path)) return page(400);
    const found = routes
      .map(([method, path, handler, entrance = 'closed']) => {
        const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
        const values = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(ask.path);
        const params = Object.fromEntries(names.map((name, at) => [name, values?.[at + 1] ?? '']));
        return { fits: values !== null && method === ask.method, path, handler, entrance, params };
      })
      .find((route) => route.fits);
    const caller = callerOf(ask, found?.entrance ?? 'closed');
    const tight = limitedTightly.has(ask.path);
    const listed = options.listLimit > 0 && ask.method === 'GET' && ask.path === '/customers';
    const counted = options.purse === 'address' ? 'address' : (caller?.id ?? 'nobody');
    const general = caller?.id === reseller && options.purse === 'caller' ? 300 : options.limits.general;
    const purse = listed
      ? spend(`list ${counted}`, options.listLimit)
      : tight
        ? spend('auth', options.limits.auth)
        : spend(`caller ${counted}`, general);
    if (tight && options.loginFigure === 'global') {
      for (const name of ['RateLimit-Limit', 'X-RateLimit-Limit'])
        purse.headers[name] = String(options.limits.general);
    }
    spent(purse.headers, options.figures === 'reply' ? purse.late : undefined);
    served += 1;
    if (options.slowLogin > 0 && ask.path === '/auth/login') await sleep(options.slowLogin);
    if (options.hiccup > 0 && served % options.hiccup === 0) return page(503);
    const pushed = tight && !purse.breached && crowd > 0;
    crowd = tight && purse.breached ? options.crowded : pushed ? crowd - 1 : crowd;
    if (purse.breached || pushed || (options.stray > 0 && served % options.stray === 0)) {
      const wait = purse.breached ? String(purse.retryAfter) : pushed ? '1' : '0';
      // a gateway's page knows nothing of the service's counters
      spent(options.gateway === 'pages' ? {} : { ...purse.headers, 'Retry-After': wait });
      if (options.gateway === 'pages') return page(429, { 'Retry-After': wait });
      throw new Refused(429, 'Too fast.');
    }
    if (options.customers === 'elsewhere' && ask.path.startsWith('/customers'))
      throw new Refused(404, 'No such place.');
    if (!found) throw new Refused(404, 'No such place.');
    if (found.entrance !== 'open' && !caller) throw new Refused(401, 'Who are you?');
    const who = caller ?? nobody;
    if (found.entrance === 'closed' && ask.method !== 'GET' && !who.writes)
      throw new Refused(403, 'You may only read.');
    if (raw !== '') {
      try {
        ask.body = JSON.parse(raw);
      } catch {
        throw new Refused(options.malformed, 'This is no JSON.');
      }
      if (!isRecord(ask.body)) throw new Refused(options.malformed, 'An object is wanted.');
    }
    const work = async (): Promise<Answer> => found.handler(ask, found.params, who, kit);
    const name = ask.headers.get('idempotency-key');
    if (name === null || !replayed.has(ask.path) || ask.method !== 'POST') return work();
    return replay(`${who.tenant} ${ask.path} ${name}`, raw, async () => {
      await new Promise((resolve) => setTimeout(resolve, 3));
      return work();
    });
  }

  async function fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/shop\/v1/, '');
    const ask: Ask = {
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
      const given = await answer(ask, await request.text(), spent);
      if (later) {
        await new Promise((resolve) => setTimeout(resolve, 3));
        later();
      }
      return write({ ...given, headers: { ...limits, ...given.headers } }, options, gzip);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { 'Retry-After': after, ...rest } = limits;
      const headers: Record<string, string> = after === undefined ? {} : { ...rest, 'Retry-After': after };
      if (error.status === 401 && options.wwwAuthenticate)
        headers['WWW-Authenticate'] = 'Bearer realm="shop"';
      if (error.status === 429 && after === undefined) headers['Retry-After'] = '1';
      return write({ status: error.status, body: errorBody(error, options), headers }, options, gzip);
    }
  }

  async function listen(): Promise<{ baseUrl: string; close(): Promise<void> }> {
    const server = createServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
      const headers = new Headers();
      for (const [name, value] of Object.entries(incoming.headers)) {
        if (value !== undefined) headers.set(name, String(value));
      }
      const bodiless = incoming.method === 'GET' || incoming.method === 'HEAD' || chunks.length === 0;
      const request = new Request(`http://127.0.0.1${incoming.url ?? '/'}`, {
        method: incoming.method ?? 'GET',
        headers,
        ...(bodiless ? {} : { body: Buffer.concat(chunks) }),
      });
      const response = await fetch(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return {
      baseUrl: `http://127.0.0.1:${port}/shop/v1`,
      close: () =>
        new Promise((resolve) => {
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    };
  }

  const login = (at: number): Record<string, string> => ({
    email: memory.users[at]?.email ?? '',
    password: memory.users[at]?.password ?? '',
  });
  const secret = memory.users[2]?.totpSecret ?? '';
  return {
    fetch,
    listen,
    credentials: {
      tenantA: { ...login(0), apiKey: memory.keys[0]?.text ?? '' },
      tenantB: login(1),
      twoFactor: { ...login(2), totpSecret: secret },
      limited: { apiKey: memory.keys[1]?.text ?? '', lacks: 'everything but reading' },
      expired: {
        token:
          options.expired === 'live'
            ? (memory.keys[0]?.text ?? '')
            : mint(options.jwt, memory.users[0]?.id ?? '', now(), -90).token,
      },
      platformAdmin: login(3),
      reseller: { apiKey: memory.keys[2]?.text ?? '' },
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
      ...(options.customers === 'elsewhere' ? { customerId: known } : {}),
    },
    totp: (step) => totpOf(secret, step),
  };
}
