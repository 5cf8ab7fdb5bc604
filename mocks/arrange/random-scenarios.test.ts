// Tests random scenarios: the invariants hold, the world can be exported and goes on for a year, and a refused scenario
// changes nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { controlApi } from '../../src/control/control-api.ts';
import type { RecordKind } from '../../src/server/arrangement.ts';
import { whole } from '../../tools/testing/sampled.ts';
import { createTestMock } from '../testing/test-mock.ts';
import { kinds } from './kinds.ts';

const CYCLES = ['monthly', 'quarterly', '1_year', 'hourly', 'one_time'];
const SKUS = ['hosting-pro', 'email-basic', 'vps-s', 'ssl-dv', 'domain-com', 'backup-plus', 'any thing'];
const INSTANTS = ['-PT0S', '-PT1M', '-P2D', '-P20D', '-P3M', '-P14M'];

// Builds random records of a kind, with the records that can be nested in them down to a depth.
function recordOf(name: string, depth: number): fc.Arbitrary<object> {
  const kind: RecordKind | undefined = kinds[name];
  if (!kind) throw new Error(`There is no kind ${name}.`);
  const { status } = kind.own;
  const members: Record<string, fc.Arbitrary<unknown>> = { count: fc.integer({ min: 1, max: 3 }) };
  if (kind.single) delete members.count;
  if (status?.type === 'oneOf') members.status = fc.constantFrom(...status.values);
  if (kind.own.created_at) members.created_at = fc.constantFrom(...INSTANTS);
  if (name === 'services' || name === 'subscriptions') {
    members.billing_cycle = fc.constantFrom(...CYCLES);
    members.sku_id = fc.constantFrom(...SKUS);
  }
  if (kind.own.payment_method || name === 'vps') members.payment_method = fc.constantFrom('wallet', 'card');
  if (kind.own.auto_renew) members.auto_renew = fc.boolean();
  if (kind.own.balance_amount) members.balance_amount = fc.integer({ min: 0, max: 1_000_000 });
  if (kind.own.paid_amount) members.paid_amount = fc.integer({ min: 1, max: 3000 });
  if (depth > 0)
    for (const [member, child] of Object.entries(kind.children ?? {}))
      members[member] = listOf(child, depth - 1);
  return fc.record(members, { requiredKeys: [] });
}

const listOf = (kind: string, depth: number): fc.Arbitrary<unknown> =>
  kinds[kind]?.single ? recordOf(kind, depth) : fc.array(recordOf(kind, depth), { maxLength: 2 });

/** Builds a scenario with a few of the members that a scenario can have. */
const scenario = fc
  .subarray(
    Object.entries(kinds.tenants?.children ?? {}).filter(([, kind]) => kinds[kind]?.owner?.required !== true),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .chain((members) =>
    fc.record(
      Object.fromEntries(
        members.map(([member, kind]) => [member, listOf(kind, member === 'customers' ? 2 : 1)]),
      ),
    ),
  );

test('random scenarios hold all invariants and export worlds that can be imported, or change nothing', async () => {
  const base = controlApi(createTestMock({ world: 'empty' }).app);
  let arranged = 0;
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async (json) => {
      const lab = base.worlds.create({ snapshot: 'start' });
      const { worldServer } = lab;
      const before = lab.export();
      runs += 1;
      const failed = await lab.arrange(json).then(
        () => null,
        (error: unknown) => error,
      );
      if (failed) {
        expect(failed).toMatchObject({ name: 'ControlError', status: 422 });
        for (const messages of Object.values((failed as { errors: Record<string, string[]> }).errors))
          expect(messages.join(' ')).not.toMatch(/would leave a world/);
        expect(lab.export()).toEqual(before);
      } else {
        arranged += 1;
        expect(worldServer.invariants()).toEqual([]);
        const exported = lab.export();
        lab.import(exported);
        expect(lab.export()).toEqual(exported);
      }
      base.worlds.delete(lab.name);
    }),
    { numRuns: whole ? 400 : 60, seed: Number(process.env.TEST_SEED ?? 1) },
  );
  // A test in which most scenarios are refused would show little.
  expect(arranged).toBeGreaterThan(whole ? 0.3 * runs : 0);
});
