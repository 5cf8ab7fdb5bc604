// A served world is copied, put back and reset whole: whatever can change in it has to be one of its parts.
import { expect, test } from 'vitest';
import type { Room } from './app.ts';
import { send, type TinyTables, tinyApp } from './testing/tiny.ts';

/** What a machine holds that never changes, or that only remembers what would be found out again. */
const FIXED = ['content', 'plans', 'origins', 'verify', 'shown', 'fault'];

const NEW = { email: 'new@customers.example', first_name: 'New', last_name: 'Comer' };

/** Everything in a served world, as text; what is shown of it to nobody included. */
const all = (room: Room<TinyTables>): string =>
  JSON.stringify({
    world: room.world.export(),
    parts: room.save().parts,
    requests: room.machine.requests.size,
  });

/** Does something to every part of a world. */
async function live(app: ReturnType<typeof tinyApp>, room: Room<TinyTables>): Promise<void> {
  const world = { 'x-mock-world': room.name };
  const headers = { ...world, 'idempotency-key': 'once' };
  await send(app, 'POST', '/customers', { token: 'owner', body: NEW, headers: world });
  await send(app, 'POST', '/wallet/topup', { token: 'owner', body: { amount: 5 }, headers });
  await send(app, 'POST', '/customers', { token: 'owner', body: {}, headers: world });
  room.machine.faults.add({ kind: 'latency', delay_ms: 0 });
  room.machine.policy.restore({ error_shape: 'flat', limits: 'B', limits_auth: 3, latency: 'none' });
  room.world.clock.advance(60_000);
}

test('whatever a machine holds is one of its parts, its world, or known never to change', () => {
  const { main } = tinyApp().rooms;
  const parts = Object.keys(main.parts);
  const others = Object.keys(main.machine).filter((name) => !parts.includes(name));
  expect(others.sort()).toEqual([...FIXED, 'world'].sort());
  for (const part of Object.values(main.parts)) {
    expect(part).toMatchObject({ save: expect.any(Function), restore: expect.any(Function) });
    expect(JSON.parse(JSON.stringify(part.save()))).toEqual(part.save());
  }
});

test('every part is changed by what a test does to it, and a reset leaves no trace of that', async () => {
  const app = tinyApp({ clock: 'frozen' });
  const { main } = app.rooms;
  const before = main.save().parts;
  const whole = all(main);
  await live(app, main);
  const after: Record<string, unknown> = main.save().parts;
  const unchanged = Object.entries(before).filter(
    ([name, saved]) => JSON.stringify(after[name]) === JSON.stringify(saved),
  );
  // The calls are remembered in memory alone: no copy has them.
  expect(unchanged.map(([name]) => name)).toEqual(['requests']);
  expect(main.machine.requests.size).toBeGreaterThan(0);
  app.reset();
  expect(all(main)).toBe(whole);
});

test('a copy of a world is the same in every part, and nothing done to one is seen in the other', async () => {
  const app = tinyApp({ clock: 'frozen' });
  const { main } = app.rooms;
  await live(app, main);
  const copy = app.rooms.fork('copy', main);
  expect(copy.world.export()).toEqual(main.world.export());
  expect(copy.save().parts).toEqual(main.save().parts);
  const before = all(main);
  await live(app, copy);
  expect(all(main)).toBe(before);
  expect(all(copy)).not.toBe(before);
  copy.reset();
  expect(copy.world.export()).toEqual(main.world.export());
});

test('the world an app was made with stays, whatever is closed', () => {
  const { rooms } = tinyApp();
  rooms.fork('other', rooms.main);
  expect([rooms.close('demo'), rooms.close('other'), rooms.close('other')]).toEqual([false, true, false]);
  expect(rooms.list().map(({ name }) => name)).toEqual(['demo']);
});
