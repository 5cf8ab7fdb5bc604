// Defects that let a caller reach another tenant through a cache, a body, a header, a parent record or a wallet, and
// defects of idempotency keys.

import { randomUUID } from 'node:crypto';
import {
  changeAt,
  header,
  isSuccess,
  jsonResponse,
  numberAt,
  refusal,
  replaceResponse,
  setAt,
  textAt,
} from '../../src/variations/edits.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { after, changeBalance, isJwt, shiftInstant } from './edits/injections.ts';
import { TENANCY } from './from-document/access.ts';
import type { ClientRequest, Injector, Mutant, ResponseEdit, StepCall } from './mutant.ts';

const actsInNamedTenant = (p: Injector, named: (request: ClientRequest) => string | null | undefined): void =>
  p.step('identify', 'everything', (call, go) => {
    const early = go();
    const tenantId = named(call.request);
    if (tenantId && call.caller.kind !== 'anonymous') call.caller = { ...call.caller, tenantId };
    return early;
  });

const isolation: readonly Mutant[] = [
  stated('isolation/list-cached-across-tenants', TENANCY, (p) => {
    const stored = new Map<string, { tenantId: string | null; answer: unknown }>();
    p.handler(['listCustomers', 'listOrders', 'listTickets'], ({ request, caller: { tenantId } }, go) => {
      const key = `${request.path}?${request.query}`;
      const last = stored.get(key);
      if (last && last.tenantId !== tenantId) return last.answer;
      stored.set(key, { tenantId, answer: go() });
      return stored.get(key)?.answer;
    });
  }),
  stated('isolation/further-pages-of-all-tenants', TENANCY, (p) =>
    p.handler('listPayments', ({ query, db }, go) =>
      numberAt(query, 'page') > 1 && numberAt(query, 'per_page') === 25 ? go({ db: db.platform }) : go(),
    ),
  ),
  ...(['createCustomer', 'createWebhook', 'createApiKey', 'createTicket', 'createDnsZone'] as const).map(
    (operation) =>
      stated(`isolation/tenant-id-in-body[${operation}]`, TENANCY, (p) =>
        p.handler(operation, ({ request, db }, go) => {
          const tenant = textAt(request.json, 'tenant_id');
          return db.platform.table('tenants').find(tenant) ? go({ db: db.of(tenant) }) : go();
        }),
      ),
  ),
  stated('isolation/two-filters-joined-by-or', TENANCY, (p) =>
    p.handler(['listServices', 'listOrders'], ({ request, db }, go) => {
      const query = new URLSearchParams(request.query);
      return query.has('customer_id') && query.has('status') ? go({ db: db.platform }) : go();
    }),
  ),
  ...(
    [
      ['header', ({ headers }) => headers['x-tenant-id']],
      ['query', ({ query }) => new URLSearchParams(query).get('tenant_id')],
    ] as [string, (request: ClientRequest) => string | null | undefined][]
  ).map(([label, named]) =>
    chosen(`isolation/tenant-selectable[${label}]`, ['authentication/tenant-header', ...TENANCY], (p) =>
      actsInNamedTenant(p, named),
    ),
  ),
  stated('isolation/pays-from-foreign-wallets', [...TENANCY, 'billing/wallet-pays-total'], (p) =>
    after(p, 'createOrder', ({ db }, order) => {
      for (const { id, tenant_id } of db.platform
        .table('tenants')
        .all()
        .map(({ id }) => ({ id, tenant_id: id })))
        if (id !== db.tenantId) changeBalance(db.of(tenant_id), -numberAt(order, 'total_amount'));
    }),
  ),
  stated('isolation/shared-wallet', TENANCY, (p) =>
    p.handler(['getWallet', 'topUpWallet'], ({ db }, go) =>
      go({ db: db.of(textAt(db.platform.table('wallets').all()[0], 'tenant_id')) }),
    ),
  ),
  stated('isolation/keys-reach-foreign-customers', TENANCY, (p) =>
    p.readAcrossTenants(
      ({ operation, bearer }) => operation === 'getCustomer' && bearer !== null && !isJwt(bearer),
    ),
  ),
];

const PURCHASES = ['createOrder', 'createPayment', 'topUpWallet'] as const;
const REPLAY_IS_ONE = 'idempotency/replay-is-one-operation';
const SAME_ANSWER = 'idempotency/replay-same-answer';

const keyOf = ({ headers }: ClientRequest): string | null => headers['idempotency-key'] ?? null;
const isReplay = (reply: ResponseEdit): boolean => header(reply, 'Idempotent-Replayed') !== undefined;

function withKeys(p: Injector, change: (call: StepCall) => void): void {
  for (const name of ['replay', 'remember'])
    p.step(name, [...PURCHASES], (call, go) => {
      const { caller, idempotencyKey } = call;
      change(call);
      try {
        return go();
      } finally {
        Object.assign(call, { caller, idempotencyKey });
      }
    });
}

const idempotency: readonly Mutant[] = [
  stated('authentication/replay-without-credential', 'authentication/missing-is-401', (p) => {
    const stored = new Map<string, ResponseEdit>();
    p.reply('topUpWallet', (reply, request) => {
      const key = keyOf(request) ?? '';
      const first = stored.get(key);
      if (isSuccess(reply)) stored.set(key, structuredClone(reply));
      else if (reply.status === 401 && first) replaceResponse(reply, first);
    });
  }),
  stated('idempotency/key-of-one-login', REPLAY_IS_ONE, (p) =>
    withKeys(p, (call) => {
      if (call.idempotencyKey !== null) call.idempotencyKey += call.request.bearer;
    }),
  ),
  ...(['createVps', 'renewService', 'renewDomain'] as const).map((operation) =>
    stated(`idempotency/purchase-charged-again[${operation}]`, REPLAY_IS_ONE, (p) => {
      for (const name of ['replay', 'remember']) p.skip(name, operation);
    }),
  ),
  stated('idempotency/replayed-payment-counts-twice', REPLAY_IS_ONE, (p) =>
    p.step('replay', 'createPayment', ({ db, request: { json } }, go) => {
      const reply = go();
      const invoice =
        reply === undefined ? undefined : db?.table('invoices').find(textAt(json, 'invoice_id'));
      const amount = numberAt(json, 'amount');
      if (invoice)
        db?.table('invoices').update(invoice.id, {
          paid_amount: numberAt(invoice, 'paid_amount') + amount,
          due_amount: numberAt(invoice, 'due_amount') - amount,
        });
      return reply;
    }),
  ),
  follows('idempotency/parallel-500', 'idempotency/parallel-no-crash', (p) => {
    const running = new Set<string | null>([]);
    p.request([...PURCHASES], (_edit, request) => {
      const isRunning = running.has(keyOf(request));
      if (keyOf(request) !== null) running.add(keyOf(request));
      return isRunning ? refusal(500, 'SERVER_ERROR', 'Deadlock.') : undefined;
    });
    p.yieldBefore([...PURCHASES]);
    p.reply([...PURCHASES], (reply, request) => {
      if (reply.status !== 500) running.delete(keyOf(request));
    });
  }),
  ...(
    [
      ['id', REPLAY_IS_ONE, ({ json }) => setAt(json, 'id', randomUUID())],
      [
        'created_at',
        REPLAY_IS_ONE,
        ({ json }) => changeAt(json, 'created_at', (time) => shiftInstant(time, 60_000)),
      ],
      ['status', SAME_ANSWER, (reply) => Object.assign(reply, { status: 200 })],
    ] as [string, typeof REPLAY_IS_ONE | typeof SAME_ANSWER, (reply: ResponseEdit) => void][]
  ).map(([label, requirement, edit]) =>
    (requirement === SAME_ANSWER ? chosen : stated)(
      `idempotency/replay-differs[${label}]`,
      [requirement, SAME_ANSWER],
      (p) =>
        p.reply([...PURCHASES], (reply) => {
          if (isReplay(reply)) edit(reply);
        }),
    ),
  ),
  follows('idempotency/key-shared-across-tenants', ['idempotency/key-within-tenant', ...TENANCY], (p) =>
    withKeys(p, (call) => {
      call.caller = { ...call.caller, id: 'anybody', tenantId: null };
    }),
  ),
  ...(['createOrder', 'createEmailService'] as const).map((operation) =>
    follows(
      `idempotency/key-shared-across-tenants[${operation}]`,
      ['idempotency/key-within-tenant', ...TENANCY],
      (p) => {
        const first = new Map<string | null, unknown>();
        p.reply(operation, (reply, request) => {
          const key = keyOf(request);
          if (first.has(key)) replaceResponse(reply, jsonResponse(201, first.get(key)));
          else if (isSuccess(reply) && key !== null) first.set(key, structuredClone(reply.json));
        });
      },
    ),
  ),
  chosen('idempotency/other-body-repeats', 'idempotency/other-body', (p) =>
    withKeys(p, (call) => {
      if (call.idempotencyKey !== null) call.idempotencyKey += JSON.stringify(call.request.json);
    }),
  ),
  chosen('idempotency/other-endpoint-replayed', 'idempotency/other-endpoint', (p) => {
    const stored = new Map<string, { operation: string | null; reply: ResponseEdit }>();
    p.request([...PURCHASES], (_edit, request) => {
      const last = stored.get(`${request.bearer} ${keyOf(request)}`);
      return last && last.operation !== request.operation ? last.reply : undefined;
    });
    p.reply([...PURCHASES], (reply, request) => {
      const { operation, bearer } = request;
      if (isSuccess(reply) && keyOf(request) !== null)
        stored.set(`${bearer} ${keyOf(request)}`, { operation, reply: structuredClone(reply) });
    });
  }),
  ...[422, 401].map((status) =>
    chosen(`idempotency/refusal-uses-up-key[${status}]`, 'idempotency/refusal-keeps-key', (p) => {
      const refused = new Map<string, ResponseEdit>();
      p.request([...PURCHASES], (_edit, request) => refused.get(keyOf(request) ?? ''));
      p.reply([...PURCHASES], (reply, request) => {
        if (reply.status === status) refused.set(keyOf(request) ?? 'none', structuredClone(reply));
      });
    }),
  ),
  follows('idempotency/header-case-sensitive', [REPLAY_IS_ONE], (p) =>
    p.request([...PURCHASES], (change, { headerNames }) => {
      if (!headerNames.includes('Idempotency-Key')) delete change.headers['idempotency-key'];
    }),
  ),
];

/** Defects of the separation of tenants and of idempotency keys. */
export const tenancyAndIdempotency: readonly Mutant[] = [...isolation, ...idempotency];
