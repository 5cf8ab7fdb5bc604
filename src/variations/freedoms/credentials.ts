// What a deployment may do otherwise at sign-in: tokens, log-outs, 2FA challenges, and the Authorization header.

import { isObject } from '../../contract/is-object.ts';
import {
  invalidFields,
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
} from '../edits.ts';
import type { Hooks } from '../exchange.ts';
import {
  type Apply,
  changeShown,
  eachValue,
  editBody,
  editRequest,
  type Freedom,
  freedom,
  replaceReply,
} from '../freedom.ts';
import { open } from '../sentences.ts';
import { jwtPart, readJwtPart, rewriteCredentials, SESSIONS } from '../tokens.ts';

const WRONG = refusal(401, 'UNAUTHENTICATED', 'The session has ended.');

const base64 = (text: string): string => Buffer.from(text).toString('base64url');
/** Returns a text of three parts, like a JWT, that stands for another text. */
const likeJwt = (text: string): string =>
  `${jwtPart({ alg: 'HS256', typ: 'JWT' })}.${jwtPart({ sub: text.slice(-12), scope: 'hosting' })}.${base64(text)}`;

const credentialsIn = ({ credentials: given }: Record<string, unknown>): unknown[] =>
  Object.values(isObject(given) ? given : {});

const signedBy =
  (alg: string): Apply =>
  (p) =>
    void rewriteCredentials(p, 'token', (token) => {
      const signature = base64(`${alg}${token.split('.')[2] ?? ''}`.repeat(3));
      const header = jwtPart({ alg, typ: 'at+jwt', kid: 'k-2026-11' });
      return `${header}.${jwtPart({ ...readJwtPart(token, 1), iss: 'https://id.example' })}.${signature}`;
    });

const endSessions =
  (at: 'login' | 'logout'): Apply =>
  (p) => {
    const userOf = new Map<string, string>();
    const ended = new Set<string>();
    const endAll = (user: string): void => {
      for (const [token, owner] of userOf) if (owner === user) ended.add(token);
    };
    p.reply(SESSIONS, (reply) => {
      const [user, token] = [textAt(reply.json, 'user.id'), textAt(reply.json, 'token')];
      if (!isSuccess(reply) || user === '' || token === '') return;
      if (at === 'login') endAll(user);
      ended.delete(token);
      userOf.set(token, user);
    });
    p.reply('logout', (reply, { bearer }) => {
      const user = userOf.get(bearer ?? '');
      if (at === 'logout' && isSuccess(reply) && user !== undefined) endAll(user);
    });
    p.request('everything', (_edit, { bearer }) => (ended.has(bearer ?? '') ? WRONG : undefined));
  };

/** Lets a log-out take effect later: it is answered at once, and sent to the server when its time has come. */
function slowLogout(p: Hooks): void {
  const due = new Map<string, number>();
  p.target((file) => setAt(file, 'lag', { read: '0s', revocation: '5s' }));
  p.request('everything', async (_edit, request) => {
    const at = due.get(request.bearer ?? '');
    const now = p.now();
    if (at !== undefined && now >= at) {
      due.delete(request.bearer ?? '');
      await p.send(request, { method: 'POST', path: '/auth/logout' });
      return undefined;
    }
    if (request.operation !== 'logout' || request.bearer === null) return undefined;
    const profile = await p.send(request, { method: 'GET', path: '/auth/me' });
    if (!isSuccess(profile)) return undefined;
    due.set(request.bearer, at ?? now + 3000);
    return jsonResponse(200, { message: 'The session ends soon.' });
  });
}

/**
 * Asks for the TOTP code of a log-in by another status and member.
 * @param isCredential whether the challenge is sent back in `Authorization` in place of the body
 */
const challenge =
  (status: number, name: string, isCredential = false): Apply =>
  (p) => {
    const challenges = new Map<string, string>();
    p.reply('login', (reply) => {
      const own = textAt(reply.json, 'error.challenge_token');
      if (own === '') return;
      challenges.set(likeJwt(own), own);
      const asked = { two_factor_required: true, [name]: likeJwt(own) };
      replaceResponse(
        reply,
        status === 200
          ? jsonResponse(200, asked)
          : jsonResponse(status, {
              error: {
                code: 'SECOND_FACTOR',
                message: 'Send the code.',
                errors: { totp_code: ['The code is required.'] },
                ...asked,
              },
            }),
      );
    });
    p.request('verifyTwoFactor', ({ json, headers }) => {
      const bearer = (headers.authorization ?? '').slice('Bearer '.length);
      const sent = isCredential ? [bearer] : [textAt(json, name), textAt(json, 'challenge_token')];
      const own = sent.map((one) => challenges.get(one)).find((one) => one !== undefined);
      if (isCredential) setAt(json, 'challenge_token', 'none');
      if (own !== undefined) setAt(json, 'challenge_token', own);
    });
  };

export const credentials: readonly Freedom[] = [
  freedom('tokens', 'algorithm and claims of the JWT', open.JWT, {
    ...eachValue(['RS256', 'ES256', 'EdDSA'], signedBy),
    'few claims': (p) =>
      void rewriteCredentials(p, 'token', (token) => {
        const { sub, jti } = readJwtPart(token, 1);
        // In Base64 of URLs, the name has the characters - and _, which Base64 does not have.
        const claims = jwtPart({ sub, jti, name: '>>>>???? Łucja ÿÿÿþþþ' });
        return `${jwtPart({ alg: 'HS256', typ: 'JWT' })}.${claims}.${token.split('.')[2]}`;
      }),
    // Longer than a cookie may be.
    long: (p) =>
      void rewriteCredentials(p, 'token', (token) => {
        const [head, , signature] = token.split('.');
        return `${head}.${jwtPart({ ...readJwtPart(token, 1), roles: 'x'.repeat(3500) })}.${signature}`;
      }),
    'one text a second': (p) =>
      void rewriteCredentials(p, 'token', (token) => {
        const { sub, iat, exp } = readJwtPart(token, 1);
        const seconds = { sub, iat: Math.floor(Number(iat)), exp: Math.floor(Number(exp)) };
        const unsigned = `${jwtPart({ alg: 'HS256', typ: 'JWT' })}.${jwtPart(seconds)}`;
        return `${unsigned}.${base64([...unsigned].reverse().join('')).slice(0, 43)}`;
      }),
  }),
  freedom('api-key-form', 'form of API keys', open.CREDENTIALS, {
    'like a JWT': (p) => {
      const real = rewriteCredentials(p, 'key', likeJwt);
      p.target((file) => {
        for (const one of credentialsIn(file)) {
          const key = textAt(one, 'apiKey');
          if (key === '') continue;
          real.set(likeJwt(key), key);
          setAt(one, 'apiKey', likeJwt(key));
        }
      });
    },
  }),
  freedom(
    'sessions-of-a-user',
    'how many sessions a user has',
    open.LOGOUT,
    { one: endSessions('login') },
    {
      incomplete: 'a log-in of another check ends the session of a check',
    },
  ),
  freedom('log-out', 'what a log-out ends, and when', open.LOGOUT, {
    'all sessions': endSessions('logout'),
    'after three seconds': slowLogout,
  }),
  freedom(
    'challenge',
    'how a log-in asks for the TOTP code',
    open.CHALLENGE,
    {
      '200 challenge_token': challenge(200, 'challenge_token'),
      '200 mfa_token': challenge(200, 'mfa_token'),
      '403 mfa_token': challenge(403, 'mfa_token'),
      '200 as a credential': challenge(200, 'pending_token', true),
      '422 ticket': challenge(422, 'ticket'),
    },
    { incomplete: { '422 ticket': 'the reply names the challenge in no known member' } },
  ),
  freedom('authorization', 'which further schemes are accepted', open.CREDENTIALS, {
    Basic: (p) => {
      const tokens = new Map<string, string>();
      p.reply('login', (reply, { json }) => {
        const pair = `${textAt(json, 'email')}:${textAt(json, 'password')}`;
        if (isSuccess(reply)) tokens.set(Buffer.from(pair).toString('base64'), textAt(reply.json, 'token'));
      });
      p.request('everything', ({ headers }) => {
        const token = tokens.get(headers.authorization?.replace(/^Basic /, '') ?? '');
        if (token !== undefined) headers.authorization = `Bearer ${token}`;
      });
    },
    'no scheme': editRequest('everything', ({ headers }) => {
      const sent = headers.authorization;
      if (sent !== undefined && !sent.includes(' ')) headers.authorization = `Bearer ${sent}`;
    }),
  }),
  freedom(
    'log-in-refused',
    'status of a log-in with a wrong password or an unknown e-mail address',
    open.STATUSES,
    {
      'wrong password 422': replaceReply(
        'login',
        ({ status, json }) => status === 401 && valueAt(json, 'error.challenge_token') === undefined,
        invalidFields({ password: 'This is wrong.' }),
      ),
      'unknown e-mail 404': (p) => {
        const known = new Set<string>();
        p.target((file) => {
          for (const one of credentialsIn(file)) known.add(textAt(one, 'email').toLowerCase());
        });
        replace(
          p,
          'login',
          ({ status }, { json }) => status === 401 && !known.has(textAt(json, 'email').toLowerCase()),
          refusal(404, 'NOT_FOUND', 'There is no such user.'),
        );
      },
    },
  ),
  freedom(
    'refresh',
    'where a refresh reads the JWT',
    open.PAYLOADS,
    {
      '`token` in the body': editRequest('refreshSession', (edit, { headers }) => {
        const token = textAt(edit.json, 'token');
        if (token === '')
          return headers.authorization === undefined
            ? WRONG
            : invalidFields({ token: 'The token is required.' });
        edit.headers.authorization = `Bearer ${token}`;
      }),
    },
    { incomplete: 'the payload of a refresh is not stated, and this one wants another' },
  ),
  freedom(
    'refreshed',
    'whether the reply to a refresh shows the user',
    open.PAYLOADS,
    { never: editBody('refreshSession', (json) => removeAt(json, 'user')) },
    { chance: 0 },
  ),
  freedom('keys-by-keys', 'whether API keys manage API keys', open.ROLES, {
    refused: (p) =>
      p.request(
        ({ path, bearer }) => path.startsWith('/api-keys') && bearer?.startsWith('hpk_') === true,
        async (_edit, request) => {
          const profile = await p.send(request, { method: 'GET', path: '/auth/me' });
          return profile.status === 401 ? undefined : refusal(403, 'FORBIDDEN', 'Only users manage keys.');
        },
      ),
  }),
  freedom(
    'webhook-secrets',
    'the form of the secret of a webhook endpoint',
    open.DELIVERIES,
    {
      'without a prefix': changeShown('createWebhook', 'secret', (secret) =>
        String(secret).replace(/^whsec_/, ''),
      ),
    },
    { chance: 0 },
  ),
  freedom('secrets', 'names of the members that show a secret once', open.PAYLOADS, {
    'token, signing_key': (p) => {
      onSuccess(p, 'createApiKey', (json) => rename(json, 'key', 'token'));
      onSuccess(p, 'createWebhook', (json) => rename(json, 'secret', 'signing_key'));
    },
    'credential beside longer texts': editBody('createApiKey', (json) => {
      setAt(json, 'fingerprint', `SHA256:${'0f1e2d3c'.repeat(8)}`);
      rename(json, 'key', 'credential');
    }),
  }),
];

function rename(json: unknown, from: string, to: string): void {
  setAt(json, to, valueAt(json, from));
  removeAt(json, from);
}
