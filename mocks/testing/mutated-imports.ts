// Exports of worlds, changed at random places: what each may do to a mock that is asked to take it in.
import fc from 'fast-check';
import { controlApi } from '../../src/control/control-api.ts';
import { ControlError } from '../../src/control/control-error.ts';
import { createApp } from '../../src/server/app.ts';
import { beginSession } from '../identity/sessions.ts';
import { hostingMock } from '../index.ts';

type Json = unknown;
export type Outcome = 'refused' | 'accepted';

/** Values that are seldom meant: wrong types, numbers at the edge, dates that do not exist, names of members that every object has. */
const VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  0.5,
  1e15,
  1e15 + 1,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  -1e308,
  1e308,
  '',
  ' ',
  'x',
  'EUROS',
  'XXX',
  '__proto__',
  'constructor',
  'x'.repeat(100_000),
  '\u0000\n\u2028',
  '\ud800',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '0000-01-01T00:00:00Z',
  '2026-11-20T08:00:00+01:00',
  '2026-11-20',
  '00000000-0000-4000-8000-000000000000',
  [],
  {},
  [null],
  [[]],
  JSON.parse('{"__proto__":{"status":"active"}}'),
];

/** One change: a walk down from the root, and what is done where it ends. */
export const change = fc.record({
  /** at each level a member by this share of their number */
  way: fc.array(fc.double({ min: 0, max: 0.999999, noNaN: true }), { minLength: 1, maxLength: 6 }),
  how: fc.constantFrom(
    'delete',
    'replace',
    'replace',
    'duplicate',
    'rename',
    'empty',
    'empty',
    'nudge',
    'borrow',
    'column',
  ),
  value: fc.constantFrom(...VALUES),
  name: fc.constantFrom('__proto__', 'constructor', 'toString', 'zz', '', 'a/b~c\n'),
  other: fc.double({ min: 0, max: 0.999999, noNaN: true }),
});
type Change = typeof change extends fc.Arbitrary<infer A> ? A : never;

const isContainer = (value: Json): value is Record<string, Json> | Json[] =>
  typeof value === 'object' && value !== null;
const set = (where: object, name: string, value: Json): void =>
  void Object.defineProperty(where, name, { value, enumerable: true, configurable: true, writable: true });

/** Changes an export in place; says where and how. */
export function mutate(root: Json, { way, how, value, name, other }: Change): string {
  let where = root;
  const path: string[] = [];
  for (const [level, share] of way.entries()) {
    if (!isContainer(where)) break;
    // Most of an export are its tables: one in three changes is made elsewhere.
    const keys =
      level === 0 && share > 0.33
        ? ['tables']
        : Object.keys(where).filter((key) => level > 0 || key !== 'tables');
    const key = keys[Math.floor(share * keys.length)];
    if (key === undefined) break;
    path.push(key);
    const next: Json = Reflect.get(where, key);
    if (!isContainer(next) || level === way.length - 1) {
      // In a column every row of the table gets the value; where there is no table it is one change like any other.
      const table: Json =
        how === 'column' && path[0] === 'tables'
          ? Reflect.get(Object(Reflect.get(Object(root), 'tables')), path[1] ?? '')
          : [];
      if (level === 3 && Array.isArray(table)) for (const row of table) set(row, key, value);
      apply(where, key, how, value, name, other);
      break;
    }
    where = next;
  }
  return `${how} /${path.join('/')}`;
}

function apply(
  where: object,
  key: string,
  how: Change['how'],
  value: Json,
  name: string,
  other: number,
): void {
  const now: Json = Reflect.get(where, key);
  if (how === 'delete') {
    if (Array.isArray(where)) where.splice(Number(key), 1);
    else Reflect.deleteProperty(where, key);
  } else if (how === 'duplicate' || how === 'rename') {
    if (Array.isArray(where)) where.push(structuredClone(now));
    else {
      set(where, name, now);
      if (how === 'rename') Reflect.deleteProperty(where, key);
    }
  } else if (how === 'empty')
    set(where, key, Array.isArray(now) ? [] : isContainer(now) ? {} : typeof now === 'string' ? '' : 0);
  else if (how === 'nudge') set(where, key, nudged(now, other));
  else if (how === 'borrow') {
    const names = Object.keys(where);
    set(where, key, Reflect.get(where, names[Math.floor(other * names.length)] ?? key));
  } else set(where, key, value);
}

function nudged(value: Json, by: number): Json {
  if (typeof value === 'number') return value + (by < 0.5 ? 1 : -1);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return `${1990 + Math.floor(by * 100)}${value.slice(4)}`;
  const at = Math.floor(by * value.length);
  return value.slice(0, at) + (value[at] === '0' ? '1' : '0') + value.slice(at + 1);
}

/** The export of a world in which something has happened, made once for each. */
const exported = new Map<string, string>();
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

/** A mock to import into, made once for all: what is refused leaves it as it was. */
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
 * Takes in a changed export, and holds the mock to what it promises: it refuses in one line and is as before, or it
 * goes on: nothing is broken, records can be made and read, a year can pass.
 * @throws Error saying what did not hold
 */
export async function tryImport(json: Json): Promise<Outcome> {
  shared ??= importTarget();
  const { app, faults, before } = shared;
  const lab = controlApi(app);
  try {
    lab.import(json);
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (/[\u0000-\u001f\u2028]/.test(error.message)) throw new Error(`Several lines: ${error.message}`);
    if (!/^This is no world that could be taken in\. \/?/.test(error.message) || error.message.length > 1000)
      throw new Error(`Odd words: ${error.message}`);
    if (JSON.stringify(lab.export()) !== before) throw new Error(`Refused, and changed: ${error.message}`);
    return 'refused';
  }
  // What was taken in is another world: the next one gets a mock of its own.
  shared = undefined;
  const text = JSON.stringify(lab.export());
  lab.import(JSON.parse(text));
  if (JSON.stringify(lab.export()) !== text) throw new Error('Its own export reads otherwise');
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

/** Reads every record and makes one of each kind, as everybody who can. */
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
