// Planted faults: credentials, log-ins, sessions, the second factor.
import { isJwt } from './observed-credentials.ts';
import { createHmac } from 'node:crypto';
import { operations } from '../../src/contract/operations.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { CallerIdentity, ClientRequest, CredentialResult, Injector, Mutant } from './mutant.ts';
import {
  lastGoodBearer,
  sessionsByEmail,
  unverifiedClaims,
  unverifiedHeader,
} from './observed-credentials.ts';
import {
  each,
  isSuccess,
  jsonResponse,
  refusal,
  removeAt,
  replaceResponse,
  serverError,
  setAt,
  textAt,
  valueAt,
} from './response-edits.ts';
import { injectRightCode } from './totp-edits.ts';

/** Operations that need a credential. */
const guardedOperations = operations.filter(
  ({ auth, id }) => auth !== 'anonymous' && id !== 'refreshSession' && id !== 'logout',
);

/** Accepts tokens that are no good but look a certain way, as if they were the last good one. */
function acceptsTokensThat(p: Injector, looks: (bearer: string) => boolean): void {
  let last: CallerIdentity | null = null;
  p.resolveCredential((bearer, go): CredentialResult => {
    const found = go();
    if (!('refused' in found)) last = found;
    return 'refused' in found && last !== null && looks(bearer) ? last : found;
  });
}

const withoutSignature = (signed: string): string =>
  createHmac('sha256', '').update(signed).digest('base64url');

const wrongPassword = (reply: { json: unknown }): boolean =>
  valueAt(reply.json, 'error.code') === 'INVALID_CREDENTIALS';

export const authentication: readonly Mutant[] = [
  ...each(guardedOperations, ({ id }) =>
    stated(
      `auth/missing-credential-accepted[${id}]`,
      `${id} answers without a credential`,
      'authentication/missing-is-401',
      `authentication/missing/${id}`,
      (p) => {
        const good = lastGoodBearer(p);
        p.request(id, (change, { headers }) => {
          const bearer = good();
          if (headers.authorization === undefined && bearer)
            change.headers.authorization = `Bearer ${bearer}`;
          return undefined;
        });
      },
    ),
  ),
  stated(
    'auth/missing-credential-accepted[logout]',
    'logout answers without a credential',
    'authentication/missing-is-401',
    'authentication/missing/logout',
    (p) =>
      p.request('logout', (_asking, { headers }) =>
        headers.authorization === undefined ? jsonResponse(200, { message: 'Signed out.' }) : undefined,
      ),
  ),
  ...each([403, 400], (status) =>
    stated(
      `auth/missing-credential-not-401[${status}]`,
      `a missing credential is answered ${status}`,
      'authentication/missing-is-401',
      'authentication/missing/logout',
      (p) =>
        p.reply('everything', (reply, { headers }) => {
          if (reply.status === 401 && headers.authorization === undefined) reply.status = status;
        }),
    ),
  ),
  stated(
    'auth/missing-credential-not-401[invalid 403]',
    'an invalid credential is answered 403',
    ['authentication/invalid-is-401', 'states/key-revoked'],
    'authentication/garbage',
    (p) =>
      p.reply('everything', (reply, { headers }) => {
        if (reply.status === 401 && headers.authorization !== undefined) reply.status = 403;
      }),
  ),
  stated(
    'auth/any-bearer-accepted',
    'any bearer text is taken for a credential',
    ['authentication/invalid-is-401', 'states/key-revoked'],
    'authentication/garbage',
    (p) => acceptsTokensThat(p, (bearer) => !isJwt(bearer)),
  ),
  stated(
    'auth/changed-claims-accepted',
    'a token with changed claims is accepted',
    'authentication/invalid-is-401',
    'authentication/tampered-payload',
    (p) => {
      const issued = new Map<string, string>();
      p.reply(['login', 'refreshSession'], (reply) => {
        const token = textAt(reply.json, 'token');
        if (isJwt(token)) issued.set(token.split('.')[2] ?? '', token);
      });
      p.resolveCredential((bearer, go) => {
        const found = go();
        const genuine = issued.get(bearer.split('.')[2] ?? '');
        const forged = 'refused' in found && isJwt(bearer) && genuine !== undefined && genuine !== bearer;
        return forged ? go(genuine) : found;
      });
    },
  ),
  ...each(['none', 'None', 'NONE'], (alg) =>
    stated(
      `auth/unsigned-algorithm-accepted[${alg}]`,
      `a token with \`alg: ${alg}\` is accepted`,
      'authentication/invalid-is-401',
      `authentication/algorithm-${alg}`,
      (p) => acceptsTokensThat(p, (bearer) => unverifiedHeader(bearer).alg === alg),
    ),
  ),
  stated(
    'auth/empty-key-accepted',
    'a token signed with an empty key is accepted',
    'authentication/invalid-is-401',
    'authentication/blank-secret',
    (p) =>
      acceptsTokensThat(p, (bearer) => {
        const [head, claims, signature] = bearer.split('.');
        return signature === withoutSignature(`${head}.${claims}`);
      }),
  ),
  stated(
    'auth/stripped-signature-accepted',
    'a token without its signature is accepted',
    'authentication/invalid-is-401',
    'authentication/stripped-signature',
    (p) =>
      acceptsTokensThat(
        p,
        (bearer) =>
          isJwt(bearer) && bearer.endsWith('.') && !/none/i.test(String(unverifiedHeader(bearer).alg)),
      ),
  ),
  stated(
    'auth/foreign-key-id-accepted',
    'a token that names a key of its own choice is accepted',
    'authentication/invalid-is-401',
    'authentication/foreign-key-id',
    (p) =>
      acceptsTokensThat(
        p,
        (bearer) =>
          unverifiedHeader(bearer).kid !== undefined ||
          unverifiedHeader(bearer).jku !== undefined ||
          unverifiedHeader(bearer).jwk !== undefined,
      ),
  ),
  stated(
    'auth/expired-token-accepted',
    'an expired token is accepted',
    'authentication/expired-refused',
    'auth/expired-refused',
    (p) =>
      p.resolveCredential((_bearer, go) => {
        const found = go();
        return 'refused' in found && found.expired ? found.expired : found;
      }),
  ),
  stated(
    'auth/token-works-after-logout',
    'a token works after its logout',
    ['authentication/logout', 'endpoints/logout'],
    'auth/logout',
    (p) => {
      const seen = new Map<string, CallerIdentity>();
      const out = new Set<string>();
      p.reply('logout', (reply, { bearer }) => {
        if (isSuccess(reply) && bearer !== null) out.add(bearer);
      });
      p.resolveCredential((bearer, go) => {
        const found = go();
        if (!('refused' in found)) seen.set(bearer, found);
        return 'refused' in found && out.has(bearer) ? (seen.get(bearer) ?? found) : found;
      });
    },
  ),
  stated(
    'api-keys/revoked-key-works',
    'a revoked API key works',
    ['authentication/invalid-is-401', 'states/key-revoked'],
    'authentication/revoked',
    (p) =>
      p.resolveCredential((bearer, go, db) => {
        const found = go();
        if (!('refused' in found) || isJwt(bearer)) return found;
        const key = db
          .table('api_keys')
          .all()
          .find(({ prefix, status }) => status === 'revoked' && bearer.startsWith(String(prefix)));
        if (!key) return found;
        const scopes = Array.isArray(key.scopes) ? key.scopes.map(String) : [];
        return {
          id: `key ${key.id}`,
          kind: 'api_key',
          userId: String(key.created_by),
          tenantId: String(key.tenant_id),
          scopes,
        };
      }),
  ),
  stated(
    'auth/refresh-refuses-expired',
    'refresh refuses an expired token',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/refresh-expired',
    (p) =>
      p.resolveCredential((_bearer, go) => {
        const found = go();
        return 'refused' in found ? { refused: found.refused } : found;
      }),
  ),
  stated(
    'auth/refreshed-token-useless[unusable]',
    'refresh hands out a token that does not work',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/refreshed-token-works',
    (p) =>
      p.reply('refreshSession', (reply) => {
        if (isSuccess(reply)) setAt(reply.json, 'token', `${textAt(reply.json, 'token').slice(0, -6)}AAAAAA`);
      }),
  ),
  stated(
    'auth/refreshed-token-useless[equal]',
    'refresh hands the same token out again',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/revived-token-works',
    (p) =>
      p.reply('refreshSession', (reply, { bearer }) => {
        if (isSuccess(reply)) setAt(reply.json, 'token', bearer);
      }),
  ),
  stated(
    'auth/refresh-accepts-any-text',
    'refresh makes a session of any text',
    ['authentication/invalid-is-401', 'authentication/refresh'],
    'auth/refresh-refuses-garbage',
    (p) => {
      const sessions = sessionsByEmail(p);
      p.reply('refreshSession', (reply, { bearer }) => {
        const any = [...sessions.values()][0];
        if (reply.status === 401 && bearer !== null && !isJwt(bearer)) {
          replaceResponse(
            reply,
            jsonResponse(200, any ?? { token: 'a.b.c', expires_at: '2026-11-20T09:00:00Z', user: {} }),
          );
        }
      });
    },
  ),
  chosen(
    'auth/logged-out-token-refreshed',
    'a token that was logged out can be refreshed',
    'authentication/logged-out-not-refreshed',
    'auth/logged-out-not-refreshed',
    (p) => {
      const sessions = sessionsByEmail(p);
      const out = new Set<string>();
      p.reply('logout', (reply, { bearer }) => {
        if (isSuccess(reply) && bearer !== null) out.add(bearer);
      });
      p.reply('refreshSession', (reply, { bearer }) => {
        if (reply.status === 401 && out.has(bearer ?? ''))
          replaceResponse(reply, jsonResponse(200, [...sessions.values()].at(-1)));
      });
    },
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
    'auth/no-account-oracle',
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
    'login-request/required',
    'auth/login-fields-are-required',
    (p) =>
      p.request('login', (_asking, { json }) =>
        valueAt(json, 'password') === undefined ? serverError() : undefined,
      ),
  ),
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
    'auth/2fa-asks-for-the-code',
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
  chosen(
    'auth/refresh-without-credential-400',
    'refresh without a credential is answered 400',
    'authentication/missing-is-401',
    'authentication/missing/refreshSession',
    (p) =>
      p.reply('refreshSession', (reply, { headers }) => {
        if (headers.authorization === undefined)
          replaceResponse(reply, refusal(400, 'BAD_REQUEST', 'Nothing to refresh.'));
      }),
  ),
  stated(
    'auth/refreshed-token-useless[revived]',
    'the refresh of an expired token hands out one that does not work',
    ['authentication/refresh', 'endpoints/refresh'],
    'auth/revived-token-works',
    (p) =>
      p.reply('refreshSession', (reply, { bearer }) => {
        if (isSuccess(reply) && Number(unverifiedClaims(bearer ?? '').exp) * 1000 < p.now()) {
          setAt(reply.json, 'token', `${textAt(reply.json, 'token').slice(0, -6)}AAAAAA`);
        }
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
    'two-factor verification takes any challenge',
    ['endpoints/two-factor-verify', 'authentication/two-factor'],
    'auth/2fa-verify-refuses-anything',
    (p) => {
      const sessions = sessionsByEmail(p);
      p.reply('verifyTwoFactor', (reply, { json }) => {
        const known = p.readDb((db) =>
          db
            .table('two_factor_challenges')
            .all()
            .some(({ token }) => token === valueAt(json, 'challenge_token')),
        );
        const any = [...sessions.values()].at(-1);
        if (reply.status === 401 && !known && any !== undefined)
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
    'auth/lacking-permission-not-403[401]',
    'a credential that lacks permission is answered 401',
    ['authentication/lacking-permission-is-403', 'authentication/tenants-for-admins'],
    'authentication/lacking-permission',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 403) replaceResponse(reply, refusal(401, 'UNAUTHENTICATED', 'No.'));
      }),
  ),
  stated(
    'auth/lacking-permission-not-403[422]',
    'a credential that lacks permission is answered 422',
    ['authentication/lacking-permission-is-403', 'authentication/tenants-for-admins'],
    'authentication/lacking-permission',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 403)
          replaceResponse(reply, refusal(422, 'FORBIDDEN', 'No.', { scope: ['No.'] }));
      }),
  ),
  stated(
    'auth/other-scheme-accepted[Basic]',
    'a token is accepted under `Basic`',
    ['authentication/bearer', 'authentication/invalid-is-401'],
    'authentication/basic-scheme',
    (p) => {
      const good = lastGoodBearer(p);
      p.request('everything', (change, { headers }) => {
        const bearer = good();
        if (headers.authorization?.startsWith('Basic') && bearer)
          change.headers.authorization = `Bearer ${bearer}`;
        return undefined;
      });
    },
  ),
  stated(
    'auth/other-scheme-accepted[raw]',
    'a token is accepted without a scheme',
    ['authentication/bearer', 'authentication/invalid-is-401'],
    'authentication/no-scheme',
    (p) =>
      p.request('everything', (change, { headers: { authorization } }) => {
        if (authorization && !authorization.trim().includes(' '))
          change.headers.authorization = `Bearer ${authorization}`;
        return undefined;
      }),
  ),
  chosen(
    'auth/query-token-accepted',
    'a token in the query string counts',
    'authentication/not-in-query',
    'authentication/token-in-the-query',
    (p) =>
      p.request('everything', (change, { headers }) => {
        const token = [...new URLSearchParams(change.query).values()].find((one) => one.length > 20);
        if (headers.authorization === undefined && token) change.headers.authorization = `Bearer ${token}`;
        return undefined;
      }),
  ),
  stated(
    'auth/logout-ends-all-sessions',
    'logout ends the other sessions of the user too',
    'authentication/logout-only-current',
    'auth/logout-only-current',
    (p) =>
      p.handler('logout', ({ db, caller }, go) => {
        const done = go();
        const sessions = db.table('sessions');
        for (const { id, user_id, status } of sessions.all()) {
          if (user_id === caller.userId && status === 'issued') sessions.update(id, { status: 'revoked' });
        }
        return done;
      }),
  ),
  stated(
    'auth/profile-refuses-login-token',
    'the profile is shown to API keys and to what a refresh hands out, not to the JWT of a log-in',
    ['authentication/bearer', 'endpoints/me', 'authentication/me'],
    'auth/token-works',
    (p) => {
      const issued = new Set<string>();
      p.reply('login', (reply) => {
        if (isSuccess(reply)) issued.add(textAt(reply.json, 'token'));
      });
      p.request('getCurrentUser', (_asking, { bearer }) =>
        bearer !== null && issued.has(bearer) ? refusal(401, 'UNAUTHENTICATED', 'No.') : undefined,
      );
    },
  ),
  stated(
    'auth/key-refused-by-lists',
    'an API key is accepted for the profile, and not for a list',
    ['authentication/bearer', 'endpoints/list-customers'],
    'authentication/key-works',
    (p) =>
      p.request('listCustomers', (_asking, { bearer }) =>
        bearer !== null && !isJwt(bearer) ? refusal(401, 'UNAUTHENTICATED', 'No.') : undefined,
      ),
  ),
  follows(
    'auth/malformed-header-500',
    'a malformed Authorization header is a server error',
    'authentication/odd-header-no-crash',
    'authentication/lower-case-scheme',
    (p) =>
      p.request('everything', (_asking, { headers: { authorization } }) =>
        authorization !== undefined && !/^Bearer \S+$/.test(authorization) ? serverError() : undefined,
      ),
  ),
  chosen(
    'auth/refreshed-token-still-works',
    'a token that was refreshed still works',
    'authentication/refreshed-token-retires',
    'auth/refresh-retires',
    (p) => {
      const seen = new Map<string, CallerIdentity>();
      const refreshed = new Set<string>();
      p.reply('refreshSession', (reply, { bearer }) => {
        if (isSuccess(reply) && bearer !== null) refreshed.add(bearer);
      });
      p.resolveCredential((bearer, go) => {
        const found = go();
        const who = 'refused' in found ? found.expired : found;
        if (who) seen.set(bearer, who);
        return 'refused' in found && refreshed.has(bearer) ? (seen.get(bearer) ?? found) : found;
      });
    },
  ),
  chosen(
    'auth/live-token-not-refreshed',
    'a token that has not expired cannot be refreshed',
    'authentication/live-token-refreshes',
    'auth/refresh-live',
    (p) =>
      p.request('refreshSession', (_asking, { bearer }) =>
        Number(unverifiedClaims(bearer ?? '').exp) * 1000 > p.now()
          ? refusal(401, 'TOO_EARLY', 'Not yet.')
          : undefined,
      ),
  ),
];
