// Defects of the check of bearer credentials: the mock accepts a missing or forged credential, or one without the
// needed permission.

import { createHmac } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { operations } from '../../src/contract/operations.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { isJwt, lastGoodBearer, unverifiedHeader } from './edits/observed-credentials.ts';
import {
  each,
  isSuccess,
  jsonResponse,
  refusal,
  refusesField,
  replaceResponse,
  serverError,
  textAt,
} from './edits/response-edits.ts';
import type { CallerIdentity, CredentialResult, Injector, Mutant } from './mutant.ts';

/** The operations that a caller can use only with a credential. */
const guardedOperations = operations.filter(
  ({ auth, id }) => auth !== 'anonymous' && id !== 'refreshSession' && id !== 'logout',
);

/** Accepts invalid tokens that match a predicate, as if each were the last credential that the mock accepted. */
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

export const authCredentials: readonly Mutant[] = [
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
      p.request('logout', (_edit, { headers }) =>
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
    'any bearer text is accepted as a credential',
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
    'a token that names an unknown signing key is accepted',
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
  chosen(
    'auth/other-scheme-accepted[right pair]',
    'e-mail address and password are accepted under `Basic`',
    'authentication/bearer-only',
    'authentication/basic-scheme',
    (p) => {
      const pairs = new Map<string, string>();
      p.reply('login', (reply, { json }) => {
        if (!isSuccess(reply) || textAt(json, 'totp_code') !== '') return;
        const pair = Buffer.from(`${textAt(json, 'email')}:${textAt(json, 'password')}`).toString('base64');
        pairs.set(textAt(reply.json, 'token'), `Basic ${pair}`);
      });
      p.reply(['logout', 'refreshSession'], (reply, { bearer }) => {
        if (isSuccess(reply)) pairs.delete(bearer ?? '');
      });
      p.request('everything', (change, { headers }) => {
        const token = [...pairs].findLast(([, pair]) => pair === headers.authorization)?.[0];
        if (token !== undefined) change.headers.authorization = `Bearer ${token}`;
        return undefined;
      });
    },
  ),
  stated(
    'auth/other-scheme-accepted[Basic]',
    'any credential is accepted under `Basic`',
    ['authentication/invalid-is-401', 'authentication/bearer'],
    'authentication/basic-garbage',
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
  chosen(
    'auth/other-scheme-accepted[raw]',
    'a token is accepted without a scheme',
    'authentication/bearer-only',
    'authentication/no-scheme',
    (p) =>
      p.request('everything', (change, { headers: { authorization } }) => {
        if (authorization && !authorization.trim().includes(' '))
          change.headers.authorization = `Bearer ${authorization}`;
        return undefined;
      }),
  ),
  stated(
    'auth/other-scheme-accepted',
    'a scheme without a credential is the last caller',
    ['authentication/missing-is-401', 'authentication/bearer'],
    'authentication/scheme-only',
    (p) => {
      let good: string | null = null;
      p.reply('everything', (reply, { bearer }) => {
        if (isSuccess(reply) && bearer !== null) good = bearer;
      });
      p.request('everything', (change, { headers }) => {
        if (good !== null && headers.authorization?.trim().toLowerCase() === 'bearer')
          change.headers.authorization = `Bearer ${good}`;
        return undefined;
      });
    },
  ),
  chosen(
    'auth/query-token-accepted',
    'a token in the query string counts',
    'authentication/not-in-query',
    'authentication/token-in-the-query',
    (p) =>
      p.request('everything', (change, { headers }) => {
        const token = [...new URLSearchParams(change.query).values()].find((text) => text.length > 20);
        if (headers.authorization === undefined && token) change.headers.authorization = `Bearer ${token}`;
        return undefined;
      }),
  ),
  stated(
    'auth/profile-refuses-login-token',
    'the profile accepts API keys and refreshed tokens, and refuses the token of a login',
    ['authentication/bearer', 'endpoints/me', 'authentication/me'],
    'auth/token-works',
    (p) => {
      const issued = new Set<string>();
      p.reply('login', (reply) => {
        if (isSuccess(reply)) issued.add(textAt(reply.json, 'token'));
      });
      p.request('getCurrentUser', (_edit, { bearer }) =>
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
      p.request('listCustomers', (_edit, { bearer }) =>
        bearer !== null && !isJwt(bearer) ? refusal(401, 'UNAUTHENTICATED', 'No.') : undefined,
      ),
  ),
  follows(
    'auth/malformed-header-500',
    'a malformed Authorization header is a server error',
    'authentication/odd-header-no-crash',
    'authentication/lower-case-scheme',
    (p) =>
      p.request('everything', (_edit, { headers: { authorization } }) =>
        authorization !== undefined && !/^Bearer \S+$/.test(authorization) ? serverError() : undefined,
      ),
  ),
  stated(
    'auth/missing-credential-pdf-404',
    'the PDF without a credential is answered 404',
    'authentication/missing-is-401',
    'authentication/missing/downloadInvoicePdf',
    (p) =>
      p.reply('downloadInvoicePdf', (reply, request) => {
        if (reply.status === 401 && request.headers.authorization === undefined)
          replaceResponse(reply, refusal(404, 'NOT_FOUND', 'Not found.'));
      }),
  ),
  stated(
    'auth/lacking-permission-empty-list',
    'a credential that lacks permission gets an empty list',
    [
      'authentication/lacking-permission-is-403',
      'authentication/keys-carry-scopes',
      'authentication/tenants-for-admins',
    ],
    'authentication/scopes-bind',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 403) replaceResponse(reply, jsonResponse(200, { data: [] }));
      }),
  ),
  follows(
    'auth/validated-before-credential',
    'fields are validated before the credential is checked',
    ['authentication/before-validation', 'authentication/missing-is-401'],
    'authentication/missing/createOrder',
    (p) =>
      p.request('everything', (_edit, { headers, operation, method, json }) =>
        headers.authorization === undefined &&
        operation !== null &&
        operation !== 'login' &&
        operation !== 'verifyTwoFactor' &&
        method !== 'GET' &&
        isObject(json)
          ? refusesField('body', 'Invalid.')
          : undefined,
      ),
  ),
  follows(
    'auth/validated-before-credential[empty]',
    'an empty body is refused before the credential is checked',
    ['authentication/before-validation', 'authentication/missing-is-401'],
    'authentication/before-validation',
    (p) =>
      p.request('createOrder', (_edit, { bearer, json }) =>
        bearer === null && isObject(json) && Object.keys(json).length === 0
          ? refusesField('customer_id', 'Required.')
          : undefined,
      ),
  ),
];
