// Log-ins that must fail: wrong ones, incomplete ones, and what the refusals tell.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { messagesFor, readError } from '../../src/suite/errors.ts';
import { isRefusal } from '../kit/reading.ts';
import { session, wrongLogins } from '../kit/sessions.ts';
import { spoiling } from '../kit/spoils.ts';
import { check } from '../suite.ts';

const area = 'auth';

const attempt = (t: Context, body: unknown, spoiled: string): Promise<Exchange> =>
  t.anonymous.send('login', { body, spoiled });

/** A refusal, whichever status it has; success and a server error are breaches. */
function refusedLogin(t: Context, reply: Exchange, what: string): void {
  if (isRefusal(reply) && reply.status !== 404) return;
  t.fail(`${what} was answered ${reply.status}`, { expected: 401, actual: reply.status, exchange: reply });
}

const noAddress = 'no address';

/** Both members of a login made wrong together, in each way. */
const oddLogins = spoiling(
  'login',
  [
    { path: 'email', value: 12345 },
    { path: 'password', value: 12345 },
    { path: 'email', value: undefined },
    { path: 'password', value: undefined },
    { path: 'email', value: noAddress },
  ],
  [],
  async () => ({ body: { email: 'nobody@nobody.example', password: 'a password nobody has' } }),
  (t) => t.anonymous,
);

export const refusedLogins = [
  check('auth/wrong-password', {
    must: 'refuse a wrong password',
    says: 'authentication/invalid-is-401',
    area,
    needs: ['tenantA.login'],
    mode: 'read-only',
    cost: 0,
    uses: [wrongLogins],
    after: ['statuses/listed', 'statuses/success-is-no-error', 'auth/login'],
    async run(t) {
      refusedLogin(t, (await t.use(wrongLogins)).known, 'a wrong password');
    },
  }),
  check('auth/unknown-email', {
    must: 'refuse an e-mail address that has no account',
    says: 'authentication/invalid-is-401',
    area,
    needs: ['tenantA.login'],
    mode: 'read-only',
    cost: 0,
    uses: [wrongLogins],
    after: ['statuses/listed', 'statuses/success-is-no-error', 'auth/login'],
    async run(t) {
      const { unknown } = await t.use(wrongLogins);
      // nobody is to be found there, when there is a log-in at all
      if (unknown.status === 404) await t.use(session);
      else refusedLogin(t, unknown, 'an unknown e-mail address');
    },
  }),
  check('auth/wrong-password-is-401', {
    should: 'answer a wrong password with 401',
    says: 'authentication/wrong-password-is-401',
    area,
    needs: ['tenantA.login'],
    mode: 'read-only',
    cost: 0,
    uses: [wrongLogins],
    after: ['auth/wrong-password'],
    async run(t) {
      t.expect((await t.use(wrongLogins)).known).status(401);
    },
  }),
  check('auth/no-account-oracle', {
    should: 'answer a wrong password and an unknown e-mail address alike',
    says: 'authentication/no-account-oracle',
    area,
    needs: ['tenantA.login'],
    mode: 'read-only',
    cost: 0,
    uses: [wrongLogins],
    after: ['auth/wrong-password', 'auth/unknown-email', 'auth/wrong-password-is-401'],
    async run(t: Context) {
      const { known, unknown } = await t.use(wrongLogins);
      const [one, other] = [readError(known.json), readError(unknown.json)];
      const alike = one?.code === other?.code && one?.message === other?.message;
      if (alike && known.status === unknown.status) return;
      t.fail('the two refusals tell which addresses have an account', {
        expected: known.json,
        actual: unknown.json,
        exchange: [unknown, known],
      });
    },
  }),
  check('auth/login-without-password', {
    must: 'refuse a login without password',
    says: 'endpoints/login',
    area,
    needs: ['tenantA.login'],
    mode: 'read-only',
    cost: 0,
    uses: oddLogins.uses,
    after: ['statuses/listed', 'statuses/success-is-no-error'],
    async run(t) {
      if (await oddLogins.named(t, { path: 'password', value: undefined })) return;
      const reply = await attempt(t, { email: t.secret('tenantA', 'email') }, 'no password');
      t.expect(reply).refused();
    },
  }),
  ...(
    [
      ['email', 'login-request/email', { email: 12345, password: 'a password nobody has' }],
      ['password', 'login-request/password', { email: 'nobody@nobody.example', password: 12345 }],
    ] as const
  ).map(([field, says, body]) =>
    check(`auth/login-${field}-is-a-string`, {
      must: `answer 422 naming \`${field}\` to a login whose ${field} is a number`,
      says,
      area,
      needs: [],
      mode: 'read-only',
      cost: 0,
      uses: oddLogins.uses,
      after: ['errors/invalid-is-422', 'errors/one-entry-per-field', 'errors/present-on-422', 'errors/map'],
      async run(t) {
        if (await oddLogins.named(t, { path: field, value: 12345 })) return;
        const reply = await attempt(t, body, `${field} = 12345`);
        t.expect(reply).invalid(field);
      },
    }),
  ),
  check('auth/login-email-is-an-address', {
    should: 'answer 422 naming `email` to a login whose e-mail address is none',
    says: 'login-request/required',
    area,
    needs: [],
    mode: 'read-only',
    cost: 0,
    uses: oddLogins.uses,
    async run(t) {
      if (await oddLogins.named(t, { path: 'email', value: noAddress })) return;
      const reply = await attempt(
        t,
        { email: noAddress, password: 'a password nobody has' },
        'email = "no address"',
      );
      t.expect(reply).invalid('email');
    },
  }),
  check('auth/login-fields-are-required', {
    should: 'answer 422 naming both fields to an empty login',
    says: 'login-request/required',
    area,
    needs: [],
    mode: 'read-only',
    cost: 0,
    uses: oddLogins.uses,
    async run(t: Context) {
      const named = [];
      for (const path of ['email', 'password'])
        named.push(await oddLogins.named(t, { path, value: undefined }));
      if (named.every(Boolean)) return;
      const reply = await attempt(t, {}, 'no member at all');
      const { errors } = t.expect(t.expect(reply).status(422)).error();
      const lacking = ['email', 'password'].filter((field) => messagesFor(errors, field) === undefined);
      if (lacking.length > 0)
        t.fail(`\`errors\` lacks ${lacking.join(' and ')}`, { actual: errors, exchange: reply });
    },
  }),
];
