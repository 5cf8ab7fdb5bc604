// Lawful variants: servers that choose otherwise where the specification is silent. Nobody may accuse them.

import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { isObject } from '../../src/contract/is-object.ts';
import { BURST, variant } from './define-mutant.ts';
import type { ClientRequest, Injector, LawfulVariant, RequestMatcher, ResponseEdit } from './mutant.ts';
import { encodeJwtPart, rewriteTokens, unverifiedClaims } from './observed-credentials.ts';
import {
  changeAt,
  changeMembers,
  dropHeader,
  each,
  errorsOf,
  header,
  isInvalid,
  isSuccess,
  listAt,
  recordsIn,
  refusal,
  removeAt,
  replaceResponse,
  setAt,
  setErrors,
  setHeader,
  textAt,
  valueAt,
} from './response-edits.ts';

const LISTS: RequestMatcher = [
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
const ACTIONS: RequestMatcher = [
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
const DELETES: RequestMatcher = [
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
const MONEY: RequestMatcher = ['createOrder', 'createPayment', 'topUpWallet'];

const editReplies = (p: Injector, edit: (reply: ResponseEdit, request: ClientRequest) => void): void =>
  p.reply('everything', edit);
const editSuccesses = (p: Injector, edit: (reply: ResponseEdit, request: ClientRequest) => void): void =>
  editReplies(p, (reply, request) => {
    if (isSuccess(reply)) edit(reply, request);
  });

/** An error in the flat form; what `errors` becomes outside of 422 is up to the variant. */
function toFlatError(reply: ResponseEdit, errors?: unknown): void {
  const error = valueAt(reply.json, 'error');
  if (!isObject(error)) return;
  reply.json = {
    message: error.message,
    ...(error.errors !== undefined
      ? { errors: error.errors }
      : errors !== undefined && { errors: structuredClone(errors) }),
  };
}

/** Answers another tenant's ids in a way of its own. */
function answersForeignIds(p: Injector, status: (request: ClientRequest) => number): void {
  const foreignRequests = new WeakSet<ClientRequest>();
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
  p.step('locate', 'everything', ({ request, db }, go) => {
    const id = request.params.id ?? '';
    const row = tables.map((table) => db?.platform.table(table).find(id)).find((one) => one !== undefined);
    if (row && row.tenant_id !== db?.tenantId) foreignRequests.add(request);
    return go();
  });
  editReplies(p, (reply, request) => {
    if (!foreignRequests.has(request)) return;
    const wantedStatus = status(request);
    if (reply.status === 404 && wantedStatus === 403)
      replaceResponse(reply, refusal(403, 'FORBIDDEN', 'This is not yours.'));
  });
}

/** Renames members of `errors`. */
const fieldKeys = (p: Injector, rename: (key: string) => string): void =>
  editReplies(p, (reply) => {
    if (!isInvalid(reply)) return;
    const renamed: Record<string, unknown[]> = {};
    for (const [key, messages] of Object.entries(errorsOf(reply.json))) {
      const name = rename(key);
      renamed[name] = [...(renamed[name] ?? []), ...(Array.isArray(messages) ? messages : [])];
    }
    setErrors(reply.json, renamed);
  });

const cycleMessage = (p: Injector, message: string): void =>
  editReplies(p, (reply) => {
    const errors = errorsOf(reply.json);
    for (const key of Object.keys(errors)) if (key.endsWith('billing_cycle')) errors[key] = [message];
  });

/** Other names for the states that are shown. */
export const renameStates = (p: Injector, where: RequestMatcher, names: Record<string, string>): void =>
  p.reply(where, (reply) => {
    if (!isSuccess(reply)) return;
    for (const record of recordsIn(reply.json))
      changeAt(record, 'status', (status) => names[String(status)] ?? status);
  });

/** Later looks: what changed is shown only after some time. */
function readLag(p: Injector, reads: RequestMatcher, ms: number): void {
  const changed = new Map<string, number>();
  const lastShown = new Map<string, unknown>();
  p.reply('everything', (_reply, { method, bearer }) => {
    if (method !== 'GET' && bearer !== null) changed.set(bearer, p.now());
  });
  p.reply(reads, (reply, { path, query, bearer }) => {
    const key = `${bearer} ${path}?${query}`;
    const isRecent = p.now() - (changed.get(bearer ?? '') ?? 0) < ms;
    if (isRecent && lastShown.has(key) && isSuccess(reply)) reply.json = structuredClone(lastShown.get(key));
    else if (isSuccess(reply)) lastShown.set(key, structuredClone(reply.json));
  });
  p.target((file) => setAt(file, 'lag', { read: `${ms / 1000 + 1}s`, revocation: '0s' }));
}

const instants = (p: Injector, to: (instant: string) => string): void =>
  editSuccesses(p, (reply) =>
    changeMembers(
      reply.json,
      (name) => /_at$|_from$|_until$|_start$|_end$/.test(name),
      (value) => (typeof value === 'string' && value.endsWith('Z') ? to(value) : value),
    ),
  );

/** More members everywhere but among the fields that `errors` names. */
function addMembers(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) addMembers(one);
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) if (name !== 'errors') addMembers(inner);
  value.x_extra = { note: 'more', list: [1, null], flag: true };
}

/** Changes the bytes of a reply, whatever they are packed in. */
function editPacked(reply: ResponseEdit, edit: (bytes: Buffer) => Buffer): void {
  if (!(reply.raw instanceof Uint8Array)) return;
  const coding = header(reply, 'Content-Encoding');
  if (coding === 'gzip') reply.raw = gzipSync(edit(gunzipSync(reply.raw)));
  else if (coding === 'br') reply.raw = brotliCompressSync(edit(brotliDecompressSync(reply.raw)));
  else reply.raw = edit(Buffer.from(reply.raw));
}

export const generalVariants: readonly LawfulVariant[] = [
  variant('variant/flat-422', '422 in the flat form', (p) => p.option('errorShape', 'flat')),
  variant('variant/envelope-422', '422 in the envelope form', (p) => p.option('errorShape', 'envelope')),
  ...each(
    [
      ['flat', undefined],
      ['flat, empty errors', {}],
      ['flat, null errors', null],
    ] as const,
    ([label, errors]) =>
      variant(`variant/flat-errors[${label}]`, `every error in the flat form: ${label}`, (p) =>
        editReplies(p, (reply) => {
          if (reply.status >= 400) toFlatError(reply, errors);
        }),
      ),
  ),
  ...each([[], {}, null], (errors) =>
    variant(
      `variant/flat-errors[${JSON.stringify(errors)}]`,
      `envelopes that hold errors ${JSON.stringify(errors)} outside of 422`,
      (p) =>
        editReplies(p, (reply) => {
          const error = valueAt(reply.json, 'error');
          if (reply.status >= 400 && reply.status !== 422 && isObject(error))
            error.errors = structuredClone(errors);
        }),
    ),
  ),
  variant('variant/mixed-error-shapes', 'both error forms by turns', (p) =>
    p.option('errorShape', 'alternate'),
  ),
  variant('variant/limit-set-a', 'limits of Set A', (p) => p.option('limits', 'A'), BURST),
  variant(
    'variant/limit-set-b',
    'limits of Set B: 60 a minute, 10 log-ins',
    (p) => p.option('limits', 'B'),
    BURST,
  ),
  variant('variant/orders-limited-lower', 'a lower limit of its own for orders', (p) =>
    editSuccesses(p, (reply, { operation }) => {
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
    'variant/reset-as-epoch',
    'RateLimit-Reset as epoch seconds',
    (p) =>
      editReplies(p, (reply) => {
        const reset = Number(header(reply, 'RateLimit-Reset'));
        if (header(reply, 'RateLimit-Reset') !== undefined)
          setHeader(reply, 'RateLimit-Reset', String(Math.floor(p.now() / 1000) + reset));
      }),
    BURST,
  ),
  variant('variant/token-bucket', 'a token bucket for each caller that fills up again all the time', (p) => {
    const buckets = new Map<string, { tokens: number; at: number }>();
    editSuccesses(p, (reply, { bearer }) => {
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
    'variant/no-limit-headers-on-errors',
    'no rate-limit headers on errors',
    (p) =>
      editReplies(p, (reply) => {
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
  variant('variant/extra-members', 'more members at every level', (p) =>
    editReplies(p, (reply) => addMembers(reply.json)),
  ),
  variant('variant/extra-headers', 'more headers', (p) =>
    editReplies(p, (reply) =>
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
      `variant/header-case[${letters}]`,
      `header names in ${letters} case`,
      (p) =>
        editReplies(p, (reply) => {
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
      variant(`variant/content-type-spelling[${media}]`, `bodies labelled ${media}`, (p) =>
        editReplies(p, (reply) => {
          if (header(reply, 'Content-Type') === 'application/json') setHeader(reply, 'Content-Type', media);
        }),
      ),
  ),
  variant(
    'variant/unknown-order-states',
    'order states nobody has heard of, once the order is under way',
    (p) =>
      renameStates(p, ['getOrder', 'listOrders'], {
        processing: 'queued_for_review',
        completed: 'PROCESSING-2',
        failed: 'on_hold',
      }),
  ),
  variant('variant/renamed-states[services]', 'other names for the states of services', (p) =>
    renameStates(
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
    'variant/renamed-states[subscriptions]',
    'other names for the states of subscriptions, invoices and payments',
    (p) => {
      renameStates(p, ['getSubscription', 'listSubscriptions', 'cancelSubscription'], {
        cancelled: 'ended',
        past_due: 'dunning',
      });
      renameStates(p, ['getInvoice', 'listInvoices'], {
        unpaid: 'open',
        paid: 'settled',
        overdue: 'late',
        cancelled: 'void',
      });
      renameStates(p, ['createPayment', 'listPayments'], { succeeded: 'booked' });
    },
  ),
  ...each(
    ['SKU:1/x', 'a product with spaces', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', `long-${'x'.repeat(195)}`],
    (sku) =>
      variant(`variant/sku-forms[${sku.slice(0, 12)}]`, `a product known as ${sku.slice(0, 40)}`, (p) =>
        p.target((file) => setAt(file, 'values.skuId', sku)),
      ),
  ),
  variant('variant/foreign-id-404', "another tenant's id is answered 404", (p) =>
    answersForeignIds(p, () => 404),
  ),
  variant('variant/foreign-id-403', "another tenant's id is answered 403", (p) =>
    answersForeignIds(p, () => 403),
  ),
  variant('variant/foreign-id-mixed', "another tenant's id is answered 403 here and 404 there", (p) =>
    answersForeignIds(p, ({ path }) =>
      path.startsWith('/orders') || path.startsWith('/customers') ? 403 : 404,
    ),
  ),
  variant('variant/malformed-json-422', 'a body that is no JSON is answered 422', (p) =>
    editReplies(p, (reply) => {
      if (reply.status === 400 && textAt(reply.json, 'error.code').startsWith('MALFORMED')) {
        replaceResponse(
          reply,
          refusal(422, 'VALIDATION_FAILED', 'The given data was invalid.', { body: ['This is no JSON.'] }),
        );
      }
    }),
  ),
  variant('variant/unknown-customer-404', 'an order for an unknown customer is answered 404', (p) =>
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
        replaceResponse(reply, refusal(404, 'NOT_FOUND', 'There is no such customer.'));
      }
    }),
  ),
  variant('variant/extra-members-refused', 'members nobody asked for are refused', (p) => {
    const known: Record<string, string[]> = {
      createOrder: ['customer_id', 'items', 'payment_method'],
      login: ['email', 'password', 'totp_code'],
      topUpWallet: ['amount', 'currency', 'payment_method', 'reference', 'note'],
      createPayment: ['invoice_id', 'amount', 'currency', 'method', 'reference', 'note', 'paid_at'],
    };
    p.request('everything', (_asking, { operation, json, headers }) => {
      const names = known[operation ?? ''];
      const extra = names && isObject(json) ? Object.keys(json).filter((name) => !names.includes(name)) : [];
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
        (reply: ResponseEdit) => {
          reply.status = 200;
        },
      ],
      ['without header', (reply: ResponseEdit) => dropHeader(reply, 'Idempotent-Replayed')],
      [
        '200 without header',
        (reply: ResponseEdit) => {
          reply.status = 200;
          dropHeader(reply, 'Idempotent-Replayed');
        },
      ],
    ] as const,
    ([label, edit]) =>
      variant(`variant/replay-answer[${label}]`, `a replay answered ${label}`, (p) =>
        p.reply(MONEY, (reply) => {
          if (isSuccess(reply) && header(reply, 'Idempotent-Replayed') !== undefined) edit(reply);
        }),
      ),
  ),
  ...each([409, 400], (status) =>
    variant(`variant/reused-key[${status}]`, `the same key with another body is answered ${status}`, (p) =>
      p.reply(MONEY, (reply) => {
        if (valueAt(reply.json, 'error.code') === 'IDEMPOTENCY_KEY_REUSED')
          replaceResponse(reply, refusal(status, 'KEY_REUSED', 'Another body.'));
      }),
    ),
  ),
  variant('variant/reused-key[original]', 'the same key with another body is given the first answer', (p) => {
    const stored = new Map<string, ResponseEdit>();
    p.reply(MONEY, (reply, request) => {
      const key = `${request.bearer} ${request.operation} ${request.headers['idempotency-key']}`;
      if (isSuccess(reply)) stored.set(key, structuredClone(reply));
      const first = stored.get(key);
      if (first && valueAt(reply.json, 'error.code') === 'IDEMPOTENCY_KEY_REUSED')
        replaceResponse(reply, structuredClone(first));
    });
  }),
  ...each([409, 429], (status) =>
    variant(
      `variant/parallel-replay-refused[${status}]`,
      `a twin that arrives while the first is running is answered ${status}`,
      (p) => {
        const running = new Set<string>();
        const mine = new WeakSet<ClientRequest>();
        p.request(MONEY, (_asking, request) => {
          const key = request.headers['idempotency-key'];
          if (key === undefined) return undefined;
          const name = `${request.bearer} ${key}`;
          if (running.has(name))
            return {
              ...refusal(status, 'IN_FLIGHT', 'The first is still running.'),
              headers: { 'Content-Type': 'application/json', 'Retry-After': '1' },
            };
          running.add(name);
          mine.add(request);
          return undefined;
        });
        p.yieldBefore(MONEY);
        p.reply(MONEY, (_reply, request) => {
          if (mine.has(request)) running.delete(`${request.bearer} ${request.headers['idempotency-key']}`);
        });
      },
    ),
  ),
  variant('variant/time-forms[fraction]', 'times with milliseconds', (p) =>
    instants(p, (instant) => instant.replace('Z', '.123Z')),
  ),
  variant('variant/time-forms[nine digits]', 'times with nanoseconds', (p) =>
    instants(p, (instant) => instant.replace('Z', '.123456789Z')),
  ),
  variant('variant/time-forms[offset]', 'times with +00:00', (p) =>
    instants(p, (instant) => instant.replace('Z', '+00:00')),
  ),
  variant('variant/one-service-for-units', 'one service for several units', (p) =>
    p.handler('createOrder', ({ request, db }, go) => {
      const done = go();
      if (!isObject(done) || !Array.isArray(done.services)) return done;
      let first = 0;
      const keep: string[] = [];
      for (const item of listAt(request.json, 'items')) {
        keep.push(String(done.services[first]));
        first += Number(valueAt(item, 'quantity')) || 1;
      }
      return db.table('orders').update(String(done.id), { services: keep });
    }),
  ),
  ...each(['usd', 'XTS'], (code) =>
    variant(`variant/currency-codes[${code}]`, `amounts in ${code}`, (p) =>
      editSuccesses(p, (reply) =>
        changeMembers(
          reply.json,
          (name) => name === 'currency',
          () => code,
        ),
      ),
    ),
  ),
  variant('variant/action-answers[empty]', 'actions are answered 200 with an empty object', (p) =>
    p.reply(ACTIONS, (reply) => {
      if (isSuccess(reply)) reply.json = {};
    }),
  ),
  variant('variant/action-answers[201]', 'actions are answered 201', (p) =>
    p.reply(ACTIONS, (reply) => {
      if (isSuccess(reply)) reply.status = 201;
    }),
  ),
  variant('variant/delete-answers[empty]', 'DELETE is answered 200 with an empty object', (p) =>
    p.reply(DELETES, (reply) => {
      if (isSuccess(reply)) reply.json = {};
    }),
  ),
  variant('variant/delete-answers[204]', 'DELETE is answered 204', (p) =>
    p.reply(DELETES, (reply) => {
      if (!isSuccess(reply)) return;
      reply.status = 204;
      reply.raw = '';
      dropHeader(reply, 'Content-Type');
    }),
  ),
  variant('variant/deactivated-unreadable', 'a deactivated customer can no longer be read', (p) => {
    const deleted = new Set<string>();
    p.reply('deactivateCustomer', (reply, { params }) => {
      if (isSuccess(reply)) deleted.add(params.id ?? '');
    });
    p.reply(['getCustomer', 'updateCustomer', 'listCustomerServices'], (reply, { params }) => {
      if (deleted.has(params.id ?? ''))
        replaceResponse(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
    });
    p.reply('listCustomers', (reply) =>
      changeAt(reply.json, 'data', (data) =>
        Array.isArray(data) ? data.filter((row) => valueAt(row, 'status') === 'active') : data,
      ),
    );
  }),
  variant('variant/slow-logout', 'a logout takes effect after three seconds', (p) => {
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
    p.target((file) => setAt(file, 'lag', { read: '0s', revocation: '5s' }));
    p.resolveCredential((bearer, go) => {
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
  variant('variant/lagging-lists', 'lists show what changed after two seconds', (p) =>
    readLag(p, LISTS, 2000),
  ),
  ...each(
    [
      ['bare', (json: unknown) => valueAt(json, 'data')],
      ['items', (json: unknown) => ({ items: valueAt(json, 'data'), next: valueAt(json, 'links.next') })],
      [
        'results',
        (json: unknown) => ({
          count: valueAt(json, 'meta.total'),
          results: valueAt(json, 'data'),
          next: valueAt(json, 'links.next'),
        }),
      ],
    ] as const,
    ([label, to]) =>
      variant(`variant/list-shapes[${label}]`, `lists of another shape: ${label}`, (p) => {
        p.reply(LISTS, (reply) => {
          if (isSuccess(reply)) reply.json = to(reply.json);
        });
        // a bare array has no pages: then everything has to be on the first
        if (label === 'bare') {
          p.request(LISTS, (change) => {
            const query = new URLSearchParams(change.query);
            query.set('per_page', '100');
            change.query = query.toString();
            return undefined;
          });
        }
      }),
  ),
  variant('variant/pages-of-five', 'pages of five rows', (p) =>
    p.request(LISTS, (change) => {
      const query = new URLSearchParams(change.query);
      if (!query.has('per_page')) query.set('per_page', '5');
      change.query = query.toString();
      return undefined;
    }),
  ),
  variant('variant/error-keys[brackets]', 'fields named `items[0].billing_cycle`', (p) =>
    fieldKeys(p, (key) => key.replace(/\.(\d+)/g, '[$1]')),
  ),
  variant('variant/error-keys[pointer]', 'fields named `/items/0/billing_cycle`', (p) =>
    fieldKeys(p, (key) => `/${key.replaceAll('.', '/')}`),
  ),
  variant('variant/error-keys[leaf]', 'fields named `billing_cycle`', (p) =>
    fieldKeys(p, (key) => key.split('.').at(-1) ?? key),
  ),
  variant('variant/cycle-message[pattern]', 'the billing-cycle message writes `<N>_year`', (p) =>
    cycleMessage(p, 'Erlaubt: semi_annual, quarterly, monthly, one_time, hourly, <N>_year (N = 1 … 10).'),
  ),
  variant('variant/cycle-message[order]', 'the billing-cycle message in another order and language', (p) =>
    cycleMessage(
      p,
      `Les valeurs admises: ${Array.from({ length: 10 }, (_, n) => `${10 - n}_year`).join(' | ')} | semi_annual | quarterly | monthly | one_time | hourly`,
    ),
  ),
  ...each(['tenantB', 'platformAdmin', 'limited', 'twoFactor', 'expired', 'revoked', 'reseller'], (name) =>
    variant(`variant/credential-missing[${name}]`, `the target file has no ${name}`, (p) =>
      p.target((file) => removeAt(file, `credentials.${name}`)),
    ),
  ),
  variant('variant/area-missing', 'billing is not offered', (p) => {
    p.target((file) => setAt(file, 'capabilities', { billing: false }));
    p.request(
      ({ path }) => /^\/(invoices|subscriptions|payments|wallet)/.test(path),
      () => refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.'),
    );
  }),
  ...each([402, 409, 400], (status) =>
    variant(`variant/wallet-too-small[${status}]`, `a wallet that is too small is answered ${status}`, (p) =>
      editReplies(p, (reply) => {
        if (valueAt(reply.json, 'error.code') === 'INSUFFICIENT_FUNDS')
          replaceResponse(reply, refusal(status, 'PAYMENT_REQUIRED', 'Not enough.'));
      }),
    ),
  ),
  ...each(['RS256', 'ES256', 'EdDSA'], (alg) =>
    variant(`variant/token-algorithms[${alg}]`, `tokens that say ${alg} and name a key`, (p) =>
      rewriteTokens(p, (token) => {
        const signature = Buffer.from(`${alg}${token.split('.')[2] ?? ''}`.repeat(3)).toString('base64url');
        return `${encodeJwtPart({ alg, typ: 'at+jwt', kid: 'k-2026-11' })}.${encodeJwtPart({ ...unverifiedClaims(token), iss: 'https://id.example' })}.${signature}`;
      }),
    ),
  ),
  variant(
    'variant/token-algorithms[stateless]',
    'tokens of one second are the same text: sub, iat and exp, no jti',
    (p) =>
      rewriteTokens(p, (token) => {
        const { sub, iat, exp } = unverifiedClaims(token);
        const seconds = (instant: unknown): number => Math.floor(Number(instant));
        const said = `${encodeJwtPart({ alg: 'HS256', typ: 'JWT' })}.${encodeJwtPart({ sub, iat: seconds(iat), exp: seconds(exp) })}`;
        return `${said}.${Buffer.from([...said].reverse().join(''))
          .toString('base64url')
          .slice(0, 43)}`;
      }),
  ),
  variant('variant/no-www-authenticate', '401 without WWW-Authenticate', (p) =>
    editReplies(p, (reply) => dropHeader(reply, 'WWW-Authenticate')),
  ),
  variant('variant/x-ratelimit-reset', 'X-RateLimit-Reset as well', (p) =>
    editReplies(p, (reply) => {
      const reset = header(reply, 'RateLimit-Reset');
      if (reset !== undefined) reply.headers['X-RateLimit-Reset'] = reset;
    }),
  ),
  ...each([7, 23], (every) =>
    variant(
      `variant/other-clients-429[${every}]`,
      `one answer in ${every} is a 429 that others have caused`,
      (p) => {
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
      },
    ),
  ),
  variant('variant/body-encodings[pretty]', 'bodies with line breaks and indents', (p) =>
    editReplies(p, (reply) => {
      if (reply.raw === null && reply.json !== undefined) reply.raw = JSON.stringify(reply.json, null, 4);
    }),
  ),
  ...each(['gzip', 'br'] as const, (coding) =>
    variant(`variant/body-encodings[${coding}]`, `bodies in ${coding}`, (p) =>
      editReplies(p, (reply) => {
        const text = reply.raw ?? JSON.stringify(reply.json ?? null);
        const bytes = typeof text === 'string' ? Buffer.from(text) : text;
        if (bytes.length === 0) return;
        reply.raw = coding === 'gzip' ? gzipSync(bytes) : brotliCompressSync(bytes);
        reply.headers['Content-Encoding'] = coding;
      }),
    ),
  ),
  ...each(['1.4', '2.0'], (version) =>
    variant(`variant/file-forms[${version}]`, `PDF ${version} with a trailing line`, (p) =>
      p.reply('downloadInvoicePdf', (reply) => {
        if (!(reply.raw instanceof Uint8Array) || !/pdf/.test(header(reply, 'Content-Type') ?? '')) return;
        editPacked(reply, (bytes) => {
          const text = bytes.toString('latin1').replace(/^%PDF-\d\.\d/, `%PDF-${version}`);
          return Buffer.from(`${text.trimEnd()}\r\n`, 'latin1');
        });
        setHeader(reply, 'Content-Type', 'application/pdf; version=2');
      }),
    ),
  ),
  variant('variant/base-url-forms[prefix]', 'a base URL with a path of its own', (p) =>
    p.target((file) => setAt(file, 'baseUrl', 'http://127.0.0.1:4010/api/hosting/v1')),
  ),
  variant('variant/base-url-forms[slash]', 'a base URL with a trailing slash', (p) =>
    p.target((file) => setAt(file, 'baseUrl', 'http://127.0.0.1:4010/v1/')),
  ),
  variant('variant/405-with-allow', '405 with Allow for a method that a path does not have', (p) =>
    p.reply(
      ({ operation, method }) => operation === null && method !== 'GET',
      (reply) => {
        if (reply.status === 404)
          replaceResponse(reply, {
            ...refusal(405, 'METHOD_NOT_ALLOWED', 'Not here.'),
            headers: { 'Content-Type': 'application/json', Allow: 'GET, POST' },
          });
      },
    ),
  ),
  variant('variant/no-openapi', 'no /openapi.json', (p) =>
    p.request(
      ({ path }) => path === '/openapi.json',
      () => refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.'),
    ),
  ),
  variant('variant/three-logins-a-minute', 'three log-ins a minute', (p) => p.option('limitsAuth', 3), BURST),
  ...each(['immediate', 'manual'] as const, (lifecycle) =>
    variant(
      `variant/provisioning-speed[${lifecycle}]`,
      `services that are ready ${lifecycle === 'manual' ? 'when somebody says so' : 'at once'}`,
      (p) => p.option('lifecycle', lifecycle),
    ),
  ),
  ...each([2, 99], (seed) =>
    variant(`variant/other-seed[${seed}]`, `other people, other ids: seed ${seed}`, (p) =>
      p.option('seed', seed),
    ),
  ),
];
