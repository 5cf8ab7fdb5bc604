// A small catalogue for the tests of the suite.
import { type Catalogue, type Check, type CheckFields, define, fixture } from '../model/define.ts';

type Id = 'customers/create' | 'customers/read' | 'customers/list' | 'auth/required' | 'limits/headers';
const sentence = (says: string) => ({ heading: 'Test', basis: 'stated', says });

const requirements: Record<Id, ReturnType<typeof sentence>> = {
  'customers/create': sentence('A customer can be created.'),
  'customers/read': sentence('A customer can be read.'),
  'customers/list': sentence('Customers are listed.'),
  'auth/required': sentence('A missing credential yields 401.'),
  'limits/headers': sentence('Every 2xx carries RateLimit-Limit.'),
};
const { check: defineCheck, rule } = define<Id>();

/** Defines a rule for a requirement of this catalogue. */
export { rule };

type TestCheck = Omit<CheckFields, 'area'> & {
  area?: string;
  must?: string;
  should?: string;
  observe?: string;
  requirement?: Id;
};

/** Defines a check; what a test leaves out is the same for all of its checks of customers, or of `auth/…`. */
export function check(id: string, { must, should, observe, ...spec }: TestCheck): Check<Id> {
  const isAuth = id.startsWith('auth/');
  const sentence =
    should !== undefined
      ? { should }
      : observe !== undefined
        ? { observe }
        : { must: must ?? 'be as it should' };
  return defineCheck(id, {
    ...sentence,
    area: isAuth ? 'auth' : 'customers',
    requirement: isAuth ? 'auth/required' : 'customers/read',
    cost: 1,
    ...spec,
  });
}

/** A fixture: a customer that several checks share. */
export const customer = fixture('a customer', {
  cost: 2,
  learns: true,
  async make(t) {
    const created = await t
      .as('tenantA')
      .send('createCustomer', { body: { email: `${t.unique()}@example.org` } });
    t.require(created).status(201);
    return { id: t.require(created).string('/id'), created };
  },
});

/** A check that reads a customer which the suite created. */
export const readable = check('customers/readable', {
  must: 'hand out a customer it created',
  requirement: 'customers/read',
  area: 'customers',
  cost: 1,
  uses: [customer],
  async run(t) {
    const { id } = await t.use(customer);
    const read = await t.as('tenantA').send('getCustomer', { params: { id } });
    t.expect(read).status(200);
    if (t.expect(read).string('/id') !== id) t.fail('another customer was handed out', { exchange: read });
  },
});

/** A check that reads a customer which does not exist. */
export const unknown = check('customers/unknown', {
  must: 'answer 404 to an unknown id',
  requirement: 'customers/read',
  area: 'customers',
  cost: 1,
  mode: 'read-only',
  async run(t) {
    t.expect(await t.as('tenantA').send('getCustomer', { params: { id: t.unknownId() } })).status(404);
  },
});

const listed = check('customers/listed', {
  should: 'list a customer it created',
  requirement: 'customers/list',
  area: 'customers',
  cost: 1,
  uses: [customer],
  async run(t) {
    const { id } = await t.use(customer);
    const { items, exchange } = await t.as('tenantA').list('listCustomers');
    const there = items.some((item) => JSON.stringify(item).includes(id));
    if (t.compared(!there)) t.fail('the customer is not in the list', { exchange });
  },
});

/** A check that sends a call without a credential. */
export const anonymousRefused = check('auth/anonymous', {
  must: 'refuse a call without credential',
  requirement: 'auth/required',
  area: 'auth',
  needs: [],
  mode: 'read-only',
  cost: 1,
  async run(t) {
    t.expect(await t.anonymous.send('listCustomers')).status(401);
  },
});

/** A rule that requires JSON in every body. */
export const json = rule('bodies/json', {
  must: 'answer in JSON',
  requirement: 'customers/read',
  judge: ({ text, json }, { compared }) =>
    text !== '' && compared(json === undefined) ? { message: 'the body is no JSON' } : undefined,
});

/** Creates the catalogue. @param extra checks or rules that replace those of the catalogue */
export function catalogue(
  extra: { [M in 'checks' | 'rules']?: Catalogue<Id>[M] | undefined } = {},
): Catalogue<Id> {
  return {
    requirements,
    checks: extra.checks ?? [readable, unknown, listed, anonymousRefused],
    rules: extra.rules ?? [json],
    credentialProbes: ['listCustomers'],
    undo: {
      createCustomer: ({ json: body }) =>
        typeof body === 'object' && body !== null && 'id' in body
          ? { operation: 'deactivateCustomer', params: { id: String(body.id) } }
          : undefined,
    },
  };
}
