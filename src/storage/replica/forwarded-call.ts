// The header with which a replica sends a call to another one: what the first replica knows about the call, signed so
// that nobody else can claim to be a replica. The key is the id of the receiver, which only the database tells.
import type { Call } from '../../server/http/call.ts';
import type { Owner } from '../world-store.ts';

/** The request header of a forwarded call, in lower case. */
export const FORWARDED = 'x-mock-forwarded';
/** The reply header by which a replica says that it does not own the world, and did nothing. */
export const NOT_OWNER = 'X-Mock-Not-Owner';
/** The reply header of a forwarded call that describes the injected fault with which the reply is to be sent. */
export const TRANSPORT_FAULT = 'X-Mock-Transport-Fault';

/** What the first replica knows about a call, apart from its request line, headers and body. */
type CallFacts = Pick<Call, 'address' | 'secure' | 'base' | 'malformed' | 'overloaded' | 'bodyTooLarge'> & {
  /** true when the client sent no `Host` */
  hostless?: boolean;
};

/**
 * Returns the name of a process, for people. The id itself is a secret of the replicas.
 * @param id the id of an owner
 */
export const replicaName = (id: string): string => `r-${hash(id).toString('hex').slice(0, 8)}`;

/** Builds the value of the header for a call that is sent to a replica. */
export function signCall(call: Call, target: string, from: Owner, to: Owner): string {
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
  };
  const text = Buffer.from(JSON.stringify(facts)).toString('base64url');
  return `${replicaName(from.id)} ${text} ${sign(to.id, call.method, target, text)}`;
}

/**
 * Reads the header of a call.
 * @returns the call as the first replica received it; null when no replica sent it to this one
 */
export function verifyCall(call: Call, self: Owner): Call | null {
  const [, text = '', signature = ''] = call.headers[FORWARDED]?.split(' ') ?? [];
  const target = call.query === '' ? call.path : `${call.path}?${call.query}`;
  const expected = Buffer.from(sign(self.id, call.method, target, text));
  const given = Buffer.from(signature);
  const { timingSafeEqual } = process.getBuiltinModule('crypto');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { hostless, ...facts }: CallFacts = JSON.parse(Buffer.from(text, 'base64url').toString());
  const { [FORWARDED]: _, host, ...headers } = call.headers;
  return { ...call, ...facts, headers: hostless ? headers : { host, ...headers } };
}

const sign = (key: string, method: string, target: string, text: string): string =>
  process
    .getBuiltinModule('crypto')
    .createHmac('sha256', key)
    .update(`${method} ${target}\n${text}`)
    .digest('base64url');

const hash = (text: string): Buffer =>
  process.getBuiltinModule('crypto').createHash('sha256').update(text).digest();
