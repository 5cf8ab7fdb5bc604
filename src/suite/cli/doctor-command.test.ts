// Tests of `conform doctor`: what it advises for a target file, and for the report of a run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TargetConfig } from '../model/target-config.ts';
import { conform } from '../run/conform.ts';
import { catalogue as bare, check, readable } from '../testing/catalogue.ts';
import { capturedIo, folder } from '../testing/io.ts';
import { EMAIL, on, PASSWORD, refusal, tinyTarget } from '../testing/tiny-target.ts';
import { type DoctorFlags, doctorCommand } from './doctor-command.ts';

const common = { area: 'customers', cost: 1, run() {} } as const;

/** One sentence that can always be judged, and three that need something. */
const checks = [
  check('customers/created', {
    ...common,
    must: 'create',
    requirement: 'customers/create',
    mode: 'read-only',
    async run(t) {
      t.expect(await t.as('tenantA').send('listCustomers')).status(200);
    },
  }),
  check('customers/foreign', {
    ...common,
    needs: ['tenantB.login'],
  }),
  check('customers/second', {
    ...common,
    requirement: 'customers/list',
    needs: ['tenantB'],
    mode: 'full',
  }),
  check('auth/expired', {
    ...common,
    must: 'refuse',
    needs: ['values.skuId'],
  }),
];
const catalogue = { ...bare(), checks, rules: [] };

const write = (name: string, content: unknown): string => {
  const file = join(folder(), name);
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const config: TargetConfig = {
  baseUrl: 'http://127.0.0.1:9/v1',
  credentials: { tenantA: { email: EMAIL, password: PASSWORD } },
};

async function doctor(flags: DoctorFlags, baseUrl?: string, wired: typeof catalogue = catalogue) {
  const { io, printed } = capturedIo();
  const code = await doctorCommand(baseUrl, flags, io, { catalogue: async () => wired });
  return { code, ...printed };
}

test('the advice for a target file groups sentences by what is missing, the thing with the most sentences first', async () => {
  const { code, out } = await doctor({ config: write('target.json', config) });
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    'can judge 1 of 4 stated sentences; the others need:',
    '',
    '2 sentences: give a credential of a second tenant (credentials.tenantB: email and password)',
    '  customers/read: A customer can be read.',
    '  customers/list: Customers are listed.',
    '',
    '1 sentence: give the value skuId (values.skuId)',
    '  auth/required: A missing credential yields 401.',
    '',
  ]);
});

test('a sentence that lacks two things stands under both', async () => {
  const { out } = await doctor({ config: write('target.json', config), mode: 'safe', json: true });
  const { advice } = JSON.parse(out);
  expect(advice).toContainEqual({
    lack: '--mode full',
    hint: expect.stringContaining('--mode full'),
    sentences: ['customers/list'],
  });
  expect(advice).toContainEqual({
    lack: 'tenantB',
    hint: expect.stringContaining('credentials.tenantB'),
    sentences: ['customers/read', 'customers/list'],
  });
});

test('a target file that gives everything needs nothing', async () => {
  const whole = {
    ...config,
    credentials: { ...config.credentials, tenantB: { email: 'b@example.org', password: 'x' } },
    values: { skuId: 'sku' },
  };
  const { out } = await doctor({ config: write('target.json', whole) });
  expect(out).toBe('can judge 4 of 4 stated sentences\n');
});

test('an area that the target file switches off is named as the thing to change', async () => {
  const { out } = await doctor({
    config: write('target.json', { ...config, capabilities: { customers: false } }),
  });
  expect(out).toContain('remove "customers": false from capabilities if the target offers customers');
});

test('the advice for a report names the refused operation, the missing credential and the flag', async () => {
  const tiny = tinyTarget();
  tiny.override = on('POST', '/customers', refusal(422, 'VALIDATION_FAILED'));
  const wired = {
    ...catalogue,
    checks: [...checks.filter(({ id }) => id !== 'customers/foreign'), readable],
  };
  const report = await conform({
    target: { ...config, baseUrl: 'http://127.0.0.1/v1' },
    catalogue: wired,
    fetch: tiny.fetch,
    mode: 'safe',
  });
  const { code, out } = await doctor({ from: write('report.json', report) }, undefined, wired);
  expect(code).toBe(0);
  expect(out).toMatch(/^judged 1 of 4 stated sentences; the others need:/);
  expect(out).toMatch(
    /1 sentence: give what createCustomer accepts \(bodies\.createCustomer\).*422.*\n {2}customers\/read/,
  );
  expect(out).toMatch(/1 sentence: run with --mode full.*\n {2}customers\/list/);
  expect(out).toMatch(/1 sentence: give the value skuId \(values\.skuId\)\n {2}auth\/required/);
});

test('a check that could not be judged after a refusal and says what to give is advised with that', async () => {
  const advice = 'give values.paymentMethod a method that waits, or ids in values.pendingOrderIds';
  const wired = {
    ...catalogue,
    checks: [
      check('customers/cancel', {
        ...common,
        mode: 'safe',
        async run(t) {
          const exchange = await t.as('tenantA').send('createCustomer', { body: {} });
          t.inconclusive(`no order waits; ${advice}; else list it`, { exchange });
        },
      }),
    ],
  };
  const tiny = tinyTarget();
  tiny.override = on('POST', '/customers', refusal(422, 'VALIDATION_FAILED'));
  const target = { ...config, baseUrl: 'http://127.0.0.1/v1' };
  const report = await conform({ target, catalogue: wired, fetch: tiny.fetch, mode: 'safe' });
  const { out } = await doctor({ from: write('report.json', report) }, undefined, wired);
  expect(out).toContain(`1 sentence: ${advice}\n  customers/read`);
});

test('a sentence that does not apply is listed last with the reason, and a reason that says what to give is the advice', async () => {
  const reason = 'the target could not reach http://127.0.0.1:1: give an address (capabilities.webhooks)';
  const ends = (id: `customers/${string}`, requirement: 'customers/read' | 'customers/list', why: string) =>
    check(id, { ...common, must: 'x', requirement, mode: 'read-only', run: (t) => t.notApplicable(why) });
  const wired = {
    ...catalogue,
    checks: [
      ends('customers/foreign', 'customers/read', 'there is none yet'),
      ends('customers/second', 'customers/list', reason),
    ],
  };
  const report = await conform({
    target: { ...config, baseUrl: 'http://127.0.0.1/v1' },
    catalogue: wired,
    fetch: tinyTarget().fetch,
    mode: 'full',
  });
  const { out } = await doctor({ from: write('report.json', report) }, undefined, wired);
  expect(out).toContain(`1 sentence: ${reason}\n  customers/list`);
  expect(out).toMatch(/1 sentence: does not apply here: there is none yet\n {2}customers\/read.*\n$/);
});

test('a call without a target or with two is refused with what to give', async () => {
  const nothing = await doctor({});
  expect(nothing).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--from report.json') });
  const both = await doctor({ from: 'r.json', config: 't.json' });
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining('leave the other target out') });
});
