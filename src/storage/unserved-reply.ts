// The reply to a call whose world is not served now, or whose changes could not be stored: 503 with `Retry-After`, in
// the form of every error reply.
import { type Call, isControlPath, jsonReply, type Reply } from '../server/http/call.ts';
import { allowOrigin } from '../server/http/cors.ts';
import { httpDate } from '../server/http/date.ts';
import { StorageError } from './world-store.ts';

type UnservedCall = {
  readonly call: Call;
  /** the world that the call concerns */
  readonly world: string;
  /** the reply that must not be sent, because it shows changes that are not stored; null when there is none */
  readonly lost: Reply | null;
  /**
   * why the world is not served: a `StorageError`, or another error when the mock itself failed to store its changes; null
   * when another process serves it
   */
  readonly error: unknown;
  /** when the client should try again, in ms */
  readonly retryAfterMs: number;
  /** the origins whose pages may read the reply; null for every origin */
  readonly origins: ReadonlySet<string> | null;
};

/** The headers of a lost reply that the error reply also carries. */
const KEPT_HEADER =
  /^(?:x-request-id|(?:x-)?ratelimit-.+|date|vary|access-control-.+|cross-origin-.+|content-security-policy|x-frame-options|x-content-type-options)$/i;

/** Builds the reply. Its message says whether the call may have had an effect. */
export function unservedReply({ call, world, lost, error, retryAfterMs, origins }: UnservedCall): Reply {
  const isFull = error instanceof StorageError && error.code === 'full';
  const code = isFull ? 'STORAGE_FULL' : 'WORLD_UNAVAILABLE';
  const message = describe(world, lost, error);
  const reply = jsonReply(503, JSON.stringify({ error: { code, message } }));
  const { headers } = reply;
  headers['X-Request-Id'] = `req_${crypto.randomUUID()}`;
  headers.Date = httpDate(Date.now());
  for (const [name, value] of Object.entries(lost?.headers ?? {}))
    if (KEPT_HEADER.test(name)) headers[name] = value;
  headers['Retry-After'] = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  headers['Cache-Control'] = 'no-store';
  const { origin } = call.headers;
  if (origin && !isControlPath(call.path)) allowOrigin(origin, origins, headers);
  return reply;
}

/** Says what happened, whether the call may have had an effect, and what to do next. */
function describe(world: string, lost: Reply | null, error: unknown): string {
  if (error === null)
    return `The world ${world} is served by another process, which cannot be reached now. Send the request again.`;
  if (!(error instanceof StorageError))
    return `The mock failed to store changes of the world ${world}, and goes on without them: its output describes the fault. Send the request again.`;
  if (error.code === 'full')
    return `The changes of this request could not be stored, and were undone: ${error.message}`;
  return lost === null
    ? `The world ${world} cannot be served now: ${error.message}`
    : `The reply to this request would show changes of the world ${world} that may not be stored: ${error.message}`;
}
