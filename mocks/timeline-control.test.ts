// Tests the timeline through the control API: its list, single moments, what differs from now, and worlds and tests
// that start at a moment.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { controlApi } from '../src/control/control-api.ts';
import { itemTitle } from '../src/control/timeline/timeline-items.ts';
import { whole } from '../tools/testing/sampled.ts';
import { activeCustomerId, createTestMock, orderBody } from './testing/test-mock.ts';

// Creates a mock in which an order was made, processed and refused once more, and the world was reset before.
async function busyMock(options: Parameters<typeof createTestMock>[0] = {}) {
  const mock = createTestMock(options);
  const lab = controlApi(mock.app);
  lab.reset();
  const customer = await activeCustomerId(mock);
  const { data: order } = await mock.as('owner')('createOrder', { body: orderBody(customer, 'wallet') });
  await mock.as('owner')('createOrder', { body: {} });
  return { mock, lab, customer, order };
}

test('the timeline lists commits, requests without a commit, and a reset, each with its cause, the newest first', async () => {
  const { lab } = await busyMock();
  lab.clock.advance('PT1M');
  const service = lab.worldServer.world.transact(
    null,
    (store) => store.services.where('status', 'active')[0],
  );
  lab.resources.pull('services', service?.id ?? '', 'suspend');
  lab.snapshots.take('here');
  lab.snapshots.restore('here');
  const { items, total, oldest, latest, next } = lab.timeline.list();
  expect({ oldest, latest, next, total }).toEqual({
    oldest: 0,
    latest: lab.worldServer.world.seq,
    next: null,
    total: items.length,
  });
  const titles = items.map(itemTitle);
  expect(titles[0]).toBe('the restore of the snapshot here');
  expect(titles[1]).toBe('the lever suspend of services');
  expect(titles.filter((title) => title === 'the timer order.provisioned').length).toBeGreaterThan(0);
  expect(titles.at(-1)).toBe('the reset');
  // A restore empties the request log; the commit still names its request, operation and persona.
  expect(items.find(({ cause }) => cause?.kind === 'request')).toMatchObject({
    kind: 'commit',
    cause: { operation: 'createOrder' },
    persona: 'owner',
    request: null,
    writes: expect.arrayContaining([expect.objectContaining({ table: 'orders', change: 'inserted' })]),
  });
});

test('a request that changed nothing stands between the changes around it, and `kind: changes` leaves it out', async () => {
  const { mock, lab } = await busyMock();
  await mock.as('otherOwner')('createCustomer', {
    body: { email: 'c@customers.example', first_name: 'C', last_name: 'D' },
  });
  const { items } = lab.timeline.list();
  expect(
    items
      .slice(0, 3)
      .map(({ kind, request, persona }) => [kind, request?.operation, request?.status, persona]),
  ).toEqual([
    ['commit', 'createCustomer', 201, 'otherOwner'],
    ['request', 'createOrder', 422, 'owner'],
    ['commit', 'createOrder', 201, 'owner'],
  ]);
  const changes = lab.timeline.list({ kind: 'changes' });
  expect(changes.items.map(({ kind }) => kind)).not.toContain('request');
  expect(changes.total).toBe(changes.items.length);
});

test('pages of the timeline follow each other without a gap, also while new items arrive', async () => {
  const { mock, lab } = await busyMock();
  lab.clock.advance('P1D');
  const ids = lab.timeline.list({ limit: 1000 }).items.map(({ id }) => id);
  const paged: string[] = [];
  for (let before: string | undefined, more = true; more; ) {
    const page = lab.timeline.list({ limit: 4, ...(before !== undefined && { before }) });
    paged.push(...page.items.map(({ id }) => id));
    before = page.next ?? undefined;
    more = page.next !== null;
    await mock.as('owner')('listOrders');
  }
  expect(paged).toEqual(ids);
  const [newest = ''] = ids;
  const skipped = lab.timeline.list({ before: newest, offset: 2, limit: 3 }).items.map(({ id }) => id);
  expect(skipped).toEqual(ids.slice(3, 6));
  expect(ids.length).toBeGreaterThan(9);
});

test('a moment shows each changed member before and after, without secrets', async () => {
  const { mock, lab } = await busyMock();
  const before = lab.worldServer.world.seq;
  const { status } = await mock.as('owner')('createApiKey', {
    body: { name: 'ci', scopes: ['orders:read'] },
  });
  expect(status).toBe(201);
  const { data } = await mock.as('owner')('listCustomers', { query: { per_page: '1' } });
  await mock.as('owner')('updateCustomer', {
    params: { id: data.data[0]?.id ?? '' },
    body: { company_name: 'Changed' },
  });
  const created = lab.timeline.get(before + 1);
  expect(created.item).toMatchObject({ seq: before + 1, cause: { operation: 'createApiKey' } });
  expect(created.rows.every(({ change }) => change === 'inserted')).toBe(true);
  const hash = lab.worldServer.world.transact(null, (store) => store.api_key_hashes.all().at(-1)?.hash ?? '');
  expect(hash).not.toBe('');
  expect(JSON.stringify(created)).not.toContain(hash);
  const { rows } = lab.timeline.get(before + 2);
  expect(rows).toEqual([
    {
      table: 'customers',
      id: data.data[0]?.id,
      label: `${data.data[0]?.first_name} ${data.data[0]?.last_name}`,
      tenant_id: mock.app.personas.owner?.tenantId,
      change: 'updated',
      members: {
        company_name: { before: data.data[0]?.company_name, after: 'Changed' },
        updated_at: { before: data.data[0]?.updated_at, after: '2026-11-20T08:00:00Z' },
      },
    },
  ]);
});

test('the difference from now counts rows by table and lists members; it compares everything after a reset', async () => {
  const { lab, order } = await busyMock();
  const seq = lab.worldServer.world.seq;
  lab.clock.advance('PT1H');
  const later = lab.timeline.difference(seq);
  expect(later.clock).toEqual({ moment: '2026-11-20T08:00:00Z', now: '2026-11-20T09:00:00Z' });
  expect(later.tables.orders).toMatchObject({ inserted: 0, updated: expect.any(Number), removed: 0 });
  expect(later.rows.find(({ id }) => id === order.id)?.members.status).toEqual({
    before: 'processing',
    after: 'completed',
  });
  expect(later.rows_count).toBe(
    Object.values(later.tables).reduce(
      (sum, { inserted, updated, removed }) => sum + inserted + updated + removed,
      0,
    ),
  );
  expect(lab.timeline.difference(seq, { limit: 2 })).toMatchObject({
    rows: { length: 2 },
    rows_count: later.rows_count,
  });
  lab.reset();
  const reset = lab.timeline.difference(seq);
  expect(reset.rows.find(({ id }) => id === order.id)?.change).toBe('removed');
  expect(lab.timeline.difference(lab.worldServer.world.seq).rows).toEqual([]);
});

test('a moment before the oldest kept change is gone, and the error names the oldest', async () => {
  const { lab } = await busyMock({ timeline: { count: 3, bytes: 1_000_000 } });
  lab.clock.advance('P1D');
  const { oldest, latest, items } = lab.timeline.list({ kind: 'changes' });
  expect({ kept: latest - oldest, listed: items.length }).toEqual({ kept: 3, listed: 3 });
  expect(() => lab.timeline.get(0)).toThrow(
    `Moment 0 of the world demo is gone: the oldest one that is kept is ${oldest}.`,
  );
  expect(() => lab.worlds.create({ at: latest + 1 })).toThrow(`it has the moments ${oldest} to ${latest}`);
  expect(lab.timeline.get(oldest).item).toBeNull();
});

test('a timeline is bounded by its bytes, and a timeline of no changes keeps only the present', async () => {
  const { lab } = await busyMock({ timeline: { count: 1000, bytes: 100_000 } });
  lab.clock.advance('P1M');
  const { latest, oldest } = lab.timeline.list();
  expect(latest - oldest).toBeGreaterThan(2);
  expect(latest - oldest).toBeLessThan(100);
  const { lab: without } = await busyMock({ timeline: { count: 0, bytes: 0 } });
  expect(without.timeline.list({ kind: 'changes' })).toMatchObject({ items: [], total: 0 });
});

test('the moments before the last 16 resets are kept', () => {
  const lab = controlApi(createTestMock().app);
  for (let times = 0; times < 20; times += 1) {
    lab.worldServer.world.transact(null, (store) => store.random('dice'));
    lab.reset();
  }
  const { items, oldest } = lab.timeline.list({ kind: 'changes' });
  expect(items.filter(({ kind }) => kind === 'reset')).toHaveLength(16);
  expect(lab.export({ at: oldest }).ordinals.dice).toBeUndefined();
  expect(lab.export({ at: oldest + 1 }).ordinals.dice).toBe(1);
});

test('1,000 changes are kept, and more once the timeline was read', () => {
  const lab = controlApi(createTestMock().app);
  const change = () => lab.worldServer.world.transact(null, (store) => store.random('dice'));
  for (let times = 0; times < 1100; times += 1) change();
  expect(lab.timeline.list({ limit: 0 })).toMatchObject({ oldest: 100, latest: 1100, total: 1000 });
  for (let times = 0; times < 500; times += 1) change();
  expect(lab.timeline.list({ limit: 0 })).toMatchObject({ oldest: 100, latest: 1600, total: 1500 });
});

test('a running clock goes on from the moment in a world made from it, and stands still in its export', async () => {
  const { lab } = await busyMock({ clock: '2026-11-20T08:00:00Z' });
  const seq = lab.worldServer.world.seq;
  lab.clock.advance('P3D');
  const made = lab.worlds.create({ at: seq });
  expect(made.clock.now()).toMatchObject({ now: expect.stringMatching(/^2026-11-20T08:00:/), frozen: false });
  expect(lab.export({ at: seq }).clock).toMatchObject({ frozen: true });
});

test('the moment of a timer shows the time at which the timer was due', async () => {
  const { lab } = await busyMock();
  lab.clock.advance('P1D');
  const { items } = lab.timeline.list();
  const timer = items.find(({ cause }) => cause?.kind === 'timer' && cause.timer === 'order.provisioned');
  const made = lab.worlds.create({ at: timer?.seq ?? -1 });
  expect(made.clock.now().now).toBe(timer?.at);
  expect(timer?.at).toMatch(/^2026-11-20T08:00:/);
});

if (whole)
  test('the test that is written for a moment runs in vitest and passes', async () => {
    const { lab, order } = await busyMock();
    lab.worlds.create({ name: 'other' });
    const { items } = lab.timeline.list({ kind: 'changes' });
    const moments = [items[0], items.at(-1)];
    const root = fileURLToPath(new URL('../', import.meta.url));
    mkdirSync(join(root, '.cache'), { recursive: true });
    const folder = mkdtempSync(join(root, '.cache/moment-'));
    try {
      // Node imports the modules, as it does with those of an installed package.
      const config =
        'export default { test: { testTimeout: 100_000, hookTimeout: 100_000, experimental: { viteModuleRunner: false } } };\n';
      writeFileSync(join(folder, 'vitest.config.mjs'), config);
      for (const moment of moments) {
        const seq = moment?.seq ?? -1;
        const text = lab.timeline.test(seq);
        expect(text).toContain(`lab export --at ${seq} > moment-${seq}.json`);
        writeFileSync(join(folder, `moment-${seq}.json`), JSON.stringify(lab.export({ at: seq })));
        writeFileSync(
          join(folder, `moment-${seq}.test.ts`),
          text.replace("'hosting-contract/vitest'", JSON.stringify(join(root, 'entry/vitest.ts'))),
        );
      }
      expect(lab.timeline.test(moments[0]?.seq ?? -1)).toContain(`const id = '${order.id}';`);
      const vitest = join(root, 'node_modules/vitest/vitest.mjs');
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [
          vitest,
          'run',
          '--root',
          folder,
          '--maxWorkers=1',
          '--isolate=false',
          '--experimental.viteModuleRunner=false',
          '--reporter=json',
          `--outputFile=${folder}/report.json`,
        ],
        { encoding: 'utf8' },
      );
      const report = readFileSync(join(folder, 'report.json'), 'utf8');
      const { numPassedTests: passed } = JSON.parse(report) as { numPassedTests: number };
      expect({ status, passed }, report + stdout + stderr).toEqual({ status: 0, passed: 2 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

test('equal items after each other are one row, and items are found by text and by record', async () => {
  const { mock, lab, order } = await busyMock();
  for (let at = 0; at < 3; at += 1) await mock.as('owner')('getWallet');
  lab.clock.advance('P1M');
  const rows = lab.timeline.list({ fold: 'equal', limit: 1000 });
  expect(rows.total).toBe(rows.items.length);
  expect(rows.items.reduce((sum, { repeated = 1 }) => sum + repeated, 0)).toBe(lab.timeline.list().total);
  expect(rows.items.find(({ request }) => request?.operation === 'getWallet')?.repeated).toBe(3);
  // Pages from a fixed item on have the same rows.
  const until = rows.items[0]?.id ?? '';
  const page = lab.timeline.list({ fold: 'equal', until, offset: 2, limit: 3 });
  expect(page.items).toEqual(rows.items.slice(2, 5));
  const older = lab.timeline.list({ fold: 'equal', before: page.next ?? '', limit: 3 });
  expect(older.items).toEqual(rows.items.slice(5, 8));
  const ofOrder = lab.timeline.list({ record: order.id, kind: 'changes' }).items;
  expect(ofOrder.map(itemTitle)).toEqual([
    'the timer order.provisioned',
    expect.stringMatching(/^createOrder by owner/),
  ]);
  const found = lab.timeline.list({ q: 'OWNER createorder' }).items;
  expect(found.map(({ kind }) => kind)).toEqual(['request', 'commit']);
});

test('a record is set back to a moment and brought back when it was removed, and `undo` takes it back', async () => {
  const { mock, lab, order } = await busyMock();
  const status = () => lab.tables.get('orders', order.id).row.status;
  const { latest } = lab.timeline.list();
  lab.clock.advance('P1D');
  expect(status()).toBe('completed');
  expect(lab.tables.restore('orders', order.id, latest).row.status).toBe('processing');
  expect(lab.undo()).toEqual({ undone: 'record', discards: 0, among: [] });
  expect(status()).toBe('completed');
  const { id = '' } = (await mock.as('owner')('listApiKeys')).data.data[0] ?? {};
  const before = lab.timeline.list().latest;
  const { label } = lab.tables.get('api_keys', id);
  lab.worldServer.world.transact(null, (store) => store.api_keys.remove(id));
  expect(lab.tables.restore('api_keys', id, before).label).toBe(label);
  expect(() => lab.tables.restore('orders', order.id, 0)).toThrow(
    expect.objectContaining({ code: 'RESOURCE_NOT_FOUND' }),
  );
});
