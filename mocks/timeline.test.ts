// Tests the timeline: at every moment of random sequences of calls, the world made from the moment equals the world at
// that moment, holds every invariant, and goes on from there.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { controlApi } from '../src/control/control-api.ts';
import type { ExportedWorld } from '../src/control/import-export/export-text.ts';
import type { App } from '../src/server/app.ts';
import { activeCustomerId, createTestMock, orderBody, type TestMock } from './testing/test-mock.ts';

type Lab = ReturnType<typeof controlApi<TestMock['app'] extends App<infer T> ? T : never>>;
type Action = (mock: TestMock, lab: Lab, n: number, customer: string) => unknown;

const order = (mock: TestMock, customer: string, method: 'wallet' | 'bank_transfer', key?: string) =>
  mock.as('owner')('createOrder', {
    body: orderBody(customer, method),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

/** What may happen in a world, by number: calls of the API, the clock, levers, and replacements of the whole state. */
const ACTIONS: readonly Action[] = [
  (mock, _, __, customer) => order(mock, customer, 'wallet'),
  (mock, _, n, customer) => order(mock, customer, 'bank_transfer', `k${n % 3}`),
  (mock) => mock.as('owner')('createOrder', { body: {} }),
  (mock) => mock.as('owner')('listOrders'),
  (mock, _, n) =>
    mock.as('otherOwner')('createCustomer', {
      body: { email: `c${n}@customers.example`, first_name: 'C', last_name: String(n) },
    }),
  async (mock, _, n) => {
    const { data } = await mock.as('owner')('listWebhooks');
    const { id = '' } = data.data[n % data.data.length] ?? {};
    await mock.as('owner')('deleteWebhook', { params: { id } });
  },
  (mock) =>
    mock.bearing(undefined)('login', {
      body: { email: 'careful@acme.example', password: 'demo-hosting-2026' },
    }),
  (_, lab, n) => lab.clock.advance(n * 3_600_000),
  (_, lab, n) => (n % 2 === 0 ? lab.faults.add({ kind: 'delay', delay_ms: 0 }) : lab.faults.clear()),
  (_, lab, n) =>
    lab.policy.set(
      n % 2 === 0
        ? { error_shape: 'alternate', limits: 'B', lifecycle: 'manual' }
        : { error_shape: 'envelope', limits: 'off', lifecycle: 'time' },
    ),
  (_, lab) => {
    const service = lab.worldServer.world.transact(
      null,
      (store) => store.services.where('status', 'active')[0],
    );
    if (service) lab.resources.pull('services', service.id, 'suspend');
  },
  (_, lab) => lab.reset(),
  (_, lab) => lab.snapshots.take('here'),
  (_, lab) => {
    if (lab.snapshots.list().some(({ name }) => name === 'here')) lab.snapshots.restore('here');
  },
  (_, lab) => lab.import(JSON.parse(JSON.stringify(lab.export()))),
];

const sequence = fc.array(fc.tuple(fc.nat(ACTIONS.length - 1), fc.nat(40)), { minLength: 3, maxLength: 14 });

// The parts of an export that a moment keeps exactly, by name: all but the rate limits and the usage of credentials.
function kept({ parts = {}, tables, ...world }: ExportedWorld): Map<string, string> {
  const { limiter: _, meter: __, ...others } = parts;
  const all = Object.entries({ ...tables, ...world, parts: others });
  return new Map(all.map(([name, value]) => [name, JSON.stringify(value)]));
}

// Returns the names of the parts in which two exports differ.
const differingParts = (one: Map<string, string>, other: Map<string, string>): string[] =>
  [...one].flatMap(([name, text]) => (other.get(name) === text ? [] : [name]));

test('a world made from any moment exports the bytes of that moment, holds every invariant and goes on', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, fc.infiniteStream(fc.nat()), async (actions, picks) => {
      const mock = createTestMock();
      const lab = controlApi(mock.app);
      const { timeline } = lab.worldServer;
      const moments = new Map([[timeline.latest, kept(lab.export())]]);
      const customer = await activeCustomerId(mock);
      for (const [which, n] of actions) {
        const before = timeline.latest;
        const clock = lab.clock.now().now;
        await ACTIONS[which]?.(mock, lab, n, customer);
        // Timers that ran while the clock moved have moments of their own, before the clock reached its end.
        if (timeline.latest > before && lab.clock.now().now === clock)
          moments.set(timeline.latest, kept(lab.export()));
      }
      for (const [seq, text] of moments) {
        expect(differingParts(kept(lab.export({ at: seq })), text), `moment ${seq}`).toEqual([]);
        const made = lab.worlds.create({ name: `at-${seq}`, at: seq });
        expect(differingParts(kept(made.export()), text), `world of moment ${seq}`).toEqual([]);
        expect(made.worldServer.invariants()).toEqual([]);
        lab.worlds.delete(made.name);
      }
      // Any moment at all, those of timers among them.
      for (let tries = 0; tries < 1; tries += 1) {
        const { value } = picks.next();
        const seq = timeline.oldest + (value % (timeline.latest - timeline.oldest + 1));
        const made = lab.worlds.create({ name: 'picked', at: seq });
        expect(made.clock.now().now).toBe(lab.timeline.get(seq).now);
        expect(made.worldServer.invariants(), `moment ${seq}`).toEqual([]);
        // An import tries out whether the world goes on from the moment, for a year.
        made.import(JSON.parse(JSON.stringify(lab.export({ at: seq }))));
        lab.worlds.delete('picked');
      }
    }),
    { numRuns: 8 },
  );
});
