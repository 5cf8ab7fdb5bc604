// Lawful variants of sign-in: log-outs, 2FA challenges, forms of the Authorization header, and refusals without body.
import { variant } from './define-mutant.ts';
import type { LawfulVariant } from './mutant.ts';
import { each, isSuccess, jsonResponse, replaceResponse, setAt, textAt, valueAt } from './response-edits.ts';

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a token of three parts, like a JWT, that a 2FA challenge may be identified by. */
const challengeJwt = (challenge: string): string =>
  `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ sub: challenge, scope: '2fa' })}.${Buffer.from(challenge).toString('base64url')}`;

export const variantsAuth: readonly LawfulVariant[] = [
  variant('variant/logout-ends-all-sessions', 'a log-out ends every session of the user', (p) => {
    const users = new Map<string, string>();
    const ended = new Map<string, string>();
    p.resolveCredential((bearer, go) => {
      const found = go();
      if ('refused' in found || found.kind !== 'session' || found.userId === null) return found;
      users.set(bearer, found.userId);
      return ended.get(bearer) === found.userId ? { refused: 'UNAUTHENTICATED' } : found;
    });
    p.reply('logout', (reply, { bearer }) => {
      const user = bearer === null ? undefined : users.get(bearer);
      if (!isSuccess(reply) || user === undefined) return;
      for (const [token, owner] of users) if (owner === user) ended.set(token, user);
    });
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
