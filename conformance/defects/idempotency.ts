// Planted faults: replays under one Idempotency-Key.
import { randomUUID } from 'node:crypto';
import {
  answer,
  become,
  change,
  each,
  header,
  isDict,
  isSuccess,
  numberAt,
  put,
  refusal,
  shifted,
  textAt,
} from './edit.ts';
import type { Answer, Asked, Books, Defect, Plant } from './plant.ts';
import { chosen, follows, stated } from './row.ts';

const MONEY = ['createOrder', 'createPayment', 'topUpWallet'] as const;
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
const ONE = 'idempotency/replay-is-one-operation';

const keyOf = ({ headers }: Asked): string | null => headers['idempotency-key'] ?? null;

/** Lets payments of one reference be recorded more than once, which the mock refuses by itself. */
const freesReferences = (p: Plant): void =>
  p.handler('createPayment', ({ body }, go) =>
    go({ body: { ...(isDict(body) && body), reference: randomUUID() } }),
  );

/** Forgets keys. */
const forgets = (p: Plant, operation: (typeof MONEY)[number] | 'renewService'): void => {
  if (operation === 'createPayment') freesReferences(p);
  p.skip('replay', operation);
  p.skip('remember', operation);
};

/** Does something more whenever an answer is given again. */
const onReplay = (p: Plant, operation: (typeof MONEY)[number], also: (books: Books) => void): void =>
  p.step('replay', operation, ({ books }, go) => {
    const reply = go();
    if (reply !== undefined && books) also(books);
    return reply;
  });

const isReplay = (reply: Answer): boolean => header(reply, 'Idempotent-Replayed') !== undefined;

function changeBalance(books: Books, by: number): void {
  const [wallet] = books.shelf('wallets').all();
  if (!wallet) return;
  books.shelf('wallets').update(wallet.id, {
    balance_amount: numberAt(wallet, 'balance_amount') + by,
    available_amount: numberAt(wallet, 'available_amount') + by,
  });
}

/** Puts a second row beside the youngest one of a table. */
function duplicate(books: Books, table: string, patch: Record<string, unknown>): void {
  const last = books.shelf(table).all().at(-1);
  if (last) books.shelf(table).insert({ ...last, id: randomUUID(), ...patch });
}

export const idempotency: readonly Defect[] = [
  ...each(MONEY, (operation) =>
    stated(
      `${{ createOrder: 'ID01', createPayment: 'ID02', topUpWallet: 'ID03' }[operation]}`,
      `a replay of ${operation} is a second operation`,
      ONE,
      REPLAYED[operation],
      (p) => forgets(p, operation),
    ),
  ),
  stated(
    'ID04[order]',
    'a replayed order is answered alike and paid twice',
    ONE,
    'idempotency/order-replay-debit',
    (p) =>
      onReplay(p, 'createOrder', (books) => {
        const debit = books
          .shelf('wallet_transactions')
          .all()
          .findLast(({ type }) => type === 'debit');
        changeBalance(books, numberAt(debit, 'amount'));
      }),
  ),
  stated(
    'ID04[topup]',
    'a replayed top-up is answered alike and credited twice',
    ONE,
    'idempotency/topup-replay',
    (p) =>
      onReplay(p, 'topUpWallet', (books) => {
        const credit = books
          .shelf('wallet_transactions')
          .all()
          .findLast(({ type }) => type === 'topup');
        changeBalance(books, numberAt(credit, 'amount'));
      }),
  ),
  stated(
    'ID05[service]',
    'a replayed order is answered alike and creates another service',
    ONE,
    'idempotency/order-replay-services',
    (p) => onReplay(p, 'createOrder', (books) => duplicate(books, 'services', {})),
  ),
  stated(
    'ID05[invoice]',
    'a replayed order is answered alike and creates another invoice',
    ONE,
    'idempotency/order-replay-invoice',
    (p) =>
      onReplay(p, 'createOrder', (books) =>
        duplicate(books, 'invoices', { number: `DUP-${randomUUID()}`, order_id: null }),
      ),
  ),
  ...each(MONEY, (operation) =>
    stated(
      `ID06[${operation}]`,
      `twins of ${operation} sent at the same moment both count`,
      ONE,
      PARALLEL[operation],
      (p) => {
        if (operation === 'createPayment') freesReferences(p);
        p.racy(operation);
      },
    ),
  ),
  follows(
    'ID07',
    'a replay that arrives while the first is running is a server error',
    'idempotency/parallel-no-crash',
    'idempotency/order-parallel-no-crash',
    (p) => {
      const running = new Set<string>();
      p.request(MONEY, (_asking, asked) => {
        const key = keyOf(asked);
        if (key === null) return undefined;
        if (running.has(key)) return refusal(500, 'SERVER_ERROR', 'Deadlock.');
        running.add(key);
        return undefined;
      });
      p.pause(MONEY);
      p.reply(MONEY, (reply, asked) => {
        if (reply.status !== 500) running.delete(keyOf(asked) ?? '');
      });
    },
  ),
  follows(
    'ID08',
    'a key belongs to whoever used it first, in whatever tenant',
    ['idempotency/key-within-tenant', 'service/own-tenant-only'],
    'idempotency/key-within-tenant',
    (p) => {
      for (const step of ['replay', 'remember']) {
        p.step(step, MONEY, (passage, go) => {
          const { who } = passage;
          passage.who = { ...who, id: 'anybody', tenantId: null };
          try {
            return go();
          } finally {
            passage.who = who;
          }
        });
      }
    },
  ),
  ...each(['createOrder', 'createEmailService'] as const, (operation) =>
    follows(
      `ID08[${operation}]`,
      `a key of ${operation} belongs to whoever used it first, in whatever tenant`,
      ['idempotency/key-within-tenant', 'service/own-tenant-only'],
      `idempotency/key-within-tenant/${operation}`,
      (p) => {
        const first = new Map<string, unknown>();
        p.reply(operation, (reply, { headers }) => {
          const key = headers['idempotency-key'];
          if (key === undefined) return;
          if (first.has(key)) become(reply, answer(201, first.get(key)));
          else if (isSuccess(reply)) first.set(key, structuredClone(reply.json));
        });
      },
    ),
  ),
  chosen(
    'ID09',
    'the same key with another body is a second operation',
    'idempotency/other-body',
    'idempotency/other-body',
    (p) => {
      for (const step of ['replay', 'remember']) {
        p.step(step, MONEY, (passage, go) => {
          const { onceKey } = passage;
          if (onceKey !== null) passage.onceKey = `${onceKey} ${JSON.stringify(passage.asked.json)}`;
          try {
            return go();
          } finally {
            passage.onceKey = onceKey;
          }
        });
      }
    },
  ),
  chosen(
    'ID10',
    'a key replays the answer of another endpoint',
    'idempotency/other-endpoint',
    'idempotency/other-endpoint',
    (p) => {
      const kept = new Map<string, { operation: string | null; reply: Answer }>();
      p.request(MONEY, (_asking, asked) => {
        const last = kept.get(`${asked.bearer} ${keyOf(asked)}`);
        return last && last.operation !== asked.operation ? structuredClone(last.reply) : undefined;
      });
      p.reply(MONEY, (reply, asked) => {
        if (isSuccess(reply) && keyOf(asked) !== null) {
          kept.set(`${asked.bearer} ${keyOf(asked)}`, {
            operation: asked.operation,
            reply: structuredClone(reply),
          });
        }
      });
    },
  ),
  ...each([422, 401], (status) =>
    chosen(
      `ID11[${status}]`,
      `an attempt refused with ${status} uses up its key`,
      'idempotency/refusal-keeps-key',
      status === 422 ? 'idempotency/refused-keeps-the-key' : 'idempotency/unauthenticated-keeps-the-key',
      (p) => {
        const burnt = new Map<string, Answer>();
        p.request(MONEY, (_asking, asked) => {
          const reply = burnt.get(keyOf(asked) ?? '');
          return reply && structuredClone(reply);
        });
        p.reply(MONEY, (reply, asked) => {
          const key = keyOf(asked);
          if (reply.status === status && key !== null) burnt.set(key, structuredClone(reply));
        });
      },
    ),
  ),
  stated('ID13[id]', 'a replay is answered with another id', ONE, 'idempotency/order-replay-id', (p) =>
    p.reply(MONEY, (reply) => {
      if (isReplay(reply)) put(reply.json, 'id', randomUUID());
    }),
  ),
  stated(
    'ID13[created_at]',
    'a replay is answered with another creation time',
    [ONE, 'idempotency/replay-same-answer'],
    'idempotency/order-replay-id',
    (p) =>
      p.reply(MONEY, (reply) => {
        if (isReplay(reply)) change(reply.json, 'created_at', (instant) => shifted(instant, 60_000));
      }),
  ),
  ...each(MONEY, (operation) =>
    stated(
      `ID14[${operation}]`,
      `${operation} demands an Idempotency-Key`,
      'idempotency/key-is-optional',
      WITHOUT_KEY[operation],
      (p) =>
        p.request(operation, (_asking, asked) =>
          keyOf(asked) === null && asked.bearer !== null
            ? refusal(400, 'IDEMPOTENCY_KEY_REQUIRED', 'Send an Idempotency-Key.')
            : undefined,
        ),
    ),
  ),
  follows(
    'ID15',
    'the header works in one letter case only',
    ['idempotency/header-case', ONE],
    'idempotency/order-replay-services',
    (p) =>
      p.request(MONEY, (asking, { spelled }) => {
        if (!spelled.includes('Idempotency-Key')) delete asking.headers['idempotency-key'];
        return undefined;
      }),
  ),
  chosen(
    'ID18',
    'a replay after the cancellation places a new order',
    ['idempotency/replay-same-answer', ONE],
    'idempotency/replay-after-cancel',
    (p) => {
      const cancelled = new Set<string>();
      p.reply('cancelOrder', (reply, { params }) => {
        if (isSuccess(reply)) cancelled.add(params.id ?? '');
      });
      let again = 0;
      for (const step of ['replay', 'remember']) {
        p.step(step, 'createOrder', (passage, go) => {
          const { onceKey, books } = passage;
          const kept = books?.platform
            .shelf('idempotency')
            .all()
            .find(({ scope }) => textAt({ scope }, 'scope').endsWith(` ${onceKey}`));
          const order: unknown = JSON.parse(textAt(kept, 'body') || '{}');
          if (onceKey !== null && cancelled.has(textAt(order, 'id'))) {
            again += 1;
            passage.onceKey = `${onceKey}-${again}`;
          }
          const reply = go();
          passage.onceKey = onceKey;
          return reply;
        });
      }
    },
  ),
  chosen(
    'ID16[renewService]',
    'a replayed renewal renews twice',
    'idempotency/renewal',
    'services/renew-replay',
    (p) => forgets(p, 'renewService'),
  ),
  chosen(
    'ID19',
    'a replay is answered with another status',
    'idempotency/replay-same-answer',
    'idempotency/order-replay-answer',
    (p) =>
      p.reply(MONEY, (reply) => {
        if (isReplay(reply)) reply.status = 200;
      }),
  ),
];
