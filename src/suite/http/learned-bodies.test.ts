// Tests of how a run learns from 422 replies what a target wants in a request body.
import { expect, test } from 'vitest';
import type { AmendBody, CallerApi, SendOptions } from '../model/context.ts';
import type { Exchange } from '../model/exchange.ts';
import { LearnedBodies } from './learned-bodies.ts';

const addNamedFields: AmendBody = async ({ body, errors, placeholders }) => {
  const fields = Object.keys(errors);
  const added = fields.map((name) => [name, `${placeholders.unique}@example.org`]);
  const { mail: _old, ...rest } = body;
  return { body: { ...rest, ...Object.fromEntries(added) }, fields };
};

/** Replies 422 with an entry for each missing field, or 201. */
function targetThatWants(...names: string[]) {
  const sent: Record<string, unknown>[] = [];
  const send = async ({ body }: SendOptions): Promise<Exchange> => {
    const given = { ...(body as Record<string, unknown>) };
    sent.push(given);
    const missing = names.filter((name) => !(name in given));
    const errors = Object.fromEntries(missing.map((name) => [name, ['is required']]));
    return {
      status: missing.length > 0 ? 422 : 201,
      json: missing.length > 0 ? { message: 'Invalid.', errors } : {},
    } as Exchange;
  };
  return { sent, send };
}
const api = {} as CallerApi;

test('a refused body is amended, the caller sees the members that were sent, and the next body has them at once', async () => {
  const bodies = new LearnedBodies({}, addNamedFields);
  const { sent, send } = targetThatWants('contact');
  const body = bodies.build('createCustomer', { mail: 'x' }, { placeholders: { unique: 'hc-1' } });
  expect((await bodies.send({ body }, send, api)).status).toBe(201);
  expect(sent).toEqual([{ mail: 'x' }, { contact: 'hc-1@example.org' }]);
  expect(body).toEqual({ contact: 'hc-1@example.org' });
  expect(bodies.toReport()).toEqual({
    createCustomer: { contact: '{unique}@example.org', $remove: ['mail'] },
  });
  const next = bodies.build('createCustomer', { mail: 'y' }, { placeholders: { unique: 'hc-2' } });
  expect(next).toEqual({ contact: 'hc-2@example.org' });
});

test('a deliberately invalid body, a copy of a body and a body of an operation that has accepted one are not amended', async () => {
  const bodies = new LearnedBodies({}, addNamedFields);
  const { sent, send } = targetThatWants('contact');
  const build = () => bodies.build('createCustomer', { mail: 'x' }, {});
  await bodies.send({ body: build(), deliberateFault: 'no contact' }, send, api);
  await bodies.send({ body: { ...build(), mail: 'odd' } }, send, api);
  expect(sent).toHaveLength(2);
  await bodies.send({ body: bodies.build('createCustomer', { contact: 'y' }, {}) }, send, api);
  await bodies.send({ body: build() }, send, api);
  expect(sent).toHaveLength(4);
});

test('at most six amended bodies follow a refusal, and what was not accepted is not reported', async () => {
  const bodies = new LearnedBodies({}, async ({ body }) => ({ body: { ...body, a: 1 }, fields: ['a'] }));
  const { sent, send } = targetThatWants('never');
  await bodies.send({ body: bodies.build('createCustomer', {}, {}) }, send, api);
  expect(sent).toHaveLength(7);
  expect(bodies.toReport()).toEqual({});
});

test('a learned value that is refused again is forgotten, and the body of the suite is sent as it was', async () => {
  const replaceWithMonthly: AmendBody = async ({ body }) => ({
    body: { customer_id: body.billing_cycle },
    fields: ['customer_id'],
  });
  const bodies = new LearnedBodies({}, replaceWithMonthly);
  const known = new Set(['own']);
  const sent: unknown[] = [];
  const send = async ({ body }: SendOptions): Promise<Exchange> => {
    const { customer_id, billing_cycle } = body as Record<string, unknown>;
    sent.push(customer_id);
    const errors = {
      ...(known.has(String(customer_id)) ? {} : { customer_id: ['is invalid'] }),
      ...(billing_cycle === undefined ? { billing_cycle: ['is required'] } : {}),
    };
    const isValid = Object.keys(errors).length === 0;
    return { status: isValid ? 201 : 422, json: isValid ? {} : { message: 'Invalid.', errors } } as Exchange;
  };
  const headers = { 'Idempotency-Key': 'k' };
  const buy = (customer_id: string) => {
    const standard = { customer_id, billing_cycle: 'monthly' };
    return bodies.send({ headers, body: bodies.build('createEmailService', standard, {}) }, send, api);
  };
  // Customers that do not exist: each refusal is right, and the amended bodies are refused too.
  expect((await buy('foreign')).status).toBe(422);
  expect((await buy('foreign')).status).toBe(422);
  expect((await buy('own')).status).toBe(201);
  expect(sent.at(-1)).toBe('own');
  expect(bodies.toReport().createEmailService ?? {}).toEqual({});
});

test('a refused update is sent with the names that replies show, and the next update has them at once', async () => {
  const bodies = new LearnedBodies({}, undefined, () => ({ email: ['mail'], note: ['details', 'note'] }));
  const { sent, send } = targetThatWants('mail');
  const body = bodies.build('updateCustomer', { email: 'a@b.c', note: 'x' }, {});
  expect((await bodies.send({ body }, send, api)).status).toBe(201);
  expect(sent).toEqual([
    { email: 'a@b.c', note: 'x' },
    { mail: 'a@b.c', note: 'x' },
  ]);
  expect(body).toEqual({ mail: 'a@b.c', note: 'x' });
  expect(bodies.build('updateCustomer', { email: 'd@e.f' }, {})).toEqual({ mail: 'd@e.f' });
});

test('a refused creation keeps its names, and so does an update that is refused under other names too', async () => {
  const bodies = new LearnedBodies({}, undefined, () => ({ email: ['mail'] }));
  const { sent, send } = targetThatWants('mail', 'never');
  await bodies.send({ body: bodies.build('createCustomer', { email: 'x' }, {}) }, send, api);
  expect(sent).toEqual([{ email: 'x' }]);
  const body = bodies.build('updateCustomer', { email: 'x' }, {});
  expect((await bodies.send({ body }, send, api)).status).toBe(422);
  expect(body).toEqual({ email: 'x' });
});

test('a member that a target ignores beside its own name for it is sent no more, and an update changes the other one', async () => {
  const bodies = new LearnedBodies({}, async ({ body }) => ({
    body: { ...body, contact: { mail: body.email } },
    fields: ['contact.mail'],
  }));
  const send = async ({ body }: SendOptions): Promise<Exchange> => {
    const { contact, note } = body as Record<string, unknown>;
    const errors = contact === undefined ? { 'contact.mail': ['is required'] } : undefined;
    const reply = errors ? { message: 'Invalid.', errors } : { id: 'c7', contact, note };
    return { status: errors ? 422 : 201, json: reply, received: reply } as Exchange;
  };
  const standard = { email: 'a@example.org', note: 'a' };
  const body = bodies.build('createCustomer', standard, {});
  expect((await bodies.send({ body }, send, api)).status).toBe(201);
  expect(body).toEqual({ note: 'a', contact: { mail: 'a@example.org' } });
  expect(bodies.toReport()).toEqual({
    createCustomer: { contact: { mail: '{email}' }, $remove: ['email'] },
  });
  expect(bodies.build('updateCustomer', { email: 'b@example.org' }, {})).toEqual({
    contact: { mail: 'b@example.org' },
  });
});

test('a body is written with the names of the target file, except those that were only guessed or never shown', () => {
  const members = { email: ['contact', 'mail'], last_name: ['family'], phone: null };
  const kinds = { Customer: { members, guessed: ['last_name'] } };
  const bodies = new LearnedBodies({}, undefined, undefined, { kinds });
  const own = { email: 'a@example.org', last_name: 'Ada', phone: '+49' };
  expect(bodies.build('createCustomer', own, {})).toEqual({
    contact: { mail: 'a@example.org' },
    last_name: 'Ada',
    phone: '+49',
  });
});
