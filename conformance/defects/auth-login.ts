// Defects of the login: its reply, its token, the refusal of wrong passwords, and the profile of the user.
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import {
  encodeJwtPart,
  rewriteTokens,
  sessionsByEmail,
  unverifiedClaims,
} from './edits/observed-credentials.ts';
import {
  changeAt,
  each,
  isSuccess,
  jsonResponse,
  onSuccess,
  refusal,
  removeAt,
  replaceResponse,
  serverError,
  setAt,
  shiftInstant,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Mutant } from './mutant.ts';

const wrongPassword = (reply: { json: unknown }): boolean =>
  valueAt(reply.json, 'error.code') === 'INVALID_CREDENTIALS';

export const authLogin: readonly Mutant[] = [
  ...each(
    [
      ['token', 'login-response/token'],
      ['expires_at', 'login-response/expires-at'],
      ['user', 'login-response/user'],
      ['user.id', 'login-response/user'],
      ['user.email', 'login-response/user'],
      ['user.tenant_id', 'login-response/user'],
    ] as const,
    ([member, requirement]) =>
      stated(
        `${member.startsWith('user.') ? 'auth/login-user-invalid' : 'auth/login-member-missing'}[${member}]`,
        `a login comes without \`${member}\``,
        [requirement, 'authentication/login-answers-jwt', 'endpoints/login'],
        `auth/login-${member.split('.')[0]}`,
        (p) => onSuccess(p, 'login', (json) => removeAt(json, member)),
      ),
  ),
  stated(
    'auth/login-user-invalid[no uuid]',
    '`user.id` of a login is no UUID',
    'login-response/user',
    'auth/login-user',
    (p) => onSuccess(p, 'login', (json) => changeAt(json, 'user.id', () => 'user-7')),
  ),
  follows(
    'auth/login-user-invalid[another]',
    '`user` of a login is another user',
    'login-response/user-is-the-caller',
    'auth/login-user-is-the-caller',
    (p) => onSuccess(p, 'login', (json) => changeAt(json, 'user.email', () => 'somebody@else.example')),
  ),
  stated(
    'auth/login-token-not-jwt',
    'the token of a login is no JWT',
    ['login-response/token', 'authentication/login-answers-jwt', 'endpoints/login'],
    'auth/login-token-is-a-jwt',
    (p) => rewriteTokens(p, (token) => `opaque${token.replaceAll('.', '')}`),
  ),
  follows(
    'auth/expiry-differs-from-jwt',
    '`expires_at` and the `exp` of the JWT differ',
    'login-response/expiry-agrees',
    'auth/expiry-agrees-with-the-jwt',
    (p) =>
      onSuccess(p, 'login', (json) =>
        changeAt(json, 'expires_at', (instant) => shiftInstant(instant, 1_800_000)),
      ),
  ),
  ...each(
    [
      ['past', -7_200_000],
      ['years', 10 * 365 * 86_400_000],
    ] as const,
    ([label, ms]) =>
      stated(
        `auth/token-lifetime-wrong[${label}]`,
        label === 'past' ? 'a login returns an expired token' : 'the token of a login lives for ten years',
        [
          'login-response/short-lived',
          'login-response/within-a-day',
          'login-response/expires-at',
          'authentication/login-answers-jwt',
          'endpoints/login',
        ],
        label === 'past' ? 'auth/token-not-expired' : 'auth/token-short-lived',
        (p) => {
          rewriteTokens(p, (token) => {
            const [head, , signature] = token.split('.');
            const claims = unverifiedClaims(token);
            return [head, encodeJwtPart({ ...claims, exp: Number(claims.exp) + ms / 1000 }), signature].join(
              '.',
            );
          });
          onSuccess(p, 'login', (json) =>
            changeAt(json, 'expires_at', (instant) => shiftInstant(instant, ms)),
          );
        },
      ),
  ),
  chosen(
    'auth/token-lifetime-wrong[week]',
    'the token of a login lives for a week',
    'login-response/within-a-day',
    'auth/token-within-a-day',
    (p) => {
      rewriteTokens(p, (token) => {
        const [head, , signature] = token.split('.');
        const claims = unverifiedClaims(token);
        return [head, encodeJwtPart({ ...claims, exp: Number(claims.exp) + 7 * 86_400 }), signature].join(
          '.',
        );
      });
      onSuccess(p, 'login', (json) =>
        changeAt(json, 'expires_at', (instant) => shiftInstant(instant, 7 * 86_400_000)),
      );
    },
  ),
  chosen(
    'auth/login-returns-password[password]',
    'a login sends the password back',
    'authentication/no-echoed-secrets',
    'bodies/no-secrets',
    (p) =>
      p.reply('login', (reply, { json }) => {
        if (isSuccess(reply)) setAt(reply.json, 'user.password', valueAt(json, 'password'));
      }),
  ),
  stated(
    'auth/wrong-password-not-401[200]',
    'a log-in with a wrong password succeeds',
    [
      'authentication/invalid-is-401',
      'authentication/wrong-password-is-401',
      'endpoints/login',
      'login-request/password',
    ],
    'auth/wrong-password',
    (p) => {
      const sessions = sessionsByEmail(p);
      p.reply('login', (reply, { json }) => {
        const session = sessions.get(textAt(json, 'email'));
        if (wrongPassword(reply) && session !== undefined) replaceResponse(reply, jsonResponse(200, session));
      });
    },
  ),
  ...each([404, 422, 500], (status) =>
    chosen(
      `auth/wrong-password-not-401[${status}]`,
      `a wrong password is answered ${status}`,
      ['authentication/wrong-password-is-401', 'authentication/invalid-is-401'],
      status === 422 ? 'auth/wrong-password-is-401' : 'auth/wrong-password',
      (p) =>
        p.reply('login', (reply) => {
          if (wrongPassword(reply))
            replaceResponse(reply, refusal(status, 'WRONG', 'Wrong.', { password: ['Wrong.'] }));
        }),
    ),
  ),
  chosen(
    'auth/login-reveals-accounts',
    'a log-in tells whether an address is known',
    'authentication/no-account-oracle',
    'auth/no-account-enumeration',
    (p) => {
      const sessions = sessionsByEmail(p);
      p.reply('login', (reply, { json }) => {
        if (!wrongPassword(reply) || sessions.has(textAt(json, 'email'))) return;
        replaceResponse(reply, refusal(401, 'UNKNOWN_EMAIL', 'Nobody has this address.'));
      });
    },
  ),
  chosen(
    'auth/login-without-password-500',
    'a log-in without password is a server error',
    ['login-request/required', 'endpoints/login'],
    'auth/login-fields-are-required',
    (p) =>
      p.request('login', (_edit, { json }) =>
        valueAt(json, 'password') === undefined ? serverError() : undefined,
      ),
  ),
  ...each(['id', 'email', 'tenant_id'], (member) =>
    stated(
      `auth/profile-of-another-user[${member}]`,
      `the profile shows the \`${member}\` of somebody else`,
      member === 'tenant_id' ? ['authentication/me', 'endpoints/me'] : ['endpoints/me', 'authentication/me'],
      member === 'tenant_id' ? 'auth/me-same-tenant' : 'auth/me',
      (p) =>
        p.reply('getCurrentUser', (reply) => {
          if (isSuccess(reply)) {
            setAt(
              reply.json,
              member,
              member.endsWith('id') ? 'd9428888-122b-41e1-b85c-61b3a3e2b4c5' : 'somebody@else.example',
            );
          }
        }),
    ),
  ),
  stated(
    'auth/login-tenant-id-null',
    'tenant_id of a login is null',
    'login-response/user',
    'auth/login-user',
    (p) =>
      p.reply('login', (reply) => {
        if (isSuccess(reply)) setAt(reply.json, 'user.tenant_id', null);
      }),
  ),
  follows(
    'auth/login-text-body-500',
    'log-in with a body that is a text is a server error',
    'errors/other-json-types',
    'validation/login-body-is-a-text',
    (p) =>
      p.request('login', (_edit, { json }) =>
        typeof json === 'string' ? refusal(500, 'SERVER_ERROR', 'Oops.') : undefined,
      ),
  ),
  stated(
    'auth/login-expiry-without-zone',
    'expires_at of a login has a blank instead of a T and no zone',
    ['login-response/expires-at', 'service/utc-times'],
    'auth/login-expires_at',
    (p) =>
      onSuccess(p, 'login', (body) =>
        changeAt(body, 'expires_at', (value) => String(value).replace('T', ' ').replace('Z', '')),
      ),
  ),
  stated('auth/login-201', 'a login answers 201', ['login-response/status'], 'statuses/login-is-200', (p) =>
    p.reply('login', (reply) => {
      if (reply.status === 200) reply.status = 201;
    }),
  ),
  stated(
    'auth/login-user-without-tenant',
    'the user of a login has no tenant_id',
    'login-response/user',
    'auth/login-user',
    (p) => onSuccess(p, 'login', (body) => removeAt(body, 'user.tenant_id')),
  ),
  stated(
    'auth/long-password-not-compared',
    'a password of twenty characters or more is not compared',
    ['authentication/invalid-is-401', 'endpoints/login', 'authentication/wrong-password-is-401'],
    'auth/wrong-password',
    (p) =>
      p.request('login', (change) => {
        const given = textAt(change.json, 'password');
        if (given.length >= 20 && isObject(change.json))
          change.json = { ...change.json, password: 'demo-hosting-2026' };
        return undefined;
      }),
  ),
];
