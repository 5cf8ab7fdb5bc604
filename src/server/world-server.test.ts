// Tests of snapshots of served worlds: copying, restoring and resetting a world include everything that can change.
import { expect, test } from 'vitest';
import type { WorldServer } from './app.ts';
import { createMinimalApp, type MinimalTables, sendCall } from './testing/minimal-mock.ts';

/**
 * The dependencies that never change, that are only caches, or that no snapshot can hold, such as the functions of
 * `mock.override`.
 */
const FIXED = [
  'definition',
  'plans',
  'origins',
  'entryPoints',
  'overrides',
  'verify',
  'documentedRefusals',
  'reportFault',
];

const NEW = { email: 'new@customers.example', first_name: 'New', last_name: 'Comer' };

// Returns everything in a served world as text, including the values that no API shows.
const all = (worldServer: WorldServer<MinimalTables>): string =>
  JSON.stringify({
    world: worldServer.world.export(),
    parts: worldServer.save().state,
    requests: worldServer.deps.requests.size,
  });

// Changes every component of a world's state.
async function live(
  app: ReturnType<typeof createMinimalApp>,
  worldServer: WorldServer<MinimalTables>,
): Promise<void> {
  const world = { 'x-mock-world': worldServer.name };
  const headers = { ...world, 'idempotency-key': 'once' };
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW, headers: world });
  await sendCall(app, 'POST', '/wallet/topup', { token: 'owner', body: { amount: 5 }, headers });
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: {}, headers: world });
  worldServer.deps.faults.add({ kind: 'delay', delay_ms: 0 });
  worldServer.deps.policy.restore({ error_shape: 'flat', limits: 'B', limits_auth: 3, latency: 'none' });
  worldServer.world.clock.advance(60_000);
}

test('every pipeline dependency is a component of the state, the world, or known never to change', () => {
  const { main } = createMinimalApp().worlds;
  const state = Object.keys(main.state);
  const others = Object.keys(main.deps).filter((name) => !state.includes(name));
  expect(others.sort()).toEqual([...FIXED, 'world'].sort());
  for (const part of Object.values(main.state)) {
    expect(part).toMatchObject({ save: expect.any(Function), restore: expect.any(Function) });
    expect(JSON.parse(JSON.stringify(part.save()))).toEqual(part.save());
  }
});

test('the requests of this test change every component of the state, and a reset undoes all changes', async () => {
  const app = createMinimalApp({ clock: 'frozen' });
  const { main } = app.worlds;
  const before = main.save().state;
  const whole = all(main);
  await live(app, main);
  const after: Record<string, unknown> = main.save().state;
  const unchanged = Object.entries(before).filter(
    ([name, saved]) => JSON.stringify(after[name]) === JSON.stringify(saved),
  );
  // The request log exists in memory only, so no copy contains it.
  expect(unchanged.map(([name]) => name)).toEqual(['requests']);
  expect(main.deps.requests.size).toBeGreaterThan(0);
  app.reset();
  expect(all(main)).toBe(whole);
});

test('a copy of a world equals the original in every component, and changes of one world do not appear in the other world', async () => {
  const app = createMinimalApp({ clock: 'frozen' });
  const { main } = app.worlds;
  await live(app, main);
  const copy = app.worlds.fork('copy', main);
  expect(copy.world.export()).toEqual(main.world.export());
  expect(copy.save().state).toEqual(main.save().state);
  const before = all(main);
  await live(app, copy);
  expect(all(main)).toBe(before);
  expect(all(copy)).not.toBe(before);
  copy.reset();
  expect(copy.world.export()).toEqual(main.world.export());
});

test('the first world of an app cannot be closed', () => {
  const { worlds } = createMinimalApp();
  worlds.fork('other', worlds.main);
  expect([worlds.close('demo'), worlds.close('other'), worlds.close('other')]).toEqual([false, true, false]);
  expect(worlds.list().map(({ name }) => name)).toEqual(['demo']);
});
