// Tests that no check which claims something about values passes on a mock that shows other values than those sent.
import { expect, test } from 'vitest';
import type { Injector } from '../../conformance/defects/index.ts';
import { catalogue } from '../../conformance/index.ts';
import { createFalsifier } from '../../conformance/testing/falsify-values.ts';
import type { Report } from '../../src/suite/run/conform.ts';
import { runSuiteOn } from './run-mutant.ts';

const VALUE_CLAIMS =
  /\/(payment-echo|opening-message|replies-in-order|reply-is-returned|service-of-the-sku|invoice-agrees|total-follows-quantity|total-is-the-sum|wallet-pays-the-total|topup-exact|topups-all-count|invoice-adds-up|resize-shows|mailbox-of-the-domain)$/;

// Returns the ids of the checks that claim something about values and that have passed.
const passedValueClaims = ({ results }: Report): string[] =>
  results.filter(({ verdict, kind }) => verdict === 'pass' && kind === 'check').map(({ id }) => id);

const CREDENTIALS = /^(login|refreshSession|logout|verifyTwoFactor|getCurrentUser)$/;

const falsifies =
  (renames: boolean) =>
  (p: Injector): void => {
    const falsifier = createFalsifier({ renames });
    p.request('everything', (edit) => {
      falsifier.note(edit.json);
      return undefined;
    });
    p.reply('everything', (reply, { operation }) => {
      if (reply.status < 300 && reply.json !== undefined && !CREDENTIALS.test(operation ?? ''))
        reply.json = falsifier.falsify(reply.json);
    });
  };

const only = catalogue.checks.flatMap(({ id }) => (VALUE_CLAIMS.test(id) ? [id] : []));
const run = (mutations: ((p: Injector) => void)[]) =>
  runSuiteOn({ mutations, allow: [], profile: 'stated', only });

test('on the mock itself, checks of values pass', async () => {
  expect(passedValueClaims(await run([])).length).toBeGreaterThan(12);
});

test.each([false, true])(
  'no check of values passes on the mock with falsified values (members renamed: %s)',
  async (renames) => {
    expect(passedValueClaims(await run([falsifies(renames)]))).toEqual([]);
  },
);
