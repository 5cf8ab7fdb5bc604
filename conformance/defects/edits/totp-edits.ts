// Makes the mock accept wrong TOTP codes by replacing the code in the request with the valid code.

import { createHmac } from 'node:crypto';
import { isObject } from '../../../src/contract/is-object.ts';
import type { ClientRequest, Db, Injector, StoredRow } from '../mutant.ts';
import { setAt, textAt } from './response-edits.ts';

/**
 * Makes an operation accept any TOTP code.
 * @param fits selects the requests whose code is replaced by the valid code
 */
export function injectRightCode(
  p: Injector,
  operation: 'login' | 'verifyTwoFactor',
  fits: (request: ClientRequest) => boolean,
): void {
  p.handler(operation, ({ request, db, body }, go) => {
    const credential = operation === 'login' ? byEmail(db, body) : byChallenge(db, body);
    if (!credential || typeof credential.totp_secret !== 'string' || !fits(request)) return go();
    db.platform.table('credentials').update(credential.id, { used_steps: [] });
    const copy = structuredClone(body);
    setAt(copy, 'totp_code', totpCodeAt(credential.totp_secret, p.now()));
    return go({ body: copy });
  });
}

const byEmail = (db: Db, body: unknown): StoredRow | undefined =>
  db.platform
    .table('credentials')
    .all()
    .find(({ email }) => email === textAt(body, 'email').toLowerCase());

function byChallenge(db: Db, body: unknown): StoredRow | undefined {
  const challenge = db.platform
    .table('two_factor_challenges')
    .all()
    .find(({ token }) => isObject(body) && token === body.challenge_token);
  return db.platform
    .table('credentials')
    .all()
    .find(({ user_id }) => challenge !== undefined && user_id === challenge.user_id);
}

/**
 * Returns the TOTP code of a Base32 secret at an instant (RFC 6238, six digits).
 * @param ms the instant in Unix milliseconds
 */
function totpCodeAt(secret: string, ms: number): string {
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
