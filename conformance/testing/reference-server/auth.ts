// The reference server's log-ins: e-mail address and password, a second factor under other member names, refresh,
// log-out, profile.

import { createHmac } from 'node:crypto';
import { isObject } from '../../../src/contract/is-object.ts';
import { formatTime, type Handler, type ServerContext } from './handler-support.ts';
import { ServerRefusal, type ServerReply, type ServerRequest } from './http.ts';
import type { User } from './tenant-data.ts';
import { createJwt, verifyJwt } from './tokens.ts';

const lifetime = 900;

/** Computes the TOTP code of a time step (RFC 6238 with SHA-1, steps of 30 seconds, six digits). */
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

function session(server: ServerContext, user: User): Record<string, unknown> {
  const { token, exp } = createJwt(server.options.jwt, user.id, server.now(), lifetime);
  server.data.current.set(user.id, verifyJwt(server.options.jwt, token)?.jti ?? '');
  return {
    token,
    token_type: 'Bearer',
    expires_at: formatTime(server, exp * 1000),
    user: { id: user.id, email: user.email, tenant_id: user.tenant, theme: 'dark' },
  };
}

function isValidCode(server: ServerContext, user: User, code: unknown): boolean {
  const step = Math.floor(server.now() / 30_000);
  const meant = [-1, 0, 1]
    .map((drift) => step + drift)
    .find((one) => user.totpSecret !== null && totpOf(user.totpSecret, one) === code);
  if (meant === undefined) return false;
  // With the option `codes: 'once'`, another run has used the code within the same minute.
  if (server.options.codes === 'once' && meant <= (server.data.steps.get(user.id) ?? step + 1)) {
    if (!server.data.steps.has(user.id)) server.data.steps.set(user.id, step + 1);
    return false;
  }
  server.data.steps.set(user.id, meant);
  return true;
}

/**
 * Reads a required text member of the request body. Records a problem under the member's name when the member is
 * missing or is no text.
 */
function requiredText(serverRequest: ServerRequest, name: string, wrong: Record<string, string[]>): string {
  const value = isObject(serverRequest.body) ? serverRequest.body[name] : undefined;
  if (typeof value === 'string' && value !== '') return value;
  wrong[name] = [`${name} has to be some text`];
  return '';
}

const login: Handler = (serverRequest, _params, _caller, server): ServerReply => {
  const wrong: Record<string, string[]> = {};
  const email = requiredText(serverRequest, 'email', wrong);
  if (email && !email.includes('@')) wrong.email = ['not an e-mail address'];
  const password = requiredText(serverRequest, 'password', wrong);
  const code = isObject(serverRequest.body) ? serverRequest.body.totp_code : undefined;
  if (code !== undefined && !(typeof code === 'string' && /^\d{6}$/.test(code))) {
    wrong.totp_code = ['six digits are wanted'];
  }
  if (Object.keys(wrong).length > 0) throw new ServerRefusal(422, 'Please look again.', wrong);
  const user = server.data.users.find(
    (one) => one.email === email.toLowerCase() && one.password === password,
  );
  if (
    server.options.unknownEmail === 404 &&
    !server.data.users.some((one) => one.email === email.toLowerCase())
  )
    throw new ServerRefusal(404, 'Nobody has this address.');
  if (!user) {
    const fields: Record<string, string[]> =
      server.options.wrongPassword === 422 ? { email: ['These do not match.'] } : {};
    throw new ServerRefusal(server.options.wrongPassword, 'These do not match.', fields);
  }
  if (user.totpSecret !== null) {
    if (code === undefined) {
      const ticket = `ticket-${crypto.randomUUID()}`;
      server.data.challenges.set(ticket, user.id);
      if (server.options.challenge === 200) {
        return { status: 200, body: { second_factor: true, [server.options.challengeName]: ticket } };
      }
      const extra = { [server.options.challengeName]: ticket };
      throw new ServerRefusal(server.options.challenge, 'A second factor is wanted.', {}, extra);
    }
    if (!isValidCode(server, user, code)) throw new ServerRefusal(401, 'That code is wrong.');
  }
  return { status: 200, body: session(server, user) };
};

const verifyTwoFactor: Handler = (serverRequest, _params, _caller, server) => {
  const wrong: Record<string, string[]> = {};
  const ticket = requiredText(serverRequest, server.options.challengeName, wrong);
  const code = requiredText(serverRequest, 'totp_code', wrong);
  if (Object.keys(wrong).length > 0) throw new ServerRefusal(422, 'Please look again.', wrong);
  const user = server.data.users.find((one) => one.id === server.data.challenges.get(ticket));
  if (!user || !isValidCode(server, user, code)) throw new ServerRefusal(401, 'That did not work.');
  server.data.challenges.delete(ticket);
  return { status: 200, body: session(server, user) };
};

const refresh: Handler = (_ask, _params, caller, server) => {
  const claims = verifyJwt(server.options.jwt, caller.token);
  const user = server.data.users.find((one) => one.id === claims?.sub);
  if (!claims || !user) throw new ServerRefusal(403, 'Only a log-in can be refreshed.');
  const newToken = createJwt(server.options.jwt, user.id, server.now(), lifetime);
  server.data.current.set(user.id, verifyJwt(server.options.jwt, newToken.token)?.jti ?? '');
  return {
    status: 200,
    body: { access_token: newToken.token, valid_until: formatTime(server, newToken.exp * 1000) },
  };
};

const logout: Handler = (_ask, _params, caller, server) => {
  const claims = verifyJwt(server.options.jwt, caller.token);
  if (!claims) throw new ServerRefusal(403, 'Only a log-in can be ended.');
  server.data.retired.set(claims.jti, server.now() + server.options.revocationLag);
  return { status: 200, body: {} };
};

const me: Handler = (_ask, _params, caller) => ({
  status: 200,
  body: {
    profile: { uid: caller.user?.id ?? caller.id, mail: caller.user?.email ?? null, org: caller.tenant },
  },
});

export const auth = { login, verifyTwoFactor, refresh, logout, me };
