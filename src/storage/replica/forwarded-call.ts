// The header with which a replica sends a call to another one: what the first replica knows about the call, signed so
// that nobody else can claim to be a replica, change the call on its way, or send it again later. The key is the id of the
// receiver, which only the database tells.
import type { Call } from '../../server/http/call.ts';
import type { Owner } from '../world-store.ts';

/** The request header of a forwarded call, in lower case. */
export const FORWARDED = 'x-mock-forwarded';
/** The reply header by which a replica says that it does not own the world, and did nothing. */
export const NOT_OWNER = 'X-Mock-Not-Owner';
/** The reply header by which a replica tells its clock, in ms since 1970, when the time of a call differs from it. */
export const CLOCK = 'X-Mock-Clock';
/** The reply header of a forwarded call that describes the injected fault with which the reply is to be sent. */
export const TRANSPORT_FAULT = 'X-Mock-Transport-Fault';

/** What the first replica knows about a call, apart from its request line, headers and body. */
type CallFacts = Pick<Call, 'address' | 'secure' | 'base' | 'malformed' | 'overloaded' | 'bodyTooLarge'> & {
  /** true when the client sent no `Host` */
  hostless?: boolean;
  /** the time at which it was sent, by the clock of the receiver as far as the sender knows it, in ms since 1970 */
  at: number;
  /** the SHA-256 of the body; left out when there is none */
  digest?: string;
};

/** How far the time of a call may be from the clock of the receiver, in ms. */
const MAX_AGE_MS = 60_000;

/** The headers that the signature covers: those that say who calls, for which world, and what the body is. */
const SIGNED_HEADERS = [
  'authorization',
  'content-type',
  'idempotency-key',
  'origin',
  'prefer',
  'x-mock-world',
] as const;

/**
 * Returns the name of a process, for people. The id itself is a secret of the replicas.
 * @param id the id of an owner
 */
export const replicaName = (id: string): string => `r-${hash(id).toString('hex').slice(0, 8)}`;

/**
 * Builds the value of the header for a call that is sent to a replica.
 * @param at the present time by the clock of the receiver, in ms since 1970
 */
export function signCall(call: Call, target: string, from: Owner, to: Owner, at: number): string {
  const { address, secure, malformed, overloaded, bodyTooLarge } = call;
  const base = call.world === undefined ? call.base : call.base?.slice(0, -`/w/${call.world}`.length);
  const facts: CallFacts = {
    address,
    ...(secure && { secure }),
    ...(base && { base }),
    ...(malformed && { malformed }),
    ...(overloaded && { overloaded }),
    ...(bodyTooLarge && { bodyTooLarge }),
    ...(call.headers.host === undefined && { hostless: true }),
    at,
    ...(call.body?.length && { digest: digestOf(call.body) }),
  };
  const text = Buffer.from(JSON.stringify(facts)).toString('base64url');
  return `${replicaName(from.id)} ${text} ${sign(to.id, call, target, text)}`;
}

/** What the header of a call says: the call as the first replica received it, or why it cannot be trusted. */
export type VerifiedCall = { kind: 'call'; call: Call } | { kind: 'forged' } | { kind: 'late' };

/**
 * Reads the header of a call.
 * @param now the time, in ms since 1970
 * @returns `forged` when no replica sent the call to this one as it is; `late` when its time is not that of this process
 */
export function verifyCall(call: Call, self: Owner, now: number): VerifiedCall {
  const [, text = '', signature = ''] = call.headers[FORWARDED]?.split(' ') ?? [];
  const target = call.query === '' ? call.path : `${call.path}?${call.query}`;
  const expected = Buffer.from(sign(self.id, call, target, text));
  const given = Buffer.from(signature);
  const { timingSafeEqual } = process.getBuiltinModule('crypto');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { kind: 'forged' };
  const parsed: CallFacts = JSON.parse(Buffer.from(text, 'base64url').toString());
  const { hostless, at, digest, ...facts } = parsed;
  if (!(Math.abs(now - at) <= MAX_AGE_MS)) return { kind: 'late' };
  // A body that was not read completely is refused, whatever it is.
  const isWhole = !call.bodyTooLarge && !call.overloaded;
  if (isWhole && digest !== (call.body?.length ? digestOf(call.body) : undefined)) return { kind: 'forged' };
  const { [FORWARDED]: _, host, ...headers } = call.headers;
  return { kind: 'call', call: { ...call, ...facts, headers: hostless ? headers : { host, ...headers } } };
}

const sign = (key: string, { method, headers }: Call, target: string, text: string): string =>
  process
    .getBuiltinModule('crypto')
    .createHmac('sha256', key)
    .update(
      `${method} ${target}\n${text}\n${JSON.stringify(SIGNED_HEADERS.map((name) => headers[name] ?? null))}`,
    )
    .digest('base64url');

const digestOf = (body: Uint8Array): string =>
  process.getBuiltinModule('crypto').createHash('sha256').update(body).digest('base64url');

const hash = (text: string): Buffer =>
  process.getBuiltinModule('crypto').createHash('sha256').update(text).digest();
