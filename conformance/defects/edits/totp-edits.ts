// Makes the mock accept wrong TOTP codes by replacing the code in the request with the valid code.

import { isObject } from '../../../src/contract/is-object.ts';
import { totp } from '../../../src/suite/target/totp.ts';
import { setAt, textAt } from '../../../src/variations/edits.ts';
import type { ClientRequest, Db, Injector, StoredRow } from '../mutant.ts';

/** Makes an operation accept any TOTP code. */
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
    setAt(copy, 'totp_code', totp(credential.totp_secret, p.now()));
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
