// Lawful variants of sign-in: log-outs, 2FA challenges, forms of the Authorization header, and refusals without body.
import { variant } from '../define-mutant.ts';
import {
  each,
  isSuccess,
  jsonResponse,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from '../edits/response-edits.ts';
import type { LawfulVariant } from '../mutant.ts';

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a token of three parts, like a JWT, that a 2FA challenge may be identified by. */
const challengeJwt = (challenge: string): string =>
  `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ sub: challenge, scope: '2fa' })}.${Buffer.from(challenge).toString('base64url')}`;

export const variantsAuth: readonly LawfulVariant[] = [
  variant('variant/logout-ends-all-sessions', 'a log-out ends every session of the user', (p) => {
    const issued = new Map<string, Set<string>>();
    const users = new Map<string, string>();
    const ended = new Set<string>();
    p.reply(['login', 'refreshSession', 'verifyTwoFactor'], (reply) => {
      const [user, token] = [textAt(reply.json, 'user.id'), textAt(reply.json, 'token')];
      if (!isSuccess(reply) || user === '' || token === '') return;
      issued.set(user, (issued.get(user) ?? new Set()).add(token));
      users.set(token, user);
    });
    p.reply('logout', (reply, { bearer }) => {
      const user = users.get(bearer ?? '');
      if (isSuccess(reply) && user !== undefined)
        for (const token of issued.get(user) ?? []) ended.add(token);
    });
    p.resolveCredential((bearer, go) => (ended.has(bearer) ? { refused: 'UNAUTHENTICATED' } : go()));
  }),
  ...each(['challenge_token', 'mfa_token'] as const, (name) =>
    variant(
      `variant/two-factor-challenge[200 ${name}]`,
      `a log-in without its code is answered 200 with \`${name}\`, which looks like a JWT, and no \`token\``,
      (p) => {
        const challenges = new Map<string, string>();
        p.reply('login', (reply) => {
          const challenge = textAt(reply.json, 'error.challenge_token');
          if (challenge === '') return;
          challenges.set(challengeJwt(challenge), challenge);
          replaceResponse(
            reply,
            jsonResponse(200, { two_factor_required: true, [name]: challengeJwt(challenge) }),
          );
        });
        p.request('verifyTwoFactor', ({ json }) => {
          const challenge = challenges.get(textAt(json, name));
          if (challenge !== undefined) setAt(json, 'challenge_token', challenge);
          return undefined;
        });
      },
    ),
  ),
  variant('variant/basic-scheme', 'e-mail address and password are accepted under `Basic` as well', (p) => {
    const tokens = new Map<string, string>();
    p.reply('login', (reply, { json }) => {
      const pair = `${textAt(json, 'email')}:${textAt(json, 'password')}`;
      if (isSuccess(reply)) tokens.set(Buffer.from(pair).toString('base64'), textAt(reply.json, 'token'));
    });
    p.request('everything', ({ headers }) => {
      const token = tokens.get(headers.authorization?.replace(/^Basic /, '') ?? '');
      if (token !== undefined) headers.authorization = `Bearer ${token}`;
      return undefined;
    });
  }),
  variant('variant/authorization-without-scheme', 'a token without `Bearer` is accepted as well', (p) =>
    p.request('everything', ({ headers }) => {
      const sent = headers.authorization;
      if (sent !== undefined && !sent.includes(' ')) headers.authorization = `Bearer ${sent}`;
      return undefined;
    }),
  ),
  ...each([401, 403] as const, (status) =>
    variant(`variant/empty-refusal[${status}]`, `a ${status} has no body`, (p) =>
      p.reply('everything', (reply) => {
        if (reply.status !== status || valueAt(reply.json, 'error.challenge_token') !== undefined) return;
        reply.raw = '';
        delete reply.headers['Content-Type'];
      }),
    ),
  ),
];
