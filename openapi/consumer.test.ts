// The contract as a client has it: openapi-fetch over the generated types calls every operation of the mock.
import createClient from 'openapi-fetch';
import { expect, test } from 'vitest';
import { totpCode } from '../mocks/identity/totp.ts';
import { hostingMock } from '../mocks/index.ts';
import { matchRoute, type OperationId, operations } from '../src/contract/operations.ts';
import type { components, paths } from '../src/contract/schema.ts';
import { createApp } from '../src/server/app.ts';

type Schemas = components['schemas'];
type Call = { id: OperationId; status: number; documented: readonly number[] };

/** A fresh mock, a typed client per bearer text, and what was called. */
function consumer() {
  const app = createApp(hostingMock, { clock: 'frozen', limits: 'off', lifecycle: 'immediate' });
  const calls: Call[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const found = matchRoute(request.method, pathname.slice('/v1'.length));
    const response = await app.fetch(request);
    if (!found) throw new Error(`The client called ${request.method} ${pathname}, which the document lacks.`);
    const { id, statuses } = found.operation;
    calls.push({ id, status: response.status, documented: statuses });
    return response;
  };
  const bearing = (bearer = '') =>
    createClient<paths>({
      baseUrl: 'http://mock/v1',
      headers: bearer === '' ? {} : { authorization: `Bearer ${bearer}` },
      fetch,
    });
  return { app, calls, bearing, pass: (ms: number) => app.world.clock.advance(ms) };
}

/** What a call gave; the error in words when it gave none. */
function got<Data>(answer: { data?: Data; error?: unknown; response: Response }): NonNullable<Data> {
  const { data, error, response } = answer;
  if (data === undefined || data === null) {
    throw new Error(`A call was answered ${response.status}: ${JSON.stringify(error)}`);
  }
  return data;
}

const by = (id: string) => ({ params: { path: { id } } });

/** The challenge in the refusal of a login; the document lets a refusal come in one of two forms. */
function challengeOf(refusal: Schemas['Error'] | Schemas['ValidationError'] | undefined): string {
  const detail = refusal && 'error' in refusal ? refusal.error : refusal;
  if (!detail || !('challenge_token' in detail)) throw new Error('The refusal brings no challenge.');
  return String(detail.challenge_token);
}

const textOf = (bytes: ArrayBuffer, length: number): string =>
  new TextDecoder().decode(bytes.slice(0, length));

test('a client made of the types alone calls all operations, and each answer is one the document has', async () => {
  const { app, calls, bearing, pass } = consumer();
  const { owner, platformAdmin, twoFactor } = app.personas;

  // Signing in, with and without a second factor; the refused login is where the challenge comes from.
  const anyone = bearing();
  const { email = '', password = '' } = owner ?? {};
  const session = got(await anyone.POST('/auth/login', { body: { email, password } }));
  const careful = { email: twoFactor?.email ?? '', password: twoFactor?.password ?? '' };
  const { error: asked } = await anyone.POST('/auth/login', { body: careful });
  expect(asked).toBeDefined();
  const challenge_token = challengeOf(asked);
  const totp_code = totpCode(twoFactor?.totpSecret ?? '', app.world.clock.now());
  const verified = got(await anyone.POST('/auth/2fa/verify', { body: { challenge_token, totp_code } }));
  const passing = bearing(verified.token);
  const refreshed = got(await passing.POST('/auth/refresh'));
  got(await bearing(refreshed.token).POST('/auth/logout'));
  const client = bearing(session.token);
  expect(got(await client.GET('/auth/me')).email).toBe(email);

  // The platform's own work.
  const platform = bearing(platformAdmin?.token);
  got(await platform.GET('/tenants', { params: { query: { status: 'active' } } }));
  const founding = { name: 'Consumer', currency: 'EUR', contact_email: 'owner@consumer.example' };
  const tenant = got(await platform.POST('/tenants', { body: founding }));
  got(await platform.GET('/tenants/{id}', by(tenant.id)));
  got(await platform.PUT('/tenants/{id}', { ...by(tenant.id), body: { tier: 'business' } }));
  got(await platform.GET('/tenants/{id}/usage', by(tenant.id)));
  expect(got(await platform.DELETE('/tenants/{id}', by(tenant.id))).status).toBe('terminated');

  // Customers.
  const jane = { email: 'jane@consumer.example', first_name: 'Jane', last_name: 'Doe' };
  const customer = got(await client.POST('/customers', { body: jane }));
  const customer_id = customer.id;
  const page = got(
    await client.GET('/customers', { params: { query: { per_page: 5, sort: '-created_at' } } }),
  );
  expect(page.data[0]?.id).toBe(customer_id);
  got(await client.GET('/customers/{id}', by(customer_id)));
  got(await client.PUT('/customers/{id}', { ...by(customer_id), body: { phone: '+4930123456' } }));
  const leaving = got(await client.POST('/customers', { body: { ...jane, email: 'john@consumer.example' } }));
  expect(got(await client.DELETE('/customers/{id}', by(leaving.id))).status).toBe('inactive');

  // Orders, services and money.
  got(await client.POST('/wallet/topup', { body: { amount: 1_000_000 } }));
  expect(got(await client.GET('/wallet')).currency).toBe('EUR');
  const item: Schemas['OrderItem'] = {
    sku_id: 'hosting-pro',
    quantity: 1,
    billing_cycle: 'monthly',
    config: { domain: 'consumer.example' },
  };
  const order = got(
    await client.POST('/orders', {
      params: { header: { 'Idempotency-Key': 'consumer-1' } },
      body: { customer_id, payment_method: 'wallet', items: [item] },
    }),
  );
  got(await client.GET('/orders', { params: { query: { customer_id } } }));
  got(await client.GET('/orders/{id}', by(order.id)));
  const unpaid = { customer_id, payment_method: 'bank_transfer', items: [item] };
  const waiting = got(await client.POST('/orders', { body: unpaid }));
  expect(got(await client.POST('/orders/{id}/cancel', by(waiting.id))).status).toBe('cancelled');
  const due = got(await client.POST('/orders', { body: unpaid }));
  got(await client.GET('/invoices', { params: { query: { status: 'unpaid' } } }));
  const invoice = got(await client.GET('/invoices/{id}', by(due.invoice_id)));
  const { due_amount: amount } = invoice;
  got(await client.POST('/payments', { body: { invoice_id: invoice.id, amount, method: 'bank_transfer' } }));
  got(await client.GET('/payments', { params: { query: { invoice_id: invoice.id } } }));
  const pdf = got(await client.GET('/invoices/{id}/pdf', { ...by(invoice.id), parseAs: 'arrayBuffer' }));
  expect(textOf(pdf, 5)).toBe('%PDF-');

  const service = got(await client.GET('/services/{id}', by(order.services[0] ?? '')));
  got(await client.GET('/services', { params: { query: { status: 'active' } } }));
  got(await client.GET('/customers/{id}/services', by(customer_id)));
  got(await client.POST('/services/{id}/suspend', { ...by(service.id), body: { reason: 'Asked for it.' } }));
  got(await client.POST('/services/{id}/unsuspend', by(service.id)));
  got(await client.POST('/services/{id}/renew', { ...by(service.id), body: {} }));
  got(await client.GET('/subscriptions', { params: { query: { customer_id } } }));
  const subscription = by(service.subscription_id ?? '');
  got(await client.GET('/subscriptions/{id}', subscription));
  got(await client.DELETE('/subscriptions/{id}', subscription));
  got(await client.POST('/services/{id}/terminate', { ...by(service.id), body: {} }));

  // Names and zones.
  expect(got(await client.POST('/domains/check', { body: { domain: 'consumer.com' } })).available).toBe(true);
  const registration: Schemas['DomainRegister'] = {
    customer_id,
    domain: 'consumer.com',
    billing_cycle: '1_year',
  };
  const domain = got(await client.POST('/domains/register', { body: registration }));
  const transfer = { customer_id, domain: 'elsewhere-consumer.com', auth_code: 'aB3$xY9!' };
  got(await client.POST('/domains/transfer', { body: transfer }));
  got(await client.GET('/domains', { params: { query: { customer_id } } }));
  got(await client.GET('/domains/{id}', by(domain.id)));
  const nameservers = ['ns1.consumer.example', 'ns2.consumer.example'];
  got(await client.PUT('/domains/{id}/nameservers', { ...by(domain.id), body: { nameservers } }));
  got(await client.POST('/domains/{id}/renew', { ...by(domain.id), body: { billing_cycle: '2_year' } }));
  const zone = got(await client.POST('/dns/zones', { body: { name: 'consumer.com', customer_id } }));
  got(await client.GET('/dns/zones'));
  got(await client.GET('/dns/zones/{id}', by(zone.id)));
  const address: Schemas['DnsRecordWrite'] = {
    type: 'A',
    name: 'www',
    content: '192.0.2.10',
    ttl: 3600,
  };
  const record = got(await client.POST('/dns/zones/{id}/records', { ...by(zone.id), body: address }));
  const place = { params: { path: { id: zone.id, rid: record.id } } };
  got(await client.GET('/dns/zones/{id}/records', by(zone.id)));
  const moved = { ...address, content: '192.0.2.11' };
  got(await client.PUT('/dns/zones/{id}/records/{rid}', { ...place, body: moved }));
  got(await client.DELETE('/dns/zones/{id}/records/{rid}', place));
  expect(got(await client.DELETE('/dns/zones/{id}', by(zone.id))).deleted).toBe(true);

  // Hosting and e-mail.
  const monthly: Omit<Schemas['HostingAccountCreate'], 'sku_id'> = {
    customer_id,
    domain: 'consumer.example',
    billing_cycle: 'monthly',
  };
  const hosting = got(await client.POST('/hosting', { body: { ...monthly, sku_id: 'hosting-pro' } }));
  got(await client.GET('/hosting'));
  got(await client.GET('/hosting/{id}', by(hosting.id)));
  got(await client.POST('/hosting/{id}/reset-password', { ...by(hosting.id), body: {} }));
  got(await client.GET('/hosting/{id}/stats', by(hosting.id)));
  const mail = got(await client.POST('/email', { body: { ...monthly, sku_id: 'email-pro' } }));
  got(await client.GET('/email'));
  got(await client.GET('/email/{id}', by(mail.id)));
  const box = { local_part: 'jane', password: 'Correct-Horse-7' };
  const mailbox = got(await client.POST('/email/{id}/mailboxes', { ...by(mail.id), body: box }));
  got(
    await client.DELETE('/email/{id}/mailboxes/{mbx}', {
      params: { path: { id: mail.id, mbx: mailbox.id } },
    }),
  );

  // Certificates.
  const certificate = got(
    await client.POST('/ssl', {
      body: {
        customer_id,
        sku_id: 'ssl-dv',
        common_name: 'consumer.example',
        validation_method: 'dns',
        billing_cycle: '1_year',
      },
    }),
  );
  pass(60_000);
  got(await client.GET('/ssl'));
  expect(got(await client.GET('/ssl/{id}', by(certificate.id))).status).toBe('issued');
  const zip = got(await client.GET('/ssl/{id}/download', { ...by(certificate.id), parseAs: 'arrayBuffer' }));
  expect(textOf(zip, 2)).toBe('PK');
  got(await client.POST('/ssl/{id}/reissue', { ...by(certificate.id), body: {} }));
  pass(60_000);
  got(await client.POST('/ssl/{id}/renew', { ...by(certificate.id), body: {} }));

  // Servers.
  const server = got(
    await client.POST('/vps', {
      body: {
        customer_id,
        sku_id: 'vps-4g',
        billing_cycle: 'monthly',
        hostname: 'app.consumer.example',
        region: 'de-fra',
        image: 'debian-13',
      },
    }),
  );
  const { id: vps } = server;
  got(await client.GET('/vps'));
  pass(60_000);
  got(await client.POST('/vps/{id}/reboot', by(vps)));
  pass(60_000);
  got(await client.POST('/vps/{id}/stop', by(vps)));
  pass(60_000);
  got(await client.POST('/vps/{id}/start', by(vps)));
  pass(60_000);
  got(await client.POST('/vps/{id}/resize', { ...by(vps), body: { sku_id: 'vps-8g' } }));
  pass(60_000);
  expect(got(await client.GET('/vps/{id}', by(vps))).status).toBe('running');
  got(await client.DELETE('/vps/{id}', by(vps)));

  // Tickets.
  const opened = { subject: 'It does not work', message: 'Not at all.', customer_id };
  const ticket = got(await client.POST('/support/tickets', { body: opened }));
  got(await client.GET('/support/tickets', { params: { query: { status: 'open' } } }));
  const answer = { message: 'Did you turn it on?' };
  got(await client.POST('/support/tickets/{id}/replies', { ...by(ticket.id), body: answer }));
  expect(got(await client.GET('/support/tickets/{id}', by(ticket.id))).replies).toHaveLength(2);
  got(await client.POST('/support/tickets/{id}/close', by(ticket.id)));

  // Endpoints and keys.
  const endpoint: Schemas['WebhookCreate'] = {
    url: 'https://hooks.consumer.example/in',
    events: ['order.completed'],
  };
  const webhook = got(await client.POST('/webhooks', { body: endpoint }));
  got(await client.GET('/webhooks'));
  got(await client.GET('/webhooks/{id}', by(webhook.id)));
  got(await client.PUT('/webhooks/{id}', { ...by(webhook.id), body: { description: 'ERP' } }));
  got(await client.POST('/webhooks/{id}/test', { ...by(webhook.id), body: {} }));
  got(await client.GET('/webhooks/{id}/deliveries', by(webhook.id)));
  got(await client.DELETE('/webhooks/{id}', by(webhook.id)));
  const key = got(await client.POST('/api-keys', { body: { name: 'reports', scopes: ['customers:read'] } }));
  got(await client.GET('/api-keys'));
  got(await client.GET('/api-keys/{id}', by(key.id)));
  got(await client.GET('/api-keys/{id}/usage', by(key.id)));
  expect(got(await client.DELETE('/api-keys/{id}', by(key.id))).status).toBe('revoked');

  const called = new Set(calls.map(({ id }) => id));
  expect([...called].sort()).toEqual(operations.map(({ id }) => id).sort());
  expect(called.size).toBe(93);
  for (const { id, status, documented } of calls) expect(documented, id).toContain(status);
  expect(app.invariants()).toEqual([]);
});

test('the types hold a client to the document', () => {
  const { bearing } = consumer();
  const client = bearing();
  const never = () => [
    // @ts-expect-error There is no such path.
    client.GET('/client'),
    // @ts-expect-error Orders cannot be deleted.
    client.DELETE('/orders/{id}', by('1')),
    // @ts-expect-error An order names its customer.
    client.POST('/orders', { body: { payment_method: 'wallet', items: [] } }),
    // @ts-expect-error There is no such cycle.
    client.POST('/services/{id}/renew', { ...by('1'), body: { billing_cycle: 'weekly' } }),
    // @ts-expect-error There is no such state.
    client.GET('/invoices', { params: { query: { status: 'lost' } } }),
    // @ts-expect-error The id of the path is missing.
    client.GET('/vps/{id}'),
  ];
  expect(never).toBeTypeOf('function');
});
