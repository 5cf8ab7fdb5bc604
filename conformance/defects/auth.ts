// Defects of login, sessions, two-factor authentication and the check of bearer credentials.

import { createHmac } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import {
  answer,
  changeAt,
  isInvalid,
  isSuccess,
  jsonResponse,
  onSuccess,
  refusal,
  removeAt,
  replace,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from '../../src/variations/edits.ts';
import { jwtPart, readJwtPart, rewriteCredentials } from '../../src/variations/tokens.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { isJwt, lastGoodBearer, refusesField, serverError, shiftInstant } from './edits/injections.ts';
import { injectRightCode } from './edits/totp-edits.ts';
import type { CallerIdentity, ClientRequest, Injector, Mutant, ResponseEdit } from './mutant.ts';

const LOGIN = ['authentication/login-answers-jwt', 'endpoints/login'] as const;
const REFRESH = ['authentication/refresh', 'endpoints/refresh'] as const;
const TWO_FACTOR = ['authentication/two-factor', 'endpoints/two-factor-verify'] as const;
const INVALID = 'authentication/invalid-is-401';
const WRONG_CODE = refusal(401, 'TWO_FACTOR_INVALID', 'The code is wrong.');
const WRONG_PASSWORD = refusal(401, 'INVALID_CREDENTIALS', 'Wrong.');
const SIGNED_OUT = jsonResponse(200, { message: 'Signed out.' });

const isWrongPassword = ({ json }: ResponseEdit): boolean =>
  valueAt(json, 'error.code') === 'INVALID_CREDENTIALS';
const totpCode = ({ json }: ClientRequest): string => textAt(json, 'totp_code');
const corruptToken = (token: string): string => `${token.slice(0, -6)}AAAAAA`;
const expiry = (bearer: string | null): number => Number(readJwtPart(bearer ?? '', 1).exp) * 1000;

/** Makes the tokens of logins expire earlier or later, inside the token and in `expires_at`. */
function shiftExpiry(p: Injector, ms: number): void {
  rewriteCredentials(p, 'token', (token) => {
    const [head, , signature] = token.split('.');
    const claims = readJwtPart(token, 1);
    return `${head}.${jwtPart({ ...claims, exp: Number(claims.exp) + ms / 1000 })}.${signature}`;
  });
  onSuccess(p, 'login', (json) => changeAt(json, 'expires_at', (instant) => shiftInstant(instant, ms)));
}

/** Accepts invalid credentials that match a predicate, as if each were the last credential that the mock accepted. */
function acceptsTokensThat(p: Injector, looks: (bearer: string) => boolean): void {
  let last: CallerIdentity | null = null;
  p.resolveCredential((bearer, go) => {
    const found = go();
    if (!('refused' in found)) last = found;
    return 'refused' in found && last !== null && looks(bearer) ? last : found;
  });
}

function acceptsAlteredKeys(p: Injector, isLike: (sent: string, key: string) => boolean): void {
  const good = new Set<string>();
  p.resolveCredential((bearer, go) => {
    const found = go();
    if (!('refused' in found)) {
      if (found.kind === 'api_key') good.add(bearer);
      return found;
    }
    const match = [...good].find((key) => isLike(bearer, key));
    return match === undefined ? found : go(match);
  });
}

const acceptsAs = (
  p: Injector,
  credential: (request: ClientRequest, good: string | null) => string | null | undefined,
): void => {
  const good = lastGoodBearer(p);
  p.request('everything', (change, request) => {
    const bearer = credential(request, good());
    if (bearer) change.headers.authorization = `Bearer ${bearer}`;
  });
};

export const auth: readonly Mutant[] = [
  follows('auth/expiry-differs-from-jwt', 'login-response/expiry-agrees', (p) =>
    onSuccess(p, 'login', (json) =>
      changeAt(json, 'expires_at', (instant) => shiftInstant(instant, 1_800_000)),
    ),
  ),
  stated('auth/login-returns-expired-token', [...LOGIN, 'login-response/short-lived'], (p) =>
    shiftExpiry(p, -7_200_000),
  ),
  stated('auth/token-lives-ten-years', ['login-response/short-lived', 'login-response/within-a-day'], (p) =>
    shiftExpiry(p, 10 * 365 * 86_400_000),
  ),
  chosen('auth/token-lives-a-week', 'login-response/within-a-day', (p) => shiftExpiry(p, 7 * 86_400_000)),
  follows('auth/login-shows-another-user', 'login-response/user-is-the-caller', (p) =>
    onSuccess(p, 'login', (json) => setAt(json, 'user.email', 'somebody@else.example')),
  ),
  chosen('auth/login-returns-password', 'authentication/no-echoed-secrets', (p) =>
    onSuccess(p, 'login', (json, request) => setAt(json, 'user.password', valueAt(request.json, 'password'))),
  ),
  chosen('auth/profile-shows-password-hash', 'authentication/no-echoed-secrets', (p) =>
    onSuccess(p, 'getCurrentUser', (json) => setAt(json, 'pw', `$2b$12$${'Kp3zQ'.repeat(10)}abc`)),
  ),
  stated('auth/profile-of-another-tenant', ['authentication/me', 'endpoints/me'], (p) =>
    onSuccess(p, 'getCurrentUser', (json) =>
      setAt(json, 'tenant_id', 'd9428888-122b-41e1-b85c-61b3a3e2b4c5'),
    ),
  ),
  stated('auth/profile-of-the-owner', 'endpoints/me', (p) => {
    const owners = new Map<string, unknown>();
    p.reply('getCurrentUser', (reply) => {
      const tenant = textAt(reply.json, 'tenant_id');
      if (valueAt(reply.json, 'role') === 'owner') owners.set(tenant, reply.json);
      if (owners.has(tenant)) replaceResponse(reply, jsonResponse(200, owners.get(tenant)));
    });
  }),
  stated(
    'auth/wrong-password-accepted',
    [INVALID, 'authentication/wrong-password-is-401', 'endpoints/login'],
    (p) => {
      const sessions = sessionsByEmail(p);
      p.reply('login', (reply, { json }) => {
        const session = sessions.get(textAt(json, 'email'));
        if (isWrongPassword(reply) && session) replaceResponse(reply, jsonResponse(200, session));
      });
    },
  ),
  chosen('auth/wrong-password-422', ['authentication/wrong-password-is-401', INVALID], (p) =>
    replace(p, 'login', isWrongPassword, refusal(422, 'WRONG', 'Wrong.', { password: ['Wrong.'] })),
  ),
  chosen('auth/login-reveals-accounts', 'authentication/no-account-oracle', (p) => {
    const sessions = sessionsByEmail(p);
    p.reply('login', (reply, { json }) => {
      if (isWrongPassword(reply) && !sessions.has(textAt(json, 'email')))
        replaceResponse(reply, refusal(401, 'UNKNOWN_EMAIL', 'Nobody has this address.'));
    });
  }),
  chosen('auth/login-accepts-any-text-as-email', 'login-request/required', (p) =>
    replace(
      p,
      'login',
      (reply, { json }) => isInvalid(reply) && textAt(json, 'email') !== '',
      WRONG_PASSWORD,
    ),
  ),

  // Sessions.
  stated(
    'auth/profile-refuses-login-token',
    ['authentication/bearer', 'endpoints/me', 'authentication/me'],
    (p) => {
      const issued = new Set<string>();
      onSuccess(p, 'login', (json) => issued.add(textAt(json, 'token')));
      answer(p, 'getCurrentUser', refusal(401, 'UNAUTHENTICATED', 'No.'), ({ bearer }) =>
        issued.has(bearer ?? ''),
      );
    },
  ),
  stated('auth/refresh-refuses-expired-token', REFRESH, (p) =>
    p.resolveCredential((_bearer, go) => {
      const found = go();
      return 'refused' in found ? { refused: found.refused } : found;
    }),
  ),
  stated('auth/refreshed-token-useless', REFRESH, (p) =>
    onSuccess(p, 'refreshSession', (json) => changeAt(json, 'token', (token) => corruptToken(String(token)))),
  ),
  chosen('auth/live-token-not-refreshed', 'authentication/live-token-refreshes', (p) =>
    answer(
      p,
      'refreshSession',
      refusal(401, 'TOO_EARLY', 'Not yet.'),
      ({ bearer }) => expiry(bearer) > p.now(),
    ),
  ),
  chosen('auth/logout-ends-all-sessions', 'authentication/logout-only-current', (p) =>
    p.handler('logout', ({ db, caller }, go) => {
      const result = go();
      const sessions = db.table('sessions');
      for (const { id, user_id, status } of sessions.all())
        if (user_id === caller.userId && status === 'issued') sessions.update(id, { status: 'revoked' });
      return result;
    }),
  ),
  stated('auth/logout-ignores-refreshed-session', ['authentication/logout', 'endpoints/logout'], (p) => {
    const refreshed = new Set<string>();
    onSuccess(p, 'refreshSession', (json) => refreshed.add(textAt(json, 'token')));
    answer(p, 'logout', SIGNED_OUT, ({ bearer }) => refreshed.has(bearer ?? ''));
  }),

  // Two-factor authentication.
  stated(
    'auth/right-totp-refused',
    ['authentication/login-answers-jwt', ...TWO_FACTOR, 'login-request/totp-code'],
    (p) => replace(p, 'login', (reply, request) => isSuccess(reply) && totpCode(request) !== '', WRONG_CODE),
  ),
  stated(
    'auth/second-factor-not-required',
    ['login-request/totp-code', ...TWO_FACTOR, 'authentication/challenge'],
    (p) => injectRightCode(p, 'login', (request) => totpCode(request) === ''),
  ),
  stated('auth/wrong-totp-accepted', ['login-request/totp-code', ...TWO_FACTOR, INVALID], (p) =>
    injectRightCode(p, 'login', (request) => /^\d{6}$/.test(totpCode(request))),
  ),
  ...[/^\d{5}$/, /[a-z]/i].map((malformed) =>
    stated(`auth/malformed-totp-accepted[${malformed.source}]`, 'login-request/totp-code', (p) => {
      const isMalformed = (request: ClientRequest): boolean => malformed.test(totpCode(request));
      p.request('login', ({ json }, request) => {
        if (isMalformed(request)) setAt(json, 'totp_code', '000000');
      });
      injectRightCode(p, 'login', isMalformed);
    }),
  ),
  stated('auth/empty-totp-accepted', ['login-request/totp-code', ...TWO_FACTOR], (p) => {
    const isEmpty = ({ json }: ClientRequest): boolean => valueAt(json, 'totp_code') === '';
    p.request('login', ({ json }, request) => {
      if (isEmpty(request)) setAt(json, 'totp_code', '000000');
    });
    injectRightCode(p, 'login', isEmpty);
  }),
  chosen('auth/totp-reused', 'authentication/totp-once', (p) =>
    p.handler(['login', 'verifyTwoFactor'], ({ db }, go) => {
      const credentials = db.platform.table('credentials');
      for (const { id } of credentials.all()) credentials.update(id, { used_steps: [] });
      return go();
    }),
  ),
  stated('auth/two-factor-accepts-any-code', TWO_FACTOR, (p) =>
    injectRightCode(p, 'verifyTwoFactor', () => true),
  ),
  chosen('auth/challenge-missing', 'authentication/challenge', (p) =>
    p.reply('login', ({ status, json }) => {
      if (status === 401) removeAt(json, 'error.challenge_token');
    }),
  ),
  stated('auth/changed-claims-accepted', INVALID, (p) => {
    const issued = new Map<string, string>();
    onSuccess(p, ['login', 'refreshSession'], (json) => {
      const token = textAt(json, 'token');
      issued.set(token.split('.')[2] ?? '', token);
    });
    p.resolveCredential((bearer, go) => {
      const found = go();
      const genuine = issued.get(bearer.split('.')[2] ?? '');
      return 'refused' in found && isJwt(bearer) && genuine !== undefined && genuine !== bearer
        ? go(genuine)
        : found;
    });
  }),
  ...(
    [
      ['alg none', (bearer: string) => /^none$/i.test(String(readJwtPart(bearer, 0).alg))],
      [
        'signature stripped',
        (bearer: string) =>
          isJwt(bearer) && bearer.endsWith('.') && !/none/i.test(String(readJwtPart(bearer, 0).alg)),
      ],
      [
        'unknown key',
        (bearer: string) => ['kid', 'jku', 'jwk'].some((name) => name in readJwtPart(bearer, 0)),
      ],
      [
        'empty key',
        (bearer: string) => {
          const [head, claims, signature] = bearer.split('.');
          return signature === createHmac('sha256', '').update(`${head}.${claims}`).digest('base64url');
        },
      ],
    ] as const
  ).map(([label, looks]) =>
    stated(`auth/forged-token-accepted[${label}]`, INVALID, (p) => acceptsTokensThat(p, looks)),
  ),
  ...(
    [
      ['other letter case', (sent: string, key: string) => key.toLowerCase() === sent.toLowerCase()],
      ['text appended', (sent: string, key: string) => sent.startsWith(key)],
    ] as const
  ).map(([label, isLike]) =>
    stated(`auth/altered-key-accepted[${label}]`, INVALID, (p) => acceptsAlteredKeys(p, isLike)),
  ),
  chosen('auth/password-accepted-under-basic', 'authentication/bearer-only', (p) => {
    const pairs = new Map<string | null, string>();
    onSuccess(p, 'login', (json, request) => {
      const pair = Buffer.from(`${textAt(request.json, 'email')}:${textAt(request.json, 'password')}`);
      if (totpCode(request) === '') pairs.set(textAt(json, 'token'), `Basic ${pair.toString('base64')}`);
    });
    onSuccess(p, ['logout', 'refreshSession'], (_json, { bearer }) => pairs.delete(bearer));
    acceptsAs(p, ({ headers }) => [...pairs].findLast(([, pair]) => pair === headers.authorization)?.[0]);
  }),
  chosen('auth/token-accepted-without-scheme', 'authentication/bearer-only', (p) =>
    acceptsAs(p, ({ headers: { authorization = ' ' } }) =>
      authorization.trim().includes(' ') ? null : authorization.trim(),
    ),
  ),
  chosen('auth/query-token-accepted', 'authentication/not-in-query', (p) =>
    acceptsAs(p, ({ headers, query }) =>
      headers.authorization === undefined
        ? [...new URLSearchParams(query).values()].find((text) => text.length > 20)
        : null,
    ),
  ),
  stated('auth/key-refused-by-lists', ['authentication/bearer', 'endpoints/list-customers'], (p) =>
    answer(
      p,
      'listCustomers',
      refusal(401, 'UNAUTHENTICATED', 'No.'),
      ({ bearer }) => bearer !== null && !isJwt(bearer),
    ),
  ),
  follows('auth/malformed-header-500', 'authentication/odd-header-no-crash', (p) =>
    answer(
      p,
      'everything',
      serverError(),
      ({ headers: { authorization } }) => authorization !== undefined && !/^Bearer \S+$/.test(authorization),
    ),
  ),
  follows(
    'auth/validated-before-credential',
    ['authentication/before-validation', 'authentication/missing-is-401'],
    (p) =>
      answer(
        p,
        'createOrder',
        refusesField('customer_id', 'Required.'),
        ({ bearer, json }) => bearer === null && isObject(json) && Object.keys(json).length === 0,
      ),
  ),
];

/** Records the bodies of successful replies to logins, as a map from e-mail address to body. */
function sessionsByEmail(p: Injector): Map<string, unknown> {
  const sessions = new Map<string, unknown>();
  p.reply('login', (answer, request) => {
    if (isSuccess(answer)) sessions.set(textAt(request.json, 'email'), structuredClone(answer.json));
  });
  return sessions;
}
