// Tests that forged JWTs are wrong in one way each, and that none equals the genuine token.

import { expect, test } from 'vitest';
import { isObject } from '../../../src/contract/is-object.ts';
import { decodePart } from '../../support/reply-readers/jwt.ts';
import { FORGERIES, forgedJwts } from './credentials.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const genuine = `${part({ alg: 'RS256', kid: 'k1' })}.${part({ sub: 'u', exp: 1 })}.c2lnbmF0dXJl`;

test('forging a genuine JWT yields a token for each name that differ from the genuine JWT and from each other', () => {
  const tokens = forgedJwts(genuine, 2_000_000_000).map(({ token }) => token);
  expect(new Set([genuine, ...tokens]).size).toBe(FORGERIES.length + 1);
});

test('only the forgery called "a tampered payload" changes the payload, and it keeps the genuine signature', () => {
  const changed = forgedJwts(genuine, 2_000_000_000).filter(
    ({ token }) => token.split('.')[1] !== genuine.split('.')[1],
  );
  expect(changed.map(({ label }) => label)).toEqual(['a tampered payload']);
  expect(changed[0]?.token.split('.')[2]).toBe('c2lnbmF0dXJl');
});

test('the unsigned forgeries write the algorithm "none" in three letter cases', () => {
  const algorithms = forgedJwts(genuine, 0)
    .map(({ token }) => decodePart(token.split('.')[0] ?? ''))
    .map((header) => (isObject(header) ? header.alg : undefined));
  expect(algorithms).toEqual(expect.arrayContaining(['none', 'None', 'NONE', 'HS256']));
});

test('a text that is not a signed JWT yields no forgeries', () => {
  expect(forgedJwts('hpk_0123456789', 0)).toEqual([]);
  expect(forgedJwts('a.b.c', 0)).toEqual([]);
});
