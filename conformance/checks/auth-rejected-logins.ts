// Checks of rejected log-ins: wrong and incomplete credentials, and what the replies reveal about accounts.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { messagesForField, parseErrorBody } from '../../src/suite/model/error-body.ts';
import { checksOf, fixture } from '../define.ts';
import { holds } from '../expectations.ts';
import { session } from '../support/fixtures/sessions.ts';
import { isRefusal } from '../support/reply-readers/response-readers.ts';
import { invalidFieldGroup } from '../support/request-bodies/invalid-fields.ts';

// Sends two log-ins that must fail: a log-in with a wrong password, and a log-in with an e-mail address that has no
// account.
const wrongLogins = fixture('wrong log-ins', {
  authCost: 2,
  async make(t: CheckContext): Promise<{ wrongPassword: Exchange; unknown: Exchange }> {
    // The wrong password is random: a target may repeat it in a reply, and it must have nothing in common with the right
    // password.
    const password = `Wrong-${t.random.hex(20)}`;
    const known = await t.anonymous.send('login', {
      body: { email: t.secret('tenantA', 'email'), password },
      deliberateFault: 'password = a wrong one',
    });
    const unknown = await t.anonymous.send('login', {
      body: { email: `${t.unique()}@nobody.example`, password },
      deliberateFault: 'email = an unknown one',
    });
    return { wrongPassword: known, unknown };
  },
});

const { check, row } = checksOf({ area: 'auth', mode: 'read-only', needs: ['tenantA.login'] });

const tryLogin = (t: CheckContext, body: unknown, deliberateFault: string): Promise<Exchange> =>
  t.anonymous.send('login', { body, deliberateFault });

/** Expects that a log-in is refused with any 4xx status. A success or a server error is a breach. */
function expectRejectedLogin(t: CheckContext, reply: Exchange, what: string): void {
  holds(t, isRefusal(reply) && reply.status !== 404, `${what} was answered ${reply.status}`, {
    expected: 401,
    actual: reply.status,
    exchange: reply,
  });
}

const NOT_AN_ADDRESS = 'no address';

/** An object in the place of a text. A server that puts it into a query unchecked would match every text. */
const ANY_TEXT = { $gt: '' };

/** Sends log-ins whose e-mail address and password are both invalid, one request for each kind of invalid value. */
const invalidLogins = invalidFieldGroup(
  'login',
  [
    { path: 'email', value: ANY_TEXT },
    { path: 'password', value: ANY_TEXT },
    { path: 'email', value: undefined },
    { path: 'password', value: undefined },
    { path: 'email', value: NOT_AN_ADDRESS },
  ],
  [],
  async () => ({ body: { email: 'nobody@nobody.example', password: 'a password nobody has' } }),
  (t) => t.anonymous,
);

export const rejectedLogins = [
  row('auth/wrong-password', 'authentication/invalid-is-401', wrongLogins, {
    must: 'refuse a wrong password',
    after: ['statuses/listed', 'statuses/success-is-no-error', 'auth/login'],
    expect: (t, { wrongPassword }) => expectRejectedLogin(t, wrongPassword, 'a wrong password'),
  }),
  row('auth/unknown-email', 'authentication/invalid-is-401', wrongLogins, {
    must: 'refuse an e-mail address that has no account',
    after: ['statuses/listed', 'statuses/success-is-no-error', 'auth/login'],
    async expect(t, { unknown }) {
      // A 404 for an unknown account is accepted only if the target has the log-in endpoint, which a successful log-in
      // shows.
      if (unknown.status === 404) await t.use(session);
      else expectRejectedLogin(t, unknown, 'an unknown e-mail address');
    },
  }),
  row('auth/wrong-password-is-401', 'authentication/wrong-password-is-401', wrongLogins, {
    should: 'answer a wrong password with 401',
    after: ['auth/wrong-password'],
    expect: (t, { wrongPassword }) => t.expect(wrongPassword).status(401),
  }),
  row('auth/no-account-enumeration', 'authentication/no-account-oracle', wrongLogins, {
    should: 'answer a wrong password and an unknown e-mail address alike',
    after: ['auth/wrong-password', 'auth/unknown-email', 'auth/wrong-password-is-401'],
    expect(t, { wrongPassword, unknown }) {
      const [first, second] = [parseErrorBody(wrongPassword.json), parseErrorBody(unknown.json)];
      const same = first?.code === second?.code && first?.message === second?.message;
      holds(
        t,
        same && wrongPassword.status === unknown.status,
        'the two refusals reveal which addresses have an account',
        { expected: wrongPassword.json, actual: unknown.json, exchange: [unknown, wrongPassword] },
      );
    },
  }),
  check('auth/login-without-password', 'endpoints/login', {
    must: 'refuse a login without password',
    uses: invalidLogins.uses,
    after: ['statuses/listed', 'statuses/success-is-no-error'],
    async run(t) {
      if (t.compared(await invalidLogins.areNamed(t, { path: 'password', value: undefined }))) return;
      const reply = await tryLogin(t, { email: t.secret('tenantA', 'email') }, 'no password');
      t.expect(reply).refused();
    },
  }),
  ...(
    [
      ['email', 'login-request/email', { email: ANY_TEXT, password: 'a password nobody has' }],
      ['password', 'login-request/password', { email: 'nobody@nobody.example', password: ANY_TEXT }],
    ] as const
  ).map(([field, requirement, body]) =>
    check(`auth/login-${field}-is-a-string`, requirement, {
      must: `answer 401, or 422 naming \`${field}\`, to a login whose ${field} is an object`,
      needs: [],
      uses: invalidLogins.uses,
      after: ['errors/invalid-is-422', 'errors/one-entry-per-field', 'errors/present-on-422', 'errors/map'],
      async run(t) {
        if (t.compared(await invalidLogins.areNamed(t, { path: field, value: ANY_TEXT }))) return;
        const reply = await tryLogin(t, body, `${field} = ${JSON.stringify(ANY_TEXT)}`);
        // The server may compare credentials without validating their form: then this is an invalid credential.
        if (t.compared(reply.status !== 401)) t.expect(reply).invalid(field);
      },
    }),
  ),
  check('auth/login-email-is-an-address', 'login-request/required', {
    should: 'answer 422 naming `email` to a login whose e-mail address is none',
    needs: [],
    uses: invalidLogins.uses,
    async run(t) {
      if (t.compared(await invalidLogins.areNamed(t, { path: 'email', value: NOT_AN_ADDRESS }))) return;
      const reply = await tryLogin(
        t,
        { email: NOT_AN_ADDRESS, password: 'a password nobody has' },
        'email = "no address"',
      );
      t.expect(reply).invalid('email');
    },
  }),
  check('auth/login-fields-are-required', 'login-request/required', {
    should: 'answer 422 naming both fields to an empty login',
    needs: [],
    uses: invalidLogins.uses,
    async run(t: CheckContext) {
      const both = ['email', 'password'];
      const fields = both.map((path) => ({ path, value: undefined }));
      if (t.compared(await invalidLogins.areNamed(t, ...fields))) return;
      const reply = await tryLogin(t, {}, 'no member at all');
      const { errors } = t.expect(t.expect(reply).status(422)).error();
      const lacking = both.filter((field) => messagesForField(errors, field) === undefined);
      holds(t, lacking.length === 0, `\`errors\` lacks ${lacking.join(' and ')}`, {
        actual: errors,
        exchange: reply,
      });
    },
  }),
];
