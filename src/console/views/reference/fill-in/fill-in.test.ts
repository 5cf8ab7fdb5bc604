// Tests of filling in: every operation is tried in a copy of the demo world, with what is filled in.
import { afterAll, expect, test } from 'vitest';
import { fillInMock, operation, reference } from '../../../testing/fill-in-worlds.ts';
import { choosePersona, fillIn } from './fill-in.ts';

const { app, copyWorld, tryOperation } = fillInMock();
afterAll(() => app.close());

test('of the 93 operations at least 87 succeed with what is filled in, and the others say why', async () => {
  const refused: string[] = [];
  let tried = 0;
  for (const one of reference.operations.filter(({ event }) => !event)) {
    const { status, body, filled } = await tryOperation(await copyWorld(one.id.toLowerCase()), one);
    tried += 1;
    if (status < 300) continue;
    const { message } = (body as { error: { message: string } }).error;
    refused.push(`${one.id}: ${filled.notes.join(' ') || message}`);
  }
  expect(tried).toBe(93);
  expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(6);
});

test('an operation that changes a state gets a record in a state that permits it', async () => {
  const world = await copyWorld('states');
  for (const id of ['cancelOrder', 'startVps', 'stopVps', 'unsuspendService', 'reissueCertificate']) {
    expect((await tryOperation(world, operation(id))).status, id).toBeLessThan(300);
  }
});

test('other values: a further attempt takes the next record, and new texts for those that were refused', async () => {
  const world = await copyWorld('further');
  const first = await tryOperation(world, operation('getOrder'));
  const second = await tryOperation(world, operation('getOrder'), { attempt: 1 });
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.filled.path.id).not.toBe(first.filled.path.id);

  expect((await tryOperation(world, operation('createCustomer'))).status).toBe(201);
  const again = await tryOperation(world, operation('createCustomer'));
  expect(again.status).toBe(422);
  const errors = (again.body as { error: { errors: object } }).error.errors;
  const other = await tryOperation(world, operation('createCustomer'), {
    attempt: 1,
    refused: Object.keys(errors),
  });
  expect([other.status, other.filled.body]).toEqual([
    201,
    expect.objectContaining({ email: expect.stringMatching(/-2@example\./) as unknown }),
  ]);
});

test('members that must agree do so: a payment has the amount that its invoice still asks for', async () => {
  const world = await copyWorld('payment');
  const { filled, status } = await tryOperation(world, operation('createPayment'));
  expect(status).toBe(201);
  const { invoice_id: id, amount, currency } = filled.body as Record<string, unknown>;
  const invoice = (await tryOperation(world, operation('getInvoice'))).filled;
  const { body } = await world.send({ method: 'GET', path: `/invoices/${id}`, bearer: invoice.bearer });
  expect(body).toMatchObject({ paid_amount: amount, currency, due_amount: 0 });
});

test('the persona is one whose role may call the operation', async () => {
  const world = await copyWorld('personas');
  const chosen = (id: string) => choosePersona(reference, operation(id), world);
  expect([chosen('createOrder'), chosen('createTenant'), chosen('verifyTwoFactor')]).toEqual([
    'owner',
    'platformAdmin',
    'twoFactor',
  ]);
});

test('signing out uses a session of its own, so that the token of the persona stays valid', async () => {
  const world = await copyWorld('sign-out');
  expect((await tryOperation(world, operation('logout'))).status).toBeLessThan(300);
  expect((await tryOperation(world, operation('getCurrentUser'))).status).toBe(200);
});

test('where no record fits, a note says which one is missing', async () => {
  const world = await copyWorld('none');
  const filled = await fillIn(reference, operation('getOrder'), world, { persona: 'revoked' });
  expect(filled.complete).toBe(false);
  expect(filled.notes.join()).toContain('no record in /orders that revoked can see');
});
