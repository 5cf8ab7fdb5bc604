// Defects of idempotent replays: the mock runs a repeated request a second time, or gives it another reply.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { changeBalance, duplicateNewest } from './edits/db-edits.ts';
import {
  changeAt,
  each,
  header,
  isSuccess,
  numberAt,
  refusal,
  setAt,
  shiftInstant,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { ClientRequest, Db, Injector, Mutant, ResponseEdit } from './mutant.ts';

/** Operations for which the specification states an idempotency key. */
export const PURCHASES = ['createOrder', 'createPayment', 'topUpWallet'] as const;

/** Operation → id of the check that sends a request of the operation and then the same request again. */
const REPLAYED = {
  createOrder: 'idempotency/order-replay-services',
  createPayment: 'idempotency/payment-replay',
  topUpWallet: 'idempotency/topup-replay',
} as const;

const PARALLEL = {
  createOrder: 'idempotency/order-parallel',
  createPayment: 'idempotency/payment-parallel',
  topUpWallet: 'idempotency/topup-parallel',
} as const;

/** The requirement that a request and its replay are one operation. */
export const REPLAY_IS_ONE = 'idempotency/replay-is-one-operation';

/** Returns the idempotency key of a request; null when the request has no such header. */
export const keyOf = ({ headers }: ClientRequest): string | null => headers['idempotency-key'] ?? null;

/**
 * Lets the mock record several payments with the same reference; without this change it refuses the second payment.
 */
const allowsDuplicateReferences = (p: Injector): void =>
  p.handler('createPayment', ({ body }, go) =>
    go({ body: { ...(isObject(body) && body), reference: randomUUID() } }),
  );

/** Ignores the idempotency keys of an operation. */
const ignoresKey = (p: Injector, operation: (typeof PURCHASES)[number] | 'renewService'): void => {
  if (operation === 'createPayment') allowsDuplicateReferences(p);
  p.skip('replay', operation);
  p.skip('remember', operation);
};

/** Makes a further change to the tenant's data whenever the mock replays a stored response. */
const onReplay = (p: Injector, operation: (typeof PURCHASES)[number], also: (db: Db) => void): void =>
  p.step('replay', operation, ({ db }, go) => {
    const reply = go();
    if (reply !== undefined && db) also(db);
    return reply;
  });

const isReplay = (reply: ResponseEdit): boolean => header(reply, 'Idempotent-Replayed') !== undefined;

/**
 * Runs the replay of a purchase as a second purchase.
 * @param member the member of the body that must differ in the second purchase; null when no member must
 */
function ignoresReplay(p: Injector, where: OperationId, member: string | null): void {
  const keys = new Set<string>();
  const again = new WeakSet<ClientRequest>();
  p.skip('replay', where);
  p.skip('remember', where);
  p.request(where, (change, request) => {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return undefined;
    if (keys.has(key)) {
      again.add(request);
      if (member !== null && isObject(change.json))
        change.json[member] = textAt(change.json, member).replace('.', '-two.');
    }
    keys.add(key);
    return undefined;
  });
}

export const idempotency: readonly Mutant[] = [
  ...each(PURCHASES, (operation) =>
    stated(
      `${{ createOrder: 'idempotency/order-repeated', createPayment: 'idempotency/payment-repeated', topUpWallet: 'idempotency/topup-repeated' }[operation]}`,
      `a replay of ${operation} is a second operation`,
      REPLAY_IS_ONE,
      REPLAYED[operation],
      (p) => ignoresKey(p, operation),
    ),
  ),
  stated(
    'idempotency/replay-charges-again[order]',
    'a replayed order has the same reply and is paid twice',
    REPLAY_IS_ONE,
    'idempotency/order-replay-debit',
    (p) =>
      onReplay(p, 'createOrder', (db) => {
        const debit = db
          .table('wallet_transactions')
          .all()
          .findLast(({ type }) => type === 'debit');
        changeBalance(db, numberAt(debit, 'amount'));
      }),
  ),
  stated(
    'idempotency/replay-charges-again[topup]',
    'a replayed top-up has the same reply and is credited twice',
    REPLAY_IS_ONE,
    'idempotency/topup-replay',
    (p) =>
      onReplay(p, 'topUpWallet', (db) => {
        const credit = db
          .table('wallet_transactions')
          .all()
          .findLast(({ type }) => type === 'topup');
        changeBalance(db, numberAt(credit, 'amount'));
      }),
  ),
  stated(
    'idempotency/replay-creates-more[service]',
    'a replayed order has the same reply and creates another service',
    REPLAY_IS_ONE,
    'idempotency/order-replay-services',
    (p) => onReplay(p, 'createOrder', (db) => duplicateNewest(db, 'services', {})),
  ),
  stated(
    'idempotency/replay-creates-more[invoice]',
    'a replayed order has the same reply and creates another invoice',
    REPLAY_IS_ONE,
    'idempotency/order-replay-invoice',
    (p) =>
      onReplay(p, 'createOrder', (db) =>
        duplicateNewest(db, 'invoices', { number: `DUP-${randomUUID()}`, order_id: null }),
      ),
  ),
  ...each(PURCHASES, (operation) =>
    stated(
      `idempotency/parallel-both-count[${operation}]`,
      `twins of ${operation} sent at the same moment both count`,
      REPLAY_IS_ONE,
      PARALLEL[operation],
      (p) => {
        if (operation === 'createPayment') allowsDuplicateReferences(p);
        p.raceReplay(operation);
      },
    ),
  ),
  follows(
    'idempotency/parallel-500',
    'a replay that arrives while the first is running is a server error',
    'idempotency/parallel-no-crash',
    'idempotency/order-parallel-no-crash',
    (p) => {
      const running = new Set<string>();
      p.request(PURCHASES, (_edit, request) => {
        const key = keyOf(request);
        if (key === null) return undefined;
        if (running.has(key)) return refusal(500, 'SERVER_ERROR', 'Deadlock.');
        running.add(key);
        return undefined;
      });
      p.yieldBefore(PURCHASES);
      p.reply(PURCHASES, (reply, request) => {
        if (reply.status !== 500) running.delete(keyOf(request) ?? '');
      });
    },
  ),
  stated(
    'idempotency/replay-body-differs[id]',
    'a replay is answered with another id',
    REPLAY_IS_ONE,
    'idempotency/order-replay-id',
    (p) =>
      p.reply(PURCHASES, (reply) => {
        if (isReplay(reply)) setAt(reply.json, 'id', randomUUID());
      }),
  ),
  stated(
    'idempotency/replay-body-differs[created_at]',
    'a replay is answered with another creation time',
    [REPLAY_IS_ONE, 'idempotency/replay-same-answer'],
    'idempotency/order-replay-id',
    (p) =>
      p.reply(PURCHASES, (reply) => {
        if (isReplay(reply)) changeAt(reply.json, 'created_at', (instant) => shiftInstant(instant, 60_000));
      }),
  ),
  chosen(
    'idempotency/replay-after-cancel-repeats',
    'a replay after the cancellation places a new order',
    ['idempotency/replay-same-answer', REPLAY_IS_ONE],
    'idempotency/replay-after-cancel',
    (p) => {
      const cancelled = new Set<string>();
      p.reply('cancelOrder', (reply, { params }) => {
        if (isSuccess(reply)) cancelled.add(params.id ?? '');
      });
      let again = 0;
      for (const step of ['replay', 'remember']) {
        p.step(step, 'createOrder', (call, go) => {
          const { idempotencyKey, db } = call;
          const stored = db?.platform
            .table('idempotency')
            .all()
            .find(({ scope }) => textAt({ scope }, 'scope').endsWith(` ${idempotencyKey}`));
          const order: unknown = JSON.parse(textAt(stored, 'body') || '{}');
          if (idempotencyKey !== null && cancelled.has(textAt(order, 'id'))) {
            again += 1;
            call.idempotencyKey = `${idempotencyKey}-${again}`;
          }
          const reply = go();
          call.idempotencyKey = idempotencyKey;
          return reply;
        });
      }
    },
  ),
  chosen(
    'idempotency/purchase-repeated[renewService]',
    'a replayed renewal renews twice',
    'idempotency/renewal',
    'services/renew-replay',
    (p) => ignoresKey(p, 'renewService'),
  ),
  ...each(
    [
      ['registerDomain', 'domain', 'idempotency/registerDomain'],
      ['transferDomain', 'domain', 'idempotency/transferDomain'],
      ['createHostingAccount', 'domain', 'idempotency/createHostingAccount'],
      ['createCertificate', 'common_name', 'idempotency/createCertificate'],
      ['createEmailService', 'domain', 'idempotency/createEmailService'],
      ['renewDomain', null, 'domains/renew-replay'],
    ] as const,
    ([operation, member, check]) =>
      chosen(
        `idempotency/purchase-repeated[${operation}]`,
        `a replay of ${operation} buys again`,
        'idempotency/purchases',
        check,
        (p) => ignoresReplay(p, operation, member),
      ),
  ),
  chosen(
    'idempotency/replay-status-differs',
    'a replay is answered with another status',
    'idempotency/replay-same-answer',
    'idempotency/order-replay-answer',
    (p) =>
      p.reply(PURCHASES, (reply) => {
        if (isReplay(reply)) reply.status = 200;
      }),
  ),
  ...each(
    [
      ['createVps', 'vps'],
      ['resizeVps', 'vps'],
      ['renewCertificate', 'ssl'],
    ] as const,
    ([operation, area]) =>
      chosen(
        `idempotency/product-action-repeated[${operation}]`,
        `a replay of ${operation} acts a second time`,
        operation === 'resizeVps' ? 'idempotency/replay-same-answer' : 'idempotency/purchases',
        operation === 'renewCertificate' ? `${area}/renew-replay` : `idempotency/${operation}`,
        (p) => {
          for (const step of ['replay', 'remember']) p.skip(step, operation);
        },
      ),
  ),
  stated(
    'idempotency/replayed-order-charged',
    'a replayed order has the same reply and is debited from the wallet again',
    'idempotency/replay-is-one-operation',
    'idempotency/order-replay-debit',
    (p) => {
      const seen = new Map<string, { tenant: string; total: number }>();
      let tenant = '';
      p.handler('createOrder', ({ db }, go) => {
        tenant = db.tenantId ?? '';
        return go();
      });
      p.reply('createOrder', (reply, { headers }) => {
        const key = headers['idempotency-key'];
        if (key === undefined || !isSuccess(reply)) return;
        const before = seen.get(key);
        if (before === undefined) {
          seen.set(key, { tenant, total: Number(valueAt(reply.json, 'total_amount')) });
          return;
        }
        p.readDb((db) => {
          const wallet = db
            .table('wallets')
            .all()
            .find((entry) => entry.tenant_id === before.tenant);
          if (!wallet) return;
          const balance = Number(wallet.balance_amount) - before.total;
          db.table('wallets').update(wallet.id, { balance_amount: balance, available_amount: balance });
        });
      });
    },
  ),
  stated(
    'idempotency/payment-counted-twice',
    'a replayed payment has the same reply and counts twice on the invoice',
    'idempotency/replay-is-one-operation',
    'idempotency/payment-replay-invoice',
    (p) =>
      p.step('replay', 'createPayment', ({ db, request }, go) => {
        const result = go();
        const id = textAt(request.json, 'invoice_id');
        const invoice = db?.table('invoices').find(id);
        if (result !== undefined && db && invoice)
          db.table('invoices').update(id, {
            paid_amount: numberAt(invoice, 'paid_amount') + numberAt(request.json, 'amount'),
            due_amount: numberAt(invoice, 'due_amount') - numberAt(request.json, 'amount'),
          });
        return result;
      }),
  ),
  stated(
    'idempotency/unpaid-order-repeated',
    'replays of orders that wait for payment are second orders',
    'idempotency/replay-is-one-operation',
    'idempotency/waiting-order-replay',
    (p) => {
      const wait = (request: ClientRequest) =>
        request.operation === 'createOrder' && valueAt(request.json, 'payment_method') !== 'wallet';
      p.skip('replay', wait);
      p.skip('remember', wait);
    },
  ),
  stated(
    'idempotency/topup-credited-again',
    'a replayed top-up answers the first transaction and credits again',
    'idempotency/replay-is-one-operation',
    'idempotency/topup-replay',
    (p) => {
      const seen = new Map<string, string>();
      let now = '';
      p.handler('topUpWallet', ({ db }, go) => {
        now = db.tenantId ?? '';
        return go();
      });
      p.reply('topUpWallet', (reply, request) => {
        const key = `${request.bearer} ${request.headers['idempotency-key']}`;
        if (!isSuccess(reply) || !request.headers['idempotency-key']) return;
        const tenant = seen.get(key);
        const amount = numberAt(request.json, 'amount');
        if (tenant)
          p.readDb((owner) => {
            const wallet = owner
              .table('wallets')
              .all()
              .find((x) => x.tenant_id === tenant);
            if (wallet)
              owner.table('wallets').update(wallet.id, {
                balance_amount: numberAt(wallet, 'balance_amount') + amount,
                available_amount: numberAt(wallet, 'available_amount') + amount,
              });
          });
        else seen.set(key, now);
      });
    },
  ),
  stated(
    'idempotency/replay-adds-invoice',
    'a replayed order returns the order and creates another invoice',
    'idempotency/replay-is-one-operation',
    'idempotency/order-replay-invoice',
    (p) => {
      const seen = new Map<string, string>();
      let count = 0;
      p.reply('createOrder', (reply, request) => {
        const k = request.headers['idempotency-key'];
        if (!k || !isSuccess(reply)) return;
        const before = seen.get(k);
        if (before)
          p.readDb((owner) => {
            const invoice = owner.table('invoices').find(before);
            if (invoice) {
              const { id: _, order_id: _o, number, ...rest } = invoice;
              count += 1;
              owner
                .of(String(invoice.tenant_id))
                .table('invoices')
                .insert({ ...rest, id: randomUUID(), order_id: null, number: `${number}-B${count}` });
            }
          });
        else seen.set(k, textAt(reply.json, 'invoice_id'));
      });
    },
  ),
];
