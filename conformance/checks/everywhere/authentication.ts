// Checks of authentication: every operation called without a credential, and a few operations called with invalid
// credentials.

import { type Operation, operations } from '../../../src/contract/operations.ts';
import type { CallerApi } from '../../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { checksOf, fixture } from '../../define.ts';
import { holds, noServerError, request } from '../../expectations.ts';
import { LACKING_CREDENTIAL } from '../../rules/errors.ts';
import { destructiveness } from '../../support/cross-tenant-attempts.ts';
import {
  bodyAdvice,
  customer,
  newCustomer,
  requireSetup,
} from '../../support/fixtures/customers-and-orders.ts';
import {
  fixturesForKind,
  modeForKind,
  modeOfOperation,
  pathParams,
  resourceKindOf,
} from '../../support/fixtures/resources.ts';
import { ifPossible } from '../../support/fixtures/sessions.ts';
import { oneStepLogin } from '../../support/fixtures/two-factor.ts';
import { tokenIn } from '../../support/reply-readers/jwt.ts';
import { isSuccess, maySeeAllTenants } from '../../support/reply-readers/response-readers.ts';
import { validBody } from '../../support/request-bodies/creation-bodies.ts';

const { check, row } = checksOf({ area: 'everywhere', mode: 'read-only' });

const FOR_ADMINS = 'authentication/tenants-for-admins';

/** Asserts that a credential that belongs to no platform admin is refused the list of tenants. */
async function expectNoTenants(t: CheckContext, api: CallerApi): Promise<void> {
  const reply = await api.sendRaw('GET', '/tenants');
  if (t.compared(isSuccess(reply)))
    t.fail('it was handed out', { expected: 403, actual: reply.status, exchange: reply });
  if ([404, 405, 501].includes(reply.status)) t.notApplicable('there is no list of tenants');
  t.expect(reply).status(403);
}

/**
 * Returns the lowest mode in which an operation may be called without a credential. An operation that could do harm
 * on a faulty target needs a higher mode.
 */
export const requiredModeOf = (op: Operation): 'read-only' | 'safe' | 'full' => {
  const { id, method } = op;
  const kind = resourceKindOf(op);
  if (kind !== undefined) return modeForKind(kind);
  if (method === 'GET') return 'read-only';
  return id === 'createTenant' ? 'full' : 'safe';
};

const guardedOperations = operations.filter(({ auth }) => auth !== 'anonymous');

const missingCredentialChecks = guardedOperations.map((op) => {
  const kind = resourceKindOf(op);
  return check(`authentication/missing/${op.id}`, 'authentication/missing-is-401', {
    ...(op.id === 'refreshSession'
      ? { should: `answer 401 to ${op.id} without credential` }
      : { must: `answer 401 to ${op.id} without credential` }),
    area: op.area,
    ...(kind === 'tenant' ? { needs: ['tenantA', 'platformAdmin'] as const } : {}),
    mode: requiredModeOf(op),
    ...(op.rateClass === 'auth' ? { authCost: 1 } : {}),
    uses: kind === undefined ? [] : fixturesForKind(kind),
    // A check of the main phase depends on the refusal of a top-up.
    phase: op.id === 'topUpWallet' ? 'main' : 'cells',
    group: 'authentication/missing',
    after: [
      'statuses/listed',
      'statuses/success-is-no-error',
      ...(op.id === 'createOrder'
        ? ['orders/wallet-accepted', 'orders/any-sku-form', 'idempotency/key-is-optional']
        : []),
    ],
    async run(t: CheckContext) {
      const reply = await t.anonymous.send(op.id, {
        params: await pathParams(t, op),
        ...validBody(t, op.id, t.unknownId()),
        deliberateFault: 'no credential',
      });
      t.expect(reply).status(401);
    },
  });
});

/** Calls a creation that, according to the target file, the limited credential may not call. */
const forbiddenCall = fixture('forbidden call', {
  after: ['authentication/lacking-permission'],
  async make(t: CheckContext): Promise<Exchange> {
    await t.requireAccepted('limited');
    const lacked = t.lackedOperations('limited');
    const found = operations.find(({ id, path }) => lacked.includes(id) && !path.includes('{'));
    if (found === undefined) t.notApplicable('credentials.limited.lacks names no operation without an id');
    const { id } = found;
    const deliberateFault = `${LACKING_CREDENTIAL}${found.scopes.join(' and ')}`;
    return t.as('limited').send(id, { ...validBody(t, id, t.unknownId()), deliberateFault });
  },
});

// The checks that call each operation which the limited credential may not call, on a resource of its tenant. They come
// last, and those that end a resource after the others, because a faulty target does what is asked.
const lackedOperationChecks = operations
  .filter(({ scopes, roles }) => scopes.length > 0 && roles.join() !== 'platform_admin')
  .sort((a, b) => destructiveness(a) - destructiveness(b))
  .map((op) => {
    const kind = resourceKindOf(op);
    return check(`authentication/lacked/${op.id}`, 'authentication/keys-carry-scopes', {
      must: `not let a credential call ${op.id} without its scope`,
      area: op.area,
      mode: modeOfOperation(op),
      needs: ['tenantA', 'limited.apiKey', `limited.lacks.${op.id}`],
      phase: 'last',
      uses: kind === undefined ? [] : fixturesForKind(kind),
      group: 'authentication/scopes-bind',
      async run(t: CheckContext) {
        await t.requireAccepted('limited');
        const body = validBody(t, op.id, op.body ? (await t.use(customer)).id : '');
        const reply = await t.as('limited').send(op.id, {
          params: await pathParams(t, op),
          ...body,
          deliberateFault: `${LACKING_CREDENTIAL}${op.scopes.join(' and ')}`,
        });
        holds(t, !isSuccess(reply), 'the key did what it lacks the scope for', {
          expected: 403,
          actual: reply.status,
          exchange: reply,
        });
      },
    });
  });

/** Sends an invalid credential to a read that accepts a valid one, and expects 401. */
async function expectUnauthorised(t: CheckContext, value: string, label: string): Promise<void> {
  await t.requireAccepted('tenantA');
  t.expect(await t.withAuthorization(value, label).send('listCustomers')).status(401);
}

export const authentication = [
  ...missingCredentialChecks,
  check('authentication/before-validation', 'authentication/before-validation', {
    must: 'answer 401 to a request without credential whatever its body holds',
    mode: 'safe',
    phase: 'cells',
    after: ['authentication/missing/createOrder'],
    async run(t) {
      const deliberateFault = 'no credential, and an empty body';
      t.expect(await t.anonymous.send('createOrder', { body: {}, deliberateFault })).status(401);
    },
  }),
  check('authentication/garbage', 'authentication/invalid-is-401', {
    must: 'answer 401 to a bearer token that was never issued',
    phase: 'first',
    async run(t) {
      await expectUnauthorised(t, `Bearer ${t.random.hex(40)}`, 'a random token');
    },
  }),
  ...(
    [
      ['a lower-case scheme', (token: string) => `bearer ${token}`],
      ['trailing blanks', (token: string) => `Bearer ${token}   `],
    ] as const
  ).map(([what, value]) =>
    check(
      `authentication/${what.replace(/^an? /, '').replaceAll(' ', '-')}`,
      'authentication/odd-header-no-crash',
      {
        must: `answer a credential with ${what} without a server error`,
        group: 'authentication/odd-header',
        async run(t: CheckContext) {
          const header = value(await t.token('tenantA'));
          const reply = await t.withAuthorization(header, `a credential with ${what}`).send('getCurrentUser');
          noServerError(t, reply);
        },
      },
    ),
  ),
  check('authentication/basic-garbage', 'authentication/invalid-is-401', {
    must: 'answer 401 to a Basic credential that is none',
    after: ['authentication/garbage', 'authentication/lower-case-scheme', 'authentication/trailing-blanks'],
    async run(t) {
      const pair = `${t.unique()}@nobody.example:${t.random.hex(20)}`;
      await expectUnauthorised(t, `Basic ${Buffer.from(pair).toString('base64')}`, 'Basic with a wrong pair');
    },
  }),
  check('authentication/basic-scheme', 'authentication/bearer-only', {
    should: 'answer 401 to another scheme than Bearer',
    needs: ['tenantA.login'],
    after: ['authentication/garbage'],
    async run(t) {
      const pair = `${t.secret('tenantA', 'email')}:${t.secret('tenantA', 'password')}`;
      await expectUnauthorised(t, `Basic ${Buffer.from(pair).toString('base64')}`, 'Basic');
    },
  }),
  check('authentication/scheme-only', 'authentication/missing-is-401', {
    must: 'answer 401 to a scheme with no credential behind it',
    phase: 'cells',
    group: 'authentication/missing',
    after: ['authentication/missing/getCurrentUser'],
    async run(t) {
      const reply = await t.withAuthorization('Bearer', 'nothing but the scheme').send('getCurrentUser');
      t.expect(reply).status(401);
    },
  }),
  check('authentication/no-scheme', 'authentication/bearer-only', {
    should: 'answer 401 to a token without its scheme',
    after: ['authentication/garbage', 'authentication/basic-scheme', 'authentication/lower-case-scheme'],
    async run(t) {
      await expectUnauthorised(t, await t.token('tenantA'), 'a token without scheme');
    },
  }),
  check('authentication/token-in-the-query', 'authentication/not-in-query', {
    should: 'answer 401 to a token in the query string',
    phase: 'cells',
    after: ['authentication/missing/getCurrentUser'],
    async run(t) {
      const token = await t.token('tenantA');
      const query = { access_token: token, token, api_key: token };
      const deliberateFault = 'no credential but in the query';
      t.expect(await t.anonymous.send('getCurrentUser', { query, deliberateFault })).status(401);
    },
  }),
  check('authentication/key-works', 'authentication/bearer', {
    must: 'accept an API key as a bearer credential',
    needs: ['limited.apiKey'],
    phase: 'first',
    async run(t: CheckContext) {
      const reply = await t.as('limited').send('listCustomers');
      if (!isSuccess(reply)) {
        await t.requireAccepted('limited');
        t.require(await request(t, 'listCustomers')).success();
      }
      if (reply.status === 403) t.inconclusive('the key may not read customers', { exchange: reply });
      t.expect(reply).success();
    },
  }),
  ...lackedOperationChecks,
  row('authentication/lacking-permission', 'authentication/lacking-permission-is-403', forbiddenCall, {
    must: 'answer 403 to a valid credential that lacks the permission',
    mode: 'safe',
    needs: ['limited'],
    phase: 'first',
    async expect(t: CheckContext, reply) {
      const looked = reply.status === 400 || reply.status === 422;
      if (
        looked &&
        !(reply.operation === 'createCustomer' && isSuccess((await t.use(newCustomer)).created))
      ) {
        t.inconclusive('the body was looked at before the permission', { exchange: reply });
      }
      const ownStatus = ![401, 403, 404].includes(reply.status) && !isSuccess(reply) && reply.status < 500;
      if (ownStatus && !looked && reply.operation === 'createCustomer') {
        const { created } = await t.use(newCustomer);
        // Who has the permission is refused as well.
        requireSetup(t, created, bodyAdvice(created), [reply]);
      }
      t.expect(reply).status(403);
    },
  }),
  check('authentication/revoked', 'authentication/invalid-is-401', {
    must: 'answer 401 to an API key that was revoked',
    needs: ['revoked'],
    phase: 'first',
    after: ['authentication/garbage'],
    async run(t) {
      const key = await t.token('revoked');
      t.expect(await t.withAuthorization(`Bearer ${key}`, 'a revoked key').send('listCustomers')).status(401);
    },
  }),
  check(FOR_ADMINS, FOR_ADMINS, {
    must: 'keep the list of tenants from who is no platform admin',
    area: 'tenants',
    after: ['authentication/lacking-permission'],
    async run(t: CheckContext) {
      await t.requireAccepted('tenantA');
      await expectNoTenants(t, t.as('tenantA'));
    },
  }),
  ...(['tenantB', 'twoFactor', 'reseller'] as const).map((who) =>
    check(`${FOR_ADMINS}/${who}`, FOR_ADMINS, {
      must: `keep the list of tenants from ${who}`,
      area: 'tenants',
      needs: [who],
      phase: 'cells',
      cost: 2,
      ...(who === 'twoFactor' ? { uses: [oneStepLogin] } : {}),
      group: FOR_ADMINS,
      after: [FOR_ADMINS],
      async run(t: CheckContext) {
        // A further log-in with a code would wait for the next code.
        const login = who === 'twoFactor' ? await ifPossible(t, oneStepLogin) : undefined;
        const token = tokenIn(login?.replies.find(isSuccess)?.json);
        if (token === undefined) await t.requireAccepted(who);
        const api = token === undefined ? t.as(who) : t.withAuthorization(`Bearer ${token}`, who);
        const profile = t.require(await api.send('getCurrentUser', { allowCached: true })).success();
        if (maySeeAllTenants(profile))
          t.inconclusive(`${who} may be a platform admin`, { exchange: profile });
        await expectNoTenants(t, api);
      },
    }),
  ),
];
