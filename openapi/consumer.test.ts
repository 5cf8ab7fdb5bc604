// Tests the contract as a client developer meets it: openapi-fetch with the generated types calls every operation of
// the mock.
import { expect, test } from 'vitest';
import { totpCode } from '../mocks/identity/totp.ts';
import { operations } from '../src/contract/operations.ts';
import type { components } from '../src/contract/schema.ts';
import { challengeOf, dataOf, pathId, textOf, typedClients } from './testing/typed-client.ts';

type Schemas = components['schemas'];

test('a client typed by the document can call all 93 operations and gets only documented statuses', async () => {
  const { app, calls, bearing, pass } = typedClients();
  const { owner, platformAdmin, twoFactor } = app.personas;

  // Sign in without and with 2FA; the token of the 2FA challenge comes from the refused login.
  const anyone = bearing();
  const { email = '', password = '' } = owner ?? {};
  const session = dataOf(await anyone.POST('/auth/login', { body: { email, password } }));
  const careful = { email: twoFactor?.email ?? '', password: twoFactor?.password ?? '' };
  const { error: asked } = await anyone.POST('/auth/login', { body: careful });
  expect(asked).toBeDefined();
  const challenge_token = challengeOf(asked);
  const totp_code = totpCode(twoFactor?.totpSecret ?? '', app.world.clock.now());
  const verified = dataOf(await anyone.POST('/auth/2fa/verify', { body: { challenge_token, totp_code } }));
  const passing = bearing(verified.token);
  const refreshed = dataOf(await passing.POST('/auth/refresh'));
  dataOf(await bearing(refreshed.token).POST('/auth/logout'));
  const client = bearing(session.token);
  expect(dataOf(await client.GET('/auth/me')).email).toBe(email);

  // Operations of the platform administrator.
  const platform = bearing(platformAdmin?.token);
  dataOf(await platform.GET('/tenants', { params: { query: { status: 'active' } } }));
  const founding = { name: 'Consumer', currency: 'EUR', contact_email: 'owner@consumer.example' };
  const tenant = dataOf(await platform.POST('/tenants', { body: founding }));
  dataOf(await platform.GET('/tenants/{id}', pathId(tenant.id)));
  dataOf(await platform.PUT('/tenants/{id}', { ...pathId(tenant.id), body: { tier: 'business' } }));
  dataOf(await platform.GET('/tenants/{id}/usage', pathId(tenant.id)));
  expect(dataOf(await platform.DELETE('/tenants/{id}', pathId(tenant.id))).status).toBe('terminated');

  // Customers.
  const jane = { email: 'jane@consumer.example', first_name: 'Jane', last_name: 'Doe' };
  const customer = dataOf(await client.POST('/customers', { body: jane }));
  const customer_id = customer.id;
  const page = dataOf(
    await client.GET('/customers', { params: { query: { per_page: 5, sort: '-created_at' } } }),
  );
  expect(page.data[0]?.id).toBe(customer_id);
  dataOf(await client.GET('/customers/{id}', pathId(customer_id)));
  dataOf(await client.PUT('/customers/{id}', { ...pathId(customer_id), body: { phone: '+4930123456' } }));
  const leaving = dataOf(
    await client.POST('/customers', { body: { ...jane, email: 'john@consumer.example' } }),
  );
  expect(dataOf(await client.DELETE('/customers/{id}', pathId(leaving.id))).status).toBe('inactive');

  // Orders, services, invoices and the wallet.
  dataOf(await client.POST('/wallet/topup', { body: { amount: 1_000_000 } }));
  expect(dataOf(await client.GET('/wallet')).currency).toBe('EUR');
  const item: Schemas['OrderItem'] = {
    sku_id: 'hosting-pro',
    quantity: 1,
    billing_cycle: 'monthly',
    config: { domain: 'consumer.example' },
  };
  const order = dataOf(
    await client.POST('/orders', {
      params: { header: { 'Idempotency-Key': 'consumer-1' } },
      body: { customer_id, payment_method: 'wallet', items: [item] },
    }),
  );
  dataOf(await client.GET('/orders', { params: { query: { customer_id } } }));
  dataOf(await client.GET('/orders/{id}', pathId(order.id)));
  const unpaid = { customer_id, payment_method: 'bank_transfer', items: [item] };
  const waiting = dataOf(await client.POST('/orders', { body: unpaid }));
  expect(dataOf(await client.POST('/orders/{id}/cancel', pathId(waiting.id))).status).toBe('cancelled');
  const due = dataOf(await client.POST('/orders', { body: unpaid }));
  dataOf(await client.GET('/invoices', { params: { query: { status: 'unpaid' } } }));
  const invoice = dataOf(await client.GET('/invoices/{id}', pathId(due.invoice_id)));
  const { due_amount: amount } = invoice;
  dataOf(
    await client.POST('/payments', { body: { invoice_id: invoice.id, amount, method: 'bank_transfer' } }),
  );
  dataOf(await client.GET('/payments', { params: { query: { invoice_id: invoice.id } } }));
  const pdf = dataOf(
    await client.GET('/invoices/{id}/pdf', { ...pathId(invoice.id), parseAs: 'arrayBuffer' }),
  );
  expect(textOf(pdf, 5)).toBe('%PDF-');

  const service = dataOf(await client.GET('/services/{id}', pathId(order.services[0] ?? '')));
  dataOf(await client.GET('/services', { params: { query: { status: 'active' } } }));
  dataOf(await client.GET('/customers/{id}/services', pathId(customer_id)));
  dataOf(
    await client.POST('/services/{id}/suspend', { ...pathId(service.id), body: { reason: 'Asked for it.' } }),
  );
  dataOf(await client.POST('/services/{id}/unsuspend', pathId(service.id)));
  dataOf(await client.POST('/services/{id}/renew', { ...pathId(service.id), body: {} }));
  dataOf(await client.GET('/subscriptions', { params: { query: { customer_id } } }));
  const subscription = pathId(service.subscription_id ?? '');
  dataOf(await client.GET('/subscriptions/{id}', subscription));
  dataOf(await client.DELETE('/subscriptions/{id}', subscription));
  dataOf(await client.POST('/services/{id}/terminate', { ...pathId(service.id), body: {} }));

  // Domains and DNS zones.
  expect(dataOf(await client.POST('/domains/check', { body: { domain: 'consumer.com' } })).available).toBe(
    true,
  );
  const registration: Schemas['DomainRegister'] = {
    customer_id,
    domain: 'consumer.com',
    billing_cycle: '1_year',
  };
  const domain = dataOf(await client.POST('/domains/register', { body: registration }));
  const transfer = { customer_id, domain: 'elsewhere-consumer.com', auth_code: 'aB3$xY9!' };
  dataOf(await client.POST('/domains/transfer', { body: transfer }));
  dataOf(await client.GET('/domains', { params: { query: { customer_id } } }));
  dataOf(await client.GET('/domains/{id}', pathId(domain.id)));
  const nameservers = ['ns1.consumer.example', 'ns2.consumer.example'];
  dataOf(await client.PUT('/domains/{id}/nameservers', { ...pathId(domain.id), body: { nameservers } }));
  dataOf(
    await client.POST('/domains/{id}/renew', { ...pathId(domain.id), body: { billing_cycle: '2_year' } }),
  );
  const zone = dataOf(await client.POST('/dns/zones', { body: { name: 'consumer.com', customer_id } }));
  dataOf(await client.GET('/dns/zones'));
  dataOf(await client.GET('/dns/zones/{id}', pathId(zone.id)));
  const address: Schemas['DnsRecordWrite'] = {
    type: 'A',
    name: 'www',
    content: '192.0.2.10',
    ttl: 3600,
  };
  const record = dataOf(await client.POST('/dns/zones/{id}/records', { ...pathId(zone.id), body: address }));
  const place = { params: { path: { id: zone.id, rid: record.id } } };
  dataOf(await client.GET('/dns/zones/{id}/records', pathId(zone.id)));
  const moved = { ...address, content: '192.0.2.11' };
  dataOf(await client.PUT('/dns/zones/{id}/records/{rid}', { ...place, body: moved }));
  dataOf(await client.DELETE('/dns/zones/{id}/records/{rid}', place));
  expect(dataOf(await client.DELETE('/dns/zones/{id}', pathId(zone.id))).deleted).toBe(true);

  // Hosting accounts and e-mail services.
  const monthly: Omit<Schemas['HostingAccountCreate'], 'sku_id'> = {
    customer_id,
    domain: 'consumer.example',
    billing_cycle: 'monthly',
  };
  const hosting = dataOf(await client.POST('/hosting', { body: { ...monthly, sku_id: 'hosting-pro' } }));
  dataOf(await client.GET('/hosting'));
  dataOf(await client.GET('/hosting/{id}', pathId(hosting.id)));
  dataOf(await client.POST('/hosting/{id}/reset-password', { ...pathId(hosting.id), body: {} }));
  dataOf(await client.GET('/hosting/{id}/stats', pathId(hosting.id)));
  const mail = dataOf(await client.POST('/email', { body: { ...monthly, sku_id: 'email-pro' } }));
  dataOf(await client.GET('/email'));
  dataOf(await client.GET('/email/{id}', pathId(mail.id)));
  const box = { local_part: 'jane', password: 'Correct-Horse-7' };
  const mailbox = dataOf(await client.POST('/email/{id}/mailboxes', { ...pathId(mail.id), body: box }));
  dataOf(
    await client.DELETE('/email/{id}/mailboxes/{mbx}', {
      params: { path: { id: mail.id, mbx: mailbox.id } },
    }),
  );

  // TLS certificates.
  const certificate = dataOf(
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
  dataOf(await client.GET('/ssl'));
  expect(dataOf(await client.GET('/ssl/{id}', pathId(certificate.id))).status).toBe('issued');
  const zip = dataOf(
    await client.GET('/ssl/{id}/download', { ...pathId(certificate.id), parseAs: 'arrayBuffer' }),
  );
  expect(textOf(zip, 2)).toBe('PK');
  dataOf(await client.POST('/ssl/{id}/reissue', { ...pathId(certificate.id), body: {} }));
  pass(60_000);
  dataOf(await client.POST('/ssl/{id}/renew', { ...pathId(certificate.id), body: {} }));

  // VPS instances.
  const server = dataOf(
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
  dataOf(await client.GET('/vps'));
  pass(60_000);
  dataOf(await client.POST('/vps/{id}/reboot', pathId(vps)));
  pass(60_000);
  dataOf(await client.POST('/vps/{id}/stop', pathId(vps)));
  pass(60_000);
  dataOf(await client.POST('/vps/{id}/start', pathId(vps)));
  pass(60_000);
  dataOf(await client.POST('/vps/{id}/resize', { ...pathId(vps), body: { sku_id: 'vps-8g' } }));
  pass(60_000);
  expect(dataOf(await client.GET('/vps/{id}', pathId(vps))).status).toBe('running');
  dataOf(await client.DELETE('/vps/{id}', pathId(vps)));

  // Support tickets.
  const opened = { subject: 'It does not work', message: 'Not at all.', customer_id };
  const ticket = dataOf(await client.POST('/support/tickets', { body: opened }));
  dataOf(await client.GET('/support/tickets', { params: { query: { status: 'open' } } }));
  const answer = { message: 'Did you turn it on?' };
  dataOf(await client.POST('/support/tickets/{id}/replies', { ...pathId(ticket.id), body: answer }));
  expect(dataOf(await client.GET('/support/tickets/{id}', pathId(ticket.id))).replies).toHaveLength(2);
  dataOf(await client.POST('/support/tickets/{id}/close', pathId(ticket.id)));

  // Webhook endpoints and API keys.
  const endpoint: Schemas['WebhookCreate'] = {
    url: 'https://hooks.consumer.example/in',
    events: ['order.completed'],
  };
  const webhook = dataOf(await client.POST('/webhooks', { body: endpoint }));
  dataOf(await client.GET('/webhooks'));
  dataOf(await client.GET('/webhooks/{id}', pathId(webhook.id)));
  dataOf(await client.PUT('/webhooks/{id}', { ...pathId(webhook.id), body: { description: 'ERP' } }));
  dataOf(await client.POST('/webhooks/{id}/test', { ...pathId(webhook.id), body: {} }));
  dataOf(await client.GET('/webhooks/{id}/deliveries', pathId(webhook.id)));
  dataOf(await client.DELETE('/webhooks/{id}', pathId(webhook.id)));
  const key = dataOf(
    await client.POST('/api-keys', { body: { name: 'reports', scopes: ['customers:read'] } }),
  );
  dataOf(await client.GET('/api-keys'));
  dataOf(await client.GET('/api-keys/{id}', pathId(key.id)));
  dataOf(await client.GET('/api-keys/{id}/usage', pathId(key.id)));
  expect(dataOf(await client.DELETE('/api-keys/{id}', pathId(key.id))).status).toBe('revoked');

  const called = new Set(calls.map(({ id }) => id));
  expect([...called].sort()).toEqual(operations.map(({ id }) => id).sort());
  expect(called.size).toBe(93);
  for (const { id, status, documented } of calls) expect(documented, id).toContain(status);
  expect(app.invariants()).toEqual([]);
});

test('the generated types reject calls that the document does not permit', () => {
  const { bearing } = typedClients();
  const client = bearing();
  const never = () => [
    // @ts-expect-error There is no such path.
    client.GET('/client'),
    // @ts-expect-error Orders cannot be deleted.
    client.DELETE('/orders/{id}', pathId('1')),
    // @ts-expect-error An order names its customer.
    client.POST('/orders', { body: { payment_method: 'wallet', items: [] } }),
    // @ts-expect-error There is no such cycle.
    client.POST('/services/{id}/renew', { ...pathId('1'), body: { billing_cycle: 'weekly' } }),
    // @ts-expect-error There is no such state.
    client.GET('/invoices', { params: { query: { status: 'lost' } } }),
    // @ts-expect-error The id of the path is missing.
    client.GET('/vps/{id}'),
  ];
  expect(never).toBeTypeOf('function');
});
