// Forges JWTs from a genuine JWT: with a changed payload, unsigned, or signed with an empty key. Each forgery is
// wrong in one way only.

import { createHmac } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { decodePart } from './reply-readers/jwt.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const FORGERIES = [
  'a tampered payload',
  'algorithm none',
  'algorithm None',
  'algorithm NONE',
  'a stripped signature',
  'a further part',
  'a blank secret',
  'a foreign key id',
] as const;

export type ForgedJwt = { label: (typeof FORGERIES)[number]; token: string };

/**
 * Forges variants of a genuine JWT of this run. Each variant shares parts with the genuine JWT, so that the redaction
 * of secrets recognizes its payload and signature. Returns an empty list when the text is not a readable signed JWT.
 * @param later a new expiry in Unix seconds, so that the target does not refuse a forgery as expired
 */
export function forgedJwts(genuine: string, later: number): ForgedJwt[] {
  const [head, payload, signature, ...rest] = genuine.split('.');
  if (head === undefined || payload === undefined || signature === undefined || rest.length > 0) return [];
  const header = decodePart(head);
  const claims = decodePart(payload);
  if (!isObject(header) || !isObject(claims)) return [];
  const tampered = encode({ ...claims, exp: later, admin: true });
  const unsigned = (alg: string): string => `${encode({ ...header, alg })}.${payload}.`;
  const hmac = (header: Record<string, unknown>, key: string): string => {
    const text = `${encode(header)}.${payload}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  return [
    { label: 'a tampered payload', token: `${head}.${tampered}.${signature}` },
    { label: 'algorithm none', token: unsigned('none') },
    { label: 'algorithm None', token: unsigned('None') },
    { label: 'algorithm NONE', token: unsigned('NONE') },
    { label: 'a stripped signature', token: `${head}.${payload}.` },
    { label: 'a further part', token: `${genuine}.${signature}` },
    { label: 'a blank secret', token: hmac({ ...header, alg: 'HS256' }, '') },
    { label: 'a foreign key id', token: hmac({ ...header, alg: 'HS256', kid: '/dev/null' }, '') },
  ];
}
