// Tests of taking back what replaced or removed something of a world.
import { expect, test } from 'vitest';
import { createMinimalApp, NEW, sendCall } from '../server/testing/minimal-mock.ts';
import { controlApi } from './control-api.ts';

function start() {
  const app = createMinimalApp();
  const lab = controlApi(app);
  const add = (email: string) =>
    sendCall(app, 'POST', '/customers', { token: 'owner', body: { ...NEW, email } });
  const count = () => app.world.transact(null, (store) => store.customers.count());
  const ids = () => lab.requests.list().requests.map(({ id }) => id);
  return { app, lab, add, count, ids };
}

test.each([
  ['reset', (lab) => lab.reset()],
  ['restore', (lab) => lab.snapshots.restore('start')],
  ['seed', (lab) => lab.seed({ seed: 5 })],
] satisfies [string, (lab: ReturnType<typeof start>['lab']) => unknown][])(
  'undo takes back a %s: rows, clock, faults and request log are as before, and so can be the undoing',
  async (undone, replace) => {
    const { app, lab, add, count, ids } = start();
    await add('a@customers.example');
    lab.clock.advance('P1D');
    lab.faults.add({ kind: 'reset', operation: 'getCustomer' });
    const before = [count(), lab.clock.now().now, lab.faults.list(), ids()];
    const { resetPoint } = app.worlds.main;
    replace(lab);
    await add('b@customers.example');
    const after = count();
    expect(lab.undoable()).toMatchObject({ undone, discards: 1, among: ['createCustomer by owner (req_1)'] });
    expect(lab.undo()).toMatchObject({ undone, discards: 1 });
    expect([count(), lab.clock.now().now, lab.faults.list(), ids()]).toEqual(before);
    expect(app.worlds.main.resetPoint).toBe(resetPoint);
    expect((await add('c@customers.example')).status).toBe(201);
    expect(ids()).toEqual(['req_1', 'req_2']);
    // The undoing is taken back: the world after the action is there again.
    expect(lab.undo()).toMatchObject({ undone: 'undo', discards: 1 });
    expect(count()).toBe(after);
  },
);

test('undo puts removed faults, a deleted snapshot and an emptied log back, beside what has come since', async () => {
  const { lab, add, ids } = start();
  const first = lab.faults.add({ kind: 'delay', delay_ms: 1, operation: 'getCustomer' });
  lab.faults.clear();
  const second = lab.faults.add({ kind: 'delay', delay_ms: 2, operation: 'getCustomer' });
  lab.undo();
  expect(lab.faults.list()).toEqual([first, second]);
  lab.snapshots.take('mine');
  lab.snapshots.remove('mine');
  lab.undo();
  expect(lab.snapshots.restore('mine').name).toBe('mine');
  lab.snapshots.remove('mine');
  lab.snapshots.take('mine');
  expect(() => lab.undo()).toThrow('Nothing');
  await add('a@customers.example');
  lab.requests.clear();
  await add('b@customers.example');
  const events: unknown[] = [];
  lab.onEvents((event) => events.push(event));
  lab.undo();
  expect(ids()).toEqual(['req_1', 'req_2']);
  expect(events).toEqual([{ type: 'log', data: { last_request: 'req_2' } }]);
});

test('undo of a record that was set back names its changes since, which it discards, and can be taken back', async () => {
  const { app, lab, add } = start();
  const { id } = (await add('a@customers.example')).body as unknown as { id: string };
  const rename = (first_name: string) =>
    sendCall(app, 'PUT', `/customers/${id}`, { token: 'owner', body: { first_name } });
  const name = () => lab.tables.find(id).row.first_name;
  const created = app.world.seq;
  await rename('B');
  lab.tables.restore('customers', id, created);
  await rename('C');
  await add('other@customers.example');
  const one = { discards: 1, among: ['updateCustomer by owner (req_3)'] };
  expect(lab.undoable()).toEqual({ undone: 'record', ...one });
  lab.undo();
  expect(name()).toBe('B');
  expect(lab.undo()).toEqual({ undone: 'undo', discards: 0, among: [] });
  expect(name()).toBe('C');
});

test('what removes nothing leaves the action before to be taken back', () => {
  const { lab } = start();
  lab.reset();
  lab.faults.clear();
  lab.requests.clear();
  expect(lab.undoable().undone).toBe('reset');
});

test('a deleted world is brought back with its rows, and only under a free name', async () => {
  const { app, lab } = start();
  const headers = { 'x-mock-world': 'mine' };
  lab.worlds.create({ name: 'mine' });
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW, headers });
  lab.worlds.delete('mine');
  lab.worlds.create({ name: 'mine' });
  expect(() => lab.worlds.undelete('mine')).toThrow(expect.objectContaining({ code: 'WORLD_EXISTS' }));
  lab.worlds.delete('mine');
  lab.worlds.undelete('mine');
  expect((await sendCall(app, 'GET', '/customers', { token: 'owner', headers })).status).toBe(200);
  expect(lab.worlds.get('mine').requests.list().total).toBe(1);
  expect(() => lab.worlds.undelete('other')).toThrow(expect.objectContaining({ code: 'WORLD_NOT_FOUND' }));
});
