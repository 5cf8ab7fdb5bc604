// Lawful variants: servers that choose otherwise where the specification is silent. Nobody may accuse them.
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import {
  at,
  become,
  change,
  drop,
  dropHeader,
  each,
  errorsOf,
  everyMember,
  header,
  isDict,
  isInvalid,
  isSuccess,
  listAt,
  put,
  records,
  refusal,
  setErrors,
  setHeader,
  textAt,
} from './edit.ts';
import { claimsOf, dressTokens, written } from './memory.ts';
import type { Answer, Asked, Plant, Variant, Where } from './plant.ts';
import { BURST, variant } from './row.ts';

const LISTS: Where = [
  'listCustomers',
  'listServices',
  'listOrders',
  'listInvoices',
  'listPayments',
  'listSubscriptions',
  'listCustomerServices',
  'listDomains',
  'listHostingAccounts',
  'listCertificates',
  'listDnsZones',
  'listDnsRecords',
  'listEmailServices',
  'listTenants',
  'listVps',
  'listTickets',
  'listWebhooks',
  'listWebhookDeliveries',
  'listApiKeys',
];
const ACTIONS: Where = [
  'suspendService',
  'unsuspendService',
  'terminateService',
  'renewService',
  'cancelOrder',
  'replaceDomainNameservers',
  'renewDomain',
  'resetHostingPassword',
  'renewCertificate',
  'reissueCertificate',
  'startVps',
  'stopVps',
  'rebootVps',
  'resizeVps',
  'closeTicket',
  'testWebhook',
];
const DELETES: Where = [
  'deactivateCustomer',
  'cancelSubscription',
  'terminateTenant',
  'deleteDnsZone',
  'deleteDnsRecord',
  'deleteMailbox',
  'terminateVps',
  'deleteWebhook',
  'revokeApiKey',
];
const MONEY: Where = ['createOrder', 'createPayment', 'topUpWallet'];

const always = (p: Plant, edit: (reply: Answer, asked: Asked) => void): void => p.reply('everything', edit);
const inSuccess = (p: Plant, edit: (reply: Answer, asked: Asked) => void): void =>
  always(p, (reply, asked) => {
    if (isSuccess(reply)) edit(reply, asked);
  });

/** An error in the flat form; what `errors` becomes outside of 422 is up to the variant. */
function flatten(reply: Answer, errors?: unknown): void {
  const error = at(reply.json, 'error');
  if (!isDict(error)) return;
  reply.json = {
    message: error.message,
    ...(error.errors !== undefined
      ? { errors: error.errors }
      : errors !== undefined && { errors: structuredClone(errors) }),
  };
}

/** Answers another tenant's ids in a way of its own. */
function foreign(p: Plant, status: (asked: Asked) => number): void {
  const seen = new WeakSet<Asked>();
  const tables = [
    'customers',
    'services',
    'orders',
    'invoices',
    'subscriptions',
    'domains',
    'hosting_accounts',
    'certificates',
    'dns_zones',
    'email_services',
    'vps',
    'tickets',
    'webhooks',
    'api_keys',
  ];
  p.step('locate', 'everything', ({ asked, books }, go) => {
    const id = asked.params.id ?? '';
    const row = tables.map((table) => books?.platform.shelf(table).find(id)).find((one) => one !== undefined);
    if (row && row.tenant_id !== books?.tenantId) seen.add(asked);
    return go();
  });
  always(p, (reply, asked) => {
    if (!seen.has(asked)) return;
    const wanted = status(asked);
    if (reply.status === 404 && wanted === 403)
      become(reply, refusal(403, 'FORBIDDEN', 'This is not yours.'));
  });
}

/** Renames members of `errors`. */
const fieldKeys = (p: Plant, rename: (key: string) => string): void =>
  always(p, (reply) => {
    if (!isInvalid(reply)) return;
    const renamed: Record<string, unknown[]> = {};
    for (const [key, messages] of Object.entries(errorsOf(reply.json))) {
      const name = rename(key);
      renamed[name] = [...(renamed[name] ?? []), ...(Array.isArray(messages) ? messages : [])];
    }
    setErrors(reply.json, renamed);
  });

const cycleMessage = (p: Plant, message: string): void =>
  always(p, (reply) => {
    const errors = errorsOf(reply.json);
    for (const key of Object.keys(errors)) if (key.endsWith('billing_cycle')) errors[key] = [message];
  });

/** Other names for the states that are shown. */
const states = (p: Plant, where: Where, names: Record<string, string>): void =>
  p.reply(where, (reply) => {
    if (!isSuccess(reply)) return;
    for (const record of records(reply.json))
      change(record, 'status', (status) => names[String(status)] ?? status);
  });

/** Later looks: what changed is shown only after some time. */
function readLag(p: Plant, reads: Where, ms: number): void {
  const changed = new Map<string, number>();
  const kept = new Map<string, unknown>();
  p.reply('everything', (_reply, { method, bearer }) => {
    if (method !== 'GET' && bearer !== null) changed.set(bearer, p.now());
  });
  p.reply(reads, (reply, { path, query, bearer }) => {
    const key = `${bearer} ${path}?${query}`;
    const fresh = p.now() - (changed.get(bearer ?? '') ?? 0) < ms;
    if (fresh && kept.has(key) && isSuccess(reply)) reply.json = structuredClone(kept.get(key));
    else if (isSuccess(reply)) kept.set(key, structuredClone(reply.json));
  });
  p.target((file) => put(file, 'lag', { read: `${ms / 1000 + 1}s`, revocation: '0s' }));
}

const instants = (p: Plant, to: (instant: string) => string): void =>
  inSuccess(p, (reply) =>
    everyMember(
      reply.json,
      (name) => /_at$|_from$|_until$|_start$|_end$/.test(name),
      (value) => (typeof value === 'string' && value.endsWith('Z') ? to(value) : value),
    ),
  );

/** More members everywhere but among the fields that `errors` names. */
function enrich(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) enrich(one);
  if (!isDict(value)) return;
  for (const [name, inner] of Object.entries(value)) if (name !== 'errors') enrich(inner);
  value.x_extra = { note: 'more', list: [1, null], flag: true };
}

/** Changes the bytes of a reply, whatever they are packed in. */
function unpacked(reply: Answer, edit: (bytes: Buffer) => Buffer): void {
  if (!(reply.raw instanceof Uint8Array)) return;
  const coding = header(reply, 'Content-Encoding');
  if (coding === 'gzip') reply.raw = gzipSync(edit(gunzipSync(reply.raw)));
  else if (coding === 'br') reply.raw = brotliCompressSync(edit(brotliDecompressSync(reply.raw)));
  else reply.raw = edit(Buffer.from(reply.raw));
}

export const variants: readonly Variant[] = [
  variant('LV01', '422 in the flat form', (p) => p.option('errorShape', 'flat')),
  variant('LV02', '422 in the envelope form', (p) => p.option('errorShape', 'envelope')),
  ...each(
    [
      ['flat', undefined],
      ['flat, empty errors', {}],
      ['flat, null errors', null],
    ] as const,
    ([label, errors]) =>
      variant(`LV03[${label}]`, `every error in the flat form: ${label}`, (p) =>
        always(p, (reply) => {
          if (reply.status >= 400) flatten(reply, errors);
        }),
      ),
  ),
  ...each([[], {}, null], (errors) =>
    variant(
      `LV03[${JSON.stringify(errors)}]`,
      `envelopes that hold errors ${JSON.stringify(errors)} outside of 422`,
      (p) =>
        always(p, (reply) => {
          const error = at(reply.json, 'error');
          if (reply.status >= 400 && reply.status !== 422 && isDict(error))
            error.errors = structuredClone(errors);
        }),
    ),
  ),
  variant('LV04', 'both error forms by turns', (p) => p.option('errorShape', 'alternate')),
  variant('LV05', 'limits of Set A', (p) => p.option('limits', 'A'), BURST),
  variant('LV06', 'limits of Set B: 60 a minute, 10 log-ins', (p) => p.option('limits', 'B'), BURST),
  variant('LV07', 'a lower limit of its own for orders', (p) =>
    inSuccess(p, (reply, { operation }) => {
      if (operation !== 'createOrder') return;
      const scaled = (name: string): void =>
        setHeader(reply, name, String(Math.max(1, Math.round(Number(header(reply, name)) / 2))));
      for (const name of [
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
      ])
        scaled(name);
    }),
  ),
  variant(
    'LV08',
    'RateLimit-Reset as epoch seconds',
    (p) =>
      always(p, (reply) => {
        const reset = Number(header(reply, 'RateLimit-Reset'));
        if (header(reply, 'RateLimit-Reset') !== undefined)
          setHeader(reply, 'RateLimit-Reset', String(Math.floor(p.now() / 1000) + reset));
      }),
    BURST,
  ),
  variant('LV09', 'a token bucket for each caller that fills up again all the time', (p) => {
    const buckets = new Map<string, { tokens: number; at: number }>();
    inSuccess(p, (reply, { bearer }) => {
      const now = p.now();
      const before = buckets.get(bearer ?? '') ?? { tokens: 100, at: now };
      const filled = Math.min(100, before.tokens + Math.floor((now - before.at) / 600));
      const tokens = filled > 5 ? filled - 1 : 60;
      buckets.set(bearer ?? '', { tokens, at: filled > before.tokens ? now : before.at });
      for (const prefix of ['RateLimit', 'X-RateLimit']) {
        setHeader(reply, `${prefix}-Limit`, '100');
        setHeader(reply, `${prefix}-Remaining`, String(tokens));
      }
      setHeader(reply, 'RateLimit-Reset', String(Math.ceil((100 - tokens) * 0.6)));
    });
  }),
  variant(
    'LV10',
    'no rate-limit headers on errors',
    (p) =>
      always(p, (reply) => {
        if (isSuccess(reply)) return;
        for (const name of [
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
        ])
          dropHeader(reply, name);
      }),
    BURST,
  ),
  variant('LV11', 'more members at every level', (p) => always(p, (reply) => enrich(reply.json))),
  variant('LV12', 'more headers', (p) =>
    always(p, (reply) =>
      Object.assign(reply.headers, {
        Server: 'nginx/1.27',
        'X-Trace-Id': 'b7ad6b7169203331',
        'Access-Control-Allow-Origin': '*',
        Via: '1.1 proxy',
        Vary: 'Accept-Encoding',
      }),
    ),
  ),
  ...each(['lower', 'upper'] as const, (letters) =>
    variant(
      `LV13[${letters}]`,
      `header names in ${letters} case`,
      (p) =>
        always(p, (reply) => {
          reply.headers = Object.fromEntries(
            Object.entries(reply.headers).map(([name, value]) => [
              letters === 'lower' ? name.toLowerCase() : name.toUpperCase(),
              value,
            ]),
          );
        }),
      BURST,
    ),
  ),
  ...each(
    ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON'],
    (media) =>
      variant(`LV14[${media}]`, `bodies labelled ${media}`, (p) =>
        always(p, (reply) => {
          if (header(reply, 'Content-Type') === 'application/json') setHeader(reply, 'Content-Type', media);
        }),
      ),
  ),
  variant('LV15', 'order states nobody has heard of, once the order is under way', (p) =>
    states(p, ['getOrder', 'listOrders'], {
      processing: 'queued_for_review',
      completed: 'PROCESSING-2',
      failed: 'on_hold',
    }),
  ),
  variant('LV16[services]', 'other names for the states of services', (p) =>
    states(
      p,
      [
        'getService',
        'listServices',
        'listCustomerServices',
        'suspendService',
        'unsuspendService',
        'terminateService',
      ],
      {
        pending: 'provisioning',
        active: 'live',
        suspended: 'paused',
        terminated: 'gone',
      },
    ),
  ),
  variant(
    'LV16[subscriptions]',
    'other names for the states of subscriptions, invoices and payments',
    (p) => {
      states(p, ['getSubscription', 'listSubscriptions', 'cancelSubscription'], {
        cancelled: 'ended',
        past_due: 'dunning',
      });
      states(p, ['getInvoice', 'listInvoices'], {
        unpaid: 'open',
        paid: 'settled',
        overdue: 'late',
        cancelled: 'void',
      });
      states(p, ['createPayment', 'listPayments'], { succeeded: 'booked' });
    },
  ),
  ...each(
    ['SKU:1/x', 'a product with spaces', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', `long-${'x'.repeat(195)}`],
    (sku) =>
      variant(`LV17[${sku.slice(0, 12)}]`, `a product known as ${sku.slice(0, 40)}`, (p) =>
        p.target((file) => put(file, 'values.skuId', sku)),
      ),
  ),
  variant('LV18', "another tenant's id is answered 404", (p) => foreign(p, () => 404)),
  variant('LV19', "another tenant's id is answered 403", (p) => foreign(p, () => 403)),
  variant('LV20', "another tenant's id is answered 403 here and 404 there", (p) =>
    foreign(p, ({ path }) => (path.startsWith('/orders') || path.startsWith('/customers') ? 403 : 404)),
  ),
  variant('LV21', 'a body that is no JSON is answered 422', (p) =>
    always(p, (reply) => {
      if (reply.status === 400 && textAt(reply.json, 'error.code').startsWith('MALFORMED')) {
        become(
          reply,
          refusal(422, 'VALIDATION_FAILED', 'The given data was invalid.', { body: ['This is no JSON.'] }),
        );
      }
    }),
  ),
  variant('LV22', 'an order for an unknown customer is answered 404', (p) =>
    p.reply('createOrder', (reply) => {
      const fields = Object.keys(errorsOf(reply.json));
      if (
        reply.status === 422 &&
        fields.length === 1 &&
        fields[0] === 'customer_id' &&
        /no such customer/i.test(
          textAt(reply.json, 'error.errors.customer_id.0') + textAt(reply.json, 'error.message'),
        )
      ) {
        become(reply, refusal(404, 'NOT_FOUND', 'There is no such customer.'));
      }
    }),
  ),
  variant('LV23', 'members nobody asked for are refused', (p) => {
    const known: Record<string, string[]> = {
      createOrder: ['customer_id', 'items', 'payment_method'],
      login: ['email', 'password', 'totp_code'],
      topUpWallet: ['amount', 'currency', 'payment_method', 'reference', 'note'],
      createPayment: ['invoice_id', 'amount', 'currency', 'method', 'reference', 'note', 'paid_at'],
    };
    p.request('everything', (_asking, { operation, json, headers }) => {
      const names = known[operation ?? ''];
      const extra = names && isDict(json) ? Object.keys(json).filter((name) => !names.includes(name)) : [];
      if (extra.length === 0 || (operation !== 'login' && headers.authorization === undefined))
        return undefined;
      return refusal(
        422,
        'VALIDATION_FAILED',
        'The given data was invalid.',
        Object.fromEntries(extra.map((name) => [name, ['This is unknown here.']])),
      );
    });
  }),
  ...each(
    [
      [
        '200',
        (reply: Answer) => {
          reply.status = 200;
        },
      ],
      ['without header', (reply: Answer) => dropHeader(reply, 'Idempotent-Replayed')],
      [
        '200 without header',
        (reply: Answer) => {
          reply.status = 200;
          dropHeader(reply, 'Idempotent-Replayed');
        },
      ],
    ] as const,
    ([label, edit]) =>
      variant(`LV25[${label}]`, `a replay answered ${label}`, (p) =>
        p.reply(MONEY, (reply) => {
          if (isSuccess(reply) && header(reply, 'Idempotent-Replayed') !== undefined) edit(reply);
        }),
      ),
  ),
  ...each([409, 400], (status) =>
    variant(`LV26[${status}]`, `the same key with another body is answered ${status}`, (p) =>
      p.reply(MONEY, (reply) => {
        if (at(reply.json, 'error.code') === 'IDEMPOTENCY_KEY_REUSED')
          become(reply, refusal(status, 'KEY_REUSED', 'Another body.'));
      }),
    ),
  ),
  variant('LV26[original]', 'the same key with another body is given the first answer', (p) => {
    const kept = new Map<string, Answer>();
    p.reply(MONEY, (reply, asked) => {
      const key = `${asked.bearer} ${asked.operation} ${asked.headers['idempotency-key']}`;
      if (isSuccess(reply)) kept.set(key, structuredClone(reply));
      const first = kept.get(key);
      if (first && at(reply.json, 'error.code') === 'IDEMPOTENCY_KEY_REUSED')
        become(reply, structuredClone(first));
    });
  }),
  ...each([409, 429], (status) =>
    variant(
      `LV27[${status}]`,
      `a twin that arrives while the first is running is answered ${status}`,
      (p) => {
        const running = new Set<string>();
        const mine = new WeakSet<Asked>();
        p.request(MONEY, (_asking, asked) => {
          const key = asked.headers['idempotency-key'];
          if (key === undefined) return undefined;
          const name = `${asked.bearer} ${key}`;
          if (running.has(name))
            return {
              ...refusal(status, 'IN_FLIGHT', 'The first is still running.'),
              headers: { 'Content-Type': 'application/json', 'Retry-After': '1' },
            };
          running.add(name);
          mine.add(asked);
          return undefined;
        });
        p.pause(MONEY);
        p.reply(MONEY, (_reply, asked) => {
          if (mine.has(asked)) running.delete(`${asked.bearer} ${asked.headers['idempotency-key']}`);
        });
      },
    ),
  ),
  variant('LV28[fraction]', 'times with milliseconds', (p) =>
    instants(p, (instant) => instant.replace('Z', '.123Z')),
  ),
  variant('LV28[nine digits]', 'times with nanoseconds', (p) =>
    instants(p, (instant) => instant.replace('Z', '.123456789Z')),
  ),
  variant('LV28[offset]', 'times with +00:00', (p) =>
    instants(p, (instant) => instant.replace('Z', '+00:00')),
  ),
  variant('LV29', 'one service for several units', (p) =>
    p.handler('createOrder', ({ asked, books }, go) => {
      const done = go();
      if (!isDict(done) || !Array.isArray(done.services)) return done;
      let first = 0;
      const keep: string[] = [];
      for (const item of listAt(asked.json, 'items')) {
        keep.push(String(done.services[first]));
        first += Number(at(item, 'quantity')) || 1;
      }
      return books.shelf('orders').update(String(done.id), { services: keep });
    }),
  ),
  ...each(['usd', 'XTS'], (code) =>
    variant(`LV30[${code}]`, `amounts in ${code}`, (p) =>
      inSuccess(p, (reply) =>
        everyMember(
          reply.json,
          (name) => name === 'currency',
          () => code,
        ),
      ),
    ),
  ),
  variant('LV31[empty]', 'actions are answered 200 with an empty object', (p) =>
    p.reply(ACTIONS, (reply) => {
      if (isSuccess(reply)) reply.json = {};
    }),
  ),
  variant('LV31[201]', 'actions are answered 201', (p) =>
    p.reply(ACTIONS, (reply) => {
      if (isSuccess(reply)) reply.status = 201;
    }),
  ),
  variant('LV32[empty]', 'DELETE is answered 200 with an empty object', (p) =>
    p.reply(DELETES, (reply) => {
      if (isSuccess(reply)) reply.json = {};
    }),
  ),
  variant('LV32[204]', 'DELETE is answered 204', (p) =>
    p.reply(DELETES, (reply) => {
      if (!isSuccess(reply)) return;
      reply.status = 204;
      reply.raw = '';
      dropHeader(reply, 'Content-Type');
    }),
  ),
  variant('LV33', 'a deactivated customer can no longer be read', (p) => {
    const gone = new Set<string>();
    p.reply('deactivateCustomer', (reply, { params }) => {
      if (isSuccess(reply)) gone.add(params.id ?? '');
    });
    p.reply(['getCustomer', 'updateCustomer', 'listCustomerServices'], (reply, { params }) => {
      if (gone.has(params.id ?? '')) become(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
    });
    p.reply('listCustomers', (reply) =>
      change(reply.json, 'data', (data) =>
        Array.isArray(data) ? data.filter((row) => at(row, 'status') === 'active') : data,
      ),
    );
  }),
  variant('LV35', 'a logout takes effect after three seconds', (p) => {
    const out = new Map<string, number>();
    const who = new Map<
      string,
      {
        id: string;
        kind: 'session';
        userId: string | null;
        tenantId: string | null;
        scopes: readonly string[];
      }
    >();
    p.target((file) => put(file, 'lag', { read: '0s', revocation: '5s' }));
    p.identify((bearer, go) => {
      const found = go();
      if (!('refused' in found)) {
        if (found.kind === 'session') who.set(bearer, { ...found, kind: 'session' });
        return found;
      }
      const known = who.get(bearer);
      if (!known || found.expired || found.refused !== 'UNAUTHENTICATED') return found;
      const since = out.get(bearer) ?? p.now();
      out.set(bearer, since);
      return p.now() - since < 3000 ? known : found;
    });
  }),
  variant('LV36', 'lists show what changed after two seconds', (p) => readLag(p, LISTS, 2000)),
  ...each(
    [
      ['bare', (json: unknown) => at(json, 'data')],
      ['items', (json: unknown) => ({ items: at(json, 'data'), next: at(json, 'links.next') })],
      [
        'results',
        (json: unknown) => ({
          count: at(json, 'meta.total'),
          results: at(json, 'data'),
          next: at(json, 'links.next'),
        }),
      ],
    ] as const,
    ([label, to]) =>
      variant(`LV37[${label}]`, `lists of another shape: ${label}`, (p) => {
        p.reply(LISTS, (reply) => {
          if (isSuccess(reply)) reply.json = to(reply.json);
        });
        // a bare array has no pages: then everything has to be on the first
        if (label === 'bare') {
          p.request(LISTS, (asking) => {
            const query = new URLSearchParams(asking.query);
            query.set('per_page', '100');
            asking.query = query.toString();
            return undefined;
          });
        }
      }),
  ),
  variant('LV38', 'pages of five rows', (p) =>
    p.request(LISTS, (asking) => {
      const query = new URLSearchParams(asking.query);
      if (!query.has('per_page')) query.set('per_page', '5');
      asking.query = query.toString();
      return undefined;
    }),
  ),
  variant('LV39[brackets]', 'fields named `items[0].billing_cycle`', (p) =>
    fieldKeys(p, (key) => key.replace(/\.(\d+)/g, '[$1]')),
  ),
  variant('LV39[pointer]', 'fields named `/items/0/billing_cycle`', (p) =>
    fieldKeys(p, (key) => `/${key.replaceAll('.', '/')}`),
  ),
  variant('LV39[leaf]', 'fields named `billing_cycle`', (p) =>
    fieldKeys(p, (key) => key.split('.').at(-1) ?? key),
  ),
  variant('LV40[pattern]', 'the billing-cycle message writes `<N>_year`', (p) =>
    cycleMessage(p, 'Erlaubt: semi_annual, quarterly, monthly, one_time, hourly, <N>_year (N = 1 … 10).'),
  ),
  variant('LV40[order]', 'the billing-cycle message in another order and language', (p) =>
    cycleMessage(
      p,
      `Les valeurs admises: ${Array.from({ length: 10 }, (_, n) => `${10 - n}_year`).join(' | ')} | semi_annual | quarterly | monthly | one_time | hourly`,
    ),
  ),
  ...each(['tenantB', 'platformAdmin', 'limited', 'twoFactor', 'expired', 'revoked', 'reseller'], (name) =>
    variant(`LV41[${name}]`, `the target file has no ${name}`, (p) =>
      p.target((file) => drop(file, `credentials.${name}`)),
    ),
  ),
  variant('LV42', 'billing is not offered', (p) => {
    p.target((file) => put(file, 'capabilities', { billing: false }));
    p.request(
      ({ path }) => /^\/(invoices|subscriptions|payments|wallet)/.test(path),
      () => refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.'),
    );
  }),
  ...each([402, 409, 400], (status) =>
    variant(`LV43[${status}]`, `a wallet that is too small is answered ${status}`, (p) =>
      always(p, (reply) => {
        if (at(reply.json, 'error.code') === 'INSUFFICIENT_FUNDS')
          become(reply, refusal(status, 'PAYMENT_REQUIRED', 'Not enough.'));
      }),
    ),
  ),
  ...each(['RS256', 'ES256', 'EdDSA'], (alg) =>
    variant(`LV44[${alg}]`, `tokens that say ${alg} and name a key`, (p) =>
      dressTokens(p, (token) => {
        const signature = Buffer.from(`${alg}${token.split('.')[2] ?? ''}`.repeat(3)).toString('base64url');
        return `${written({ alg, typ: 'at+jwt', kid: 'k-2026-11' })}.${written({ ...claimsOf(token), iss: 'https://id.example' })}.${signature}`;
      }),
    ),
  ),
  variant('LV44[stateless]', 'tokens of one second are the same text: sub, iat and exp, no jti', (p) =>
    dressTokens(p, (token) => {
      const { sub, iat, exp } = claimsOf(token);
      const seconds = (instant: unknown): number => Math.floor(Number(instant));
      const said = `${written({ alg: 'HS256', typ: 'JWT' })}.${written({ sub, iat: seconds(iat), exp: seconds(exp) })}`;
      return `${said}.${Buffer.from([...said].reverse().join(''))
        .toString('base64url')
        .slice(0, 43)}`;
    }),
  ),
  variant('LV45', '401 without WWW-Authenticate', (p) =>
    always(p, (reply) => dropHeader(reply, 'WWW-Authenticate')),
  ),
  variant('LV46', 'X-RateLimit-Reset as well', (p) =>
    always(p, (reply) => {
      const reset = header(reply, 'RateLimit-Reset');
      if (reset !== undefined) reply.headers['X-RateLimit-Reset'] = reset;
    }),
  ),
  ...each([7, 23], (every) =>
    variant(`LV47[${every}]`, `one answer in ${every} is a 429 that others have caused`, (p) => {
      let calls = 0;
      p.request('everything', () => {
        calls += 1;
        return calls % every === 0
          ? {
              ...refusal(429, 'RATE_LIMITED', 'Too many requests.'),
              headers: { 'Content-Type': 'application/json', 'Retry-After': '1' },
            }
          : undefined;
      });
    }),
  ),
  variant('LV48[pretty]', 'bodies with line breaks and indents', (p) =>
    always(p, (reply) => {
      if (reply.raw === null && reply.json !== undefined) reply.raw = JSON.stringify(reply.json, null, 4);
    }),
  ),
  ...each(['gzip', 'br'] as const, (coding) =>
    variant(`LV48[${coding}]`, `bodies in ${coding}`, (p) =>
      always(p, (reply) => {
        const text = reply.raw ?? JSON.stringify(reply.json ?? null);
        const bytes = typeof text === 'string' ? Buffer.from(text) : text;
        if (bytes.length === 0) return;
        reply.raw = coding === 'gzip' ? gzipSync(bytes) : brotliCompressSync(bytes);
        reply.headers['Content-Encoding'] = coding;
      }),
    ),
  ),
  ...each(['1.4', '2.0'], (version) =>
    variant(`LV49[${version}]`, `PDF ${version} with a trailing line`, (p) =>
      p.reply('downloadInvoicePdf', (reply) => {
        if (!(reply.raw instanceof Uint8Array) || !/pdf/.test(header(reply, 'Content-Type') ?? '')) return;
        unpacked(reply, (bytes) => {
          const text = bytes.toString('latin1').replace(/^%PDF-\d\.\d/, `%PDF-${version}`);
          return Buffer.from(`${text.trimEnd()}\r\n`, 'latin1');
        });
        setHeader(reply, 'Content-Type', 'application/pdf; version=2');
      }),
    ),
  ),
  variant('LV50[prefix]', 'a base URL with a path of its own', (p) =>
    p.target((file) => put(file, 'baseUrl', 'http://127.0.0.1:4010/api/hosting/v1')),
  ),
  variant('LV50[slash]', 'a base URL with a trailing slash', (p) =>
    p.target((file) => put(file, 'baseUrl', 'http://127.0.0.1:4010/v1/')),
  ),
  variant('LV51', '405 with Allow for a method that a path does not have', (p) =>
    p.reply(
      ({ operation, method }) => operation === null && method !== 'GET',
      (reply) => {
        if (reply.status === 404)
          become(reply, {
            ...refusal(405, 'METHOD_NOT_ALLOWED', 'Not here.'),
            headers: { 'Content-Type': 'application/json', Allow: 'GET, POST' },
          });
      },
    ),
  ),
  variant('LV52', 'no /openapi.json', (p) =>
    p.request(
      ({ path }) => path === '/openapi.json',
      () => refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.'),
    ),
  ),
  variant('LV53', 'three log-ins a minute', (p) => p.option('limitsAuth', 3), BURST),
  ...each(['immediate', 'manual'] as const, (lifecycle) =>
    variant(
      `LV54[${lifecycle}]`,
      `services that are ready ${lifecycle === 'manual' ? 'when somebody says so' : 'at once'}`,
      (p) => p.option('lifecycle', lifecycle),
    ),
  ),
  ...each([2, 99], (seed) =>
    variant(`LV55[${seed}]`, `other people, other ids: seed ${seed}`, (p) => p.option('seed', seed)),
  ),
];
