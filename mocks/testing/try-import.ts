// For tests: imports an export into a mock and checks that the mock either refuses the export cleanly or can continue
// from it.
import { controlApi } from '../../src/control/control-api.ts';
import { ControlError } from '../../src/control/control-error.ts';
import { createApp } from '../../src/server/app.ts';
import { beginSession } from '../identity/sessions.ts';
import { hostingMock } from '../index.ts';

/** Whether a mock refused or accepted an import. */
export type Outcome = 'refused' | 'accepted';

/** Exports of new worlds as JSON text, by the name of the world. */
const exported = new Map<string, string>();
/** Exports a new world as JSON text. Each world is built only once. */
export function exportedWorld(world: string): string {
  let text = exported.get(world);
  if (text === undefined) {
    const app = createApp(hostingMock, {
      world,
      clock: 'frozen',
      limits: 'off',
      requests: { count: 0, bytes: 0 },
    });
    text = JSON.stringify(controlApi(app).export());
    exported.set(world, text);
  }
  return text;
}

/** Returns the mock to import into. Tests share one mock, because a refused import leaves the mock unchanged. */
function importTarget() {
  const faults: string[] = [];
  const app = createApp(hostingMock, {
    world: 'empty',
    clock: 'frozen',
    limits: 'off',
    requests: { count: 0, bytes: 0 },
    fault: (error, where) => void faults.push(`${where}: ${error instanceof Error ? error.stack : error}`),
  });
  return { app, faults, before: JSON.stringify(controlApi(app).export()) };
}
let shared: ReturnType<typeof importTarget> | undefined;

/**
 * Imports a changed export and checks the mock. Either the mock refuses with a message of one line and stays
 * unchanged, or the imported world works: invariants hold, records can be created and read, and a year can pass.
 * @throws Error that names the expectation that failed
 */
export async function tryImport(json: unknown): Promise<Outcome> {
  shared ??= importTarget();
  const { app, faults, before } = shared;
  const lab = controlApi(app);
  try {
    lab.import(json);
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (/[\u0000-\u001f\u2028]/.test(error.message))
      throw new Error(`The message has several lines: ${error.message}`);
    if (!/^This is no world that could be taken in\. \/?/.test(error.message) || error.message.length > 1000)
      throw new Error(`The message has an unexpected form: ${error.message}`);
    if (JSON.stringify(lab.export()) !== before)
      throw new Error(`The refused import changed the world: ${error.message}`);
    return 'refused';
  }
  // An accepted import replaces the world of the shared mock, so the next call creates a new mock.
  shared = undefined;
  const text = JSON.stringify(lab.export());
  lab.import(JSON.parse(text));
  if (JSON.stringify(lab.export()) !== text)
    throw new Error('The export after an import of the export differs');
  lab.policy.set({ latency: 'none', limits: 'off' });
  lab.faults.clear();
  assertSound(app, 'import');
  await callEveryOperation(app);
  assertSound(app, 'tour');
  lab.clock.freeze();
  lab.clock.advance('P1Y');
  assertSound(app, 'year');
  await callEveryOperation(app);
  if (faults.length > 0) throw new Error(faults[0]);
  return 'accepted';
}

function assertSound(app: ReturnType<typeof createApp<typeof hostingMock.tables>>, when: string): void {
  const [broken] = app.invariants();
  if (broken !== undefined) throw new Error(`After the ${when}: ${broken}`);
}

/** Reads every resource and creates one record of each kind, as one user of every active tenant. */
async function callEveryOperation(
  app: ReturnType<typeof createApp<typeof hostingMock.tables>>,
): Promise<void> {
  const ask = async (method: string, path: string, token: string, body?: object) => {
    const reply = await app.handle({
      method,
      path: `/v1${path}`,
      query: '',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body ? new TextEncoder().encode(JSON.stringify(body)) : null,
      address: 'in-process',
    });
    if (reply.status >= 500) throw new Error(`${method} ${path} answers ${reply.status}: ${reply.body}`);
    return reply.status < 300 && typeof reply.body === 'string' ? JSON.parse(reply.body) : {};
  };
  const users = app.world.transact(null, (store) => {
    const seen = new Set<string>();
    return store.users.all().filter(({ tenant_id, role }) => {
      if (store.tenants.find(tenant_id)?.status !== 'active' || role === 'viewer' || seen.has(tenant_id))
        return false;
      return seen.add(tenant_id);
    });
  });
  const unique = `t${app.world.seq}`;
  for (const { id, tenant_id } of users) {
    const { token } = app.world.transact(null, (store) => beginSession(store, store.users.get(id)));
    const name = `${unique}-${tenant_id.slice(0, 4)}`;
    const post = (path: string, body: object) => ask('POST', path, token, body);
    const { id: customer_id } = await post('/customers', {
      email: `${name}@x.example`,
      first_name: 'A',
      last_name: 'B',
    });
    await post('/wallet/topup', { amount: 50_000 });
    for (const payment_method of ['wallet', 'invoice'])
      await post('/orders', {
        customer_id,
        payment_method,
        items: ['hosting-pro', 'vps-s', 'ssl-dv'].map((sku_id) => ({
          sku_id,
          quantity: 1,
          billing_cycle: 'monthly',
          config: { domain: `${name}.example` },
        })),
      });
    const bought = { customer_id, billing_cycle: '1_year', domain: `${name}.com` };
    await post('/domains/register', bought);
    const zone = await post('/dns/zones', { name: `${name}.com` });
    await post(`/dns/zones/${zone.id}/records`, { type: 'A', name: '@', content: '192.0.2.7', ttl: 300 });
    const mail = await post('/email', { ...bought, sku_id: 'email-basic' });
    await post(`/email/${mail.id}/mailboxes`, { local_part: 'a', password: 'a-Long-one-7' });
    const ticket = await post('/support/tickets', { subject: 'S', message: 'M' });
    await post(`/support/tickets/${ticket.id}/replies`, { message: 'R' });
    await post('/webhooks', { url: 'https://x.example/h', events: ['*'] });
    await post('/api-keys', { name: 'k', scopes: ['orders:read'] });
    for (const path of [
      '/customers',
      '/services',
      '/orders',
      '/invoices',
      '/subscriptions',
      '/domains',
      '/hosting',
      '/ssl',
      '/dns/zones',
      '/email',
      '/vps',
      '/support/tickets',
      '/webhooks',
      '/api-keys',
      '/payments',
    ]) {
      const { data = [] } = await ask('GET', path, token);
      const [first] = data;
      if (first && path !== '/payments') await ask('GET', `${path}/${first.id}`, token);
    }
    await ask('GET', '/wallet', token);
    await ask('GET', `/tenants/${tenant_id}/usage`, token);
  }
}

/** The rows of one table in an export, with members that a test may replace. */
export type ExportedRows = Record<string, unknown>[];
/** An exported world as parsed JSON, typed so that tests can change it. */
export type ExportedJson = {
  ordinals: Record<string, number>;
  tables: Record<string, ExportedRows>;
  timers: ExportedRows;
  parts: Record<string, unknown>;
};

/** An id that no row of a seeded world has. */
export const UNUSED_ID = '00000000-0000-4000-8000-000000000000';

/** Finds the rows of a table in an export; returns an empty array when the export lacks the table. */
export const rowsOf = ({ tables }: ExportedJson, table: string): ExportedRows => tables[table] ?? [];
