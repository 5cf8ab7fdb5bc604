// Tests the edge and large worlds: every resource can be read, and every reply is valid by the document.
import { expect, test } from 'vitest';
import { edgeCustomers, edgeTexts, internationalNames, NAME_253 } from '../../fixtures/worlds/edge-values.ts';
import { operations } from '../../src/contract/operations.ts';
import { type AppOptions, createApp } from '../../src/server/app.ts';
import { sendCall } from '../../src/server/testing/minimal-mock.ts';
import { sampled, whole } from '../../tools/testing/sampled.ts';
import { hostingMock } from '../index.ts';
import type { Store } from '../tables.ts';

const faults: unknown[] = [];
const createWorldApp = (world: string, options: AppOptions = {}) =>
  createApp(hostingMock, {
    world,
    clock: 'frozen',
    limits: 'off',
    fault: (error) => void faults.push(error),
    ...options,
  });
type WorldApp = ReturnType<typeof createWorldApp>;

// Sends a GET request, validates the reply against the document, and returns its bytes.
async function get(app: WorldApp, path: string, bearer: string) {
  const reply = await app.fetch(
    new Request(`http://mock/v1${path}`, { headers: { authorization: `Bearer ${bearer}` } }),
  );
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect(faults.splice(0), `${path}: ${bytes.toString('utf8', 0, 500)}`).toEqual([]);
  return { status: reply.status, type: reply.headers.get('content-type') ?? '', bytes };
}

const reads = operations.filter(({ method }) => method === 'GET');

// Reads all pages of a list and returns the rows of all pages.
async function rowsOf(app: WorldApp, path: string, bearer: string): Promise<{ id: string }[]> {
  const rows: { id: string }[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { status, bytes } = await get(app, `${path}?per_page=100&page=${page}`, bearer);
    if (status === 403) return [];
    expect(status, path).toBe(200);
    const body = JSON.parse(bytes.toString());
    if (!body.meta) return [];
    rows.push(...body.data);
    last = body.meta.last_page;
  }
  return rows;
}

// Reads every page of every list, every row, and every resource below a row, as one caller. Counts the replies.
async function walk(app: WorldApp, bearer: string): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const { path } of reads.filter((one) => !one.path.includes('{'))) {
    for (const { id } of await rowsOf(app, path, bearer)) {
      for (const one of reads.filter((each) => each.path.startsWith(`${path}/{id}`))) {
        const { status, type, bytes } = await get(app, one.path.replace('{id}', id), bearer);
        expect(one.statuses, one.id).toContain(status);
        const key = `${one.id} ${status}`;
        answers[key] = (answers[key] ?? 0) + 1;
        if (one.id === 'downloadInvoicePdf') {
          expect(type).toBe('application/pdf');
          expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
          expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
        }
      }
    }
  }
  return answers;
}

test('every resource of the edge world can be read by its owner, and every reply is valid by the document', async () => {
  const app = createWorldApp('edge');
  const { expired: _e, revoked: _r, readOnly: _o, twoFactor: _t, ...personas } = app.personas;
  const walked: Record<string, number> = {};
  for (const name of [
    'owner',
    'platformAdmin',
    'nothingYet',
    'longNamed',
    'noDecimals',
    'immenselyRich',
    'allSuspended',
    'onlyCancelled',
  ]) {
    const { token } = personas[name] ?? {};
    expect(token, name).toBeDefined();
    for (const [key, count] of Object.entries(await walk(app, token ?? '')))
      walked[key] = (walked[key] ?? 0) + count;
  }
  expect(walked['getCustomer 200']).toBe(Object.keys(edgeCustomers()).length + 5);
  expect(walked['downloadInvoicePdf 200']).toBeGreaterThan(150);
  expect(walked['getTicket 200']).toBe(Object.keys(edgeTexts).length + 1);
  expect(Object.keys(walked).filter((key) => / [345]/.test(key))).toEqual(['downloadCertificate 422']);
  expect(app.invariants()).toEqual([]);
});

const inTenant = <A>(app: WorldApp, persona: string, read: (store: Store) => A): A =>
  app.world.transact(app.personas[persona]?.tenantId ?? '', read);

test('the edge world contains every edge value', () => {
  const app = createWorldApp('edge');
  inTenant(app, 'owner', (store) => {
    const names = store.domains.all().map((one) => one.unicode_name);
    expect(names).toEqual(expect.arrayContaining(Object.values(internationalNames)));
    expect(store.dns_zones.by('name', NAME_253)).toBeDefined();
    const [busiest] = store.tickets.all();
    expect(store.ticket_replies.where('ticket_id', busiest?.id ?? '')).toHaveLength(200);
    const largest = store.orders.all().find(({ items }) => items.length === 50);
    expect(largest?.items[0]?.quantity).toBe(100);
    expect(store.orders.all().some(({ created_at }) => created_at.slice(5, 10) === '02-29')).toBe(true);
  });
  inTenant(app, 'immenselyRich', (store) => {
    expect(store.invoices.all().map((one) => one.total_amount)).toContain(Number.MAX_SAFE_INTEGER);
    expect(store.wallets.all()[0]?.balance_amount).toBe(Number.MAX_SAFE_INTEGER - 1);
  });
  inTenant(app, 'noDecimals', (store) => expect(store.invoices.all()[0]?.currency).toBe('JPY'));
  inTenant(app, 'allSuspended', (store) => expect(store.services.count({ status: 'suspended' })).toBe(6));
  inTenant(app, 'nothingYet', (store) => expect(store.wallet_transactions.count()).toBe(0));
  inTenant(app, 'onlyCancelled', (store) => expect(store.customers.count({ status: 'inactive' })).toBe(1));
});

test('the invariants of the edge world hold for any start and lifecycle, and the same seed gives the same world', () => {
  const starts = [
    '1971-03-01T00:00:00Z',
    '2028-02-29T23:59:59Z',
    '2026-12-31T12:00:00Z',
    '9890-01-31T10:00:00Z',
  ];
  for (const clock of sampled(starts, 2)) {
    expect(createWorldApp('edge', { clock }).invariants(), clock).toEqual([]);
  }
  expect(createWorldApp('edge').world.runDue()).toEqual([]);
  for (const lifecycle of ['immediate', 'manual'] satisfies AppOptions['lifecycle'][])
    expect(createWorldApp('edge', { lifecycle }).invariants()).toEqual([]);
  const text = (seed: number): string => JSON.stringify(createWorldApp('edge', { seed }).world.export());
  expect(text(3)).toBe(text(3));
});

if (whole)
  test('the large world has 100,000 customers, and the last page of their list can be read', async () => {
    const app = createWorldApp('large');
    const { token = '' } = app.personas.owner ?? {};
    const last = await get(app, '/customers?per_page=100&page=1000&status=active', token);
    expect(last.status).toBe(200);
    const body = JSON.parse((await get(app, '/customers?per_page=100&page=1000', token)).bytes.toString());
    expect(body.meta).toEqual({ current_page: 1000, per_page: 100, total: 100_000, last_page: 1000 });
    expect(body.data).toHaveLength(100);
    for (const path of ['/orders', '/services', '/invoices', '/subscriptions', '/payments'])
      expect((await rowsOf(app, path, token)).length, path).toBeGreaterThan(300);
    expect(app.invariants()).toEqual([]);
  });

test('an exported and imported world exports the same bytes and accepts the same credentials', async () => {
  for (const world of ['demo', 'edge', 'empty']) {
    const app = createWorldApp(world);
    await sendCall(app, 'POST', '/customers', {
      token: app.personas.owner?.token,
      body: { email: 'last@change.example', first_name: 'Last', last_name: 'Change' },
    });
    const text = JSON.stringify(app.world.export());
    const again = createWorldApp('left.json', { from: JSON.parse(text), seed: 99, clock: 'now' });
    expect(JSON.stringify(again.world.export())).toBe(text);
    expect(again.seed).toBe(1);
    expect(Object.keys(again.personas).sort()).toEqual(Object.keys(app.personas).sort());
    for (const [name, { token: _, ...before }] of Object.entries(app.personas)) {
      const { token, ...after } = again.personas[name] ?? {};
      expect(after, name).toEqual(before);
      const expected = ['expired', 'revoked'].includes(name) ? 401 : name === 'suspended' ? 403 : 200;
      const bearer = token ?? after.apiKey;
      if (bearer !== undefined && name !== 'readOnly')
        expect((await get(again, '/auth/me', bearer)).status, name).toBe(expected);
    }
    expect(again.invariants()).toEqual([]);
    again.reset();
    expect(JSON.stringify(again.world.export())).toBe(text);
  }
});
