// Tests webhook deliveries to a real receiver: events, order, signatures, subscriptions.
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { document } from '../../src/contract/document.ts';
import { customerBody, DAY, MINUTE } from '../testing/test-mock.ts';
import {
  createWebhookMock,
  deliveryAttempts,
  eventProblems,
  eventTypes,
  isSigned,
} from '../testing/webhook-mock.ts';

const order = (customer_id: string, payment_method = 'wallet', sku_id = 'hosting-pro') => ({
  customer_id,
  payment_method,
  items: [{ sku_id, quantity: 1, billing_cycle: 'monthly' }],
});

test('events arrive in order, are signed, and are valid by the document', async () => {
  await using mock = await createWebhookMock();
  const { call, outbox, hookReceiver, webhook } = mock;
  const customer = (await call('createCustomer', { body: customerBody() })).data;
  await call('updateCustomer', { params: { id: customer.id }, body: { last_name: 'Roe' } });
  const placed = (await call('createOrder', { body: order(customer.id) })).data;
  await mock.pass(MINUTE);
  const id = placed.services[0] ?? '';
  await call('suspendService', { params: { id } });
  await call('unsuspendService', { params: { id } });
  await call('renewService', { params: { id } });
  await call('terminateService', { params: { id } });
  await call('deactivateCustomer', { params: { id: customer.id } });
  await call('topUpWallet', { body: { amount: 100 } });
  await outbox.idle();

  expect(eventTypes(mock.events())).toEqual([
    'customer.created',
    'customer.updated',
    'invoice.created',
    'order.created',
    'wallet.debited',
    'payment.succeeded',
    'invoice.paid',
    'subscription.created',
    'service.activated',
    'order.completed',
    'service.suspended',
    'service.unsuspended',
    'invoice.created',
    'wallet.debited',
    'payment.succeeded',
    'invoice.paid',
    'service.renewed',
    'subscription.renewed',
    'subscription.cancelled',
    'service.terminated',
    'customer.deactivated',
    'wallet.topped_up',
  ]);
  expect(mock.events().flatMap(eventProblems)).toEqual([]);
  for (const [at, one] of hookReceiver.received.entries()) {
    const event = mock.events()[at];
    expect(isSigned(one, webhook.secret)).toBe(true);
    expect(one).toMatchObject({
      method: 'POST',
      path: '/hooks',
      headers: { 'content-type': 'application/json' },
    });
    expect([event?.id, event?.tenant_id]).toEqual([one.headers['webhook-id'], webhook.tenant_id]);
  }
  expect(new Set(mock.events().map((event) => event.id)).size).toBe(hookReceiver.received.length);
});

test('the verifier of the standardwebhooks library accepts deliveries and rejects deliveries with a changed body', async () => {
  // The clock of this mock follows the real time, because the verifier rejects timestamps that differ from it by more
  // than five minutes.
  await using mock = await createWebhookMock({ clock: 'now' });
  const { call, hookReceiver, webhook } = mock;
  await call('createCustomer', { body: { ...customerBody(), company_name: 'Größe 李 😀 \u2028' } });
  await call('testWebhook', { params: { id: webhook.id }, body: { event_type: 'order.created' } });
  await mock.outbox.idle();
  const verifier = new Webhook(webhook.secret);
  const events = hookReceiver.received.map(({ body, headers }) =>
    verifier.verify(body, definedHeaders(headers)),
  );
  expect(events).toEqual(mock.events());
  for (const { body, headers } of hookReceiver.received) {
    const other = new Webhook(`whsec_${Buffer.alloc(24, 1).toString('base64')}`);
    expect(() => other.verify(body, definedHeaders(headers))).toThrow();
    expect(() => verifier.verify(`${body} `, definedHeaders(headers))).toThrow();
    const late = String(Number(headers['webhook-timestamp']) - 1);
    expect(() => verifier.verify(body, { ...definedHeaders(headers), 'webhook-timestamp': late })).toThrow();
  }
});

// Selects the HTTP headers whose value is defined.
const definedHeaders = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? '']));

test('events of every family are delivered and valid by the document', async () => {
  await using mock = await createWebhookMock();
  const { call, webhook } = mock;
  const customer_id = (await call('createCustomer', { body: customerBody() })).data.id;
  const bought = { customer_id, payment_method: 'wallet', billing_cycle: '1_year' } as const;
  const answers = [
    await call('registerDomain', { body: { ...bought, domain: 'jane-doe.com' } }),
    await call('createDnsZone', { body: { name: 'jane-doe.com', customer_id } }),
    await call('createVps', {
      body: { ...bought, sku_id: 'vps-s', hostname: 'a.jane-doe.com', region: 'de-fra', image: 'debian-13' },
    }),
    await call('createCertificate', {
      body: { ...bought, sku_id: 'ssl-dv', common_name: 'jane-doe.com', validation_method: 'dns' },
    }),
    await call('createTicket', { body: { subject: 'Hello', message: 'Is it done?', customer_id } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  await call('testWebhook', { params: { id: webhook.id } });
  await mock.pass(DAY);
  const families = new Set(eventTypes(mock.events()).map((type) => type.split('.')[0]?.replace('_', '-')));
  expect([...families].sort()).toEqual(Object.keys(document().webhooks ?? {}).sort());
  expect(mock.events().flatMap(eventProblems)).toEqual([]);
});

test('the data of an event equals the reply of the operation that returns the resource', async () => {
  await using mock = await createWebhookMock({ events: ['customer.created', 'wallet.topped_up'] });
  const created = await mock.call('createCustomer', { body: customerBody() });
  await mock.call('topUpWallet', { body: { amount: 100 } });
  const wallet = await mock.call('getWallet');
  await mock.outbox.idle();
  expect(mock.events().map(({ data }) => data)).toEqual([created.data, wallet.data]);
});

test('a refused request causes no delivery of an event', async () => {
  await using mock = await createWebhookMock();
  await mock.call('createCustomer', { body: customerBody() });
  expect((await mock.call('createCustomer', { body: customerBody() })).status).toBe(422);
  await mock.outbox.idle();
  expect(eventTypes(mock.events())).toEqual(['customer.created']);
});

test('no connection is opened for a delivery to a private network, and the attempt reports the reason', async () => {
  await using mock = await createWebhookMock();
  const { call } = mock;
  for (const [url, why] of [
    ['http://10.0.0.1/hook', /10\.0\.0\.1: the address is private/],
    ['http://0xa9.254.169.254/latest', /169\.254\.169\.254: the address is metadata/],
    ['https://hooks.acme.example/', /hooks\.acme\.example: the name is reserved for examples/],
  ] as const) {
    const { data } = await call('createWebhook', { body: { url, events: ['customer.created'] } });
    await call('testWebhook', { params: { id: data.id } });
    await mock.outbox.idle();
    const [attempt] = await deliveryAttempts(call, data.id);
    expect(attempt).toMatchObject({ status: 'failed', response_status: null });
    expect(attempt?.error).toMatch(why);
  }
});
