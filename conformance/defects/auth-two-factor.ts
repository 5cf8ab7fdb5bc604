// Defects of two-factor authentication: the check of TOTP codes and of 2FA challenges.
import { chosen, stated } from './define-mutant.ts';
import { sessionsByEmail } from './edits/observed-credentials.ts';
import {
  each,
  isSuccess,
  jsonResponse,
  refusal,
  removeAt,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import { injectRightCode } from './edits/totp-edits.ts';
import type { ClientRequest, Mutant } from './mutant.ts';

export const authTwoFactor: readonly Mutant[] = [
  stated(
    'auth/right-totp-refused',
    'a log-in with the right TOTP code is refused',
    ['authentication/login-answers-jwt', 'authentication/two-factor', 'login-request/totp-code'],
    'auth/2fa-one-step',
    (p) =>
      p.reply('login', (reply, { json }) => {
        if (!isSuccess(reply) || valueAt(json, 'totp_code') === undefined) return;
        replaceResponse(reply, refusal(401, 'TWO_FACTOR_INVALID', 'The code is wrong.'));
      }),
  ),
  stated(
    'auth/second-factor-not-required',
    'a user with two factors logs in with one',
    ['login-request/totp-code', 'authentication/two-factor', 'authentication/challenge'],
    'auth/2fa-requires-the-code',
    (p) => injectRightCode(p, 'login', ({ json }) => valueAt(json, 'totp_code') === undefined),
  ),
  stated(
    'auth/wrong-totp-accepted',
    'a wrong TOTP code is accepted',
    ['login-request/totp-code', 'authentication/two-factor', 'authentication/invalid-is-401'],
    'auth/2fa-wrong-code',
    (p) => injectRightCode(p, 'login', ({ json }) => /^\d{6}$/.test(textAt(json, 'totp_code'))),
  ),
  ...each(
    [
      ['5 digits', /^\d{5}$/],
      ['letters', /[a-z]/i],
    ] as const,
    ([label, odd]) =>
      stated(
        `auth/malformed-totp-accepted[${label}]`,
        `a TOTP code of ${label} is accepted`,
        'login-request/totp-code',
        label === 'letters' ? 'auth/2fa-lettered-code' : 'auth/2fa-malformed-code',
        (p) => {
          const isOdd = ({ json }: ClientRequest): boolean => odd.test(textAt(json, 'totp_code'));
          p.request('login', (change, request) => {
            if (isOdd(request)) setAt(change.json, 'totp_code', '000000');
            return undefined;
          });
          injectRightCode(p, 'login', isOdd);
        },
      ),
  ),
  chosen(
    'auth/totp-reused',
    'a TOTP code is accepted twice',
    'authentication/totp-once',
    'auth/totp-once',
    (p) =>
      p.handler(['login', 'verifyTwoFactor'], ({ db }, go) => {
        const credentials = db.platform.table('credentials');
        for (const { id, used_steps } of credentials.all()) {
          if (Array.isArray(used_steps) && used_steps.length > 0) credentials.update(id, { used_steps: [] });
        }
        return go();
      }),
  ),
  stated(
    'auth/two-factor-verify-wrong',
    'two-factor verification accepts any code',
    ['authentication/two-factor', 'endpoints/two-factor-verify'],
    'auth/verify-wrong-code',
    (p) => injectRightCode(p, 'verifyTwoFactor', () => true),
  ),
  stated(
    'auth/two-factor-verify-wrong[challenge]',
    'two-factor verification accepts any challenge',
    ['endpoints/two-factor-verify', 'authentication/two-factor'],
    'auth/2fa-verify-rejects-invalid',
    (p) => {
      const sessions = sessionsByEmail(p);
      p.reply('verifyTwoFactor', (reply, { json }) => {
        const exists = p.readDb((db) =>
          db
            .table('two_factor_challenges')
            .all()
            .some(({ token }) => token === valueAt(json, 'challenge_token')),
        );
        const any = [...sessions.values()].at(-1);
        if (reply.status === 401 && !exists && any !== undefined)
          replaceResponse(reply, jsonResponse(200, any));
      });
    },
  ),
  stated(
    'auth/two-factor-verify-wrong[never]',
    'two-factor verification accepts no code',
    ['endpoints/two-factor-verify', 'authentication/two-factor'],
    'auth/2fa-verify',
    (p) => p.request('verifyTwoFactor', () => refusal(401, 'TWO_FACTOR_INVALID', 'The code is wrong.')),
  ),
  chosen(
    'auth/challenge-missing',
    'a login that lacks its code is answered without a challenge',
    'authentication/challenge',
    'auth/2fa-challenge',
    (p) =>
      p.reply('login', ({ status, json }) => {
        if (status === 401) removeAt(json, 'error.challenge_token');
      }),
  ),
  chosen(
    'auth/malformed-totp-401',
    'a code with letters is answered 401',
    'login-request/totp-code',
    'auth/2fa-malformed-code-is-422',
    (p) =>
      p.reply('login', (reply, { json }) => {
        if (reply.status === 422 && /[a-z]/i.test(textAt(json, 'totp_code'))) {
          replaceResponse(reply, refusal(401, 'TWO_FACTOR_INVALID', 'The code is wrong.'));
        }
      }),
  ),
  stated(
    'auth/any-six-digits-accepted',
    'a login accepts any six digits as TOTP code',
    ['login-request/totp-code', 'authentication/two-factor'],
    'auth/2fa-wrong-code',
    (p) =>
      p.handler('login', ({ db, body }, go) => {
        const credential = db.platform
          .table('credentials')
          .all()
          .find(({ email }) => email === textAt(body, 'email'));
        if (!credential || credential.totp_secret === null || !/^\d{6}$/.test(textAt(body, 'totp_code')))
          return go();
        db.platform.table('credentials').update(credential.id, { totp_secret: null });
        const result = go();
        db.platform.table('credentials').update(credential.id, { totp_secret: credential.totp_secret });
        return result;
      }),
  ),
  stated(
    'auth/verify-accepts-six-digits',
    'a second factor of any six digits signs in',
    [
      'login-request/totp-code',
      'authentication/invalid-is-401',
      'authentication/two-factor',
      'endpoints/login',
    ],
    'auth/2fa-wrong-code',
    (p) => {
      const sessions = new Map<string, unknown>();
      p.reply('login', (reply, request) => {
        const email = textAt(request.json, 'email');
        if (isSuccess(reply)) sessions.set(email, structuredClone(reply.json));
        else if (
          reply.status === 401 &&
          /^\d{6}$/.test(textAt(request.json, 'totp_code')) &&
          sessions.has(email)
        )
          replaceResponse(reply, jsonResponse(200, sessions.get(email)));
      });
    },
  ),
];
