// Tests of what a run learns by effect: the state of a resource and the balance of a wallet.
import { expect, test } from 'vitest';
import { isObject } from '../../contract/is-object.ts';
import type { OperationId } from '../../contract/operations.ts';
import { exchange } from '../testing/exchange.ts';
import { ResponseMapping } from './learned-names.ts';

const ID = '00000000-0000-4000-8000-000000000001';

/** Lets a mapping learn from calls, and returns the last reply with the names of the contract. */
function after(calls: readonly (readonly [OperationId, unknown, sent?: unknown])[]) {
  const mapping = new ResponseMapping();
  const made = calls.map(([operation, json, sent], at) => {
    const method = operation.startsWith('get') ? 'GET' : 'POST';
    const params = /Service$/.test(operation) ? { id: ID } : {};
    const request = { ...exchange().request, method, params, json: sent };
    return exchange({ id: `x${at}`, operation, json, request });
  });
  for (const one of made) mapping.learn(one);
  const last = made.at(-1);
  return { mapping, view: last && mapping.view(last) };
}

const service = (belu: string, more: object = {}) => ({
  id: ID,
  belu,
  kind: 'web space',
  note: 'as before',
  ...more,
});

test('the one word that an action changes is the state, whatever its name, with its evidence in the report', () => {
  const { mapping, view } = after([
    ['getService', service('zora', { labels: ['fresh'] })],
    ['suspendService', service('mita', { labels: ['stale'] })],
  ]);
  expect(view).toMatchObject({ status: 'mita' });
  expect(mapping.learned).toMatchObject({ Service: { status: ['belu'] } });
  expect(mapping.evidence).toEqual([
    {
      kind: 'Service',
      name: 'status',
      place: '/belu',
      how: 'the only word that changed with suspendService',
      exchanges: ['x0', 'x1', 'x1'],
    },
  ]);
});

test.each([
  ['two words of one depth change', service('mita', { note: 'changed' })],
  ['a time changes', service('zora', { note: '2026-11-20T08:00:00Z' })],
  ['there is a member called `state`', service('mita', { state: 'x' })],
])('no state is learned where %s', (_, later) => {
  const { mapping } = after([
    ['getService', service('zora')],
    ['getService', later],
  ]);
  expect(mapping.evidence).toEqual([]);
});

test('a sent word that comes back is no state, and a word within a part is one only where no outer word changes', () => {
  const renamed = after([
    ['getService', service('zora')],
    ['renewService', service('zora', { note: 'sent' }), { note: 'sent' }],
  ]);
  expect(renamed.mapping.evidence).toEqual([]);
  const nested = after([
    ['getService', service('zora', { part: { word: 'off' } })],
    ['getService', service('mita', { part: { word: 'on' } })],
  ]);
  expect(nested.mapping.learned).toMatchObject({ Service: { status: ['belu'] } });
});

test('the number that moves by a top-up and by the price of an order is the balance', () => {
  const wallet = (funds: number, count: number, paidIn: number) => ({
    zudo: funds,
    mika: count,
    pano: paidIn,
  });
  const order = { total_amount: 1178 };
  const { mapping, view } = after([
    ['getWallet', wallet(9000, 3, 500)],
    ['topUpWallet', {}, { amount: 4177 }],
    ['getWallet', wallet(13177, 4, 4677)],
    ['createOrder', order, { payment_method: 'wallet' }],
    ['getWallet', wallet(11999, 5, 4677)],
  ]);
  expect(view).toMatchObject({ balance_amount: 11999 });
  expect(mapping.learned).toEqual({ Wallet: { balance_amount: ['zudo'] } });
  expect(mapping.evidence).toMatchObject([{ exchanges: ['x2', 'x3', 'x4'] }]);
});

test.each([
  [{ balance_amount: 5, reserved_amount: 1, available_amount: 4 }, 5],
  [{ reserved_amount: 1, available_amount: 4 }, 4],
  [{ credit: { left: 7, unit: 'EUR' } }, 7],
  [{ data: { balance: 9 } }, 9],
  [{ promo_credits: 250, funds: { minor_units: 3 } }, 3],
  [{ opening_balance: 100, currentBalance: 3 }, 3],
  [
    {
      wallets: [
        { currency: 'USD', balance: 0 },
        { currency: 'EUR', balance: 3 },
      ],
    },
    undefined,
  ],
  [{ message: 'nothing', total: 5 }, undefined],
])('the name of one member suggests the balance of the wallet %j: %s', (wallet, balance) => {
  const { view } = after([['getWallet', wallet]]);
  expect(isObject(view) && view.balance_amount).toBe(balance);
});

test('a top-up tells which of several currencies it is booked to', () => {
  const wallet = (euros: number) => ({ balances: { USD: 7, EUR: euros } });
  const { view } = after([
    ['getWallet', wallet(7)],
    ['topUpWallet', {}, { amount: 4177 }],
    ['getWallet', wallet(4184)],
  ]);
  expect(view).toMatchObject({ balance_amount: 4184 });
});

test('the place of a state in the target file goes before the one that an action shows', () => {
  const mapping = new ResponseMapping({}, { kinds: { Service: { members: { status: ['note'] } } } });
  const read = (json: unknown) =>
    exchange({ operation: 'getService', json, request: { ...exchange().request, params: { id: ID } } });
  mapping.learn(read(service('zora')));
  mapping.learn(read(service('mita')));
  expect(mapping.view(read(service('mita')))).toMatchObject({ status: 'as before' });
});
