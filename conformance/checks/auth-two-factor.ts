// Checks of the second factor (2FA): a log-in that contains the code, and a 2FA challenge that a second call
// completes.

import { snakeCase } from '../../src/form/names.ts';
import type { CheckContext, Exchange, SendOptions } from '../../src/suite/model/define.ts';
import { TOTP_PERIOD_MS, totp } from '../../src/suite/target/totp.ts';
import { checksOf, fixture } from '../define.ts';
import { holds } from '../expectations.ts';
import { session } from '../support/fixtures/sessions.ts';
import { issuedAtOf, tokenIn } from '../support/reply-readers/jwt.ts';
import { isSuccess, leaves } from '../support/reply-readers/response-readers.ts';
import { bodyFor } from '../support/request-bodies/request-bodies.ts';
import { expectProfileOf } from './auth-login.ts';

const { check, row } = checksOf({
  area: 'auth',
  mode: 'read-only',
  needs: ['twoFactor.login', 'twoFactor.totpSecret'],
});

/** Returns six random digits that are not a valid TOTP code at any time within a few minutes of now. */
function wrongTotpCode(t: CheckContext): string {
  const secret = t.secret('twoFactor', 'totpSecret');
  const near = new Set([-2, -1, 0, 1, 2].map((drift) => totp(secret, t.now() + drift * TOTP_PERIOD_MS)));
  let code = t.random.integer(100_000, 999_990);
  while (near.has(String(code))) code += 1;
  return String(code);
}

/**
 * Sends a log-in for the two-factor account.
 * @param more returns further members of the body; called when the request is sent, because TOTP codes depend on the
 * time
 */
const logInWith = (
  t: CheckContext,
  more: () => Record<string, unknown>,
  deliberateFault?: string,
): Promise<Exchange> => {
  const pair = { email: t.secret('twoFactor', 'email'), password: t.secret('twoFactor', 'password') };
  return t.anonymous.send('login', {
    body: () => ({ ...pair, ...more() }),
    ...(deliberateFault === undefined ? {} : { deliberateFault }),
  });
};

/** Logs in without a TOTP code; the reply contains the 2FA challenge. */
export const challenge = fixture('challenge', {
  authCost: 1,
  make: (t: CheckContext): Promise<Exchange> => logInWith(t, () => ({})),
});

type OneStepLogin = { replies: Exchange[]; at: number };

/** How long a TOTP code may wait before its request is sent, in milliseconds. An older code may have expired. */
const MAX_CODE_AGE = 20_000;

// Sends two log-ins with the same TOTP code in parallel: the target must accept one of the log-ins and should refuse
// the other.
export const oneStepLogin = fixture('login with code', {
  after: ['auth/2fa-one-step'],
  authCost: 2,
  changes: [],
  async make(t: CheckContext): Promise<OneStepLogin> {
    const pair = { email: t.secret('twoFactor', 'email'), password: t.secret('twoFactor', 'password') };
    for (let attempt = 1; ; attempt++) {
      let at = t.now();
      let totp_code = '';
      const body = () => ({ ...pair, totp_code });
      const first = async () => {
        totp_code = await t.totp('twoFactor');
        at = t.now();
        return body();
      };
      const replies = await t.anonymous.sendConcurrently([
        ['login', { body: first }],
        ['login', { body, deliberateFault: 'totp_code = one that is used' }],
      ]);
      const waited = Math.max(...replies.map(({ ms }) => t.now() - ms)) - at;
      const limited = replies.every(({ status }) => status === 429);
      if (replies.some(isSuccess)) return { replies, at };
      if (attempt < 3) {
        await requireSameClock(t, 600_000);
        // Another run may have used the current codes: the next attempt uses the code of a later time step.
        await t.sleep(limited ? 60_000 : 0);
        continue;
      }
      if (waited < MAX_CODE_AGE && !limited) return { replies, at };
      t.inconclusive('the code grew stale while it waited for its turn', { exchange: replies });
    }
  },
});

// Ends the check as inconclusive when the target's clock differs from the suite's clock, because TOTP codes depend on
// the time.
async function requireSameClock(t: CheckContext, within = 60_000, reply?: Exchange): Promise<void> {
  try {
    t.secret('tenantA', 'password');
  } catch {
    if (reply?.header('date') === null)
      t.inconclusive("neither a token nor a `Date` tells the target's time, which its codes go by", {
        exchange: reply,
      });
    return;
  }
  const { token, login } = await t.use(session);
  const issued = issuedAtOf(token);
  // The shared log-in may be minutes old, so the time of issue of its JWT is compared with the time of the log-in.
  if (issued === undefined || Math.abs(issued - login.startedAt) < within) return;
  t.inconclusive(`the target's time is ${new Date(issued).toISOString()}, so our codes are none there`);
}

/** Matches the names in use of the member that identifies a 2FA challenge, in snake case. */
const CHALLENGE_NAME = /^(challenge|two_factor|2fa|mfa|otp)(_(token|id|key|ticket))?$/;
/** Matches other names that such a member may have; its value then must look like a token. */
const TOKEN_NAME = /challenge|two_factor|2fa|mfa|(^|_)(token|ticket|handle|nonce|state|session)(_id)?$/;
const TOKEN_FORM = /^[\w.~+/=-]{16,}$/;

/**
 * Returns the member that identifies the 2FA challenge in the reply to a log-in, under a name in use in any letter case,
 * or else the one member whose name and value, or whose value alone, are those of a token; undefined when there is none.
 */
export function challengeIn(reply: Exchange): { name: string; value: string } | undefined {
  const texts = leaves(reply.json).flatMap(({ name, value }) =>
    typeof value === 'string' && value !== '' ? [{ name, value }] : [],
  );
  const known = texts.find(({ name }) => CHALLENGE_NAME.test(snakeCase(name)));
  if (known) return known;
  const tokens = texts.filter(
    ({ name, value }) => TOKEN_NAME.test(snakeCase(name)) && TOKEN_FORM.test(value),
  );
  if (tokens.length === 1) return tokens[0];
  // An error code is made of words.
  const byForm = texts.filter(
    ({ value }) => TOKEN_FORM.test(value) && /\d/.test(value.replaceAll(/2fa/gi, '')),
  );
  return byForm.length === 1 ? byForm[0] : undefined;
}

/** Ends the check as not applicable when a log-in without its code is invalid, so that there is no challenge. */
export function requireTwoSteps(t: CheckContext, reply: Exchange): void {
  if ([400, 422].includes(reply.status) && challengeIn(reply) === undefined)
    t.notApplicable('a log-in wants its code in the same call, so there is no challenge');
}

/** Returns the member that identifies the challenge; ends the check as not applicable or inconclusive without one. */
function requireChallenge(t: CheckContext, reply: Exchange): { name: string; value: string } {
  requireTwoSteps(t, reply);
  return (
    challengeIn(reply) ??
    t.inconclusive('the reply to the login names no challenge under a name in use', { exchange: reply })
  );
}

// Builds the body that answers a challenge for a target that refused the contract's names: the challenge stands only
// under the name of the reply, and further refusals amend the body.
const renamedAnswer = (t: CheckContext, { name, value }: { name: string; value: string }, code: string) =>
  bodyFor(t, 'verifyTwoFactor', { [name]: value, totp_code: code }, { challenge: value, code });

/** Answers a challenge. How it is sent is left open: in the body, or, where that is refused, as the credential. */
async function sendAnswer(t: CheckContext, value: string, options: SendOptions): Promise<Exchange> {
  const inBody = await t.anonymous.send('verifyTwoFactor', options);
  const credential = t.withAuthorization(`Bearer ${value}`, 'a 2FA challenge');
  return inBody.status === 401 ? credential.send('verifyTwoFactor', options) : inBody;
}

// Completes the 2FA challenge with the code of the next time step, which no request has used. When the target refuses
// that code as too early, tries again with the code of the current time step.
async function verifyUnusedCode(
  t: CheckContext,
  lastLogin: OneStepLogin,
  challengeMember: { name: string; value: string },
): Promise<Exchange> {
  const secret = t.secret('twoFactor', 'totpSecret');
  const send = async (code: () => string | Promise<string>): Promise<Exchange> => {
    const body = async () =>
      bodyFor(t, 'verifyTwoFactor', {
        challenge_token: challengeMember.value,
        [challengeMember.name]: challengeMember.value,
        totp_code: await code(),
      });
    return sendAnswer(t, challengeMember.value, { body });
  };
  const next = (Math.floor(lastLogin.at / TOTP_PERIOD_MS) + 1) * TOTP_PERIOD_MS;
  let reply = await send(() => totp(secret, Math.max(next, t.now())));
  if ([400, 422].includes(reply.status)) {
    const body = renamedAnswer(t, challengeMember, await totp(secret, Math.max(next, t.now())));
    reply = await t.anonymous.send('verifyTwoFactor', { body });
    if (!isSuccess(reply) && [401, 403].includes(reply.status))
      reply = await t.anonymous.send('verifyTwoFactor', {
        body: renamedAnswer(t, challengeMember, await t.totp('twoFactor')),
      });
    return reply;
  }
  const tries = [401, 403].includes(reply.status) ? 2 : 1;
  for (let attempt = 0; attempt < tries && !isSuccess(reply); attempt++)
    reply = await send(() => t.totp('twoFactor'));
  return reply;
}

const wrongAnswer = fixture('challenge answered with a wrong code', {
  authCost: 1,
  uses: [challenge],
  async make(t: CheckContext): Promise<Exchange> {
    const { name, value } = requireChallenge(t, await t.use(challenge));
    const body = () =>
      bodyFor(t, 'verifyTwoFactor', { challenge_token: value, [name]: value, totp_code: wrongTotpCode(t) });
    return t.anonymous.send('verifyTwoFactor', { body, deliberateFault: 'totp_code = a wrong one' });
  },
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

/** Completes the shared challenge, after a wrong code was tried on it. */
const completedChallenge = fixture('completed challenge', {
  learns: true,
  authCost: 1,
  uses: [challenge, wrongAnswer, oneStepLogin],
  changes: [],
  async make(t: CheckContext): Promise<Exchange> {
    const challengeMember = requireChallenge(t, await t.use(challenge));
    await t.use(wrongAnswer);
    return verifyUnusedCode(t, await t.use(oneStepLogin), challengeMember);
  },
});

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
