// A second factor that is not asked for: the right code is put in place of whatever was sent.
import { createHmac } from 'node:crypto';
import { isDict, put, textAt } from './edit.ts';
import type { Asked, Books, Item, Plant } from './plant.ts';

/** Makes an operation succeed, whatever code came, for the requests that fit. */
export function rightCode(
  p: Plant,
  operation: 'login' | 'verifyTwoFactor',
  fits: (asked: Asked) => boolean,
): void {
  p.handler(operation, ({ asked, books, body }, go) => {
    const credential = operation === 'login' ? byEmail(books, body) : byChallenge(books, body);
    if (!credential || typeof credential.totp_secret !== 'string' || !fits(asked)) return go();
    books.platform.shelf('credentials').update(credential.id, { used_steps: [] });
    const copy = structuredClone(body);
    put(copy, 'totp_code', codeAt(credential.totp_secret, p.now()));
    return go({ body: copy });
  });
}

const byEmail = (books: Books, body: unknown): Item | undefined =>
  books.platform
    .shelf('credentials')
    .all()
    .find(({ email }) => email === textAt(body, 'email').toLowerCase());

function byChallenge(books: Books, body: unknown): Item | undefined {
  const challenge = books.platform
    .shelf('two_factor_challenges')
    .all()
    .find(({ token }) => isDict(body) && token === body.challenge_token);
  return books.platform
    .shelf('credentials')
    .all()
    .find(({ user_id }) => challenge !== undefined && user_id === challenge.user_id);
}

/** The six digits of RFC 6238 at an instant, for a secret in Base32. */
function codeAt(secret: string, ms: number): string {
  const bits = [...secret.replace(/=+$/, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
