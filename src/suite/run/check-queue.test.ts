// Tests that a check which would have to wait for the next TOTP code is put off while other checks run.
import { expect, test } from 'vitest';
import { TOTP_PERIOD_MS } from '../target/totp.ts';
import { catalogue, check } from '../testing/catalogue.ts';
import { credentials, runSuite } from '../testing/run-suite.ts';
import { tinyTarget } from '../testing/tiny-target.ts';

const order: string[] = [];
const simple = (id: string, phase: 'main' | 'last', sleeps = 0) =>
  check(id, {
    must: 'x',
    requirement: 'customers/read',
    area: 'customers',
    phase,
    async run(t) {
      order.push(id);
      if (sleeps > 0) await t.sleep(sleeps);
    },
  });

async function run(sleeps: number) {
  order.length = 0;
  const codes: string[] = [];
  const target = tinyTarget();
  let waited = 0;
  const coded = (id: string) =>
    check(id, {
      must: 'x',
      requirement: 'customers/read',
      area: 'customers',
      async run(t) {
        const since = target.now();
        codes.push(await t.totp('twoFactor'));
        waited += target.now() - since;
        order.push(id);
      },
    });
  const report = await runSuite(target, {
    target: {
      baseUrl: 'http://127.0.0.1/v1',
      credentials: {
        ...credentials,
        twoFactor: { email: 'b@example.org', password: 'x', totpSecret: 'JBSWY3DPEHPK3PXP' },
      },
    },
    catalogue: catalogue({
      checks: [coded('code/a'), coded('code/b'), simple('other', 'main', sleeps), simple('end', 'last')],
      rules: [],
    }),
  });
  expect(report.summary).toMatchObject({ pass: 4, broken: 0 });
  return { codes, waited };
}

test('a check that needs the next code runs after the other checks of its phase, and before the last phase', async () => {
  const { codes, waited } = await run(TOTP_PERIOD_MS);
  expect(order).toEqual(['code/a', 'other', 'code/b', 'end']);
  expect(new Set(codes).size).toBe(2);
  expect(waited).toBe(0);
});

test('a check that was put off waits for the rest of the time when nothing else is left to run', async () => {
  const { codes } = await run(0);
  expect(order).toEqual(['code/a', 'other', 'code/b', 'end']);
  expect(new Set(codes).size).toBe(2);
});
