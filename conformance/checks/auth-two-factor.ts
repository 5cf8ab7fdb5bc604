// Checks of the second factor (2FA): a log-in that contains the code, and a 2FA challenge that a second call
// completes.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf } from '../define.ts';
import { holds } from '../expectations.ts';
import {
  challenge,
  challengeIn,
  completedChallenge,
  logInWith,
  oneStepLogin,
  requireChallenge,
  requireSameClock,
  sendAnswer,
  wrongAnswer,
  wrongTotpCode,
} from '../support/fixtures/two-factor.ts';
import { tokenIn } from '../support/reply-readers/jwt.ts';
import { isSuccess } from '../support/reply-readers/response-readers.ts';
import { bodyFor } from '../support/request-bodies/request-bodies.ts';
import { expectProfileOf } from './auth-login.ts';

const { check, row } = checksOf({
  area: 'auth',
  mode: 'read-only',
  needs: ['twoFactor.login', 'twoFactor.totpSecret'],
});

/** Expects that the reply to a log-in without a code is refused, or holds no token that opens the API. */
async function opensNothing(t: CheckContext, reply: Exchange): Promise<void> {
  if (t.compared(!isSuccess(reply))) return void t.expect(reply).refused();
  const token = t.compared(tokenIn(reply.json));
  if (token === undefined) return;
  // A token that identifies the challenge may look like a JWT: it is a log-in only if it opens the API.
  const opened = [];
  for (const operation of ['getCurrentUser', 'listCustomers'] as const)
    opened.push(await t.withAuthorization(`Bearer ${token}`, 'a login without code').send(operation));
  holds(t, !opened.every(isSuccess), 'a login without code was given a JWT that opens the API', {
    expected: 401,
    actual: reply.status,
    exchange: [...opened, reply],
  });
  if (opened.some(isSuccess))
    t.inconclusive('the token of a login without code opens a part of the API', {
      exchange: [...opened, reply],
    });
}

const LETTERED = '12a456';

/** A code that another value replaces in a body. */
const NONE = '000000';

/** What a log-in and a challenge must not take as the code; none may be answered with a challenge. */
const CODES: readonly [id: string, what: string, code: (t: CheckContext) => unknown, isNone?: true][] = [
  ['no-code', 'no code', () => undefined, true],
  ['an-empty-code', 'an empty code', () => '', true],
  ['null-as-its-code', 'null as its code', () => null, true],
  ['wrong-code', 'a wrong code', wrongTotpCode],
  ['malformed-code', 'a code of five digits', (t) => String(t.random.integer(10_000, 99_999))],
  ['lettered-code', 'a code with letters', () => LETTERED],
];

export const twoFactor = [
  row('auth/2fa-requires-the-code', 'login-request/totp-code', challenge, {
    must: 'not hand out a JWT to an account with a second factor that sent no code',
    after: ['statuses/listed', 'statuses/success-is-no-error'],
    expect: opensNothing,
  }),
  row('auth/2fa-challenge', 'authentication/challenge', challenge, {
    should: 'answer a login that lacks its code with 401 and a challenge token',
    after: ['auth/2fa-requires-the-code'],
    expect(t, reply) {
      t.expect(reply).status(401);
      holds(t, challengeIn(reply)?.name === 'challenge_token', 'the refusal holds no `challenge_token`', {
        actual: reply.json,
        exchange: reply,
      });
    },
  }),
  row('auth/2fa-one-step', 'authentication/login-answers-jwt', oneStepLogin, {
    must: 'log a user in who sends the code with e-mail address and password',
    async expect(t, { replies }) {
      const [first] = replies;
      if (first === undefined || t.compared(replies.some(isSuccess))) return;
      if (!replies.some(({ status }) => status >= 500)) await requireSameClock(t, 60_000, first);
      t.expect(replies.find(({ status }) => status !== 429) ?? first).success();
    },
  }),
  row('auth/me/twoFactor', 'endpoints/me', oneStepLogin, {
    must: 'return the profile of the user who logged in with a code',
    after: ['auth/me', 'auth/2fa-one-step'],
    async expect(t, { replies }) {
      const login = replies.find(isSuccess);
      const token = tokenIn(login?.json);
      if (!login || !token)
        return t.inconclusive('no log-in with a code gave a token', { exchange: replies });
      const api = t.withAuthorization(`Bearer ${token}`, 'a log-in with a code');
      expectProfileOf(t, login, await api.send('getCurrentUser'));
    },
  }),
  row('auth/totp-once', 'authentication/totp-once', oneStepLogin, {
    should: 'accept a code only once',
    expect: (t, { replies }) =>
      holds(t, replies.filter(isSuccess).length < 2, 'one code logged in twice', {
        expected: 'one 200',
        actual: replies.map(({ status }) => status),
        exchange: replies,
      }),
  }),
  ...CODES.flatMap(([id, what, code, isNone]) => {
    const deliberateFault = `totp_code = ${what}`;
    const after = ['statuses/listed', 'statuses/success-is-no-error'];
    const atLogin = check(`auth/2fa-${id}`, 'login-request/totp-code', {
      must: `refuse a login with ${what}`,
      authCost: 1,
      after,
      async run(t) {
        const reply = await logInWith(t, () => ({ totp_code: code(t) }), deliberateFault);
        if (isNone) await opensNothing(t, reply);
        else t.expect(reply).refused();
      },
    });
    const atChallenge = check(`auth/verify-${id}`, 'authentication/two-factor', {
      must: `refuse to complete a challenge with ${what}`,
      mode: 'safe',
      phase: 'cells',
      authCost: 2,
      after: [...after, 'auth/verify-wrong-code'],
      async run(t: CheckContext) {
        const { name, value } = requireChallenge(t, await logInWith(t, () => ({})));
        const sent = { challenge_token: value, [name]: value, totp_code: NONE };
        const body = Object.fromEntries(
          Object.entries(bodyFor(t, 'verifyTwoFactor', sent)).map(([member, is]) => [
            member,
            is === NONE ? code(t) : is,
          ]),
        );
        t.expect(await sendAnswer(t, value, { body, deliberateFault })).refused();
      },
    });
    // Without a code, the log-in is asked by the fixture of the challenge; a wrong one is answered by that of the answer.
    return [...(id === 'no-code' ? [] : [atLogin]), ...(id === 'wrong-code' ? [] : [atChallenge])];
  }),
  check('auth/2fa-malformed-code-is-422', 'login-request/totp-code', {
    should: 'answer 422 naming `totp_code` to a code with letters',
    authCost: 1,
    after: ['errors/invalid-is-422', 'errors/one-entry-per-field', 'auth/2fa-lettered-code'],
    run: async (t) =>
      void t
        .expect(await logInWith(t, () => ({ totp_code: LETTERED }), 'totp_code = a code with letters'))
        .invalid('totp_code'),
  }),
  check('auth/2fa-verify-rejects-invalid', 'endpoints/two-factor-verify', {
    must: 'refuse to complete a challenge that was never issued',
    needs: [],
    mode: 'safe',
    authCost: 1,
    after: ['statuses/listed', 'statuses/success-is-no-error'],
    async run(t: CheckContext) {
      const token = `2fa_${t.random.hex(32)}`;
      const body = bodyFor(t, 'verifyTwoFactor', { challenge_token: token, totp_code: '123456' });
      t.expect(
        await t.anonymous.send('verifyTwoFactor', { body, deliberateFault: 'a made-up challenge' }),
      ).refused();
    },
  }),
  row('auth/verify-wrong-code', 'authentication/two-factor', wrongAnswer, {
    must: 'refuse to complete a challenge with a wrong code',
    mode: 'safe',
    after: ['statuses/listed', 'statuses/success-is-no-error', 'auth/2fa-verify-rejects-invalid'],
    expect: (t, reply) => t.expect(reply).refused(),
  }),
  row('auth/2fa-verify', 'endpoints/two-factor-verify', completedChallenge, {
    must: 'complete a challenge with the code',
    mode: 'safe',
    async expect(t: CheckContext, reply) {
      if (reply.status === 422 || reply.status === 400) {
        t.inconclusive('the body was not accepted; give bodies.verifyTwoFactor in the target file', {
          exchange: reply,
        });
      }
      if (reply.status === 401 || reply.status === 403) await requireSameClock(t, 60_000, reply);
      t.expect(reply).success();
      holds(t, tokenIn(reply.json) !== undefined, 'completing the challenge handed out no JWT', {
        actual: reply.json,
        exchange: reply,
      });
    },
  }),
];
