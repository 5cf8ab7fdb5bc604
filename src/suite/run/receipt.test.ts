// Tests the receipt of a run and its budget for purchases.
import { expect, test } from 'vitest';
import { formatReport } from '../formats/formats.ts';
import type { ReceiptReaders } from '../model/receipt.ts';
import { catalogue, check } from '../testing/catalogue.ts';
import { runSuite, verdicts } from '../testing/run-suite.ts';
import { tinyTarget } from '../testing/tiny-target.ts';

/** In these tests a customer costs 300 minor units, and its name is registered. */
const receipt: ReceiptReaders = {
  priceKey: (operation) => (operation === 'createCustomer' ? 'customer' : null),
  purchase: ({ operation, json }) =>
    operation === 'createCustomer'
      ? {
          id: (json as { id: string }).id,
          invoice: null,
          price: { amount: 300, currency: 'EUR' },
          open: false,
        }
      : null,
  costs: (operation) => operation === 'createCustomer',
  closes: () => undefined,
  names: ({ operation, json }) => (operation === 'createCustomer' ? [(json as { email: string }).email] : []),
  openSubscriptions: { operation: 'listCustomers', id: (row) => (row as { id: string }).id },
};

const buying = ['one', 'two', 'three'].map((id) =>
  check(id, {
    must: 'create a customer',
    requirement: 'customers/create',
    async run(t) {
      const created = await t.as('tenantA').send('createCustomer', { body: { email: `${id}@example.org` } });
      t.expect(created).status(201);
    },
  }),
);
const shop = { ...catalogue({ checks: buying }), receipt };

test('the receipt states what was spent, what was registered, and what stays open and behind', async () => {
  const target = tinyTarget();
  target.override = (method, path) =>
    method === 'DELETE' && path.endsWith('1') ? { status: 500 } : undefined;
  const report = await runSuite(target, { catalogue: shop });
  const left = [...target.customers.keys()];
  expect(report.receipt).toEqual({
    spent: [{ amount: 900, currency: 'EUR' }],
    purchases: 3,
    unpriced: 0,
    orders: expect.toSatisfy((orders: unknown[]) => orders.length === 3),
    names: ['one@example.org', 'three@example.org', 'two@example.org'],
    openSubscriptions: left,
    notTakenBack: left.map((id) => `deactivateCustomer ${id}`),
  });
  const line =
    'spent: 900 minor units of EUR in 3 purchases; names registered: one@example.org, three@example.org, two@example.org';
  expect(formatReport('console', report, { colour: false })).toContain(`Receipt: ${line}`);
  for (const form of ['html', 'markdown'] as const)
    expect(formatReport(form, report, { colour: false })).toContain('900 minor units of EUR in 3 purchases');
});

test('the receipt lists the orders that were neither paid nor cancelled first', async () => {
  const unpaid: ReceiptReaders = {
    ...receipt,
    purchase(exchange) {
      const bought = receipt.purchase(exchange);
      return bought && { ...bought, invoice: `invoice of ${bought.id}`, open: true };
    },
    // The second customer is paid for by the creation of the third one.
    closes: ({ json }) => ((json as { email: string }).email === 'three@example.org' ? second : undefined),
  };
  let second = '';
  const report = await runSuite(tinyTarget(), {
    catalogue: { ...shop, receipt: unpaid },
    onExchange(exchange) {
      const { id, email } = (exchange.json ?? {}) as { id: string; email: string };
      if (email === 'two@example.org') second = id;
    },
  });
  expect(report.receipt?.orders.map(({ open }) => open)).toEqual([true, true, false]);
  expect(report.receipt?.orders[2]).toMatchObject({ id: second, invoice: `invoice of ${second}` });
  expect(report.receipt).toMatchObject({ spent: [], purchases: 0 });
});

test('a safe run sends no purchase, and says why', async () => {
  const target = tinyTarget();
  const report = await runSuite(target, { catalogue: shop, mode: 'safe' });
  expect(target.customers.size).toBe(0);
  expect(report.results.find(({ id }) => id === 'one')).toMatchObject({
    verdict: 'skipped',
    message: 'needs --mode full: createCustomer may cost money',
  });
});

test('a run that bought and left nothing has no receipt', async () => {
  expect((await runSuite(tinyTarget())).receipt).toBeUndefined();
});

test.each([
  [900, 3],
  [899, 2],
  [600, 2],
  [300, 1],
])('a budget of %i minor units allows %i purchases of 300', async (budget, purchases) => {
  const target = tinyTarget();
  const report = await runSuite(target, { catalogue: shop, budget });
  expect(report.receipt?.purchases).toBe(purchases);
  expect(report.exitCode).toBe(purchases === 3 ? 0 : 5);
  if (purchases === 3) return;
  expect(report.verdict).toBe('budget-spent');
  expect(verdicts(report).three).toBe('skipped');
  expect(report.reasons[0]).toContain(
    `the budget of ${budget} minor units is spent: ${300 * purchases} so far, and the next purchase costs up to 300 (--budget sets another)`,
  );
  expect(target.customers.size).toBe(0);
});

/** Sends invalid orders, which the tiny target accepts with 201. */
const faulty = ['one', 'two', 'three'].map((id) =>
  check(id, {
    requirement: 'customers/create',
    async run(t) {
      const body = { email: `${id}@example.org` };
      t.compared(await t.as('tenantA').send('createCustomer', { body, deliberateFault: 'no name' }));
    },
  }),
);

test.each([
  [900, 3, 'conformant'],
  [600, 2, '600 so far, and the next purchase costs up to 300'],
  [300, 1, '300 so far, and the next purchase costs up to 300'],
  [100, 1, 'the budget of 100 minor units is exceeded: 300 is spent, because the target accepted'],
])('a budget of %i minor units counts %i accepted invalid orders', async (budget, purchases, said) => {
  const sold = { ...catalogue({ checks: faulty }), receipt };
  const report = await runSuite(tinyTarget(), { catalogue: sold, budget });
  expect(report.receipt).toMatchObject({ purchases, spent: [{ amount: purchases * 300 }] });
  expect(report.exitCode).toBe(purchases === 3 ? 0 : 5);
  expect([report.verdict, ...report.reasons].join(' ')).toContain(said);
});

test('a registered host name stays readable although a part of it is a part of a secret', async () => {
  const named: ReceiptReaders = { ...receipt, names: () => ['elsewhere-abc123456789.com'] };
  const coded = check('coded', {
    must: 'create a customer',
    requirement: 'customers/create',
    async run(t) {
      const body = { email: 'a@example.org', auth_code: 'Auth-abc123456789' };
      await t.as('tenantA').send('createCustomer', { body });
    },
  });
  const report = await runSuite(tinyTarget(), {
    catalogue: { ...catalogue({ checks: [coded] }), receipt: named },
  });
  expect(report.receipt?.names).toEqual(['elsewhere-abc123456789.com']);
});
