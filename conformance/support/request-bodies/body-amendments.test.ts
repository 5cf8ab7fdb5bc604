// Tests of what the suite sends instead of a request body that was refused with 422.
import { expect, test } from 'vitest';
import type { RefusedBody } from '../../../src/suite/model/context.ts';
import type { CallerApi } from '../../../src/suite/model/define.ts';
import { amendBody, listedValues } from './body-amendments.ts';

const refused = (
  body: Record<string, unknown>,
  errors: Record<string, string[]>,
  more: Partial<RefusedBody> = {},
): RefusedBody => ({
  operation: 'createCustomer',
  body,
  original: body,
  errors,
  tried: new Map(),
  fixed: [],
  placeholders: { unique: 'hc-1' },
  ...more,
});
const amend = async (given: RefusedBody) => (await amendBody(given, {} as CallerApi))?.body;

test('a wanted member gets the value of the member of the same meaning, which is no longer sent', async () => {
  const body = { email: 'hc-1@example.org', first_name: 'Zoë', last_name: 'hc-1', phone: '+49' };
  const errors = { 'contact.mail': ['required'], fullName: ['required'], country: ['required'] };
  expect(await amend(refused(body, errors))).toEqual({
    contact: { mail: 'hc-1@example.org' },
    fullName: 'Zoë hc-1',
    phone: '+49',
    country: 'DE',
  });
});

test('a member of the contract never gets the text of another member, whatever is refused', async () => {
  const create = { name: 'Acme', currency: 'EUR' };
  const errors = { slug: ['is invalid'], contact_email: ['is invalid'] };
  const tried = new Map<string, Set<string>>(Object.keys(errors).map((field) => [field, new Set()]));
  for (let round = 0; round < 3; round += 1) {
    const body = await amend(refused(create, errors, { operation: 'createTenant', tried }));
    for (const field of Object.keys(errors)) {
      expect(Object.values(create)).not.toContain(body?.[field]);
      tried.get(field)?.add(JSON.stringify(body?.[field]));
    }
  }
});

test('of the values that a message lists one is taken, in a list where the member is a list', async () => {
  expect(listedValues('must be one of: "low", high or urgent.')).toEqual(['low', 'high', 'urgent']);
  expect(listedValues('this will not do')).toEqual([]);
  const errors = { priority: ['must be one of: low, high'], abilities: ['choose from read, write'] };
  expect(await amend(refused({ subject: 'x' }, errors))).toEqual({
    subject: 'x',
    priority: 'low',
    abilities: ['read'],
  });
});

test('a listed value takes the place of the member whose value has a word of the list', async () => {
  const errors = { os_template: ['Allowed values: debian-12, ubuntu-24.04.'] };
  const body = { hostname: 'hc-1', image: 'debian-13' };
  expect(await amend(refused(body, errors))).toEqual({ hostname: 'hc-1', os_template: 'debian-12' });
});

test('a member that the target does not know is left out, unless the specification shows it', async () => {
  const errors = { region: ['Unknown field.'], customer_id: ['Unknown field.'], location: ['required'] };
  const body = { customer_id: 'c', region: 'de', items: [] };
  expect(await amend(refused(body, errors, { operation: 'createOrder' }))).toEqual({
    customer_id: 'c',
    items: [],
    location: 'de',
  });
});

test('a member that the check sets itself and a key that is no member are left alone', async () => {
  const body = { name: 'x', scopes: ['odd'] };
  expect(await amend(refused(body, { scopes: ['one of a, b'] }, { fixed: ['scopes'] }))).toBeUndefined();
  expect(await amend(refused(body, { 'Idempotency-Key': ['was used'] }))).toBeUndefined();
});

test('the id of a customer is not replaced with a value of the suite, whatever the reply says about it', async () => {
  const body = {
    customer_id: 'd7c1',
    sku_id: 'mail-10',
    domain: 'hc-1.example.org',
    billing_cycle: 'monthly',
  };
  const given = {
    operation: 'createEmailService',
    placeholders: { unique: 'hc-1', customerId: 'd7c1' },
  } as const;
  const errors = { customer_id: ['The selected customer id is invalid.'] };
  expect(await amend(refused(body, errors, given))).toBeUndefined();
  const tried = new Map([['customer_id', new Set(['"d7c1"', '"hc-1"'])]]);
  expect(await amend(refused(body, errors, { ...given, tried }))).toBeUndefined();
  const alsoUnset = { ...errors, mail_domain: ['is required'] };
  expect(await amend(refused(body, alsoUnset, given))).toMatchObject({
    customer_id: 'd7c1',
    billing_cycle: 'monthly',
    mail_domain: 'hc-1.example.org',
  });
});

test('a member of the suite never takes the value of another member, and a guess takes no member away', async () => {
  const body = { customer_id: 'd7c1', subject: 'Help', priority: 'odd' };
  const sent = new Set<unknown>();
  for (let at = 0; at < 6; at++) {
    const tried = new Map([['priority', new Set([...sent].map((value) => JSON.stringify(value) ?? ''))]]);
    sent.add((await amend(refused(body, { priority: ['is invalid'] }, { tried })))?.priority);
  }
  expect(sent).not.toContain('d7c1');
  expect(sent).not.toContain('Help');
  expect(await amend(refused(body, { xyz: ['is required'] }))).toEqual({ ...body, xyz: 'd7c1' });
});

test('members that are told alike, where others are wanted, are left out, whatever the words', async () => {
  const body = { url: 'https://hooks.example.org/hc-1', description: 'Shop', events: ['ticket.opened'] };
  const errors = {
    url: ['hat hier keinen Platz'],
    description: ['hat hier keinen Platz'],
    target: ['fehlt'],
  };
  expect(await amend(refused(body, errors, { operation: 'createWebhook' }))).toEqual({
    events: ['ticket.opened'],
    target: 'https://hooks.example.org/hc-1',
  });
  const tried = new Map([['name', new Set(['"hc-1"', '100'])]]);
  const key = refused({ name: 'hc-1', scopes: ['x'], label: 'hc-1' }, { name: ['nein'] }, { tried });
  expect(await amend({ ...key, operation: 'createApiKey' })).toEqual({ scopes: ['x'], label: 'hc-1' });
});

test('a wanted id gets an id of the body, and no text', async () => {
  const body = { customer_id: 'd7c1', subject: 'Help', priority: 'normal' };
  const sent: unknown[] = [];
  for (let at = 0; at < 4; at++) {
    const tried = new Map([['client_id', new Set(sent.flatMap((value) => JSON.stringify(value) ?? []))]]);
    sent.push((await amend(refused(body, { client_id: ['is required'] }, { tried })))?.client_id);
  }
  expect(sent).toEqual(['d7c1', 'hc-1', undefined, undefined]);
});

test('members without a known name get the values that the target did not know, each value once', async () => {
  const original = { type: 'A', name: 'www', content: '192.0.2.10', ttl: 3600 };
  const errors = { Display: ['This value is not accepted.'], Value: ['This value is not accepted.'] };
  const given = { operation: 'createDnsRecord', original } as const;
  expect(await amend(refused({ Type: 'A' }, errors, given))).toEqual({
    Type: 'A',
    Display: 'www',
    Value: '192.0.2.10',
  });
});

test('a member whose value is not accepted gets another value and is not left out', async () => {
  const body = { name: 'x', region: 'nowhere' };
  const errors = { region: ['This value is not accepted.'] };
  expect(await amend(refused(body, errors))).toEqual({ name: 'x', region: 'de-fra' });
});

test('a domain that the target splits is sent in parts', async () => {
  const body = { domain: 'hc-1.co.uk' };
  const errors = { 'host.sld': ['required'], 'host.tld': ['required'], domain: ['Unknown field.'] };
  expect(await amend(refused(body, errors))).toEqual({ host: { sld: 'hc-1', tld: 'co.uk' } });
});

test('a member whose name says nothing gets the values of the body and then values of every form, each once', async () => {
  const body = { name: 'x', scopes: ['read'] };
  const first = { belu: ['is required'], mora: ['is required'] };
  expect(await amend(refused(body, first))).toMatchObject({ belu: 'x', mora: ['read'] });
  const sent = { ...body, belu: 'x' };
  const tried = new Map([['belu', new Set(['"x"'])]]);
  const given = { tried, original: body };
  expect(await amend(refused(sent, { belu: ['must be an array'] }, given))).toMatchObject({ belu: ['read'] });
  expect(await amend(refused(sent, { belu: ['is no e-mail address'] }, given))).toMatchObject({
    belu: 'hc-1@example.org',
  });
});
