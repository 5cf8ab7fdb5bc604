// Planted faults: replays under one Idempotency-Key.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { changeBalance, duplicateNewest } from './db-edits.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { ClientRequest, Db, Injector, Mutant, ResponseEdit } from './mutant.ts';
import {
  changeAt,
  each,
  header,
  isSuccess,
  jsonResponse,
  numberAt,
  refusal,
  replaceResponse,
  setAt,
  shiftInstant,
  textAt,
} from './response-edits.ts';

const PURCHASES = ['createOrder', 'createPayment', 'topUpWallet'] as const;
/** The checks that replay each operation, one after the other and all at once. */
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
const WITHOUT_KEY = {
  createOrder: 'idempotency/key-is-optional',
  createPayment: 'idempotency/payment-without-key',
  topUpWallet: 'idempotency/topup-without-key',
} as const;
const REPLAY_IS_ONE = 'idempotency/replay-is-one-operation';

const keyOf = ({ headers }: ClientRequest): string | null => headers['idempotency-key'] ?? null;

/** Lets payments of one reference be recorded more than once, which the mock refuses by itself. */
const allowsDuplicateReferences = (p: Injector): void =>
  p.handler('createPayment', ({ body }, go) =>
    go({ body: { ...(isObject(body) && body), reference: randomUUID() } }),
  );

/** Forgets keys. */
const ignoresKey = (p: Injector, operation: (typeof PURCHASES)[number] | 'renewService'): void => {
  if (operation === 'createPayment') allowsDuplicateReferences(p);
  p.skip('replay', operation);
  p.skip('remember', operation);
};

/** Does something more whenever an answer is given again. */
const onReplay = (p: Injector, operation: (typeof PURCHASES)[number], also: (db: Db) => void): void =>
  p.step('replay', operation, ({ db }, go) => {
    const reply = go();
    if (reply !== undefined && db) also(db);
    return reply;
  });

const isReplay = (reply: ResponseEdit): boolean => header(reply, 'Idempotent-Replayed') !== undefined;

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
    'a replayed order is answered alike and paid twice',
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
    'a replayed top-up is answered alike and credited twice',
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
    'a replayed order is answered alike and creates another service',
    REPLAY_IS_ONE,
    'idempotency/order-replay-services',
    (p) => onReplay(p, 'createOrder', (db) => duplicateNewest(db, 'services', {})),
  ),
  stated(
    'idempotency/replay-creates-more[invoice]',
    'a replayed order is answered alike and creates another invoice',
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
      p.request(PURCHASES, (_asking, request) => {
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
  follows(
    'idempotency/key-shared-across-tenants',
    'a key belongs to whoever used it first, in whatever tenant',
    ['idempotency/key-within-tenant', 'service/own-tenant-only'],
    'idempotency/key-within-tenant',
    (p) => {
      for (const step of ['replay', 'remember']) {
        p.step(step, PURCHASES, (call, go) => {
          const { caller } = call;
          call.caller = { ...caller, id: 'anybody', tenantId: null };
          try {
            return go();
          } finally {
            call.caller = caller;
          }
        });
      }
    },
  ),
  ...each(['createOrder', 'createEmailService'] as const, (operation) =>
    follows(
      `idempotency/key-shared-across-tenants[${operation}]`,
      `a key of ${operation} belongs to whoever used it first, in whatever tenant`,
      ['idempotency/key-within-tenant', 'service/own-tenant-only'],
      `idempotency/key-within-tenant/${operation}`,
      (p) => {
        const first = new Map<string, unknown>();
        p.reply(operation, (reply, { headers }) => {
          const key = headers['idempotency-key'];
          if (key === undefined) return;
          if (first.has(key)) replaceResponse(reply, jsonResponse(201, first.get(key)));
          else if (isSuccess(reply)) first.set(key, structuredClone(reply.json));
        });
      },
    ),
  ),
  chosen(
    'idempotency/other-body-repeats',
    'the same key with another body is a second operation',
    'idempotency/other-body',
    'idempotency/other-body',
    (p) => {
      for (const step of ['replay', 'remember']) {
        p.step(step, PURCHASES, (call, go) => {
          const { idempotencyKey } = call;
          if (idempotencyKey !== null)
            call.idempotencyKey = `${idempotencyKey} ${JSON.stringify(call.request.json)}`;
          try {
            return go();
          } finally {
            call.idempotencyKey = idempotencyKey;
          }
        });
      }
    },
  ),
  chosen(
    'idempotency/other-endpoint-replayed',
    'a key replays the answer of another endpoint',
    'idempotency/other-endpoint',
    'idempotency/other-endpoint',
    (p) => {
      const stored = new Map<string, { operation: string | null; reply: ResponseEdit }>();
      p.request(PURCHASES, (_asking, request) => {
        const last = stored.get(`${request.bearer} ${keyOf(request)}`);
        return last && last.operation !== request.operation ? structuredClone(last.reply) : undefined;
      });
      p.reply(PURCHASES, (reply, request) => {
        if (isSuccess(reply) && keyOf(request) !== null) {
          stored.set(`${request.bearer} ${keyOf(request)}`, {
            operation: request.operation,
            reply: structuredClone(reply),
          });
        }
      });
    },
  ),
  ...each([422, 401], (status) =>
    chosen(
      `idempotency/refusal-uses-up-key[${status}]`,
      `an attempt refused with ${status} uses up its key`,
      'idempotency/refusal-keeps-key',
      status === 422 ? 'idempotency/refused-keeps-the-key' : 'idempotency/unauthenticated-keeps-the-key',
      (p) => {
        const burnt = new Map<string, ResponseEdit>();
        p.request(PURCHASES, (_asking, request) => {
          const reply = burnt.get(keyOf(request) ?? '');
          return reply && structuredClone(reply);
        });
        p.reply(PURCHASES, (reply, request) => {
          const key = keyOf(request);
          if (reply.status === status && key !== null) burnt.set(key, structuredClone(reply));
        });
      },
    ),
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
  ...each(PURCHASES, (operation) =>
    stated(
      `idempotency/key-required[${operation}]`,
      `${operation} demands an Idempotency-Key`,
      'idempotency/key-is-optional',
      WITHOUT_KEY[operation],
      (p) =>
        p.request(operation, (_asking, request) =>
          keyOf(request) === null && request.bearer !== null
            ? refusal(400, 'IDEMPOTENCY_KEY_REQUIRED', 'Send an Idempotency-Key.')
            : undefined,
        ),
    ),
  ),
  follows(
    'idempotency/header-case-sensitive',
    'the header works in one letter case only',
    ['idempotency/header-case', REPLAY_IS_ONE],
    'idempotency/order-replay-services',
    (p) =>
      p.request(PURCHASES, (change, { headerNames }) => {
        if (!headerNames.includes('Idempotency-Key')) delete change.headers['idempotency-key'];
        return undefined;
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
];
