// Reads and rewrites the credentials that replies show: JWTs and API keys.

import { isObject, type JsonObject } from '../contract/is-object.ts';
import { parsedJson } from '../contract/json/parsed-json.ts';
import { isSuccess, setAt, textAt } from './edits.ts';
import type { Hooks } from './exchange.ts';

/** The operations whose replies show a JWT. */
export const SESSIONS = ['login', 'refreshSession', 'verifyTwoFactor'] as const;

/** Encodes the header or the claims of a JWT as JSON in base64url. */
export const jwtPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the header (0) or the claims (1) of a JWT; an empty object when the text is no JWT. */
export function readJwtPart(token: string, index: 0 | 1): JsonObject {
  const read = parsedJson(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString());
  return isObject(read) ? read : {};
}

/**
 * Shows every credential of some replies in another form, and reads requests that carry the form.
 * @returns the rewritten credentials with the real ones
 */
export function rewriteCredentials(
  p: Pick<Hooks, 'reply' | 'request'>,
  member: 'token' | 'key',
  to: (text: string) => string,
): Map<string, string> {
  const real = new Map<string, string>();
  p.reply(member === 'token' ? SESSIONS : 'createApiKey', (reply) => {
    const text = textAt(reply.json, member);
    if (!isSuccess(reply) || text === '') return;
    real.set(to(text), text);
    setAt(reply.json, member, to(text));
  });
  p.request('everything', (edit, { bearer }) => {
    const text = real.get(bearer ?? '');
    if (text !== undefined) edit.headers.authorization = `Bearer ${text}`;
  });
  return real;
}
