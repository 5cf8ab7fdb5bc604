// For each value that `cope` tries: a small client that breaks on it and on nothing that the mock itself does.
import { get } from 'node:http';
import { expect, test } from 'vitest';
import { document } from '../src/contract/document.ts';
import { choicesOf, excludes, freedomOf, hasEffectOn } from '../src/cope/plan.ts';
import type { Running } from '../src/cope/platform.ts';
import { sampled } from '../tools/testing/sampled.ts';
import { mockPlatform } from './cope-mock.ts';

type Json = Record<string, unknown>;
type Row = Json & Record<'id' | 'status' | 'created_at', string>;
type Answer = { status: number; headers: Headers; text: string; json: Json; rows: Row[]; refusal: Json };

/** Calls the API. */
type Call = (path: string, body?: object, method?: string) => Promise<Answer>;
type Client = (call: Call, env: Running['env']) => Promise<void>;

function must(is: boolean, what: string): void {
  if (!is) throw new Error(what);
}

/** What a client may wait for and send again: a request that was refused for now, or whose reply was lost. */
type Mishap = '429' | '503' | 'lost';
const MISHAPS: readonly Mishap[] = ['429', '503', 'lost'];

const callOf = ({ env }: Running, repeated: readonly Mishap[]): Call => {
  const call: Call = async (path, body, method = body ? 'POST' : 'GET') => {
    const reply = await fetch(`${env.HOSTING_BASE_URL}${path}`, {
      method,
      headers: { authorization: `Bearer ${env.HOSTING_TOKEN}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      if (body || !repeated.includes('lost')) throw error;
    });
    if (!reply) return call(path, body, method);
    if (repeated.some((one) => one === String(reply.status))) {
      await new Promise((done) => setTimeout(done, Number(reply.headers.get('retry-after')) * 1000));
      return call(path, body, method);
    }
    const text = await reply.text();
    const json = JSON.parse(text) as Json;
    const rows = (json.data ?? []) as Row[];
    return { status: reply.status, headers: reply.headers, text, json, rows, refusal: json.error as Json };
  };
  return call;
};

const NO_CUSTOMER = '/customers/3f2a9c1e-0000-4000-8000-000000000000';
const newCustomer = () => ({
  email: `${crypto.randomUUID()}@client.example`,
  first_name: 'Ada',
  last_name: 'Lovelace',
});
const all = (path: string) => `${path}?per_page=50`;

const showsRows: Client = async (call) => {
  for (let time = 0; time < 2; time += 1) must((await call('/customers')).status === 200, 'no rows');
};
const showsAllRows =
  (query = ''): Client =>
  async (call) => {
    const { rows, json } = await call(`/domains${query}`);
    must(rows.length === (json.meta as Json).total, 'rows are missing');
  };
const sortsByText: Client = async (call) => {
  const { rows } = await call(all('/customers'));
  for (const { created_at } of rows) must(/:\d\dZ$/.test(created_at), `what time is ${created_at}?`);
};
/** Returns a list of what is below the first record of another list that has some. */
async function below(call: Call, path: string, name: string): Promise<Row[]> {
  for (const { id } of (await call(all(path))).rows) {
    const { rows } = await call(all(`${path}/${id}/${name}`));
    if (rows.length > 0) return rows;
  }
  throw new Error(`no ${name}`);
}

/** Downloads a file of the first record of a list that has one. */
async function downloads({ env }: Pick<Running, 'env'>, call: Call, path: string, name: string) {
  for (const { id } of (await call(all(path))).rows) {
    const headers = { authorization: `Bearer ${env.HOSTING_TOKEN}` };
    const reply = await fetch(`${env.HOSTING_BASE_URL}${path}/${id}/${name}`, { headers });
    const text = Buffer.from(await reply.arrayBuffer()).toString('latin1');
    const [disposition, type] = ['content-disposition', 'content-type'].map((one) => reply.headers.get(one));
    if (reply.ok) return { text, disposition: String(disposition), type };
  }
  throw new Error('no file');
}
const readsCustomers =
  (isRight: (rows: Row[]) => boolean): Client =>
  async (call) =>
    must(isRight((await call(all('/customers'))).rows), 'what are these customers?');

/** Freedom or value → a client that breaks on it. */
const CLIENTS: Record<string, Client> = {
  async errors(call) {
    for (let time = 0; time < 2; time += 1)
      must(typeof (await call('/customers', {})).refusal.message === 'string', 'no message');
  },
  async 'errors=empty errors'(call) {
    must((await call(NO_CUSTOMER)).refusal.errors === undefined, 'what is wrong with a GET?');
  },
  async codes(call) {
    must((await call(NO_CUSTOMER)).refusal.code === 'NOT_FOUND', 'what happened?');
  },
  async messages(call) {
    must(/not found/.test(String((await call(NO_CUSTOMER)).refusal.message)), 'what happened?');
  },
  async 'field-keys'(call) {
    const { errors } = (await call('/orders', { items: [{ sku_id: 1 }] })).refusal;
    must('items.0.sku_id' in (errors as Json), 'which field is wrong?');
  },
  async 'insufficient-funds'(call) {
    const [customer] = (await call('/customers?status=active')).rows;
    const item = { sku_id: 'vps-8g', quantity: 100, billing_cycle: '1_year', config: {} };
    const items = Array.from({ length: 40 }, () => item);
    const order = { customer_id: customer?.id, payment_method: 'wallet', items };
    must((await call('/orders', order)).status === 422, 'what happened?');
  },
  async services(call) {
    const [customer] = (await call('/customers?status=active')).rows;
    const items = ['ssl-dv', 'hosting-starter'].map((sku_id) => ({
      ...{ sku_id, quantity: 1, billing_cycle: '1_year', config: {} },
    }));
    const { json } = await call('/orders', { customer_id: customer?.id, payment_method: 'wallet', items });
    const [first] = json.services as string[];
    must((await call(`/services/${first}`)).json.sku_id === 'ssl-dv', 'which service is it?');
  },
  'early-limits': showsRows,
  async 'member-order'(call) {
    must((await call('/customers')).text.startsWith('{"data"'), 'where is the list?');
  },
  nulls: readsCustomers((rows) => rows.every((row) => 'company_name' in row)),
  'further-members': readsCustomers((rows) => {
    const { properties = {} } = document().components.schemas.Customer ?? {};
    return rows.every((row) => Object.keys(row).every((name) => name in properties));
  }),
  'further-states': readsCustomers((rows) => rows.every(({ status }) => /^(in)?active$/.test(status))),
  async 'further-states=on the way'(call) {
    const known = ['processing', 'completed', 'pending', 'failed', 'cancelled'];
    for (const { status } of (await call(all('/orders'))).rows) must(known.includes(status), status);
  },
  async 'further-states=some kinds'(call) {
    for (const { type } of (await call(all('/services'))).rows)
      must(type !== 'other_kind', 'what kind is it?');
  },
  async 'further-states=other words'(call) {
    for (const { priority } of (await call(all('/support/tickets'))).rows)
      must(/^(low|normal|high|urgent)$/.test(String(priority)), `what is ${priority}?`);
  },
  async 'further-states=at the end'(call) {
    const { json } = await call('/support/tickets', { subject: 'client', message: 'client' });
    await call(`/support/tickets/${json.id}/close`, {});
    must((await call(`/support/tickets/${json.id}`)).json.status === 'closed', 'not closed');
  },
  async ended(call) {
    const { json } = await call('/api-keys', { name: 'client', scopes: ['customers:read'] });
    await call(`/api-keys/${json.id}`, undefined, 'DELETE');
    must((await call(`/api-keys/${json.id}`)).json.status === 'revoked', 'not revoked');
  },
  async unknown(call) {
    const { json } = await call('/customers', newCustomer());
    must((await call(`/customers/${json.id}`, json, 'PUT')).status === 200, 'not saved');
  },
  async updates(call) {
    const { json } = await call('/customers', { ...newCustomer(), company_name: 'client' });
    const { json: changed } = await call(`/customers/${json.id}`, newCustomer(), 'PUT');
    must(changed.company_name === 'client', 'no company');
  },
  async 'updated-at'(call) {
    const { json } = await call('/customers', newCustomer());
    await new Promise((done) => setTimeout(done, 1100));
    const { json: changed } = await call(`/customers/${json.id}`, newCustomer(), 'PUT');
    must(changed.updated_at !== json.updated_at, 'not changed');
  },
  async refreshed(call) {
    must('user' in (await call('/auth/refresh', {})).json, 'whose session is it?');
  },
  async 'webhook-secrets'(call) {
    const { json } = await call('/webhooks', { url: 'https://client.example/', events: ['*'] });
    must(String(json.secret).startsWith('whsec_'), 'is this a secret?');
  },
  async 'bundle-media-type'(call, env) {
    const { type } = await downloads({ env }, call, '/ssl', 'download');
    must(type === 'application/zip', 'is this a bundle?');
  },
  async 'invoice-pdf'(call, env) {
    const { type } = await downloads({ env }, call, '/invoices', 'pdf');
    must(type === 'application/pdf', 'is this an invoice?');
  },
  async accepted(call) {
    must((await call('/customers', newCustomer())).status === 201, 'not created');
  },
  async 'accepted=201 for actions'(call) {
    const { json } = await call('/support/tickets', { subject: 'client', message: 'client' });
    must((await call(`/support/tickets/${json.id}/close`, {})).status === 200, 'not closed');
  },
  async conflicts(call) {
    const { rows } = await call(all('/services'));
    const { id } = rows.find(({ status }) => status === 'active') as Row;
    must((await call(`/services/${id}/unsuspend`, {})).status === 422, 'not refused');
  },
  async 'unknown-customer'(call) {
    const items = [{ sku_id: 'ssl-dv', quantity: 1, billing_cycle: '1_year', config: {} }];
    const order = { customer_id: crypto.randomUUID(), payment_method: 'wallet', items };
    must((await call('/orders', order)).status === 422, 'not refused');
  },
  async filters(call) {
    const { rows } = await call('/customers?status=inactive&per_page=50');
    must(
      rows.every(({ status }) => status === 'inactive'),
      'one is active',
    );
  },
  'further-records=with markup': readsCustomers((rows) => !JSON.stringify(rows).includes('<b>')),
  'further-records=with empty texts': readsCustomers((rows) => rows.every((row) => row.company_name !== '')),
  'further-records=of one name': readsCustomers(
    (rows) => new Set(rows.map((row) => `${row.first_name} ${row.last_name}`)).size === rows.length,
  ),
  async 'further-records=other product identifiers'(call) {
    for (const { sku_id } of (await call(all('/services'))).rows)
      must(/^[\w-]+$/.test(String(sku_id)), `what is ${sku_id}?`);
  },
  async 'further-records=amounts of zero'(call) {
    for (const { total_amount } of (await call(all('/invoices'))).rows)
      must(total_amount !== 0, 'for nothing');
  },
  async 'further-records=amounts below zero'(call) {
    for (const { total_amount } of (await call(all('/invoices'))).rows)
      must(Number(total_amount) >= 0, 'less than nothing');
  },
  async 'record-names'(call) {
    for (const { name } of await below(call, '/dns/zones', 'records'))
      must(!/\.(com|org|net|example)\b/.test(String(name)), `what is ${name}?`);
  },
  async 'ids-below'(call) {
    for (const { id } of await below(call, '/dns/zones', 'records'))
      must(/^[0-9a-f-]{36}$/.test(id), `what is ${id}?`);
  },
  async usage(call) {
    const { rows } = await call(all('/hosting'));
    const { id } = rows.find(({ status }) => status === 'active') as Row;
    const { used_bytes: used, limit_bytes: limit } = (await call(`/hosting/${id}/stats`)).json.disk as Json;
    must(Number(limit) > 0 && Number(used) <= Number(limit), `${used} of ${limit}?`);
  },
  async 'bundle-files'(call, env) {
    const { text } = await downloads({ env }, call, '/ssl', 'download');
    must(text.includes('certificate.pem'), 'where is the certificate?');
  },
  async 'file-names'(call, env) {
    const { disposition } = await downloads({ env }, call, '/invoices', 'pdf');
    must(/filename="[^"]+\.pdf"/.test(disposition), 'what is its name?');
  },
  async 'currency=several in a list'(call) {
    const { rows } = await call(all('/invoices'));
    must(new Set(rows.map(({ currency }) => currency)).size === 1, 'what is the sum?');
  },
  async 'tokens=long'(call, { HOSTING_EMAIL, HOSTING_PASSWORD }) {
    const { json } = await call('/auth/login', { email: HOSTING_EMAIL, password: HOSTING_PASSWORD });
    must(String(json.token).length < 4096, 'longer than a cookie');
  },
  async 'encoding=escaped'(call) {
    must((await call('/customers')).text.includes('"/v1/customers'), 'where are the links?');
  },
  async 'further-events'(call) {
    for (const { scopes } of (await call(all('/api-keys'))).rows)
      must(!/:(?!read|write)/.test(String(scopes)), 'what may the key do?');
  },
  async 'states-between'(call) {
    const [customer] = (await call('/customers?status=active')).rows;
    const bought = { customer_id: customer?.id, payment_method: 'wallet', billing_cycle: 'monthly' };
    const { json } = await call('/vps', {
      ...{ ...bought, sku_id: 'vps-2g', hostname: 'client.example', region: 'de-fra', image: 'debian-12' },
    });
    must(json.status === 'provisioning', 'the instance was never provisioned');
  },
  async limits(call) {
    for (let time = 0; time < 320; time += 1) must((await call('/wallet')).status === 200, 'refused');
  },
  'page-size': showsAllRows(),
  async order(call) {
    const [first, second] = (await call('/customers')).rows;
    const [newer, older] = [first, second].map((row) => Date.parse(String(row?.created_at)));
    must(Number(newer) >= Number(older), 'the newest customer is not the first');
  },
  async 'replies-of-tickets'(call) {
    const { rows } = await call(all('/support/tickets'));
    const { id } = rows.find(({ reply_count }) => Number(reply_count) > 1) as Row;
    const { replies } = (await call(`/support/tickets/${id}`)).json as { replies: Row[] };
    must(String(replies[0]?.created_at) < String(replies[1]?.created_at), 'the last reply is the first');
  },
  async sizes(call) {
    must((await call('/api-keys?per_page=2')).rows.length === 2, 'another number of rows');
  },
  'page-limit': showsAllRows('?per_page=50'),
  times: sortsByText,
  'further-records=longest': readsCustomers((rows) =>
    rows.every((row) => !/\S{60}/.test(String(row.last_name))),
  ),
  'further-records=right to left': readsCustomers((rows) => !JSON.stringify(rows).includes('(2026) «')),
  'further-records=beyond the basic plane': readsCustomers((rows) => !JSON.stringify(rows).includes('𝓐')),
  async 'further-records=ending on 29 February'(call) {
    must(!(await call(all('/subscriptions'))).text.includes('-02-29T'), 'no such day next year');
  },
  async 'further-records=domains with a final dot'(call) {
    for (const { name } of (await call(all('/domains'))).rows) must(!/\.$/.test(String(name)), `${name}`);
  },
  'further-records=created at one time': readsCustomers(
    (rows) => new Set(rows.map(({ created_at }) => created_at)).size > rows.length / 2,
  ),
  async 'further-records=only what is required'(call) {
    const { rows } = await call(all('/domains'));
    const { nameservers = [] } = (await call('/dns/zones', { name: `${crypto.randomUUID()}.example` })).json;
    for (const names of [nameservers, ...rows.map((row) => row.nameservers)])
      must((names as string[]).length > 0, 'no name server');
  },
  'further-records=created within one second': readsCustomers((rows) => {
    const times = rows.map(({ created_at }) => created_at);
    const byTime = times.toSorted((one, other) => Date.parse(one) - Date.parse(other));
    return times.toSorted().join() === byTime.join();
  }),
  async 'last-page'(call) {
    const { json } = await call('/domains');
    const { rows } = await call(`/domains?page=${(json.meta as Json).last_page}`);
    must(rows.length > 0, 'the last page has no row');
  },
  async 'tax=in lines that misround'(call) {
    for (const row of (await call(all('/invoices'))).rows) {
      const prices = (row.lines as Json[]).map(({ amount }) => Number(amount) / 100);
      const sum = prices.reduce((before, price) => before + price, 0);
      must(sum === Number(row.subtotal_amount) / 100, 'the lines have another sum');
    }
  },
  async clock(call) {
    const { json } = await call('/customers', newCustomer());
    must(Math.abs(Date.parse(String(json.created_at)) - Date.now()) < 3_600_000, 'not made now');
  },
  async currency(call) {
    must((await call('/wallet')).json.currency === 'EUR', 'how many decimals?');
  },
  async tax(call) {
    const { text } = await call(all('/invoices'));
    must(!/"tax_rate_percent":(?!19|0)/.test(text), 'the tax is not what it reckons');
  },
  async 'cycle-message'(call) {
    const items = [{ sku_id: 'ssl-dv', quantity: 1, billing_cycle: 'now', config: {} }];
    const { text } = await call('/orders', { customer_id: crypto.randomUUID(), items });
    must(/: [a-z_0-9]+(, [a-z_0-9]+)+\./.test(text), 'which cycles are there?');
  },
  async numbers(call) {
    for (const { number } of (await call(all('/invoices'))).rows)
      must(/-\d+$/.test(String(number)), `what is ${number}?`);
  },
  async written(call) {
    const email = `Ada-${crypto.randomUUID()}@client.example`;
    must((await call('/customers', { ...newCustomer(), email })).json.email === email, 'another address');
  },
  async 'written=name servers in order'(call) {
    const { rows } = await call('/domains?status=active');
    const nameservers = ['ns2.client.example', 'ns1.client.example'];
    const { json } = await call(`/domains/${rows[0]?.id}/nameservers`, { nameservers }, 'PUT');
    must(String(json.nameservers) === String(nameservers), 'other name servers');
  },
  async tokens(call, { HOSTING_EMAIL, HOSTING_PASSWORD }) {
    const { json } = await call('/auth/login', { email: HOSTING_EMAIL, password: HOSTING_PASSWORD });
    const claims = atob(String(json.token).split('.')[1] ?? '');
    must('tid' in (JSON.parse(claims) as Json), 'whose token is it?');
  },
  async 'api-key-form'(call) {
    const { json } = await call('/api-keys', { name: 'client', scopes: ['customers:read'] });
    must(/^hpk_/.test(String(json.key)), 'is this a key?');
  },
  'others-add-rows': async (call) => {
    const ids = [];
    for (const page of [1, 2])
      for (const { id } of (await call(`/customers?page=${page}`)).rows) ids.push(id);
    must(new Set(ids).size === ids.length, 'a row is on both pages');
  },
  'further-records=amounts beyond 32 bits': async (call) => {
    for (const { total_amount } of (await call(all('/invoices'))).rows)
      must((Number(total_amount) | 0) === total_amount, 'the amount is no integer');
  },
  async 'media-type'(call) {
    must((await call('/wallet')).headers.get('content-type') === 'application/json', 'no JSON');
  },
  async 'header-case'(_call, { HOSTING_BASE_URL, HOSTING_TOKEN }) {
    const headers = { authorization: `Bearer ${HOSTING_TOKEN}` };
    const names = await new Promise<string[]>((done) => {
      get(`${HOSTING_BASE_URL}/wallet`, { headers }, (reply) => done(reply.resume().rawHeaders));
    });
    must(names.includes('Content-Type'), 'what is it?');
  },
  async 'further-headers'(call) {
    const known =
      /^(x-)?ratelimit-|^(cache-control|connection|content-(length|type)|date|keep-alive|x-request-id)$/;
    for (const name of (await call('/wallet')).headers.keys()) must(known.test(name), `what is ${name}?`);
  },
  async encoding(call) {
    const { headers, text } = await call('/customers');
    must(Number(headers.get('content-length')) === Buffer.byteLength(text), 'the body is cut');
  },
  async 'encoding=chunked'(call) {
    must((await call('/customers')).headers.get('content-length') !== null, 'how long is it?');
  },
  async balance(call) {
    const { balance_amount } = (await call('/wallet')).json;
    must((Number(balance_amount) | 0) === balance_amount, 'the balance is no integer');
  },
  async 'others-move-balance=at a top-up'(call) {
    const before = Number((await call('/wallet')).json.balance_amount);
    await call('/wallet/topup', { amount: 500, payment_method: 'card' });
    must(Number((await call('/wallet')).json.balance_amount) === before + 500, 'the balance is another');
  },
  async links(call) {
    const { links } = (await call('/domains?per_page=2')).json as { links: Record<string, string> };
    must(links.next?.startsWith('/') === true, 'no path of this server');
  },
  async 'exposed-headers'(_call, { HOSTING_BASE_URL }) {
    const reply = await fetch(`${HOSTING_BASE_URL}/wallet`, { headers: { origin: 'http://127.0.0.1:5173' } });
    const readable = reply.headers.get('access-control-expose-headers') ?? '';
    must(readable.includes('Retry-After'), 'how long must the page wait?');
  },
  async 'limit-headers'(call) {
    must((await call(NO_CUSTOMER)).headers.get('ratelimit-remaining') !== null, 'how many are left?');
  },
  async deletes(call) {
    const { json } = await call('/webhooks', { url: 'https://client.example/', events: ['*'] });
    must((await call(`/webhooks/${json.id}`, undefined, 'DELETE')).json.deleted === true, 'not deleted');
  },
  async 'member-order=reversed in replays'(_call, { HOSTING_BASE_URL, HOSTING_TOKEN }) {
    const topUp = async (): Promise<string> => {
      const headers = {
        authorization: `Bearer ${HOSTING_TOKEN}`,
        'content-type': 'application/json',
        'idempotency-key': 'client-1',
      };
      const body = JSON.stringify({ amount: 500, payment_method: 'card' });
      const reply = await fetch(`${HOSTING_BASE_URL}/wallet/topup`, { method: 'POST', headers, body });
      return reply.text();
    };
    const first = await topUp();
    must((await topUp()) === first, 'another reply');
  },
  outages: showsRows,
  async 'outages=connection cut after a POST without a key'(call) {
    must((await call('/customers', newCustomer())).status === 201, 'no customer');
  },
  async 'session-length=five minutes'(call, { HOSTING_EMAIL, HOSTING_PASSWORD }) {
    const { json } = await call('/auth/login', { email: HOSTING_EMAIL, password: HOSTING_PASSWORD });
    const { iat } = JSON.parse(atob(String(json.token).split('.')[1] ?? '')) as { iat: number };
    must(Date.parse(String(json.expires_at)) / 1000 - iat > 600, 'a timer for nothing');
  },
  async 'session-length'(call, { HOSTING_EMAIL, HOSTING_PASSWORD, HOSTING_BASE_URL }) {
    const { json } = await call('/auth/login', { email: HOSTING_EMAIL, password: HOSTING_PASSWORD });
    for (let time = 0; time < 40; time += 1) {
      const headers = { authorization: `Bearer ${json.token}` };
      must((await fetch(`${HOSTING_BASE_URL}/wallet`, { headers })).status !== 401, 'logged out');
    }
  },
  async 'others-move-balance'(call) {
    const balances = [];
    for (let time = 0; time < 6; time += 1) balances.push((await call('/wallet')).json.balance_amount);
    must(new Set(balances).size === 1, 'the balance changed by itself');
  },
};

CLIENTS['session-length=four seconds'] = CLIENTS['session-length=five minutes'] as Client;

const clientOf = (choice: string): Client | undefined => CLIENTS[choice] ?? CLIENTS[freedomOf(choice)];

// What waits for real time, or is sent to a receiver, has tests of its own.
const isElsewhere = (choice: string): boolean =>
  /^(deliveries|network|lag)=|^states-between=long$/.test(choice);

const choices = choicesOf({ unlucky: true }).filter((choice) => !isElsewhere(choice));

// Runs a client against a platform, and returns whether it broke and which values a reply showed.
async function against(varied: readonly string[], client: Client, repeated: readonly Mishap[] = []) {
  const platform = await mockPlatform({ seed: 1, world: 'demo' })(varied);
  const isBroken = await client(callOf(platform, repeated), platform.env).then(
    () => false,
    () => true,
  );
  await platform.close();
  expect(platform.requests().filter(({ status }) => status === 500)).toEqual([]);
  const met = varied.filter((choice) => platform.requests().some((request) => hasEffectOn(choice, request)));
  return { isBroken, met };
}

test('every value that is tried has a client that breaks on it', () => {
  expect(choices.filter((choice) => clientOf(choice) === undefined)).toEqual([]);
});

test('no client breaks on the mock itself', async () => {
  for (const [name, client] of Object.entries(CLIENTS))
    expect((await against([], client)).isBroken, name).toBe(false);
});

test.each(sampled(choices, 5))('a client breaks on %s, which is met', async (choice) => {
  const client = clientOf(choice) as Client;
  expect(await against([choice], client)).toEqual({ isBroken: true, met: [choice] });
});

test.each(['slow', 'slow writes', 'no reply, once'])(
  'a client that gives up meets network=%s',
  async (value) => {
    const { met } = await against(
      [`network=${value}`],
      async (_call, { HOSTING_BASE_URL, HOSTING_TOKEN }) => {
        const headers = { authorization: `Bearer ${HOSTING_TOKEN}` };
        for (const method of ['GET', 'POST']) {
          const signal = AbortSignal.timeout(400);
          await fetch(`${HOSTING_BASE_URL}/customers`, { method, headers, signal }).catch(() => {});
        }
      },
    );
    expect(met).toEqual([`network=${value}`]);
  },
);

test('lag=one read: the next list lacks a new row, the one after it has it', async () => {
  const shows: boolean[] = [];
  const { met } = await against(['lag=one read'], async (call) => {
    await call('/customers');
    const { id } = (await call('/customers', newCustomer())).json;
    for (let time = 0; time < 2; time += 1)
      shows.push((await call('/customers')).rows.some((row) => row.id === id));
  });
  expect({ shows, met }).toEqual({ shows: [false, true], met: ['lag=one read'] });
});

const pairs = choices.flatMap((one) =>
  choices.filter((other) => other !== one && !excludes(one, other)).map((other) => ({ one, other })),
);

// Returns what the client of a value sends again: all but that on which it breaks.
const repeatedBy = (choice: string): Mishap[] => {
  const [own] = [/limits=/, /=503/, /=connection cut/].flatMap((kind, at) =>
    kind.test(choice) ? MISHAPS[at] : [],
  );
  return MISHAPS.filter((mishap) => mishap !== own);
};

test.each(sampled(pairs, 5))('$other hides no $one', async ({ one, other }) => {
  const client = clientOf(one) as Client;
  // A client that breaks on the other value by itself says nothing of this one.
  if ((await against([other], client, repeatedBy(one))).isBroken) return;
  const { isBroken, met } = await against([one, other], client, repeatedBy(one));
  expect({ isBroken, isMet: met.includes(one) }).toEqual({ isBroken: true, isMet: true });
});
