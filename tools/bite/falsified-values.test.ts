// Tests that no check which claims something about values passes on a mock that shows other values than those sent.
import { expect, test } from 'vitest';
import type { Injector } from '../../conformance/defects/index.ts';
import { createFalsifier } from '../../conformance/testing/falsify-values.ts';
import { passedValueClaims } from '../../conformance/testing/value-claims.ts';
import { runSuiteOn } from './run-mutant.ts';

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

const run = (mutations: ((p: Injector) => void)[]) => runSuiteOn({ mutations, allow: [], profile: 'stated' });

test('on the mock itself, checks of values pass', async () => {
  expect(passedValueClaims(await run([])).length).toBeGreaterThan(20);
});

test.each([false, true])(
  'no check of values passes on the mock with falsified values (members renamed: %s)',
  async (renames) => {
    expect(passedValueClaims(await run([falsifies(renames)]))).toEqual([]);
  },
);
