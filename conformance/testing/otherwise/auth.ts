// The second server's log-ins: e-mail and password, a second factor by its own names, refresh, logout, profile.
import { createHmac } from 'node:crypto';
import type { User } from './books.ts';
import { type Handler, type Kit, show } from './kit.ts';
import { claimsOf, mint } from './tokens.ts';
import { type Answer, type Ask, isRecord, Refused } from './wire.ts';

const lifetime = 900;

/** The TOTP code of a time step (RFC 6238, SHA-1, 30 s, six digits). */
export function totpOf(secret: string, step: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function session(kit: Kit, user: User): Record<string, unknown> {
  const { token, exp } = mint(kit.options.jwt, user.id, kit.now(), lifetime);
  kit.memory.current.set(user.id, claimsOf(kit.options.jwt, token)?.jti ?? '');
  return {
    token,
    token_type: 'Bearer',
    expires_at: show(kit, exp * 1000),
    user: { id: user.id, email: user.email, tenant_id: user.tenant, theme: 'dark' },
  };
}

function goodCode(kit: Kit, user: User, code: unknown): boolean {
  const step = Math.floor(kit.now() / 30_000);
  const meant = [-1, 0, 1]
    .map((drift) => step + drift)
    .find((one) => user.totpSecret !== null && totpOf(user.totpSecret, one) === code);
  if (meant === undefined) return false;
  // another run was here within the same minute
  if (kit.options.codes === 'once' && meant <= (kit.memory.steps.get(user.id) ?? step + 1)) {
    if (!kit.memory.steps.has(user.id)) kit.memory.steps.set(user.id, step + 1);
    return false;
  }
  kit.memory.steps.set(user.id, meant);
  return true;
}

/** The text of a member that is stated to be a string; what is wrong with it is noted under its name. */
function text(ask: Ask, name: string, wrong: Record<string, string[]>): string {
  const value = isRecord(ask.body) ? ask.body[name] : undefined;
  if (typeof value === 'string' && value !== '') return value;
  wrong[name] = [`${name} has to be some text`];
  return '';
}

const login: Handler = (ask, _params, _caller, kit): Answer => {
  const wrong: Record<string, string[]> = {};
  const email = text(ask, 'email', wrong);
  if (email && !email.includes('@')) wrong.email = ['not an e-mail address'];
  const password = text(ask, 'password', wrong);
  const code = isRecord(ask.body) ? ask.body.totp_code : undefined;
  if (code !== undefined && !(typeof code === 'string' && /^\d{6}$/.test(code))) {
    wrong.totp_code = ['six digits are wanted'];
  }
  if (Object.keys(wrong).length > 0) throw new Refused(422, 'Please look again.', wrong);
  const user = kit.memory.users.find((one) => one.email === email.toLowerCase() && one.password === password);
  if (kit.options.unknownEmail === 404 && !kit.memory.users.some((one) => one.email === email.toLowerCase()))
    throw new Refused(404, 'Nobody has this address.');
  if (!user) {
    const fields: Record<string, string[]> =
      kit.options.wrongPassword === 422 ? { email: ['These do not match.'] } : {};
    throw new Refused(kit.options.wrongPassword, 'These do not match.', fields);
  }
  if (user.totpSecret !== null) {
    if (code === undefined) {
      const ticket = `ticket-${crypto.randomUUID()}`;
      kit.memory.challenges.set(ticket, user.id);
      if (kit.options.challenge === 200) {
        return { status: 200, body: { second_factor: true, [kit.options.challengeName]: ticket } };
      }
      const extra = { [kit.options.challengeName]: ticket };
      throw new Refused(kit.options.challenge, 'A second factor is wanted.', {}, extra);
    }
    if (!goodCode(kit, user, code)) throw new Refused(401, 'That code is wrong.');
  }
  return { status: 200, body: session(kit, user) };
};

const verifyTwoFactor: Handler = (ask, _params, _caller, kit) => {
  const wrong: Record<string, string[]> = {};
  const ticket = text(ask, kit.options.challengeName, wrong);
  const code = text(ask, 'totp_code', wrong);
  if (Object.keys(wrong).length > 0) throw new Refused(422, 'Please look again.', wrong);
  const user = kit.memory.users.find((one) => one.id === kit.memory.challenges.get(ticket));
  if (!user || !goodCode(kit, user, code)) throw new Refused(401, 'That did not work.');
  kit.memory.challenges.delete(ticket);
  return { status: 200, body: session(kit, user) };
};

const refresh: Handler = (_ask, _params, caller, kit) => {
  const claims = claimsOf(kit.options.jwt, caller.token);
  const user = kit.memory.users.find((one) => one.id === claims?.sub);
  if (!claims || !user) throw new Refused(403, 'Only a log-in can be refreshed.');
  const fresh = mint(kit.options.jwt, user.id, kit.now(), lifetime);
  kit.memory.current.set(user.id, claimsOf(kit.options.jwt, fresh.token)?.jti ?? '');
  return { status: 200, body: { access_token: fresh.token, valid_until: show(kit, fresh.exp * 1000) } };
};

const logout: Handler = (_ask, _params, caller, kit) => {
  const claims = claimsOf(kit.options.jwt, caller.token);
  if (!claims) throw new Refused(403, 'Only a log-in can be ended.');
  kit.memory.retired.set(claims.jti, kit.now() + kit.options.revocationLag);
  return { status: 200, body: {} };
};

const me: Handler = (_ask, _params, caller) => ({
  status: 200,
  body: {
    profile: { uid: caller.user?.id ?? caller.id, mail: caller.user?.email ?? null, org: caller.tenant },
  },
});

export const auth = { login, verifyTwoFactor, refresh, logout, me };
