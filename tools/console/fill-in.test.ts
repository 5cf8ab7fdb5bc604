// Tests of filling in: every operation is tried in a copy of the demo world, with what is filled in.
import { afterAll, expect, test } from 'vitest';
import { choosePersona, fillIn } from '../../src/console/views/reference/fill-in/fill-in.ts';
import { fillInMock, operation, reference } from './testing/fill-in-worlds.ts';

const { app, copyWorld, tryOperation } = fillInMock();
afterAll(() => app.close());

test('each of the 93 operations succeeds with what is filled in', async () => {
  const refused: string[] = [];
  let tried = 0;
  for (const one of reference.operations.filter(({ event }) => !event)) {
    const { status, body, persona } = await tryOperation(await copyWorld(one.id.toLowerCase()), one);
    tried += 1;
    if (status >= 300) refused.push(`${one.id} as ${persona}: ${status} ${JSON.stringify(body)}`);
  }
  expect(tried).toBe(93);
  expect(refused).toEqual([]);
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

test('a note says that the role of the chosen persona may not call the operation', async () => {
  const world = await copyWorld('roles');
  const notesFor = async (persona: string) =>
    (await fillIn(reference, operation('createTenant'), world, { persona })).notes;
  expect(await notesFor('owner')).toEqual([
    'The role of owner may not call this operation; its roles are platform admin.',
  ]);
  expect(await notesFor('platformAdmin')).toEqual([]);
  expect(await notesFor('reseller')).toEqual([]);
  const forAll = { ...operation('createTenant'), roles: [] };
  expect((await fillIn(reference, forAll, world, { persona: 'owner' })).notes).toEqual([]);
});

test('where no record fits, a note says which one is missing', async () => {
  const world = await copyWorld('none');
  const filled = await fillIn(reference, operation('getOrder'), world, { persona: 'revoked' });
  expect(filled.complete).toBe(false);
  expect(filled.notes.join()).toContain('no record in /orders that revoked can see');
  const order = await fillIn(reference, operation('createOrder'), world, { persona: 'revoked' });
  expect(order.complete).toBe(false);
  expect(order.notes.join()).toContain('no record in /customers that revoked can see');
});
