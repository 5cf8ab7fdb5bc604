// The reply to a call whose world is not served now, or whose changes could not be stored.
import { type Call, isControlPath, jsonReply, type Reply } from '../server/http/call.ts';
import { allowOrigin } from '../server/http/cors.ts';
import { httpDate } from '../server/http/date.ts';
import { StorageError } from './world-store.ts';

type UnservedCall = {
  readonly call: Call;
  /** the world that the call concerns */
  readonly world: string;
  /** why the world is not served: a `StorageError`, or another error when the mock itself failed to store its changes */
  readonly error: unknown;
  /** the origins whose pages may read the reply; null for every origin */
  readonly origins: ReadonlySet<string> | null;
};

/** Builds the reply. Its message says whether the call may have had an effect. */
export function unservedReply({ call, world, error, origins }: UnservedCall): Reply {
  const isFull = error instanceof StorageError && error.code === 'full';
  const code = isFull ? 'STORAGE_FULL' : 'WORLD_UNAVAILABLE';
  const message = describe(world, error);
  const reply = jsonReply(503, JSON.stringify({ error: { code, message } }));
  const { headers } = reply;
  headers['X-Request-Id'] = `req_${crypto.randomUUID()}`;
  headers.Date = httpDate(Date.now());
  headers['Retry-After'] = '1';
  headers['Cache-Control'] = 'no-store';
  const { origin } = call.headers;
  if (origin && !isControlPath(call.path)) allowOrigin(origin, origins, headers);
  return reply;
}

/** Says what happened, whether the call may have had an effect, and what to do next. */
function describe(world: string, error: unknown): string {
  if (!(error instanceof StorageError))
    return `The mock failed to store changes of the world ${world}, and goes on without them: its output describes the fault. Send the request again.`;
  if (error.code === 'full')
    return `The changes of this request could not be stored, and were undone: ${error.message}`;
  return `The world ${world} cannot be served now, and it is unknown whether this request had an effect: ${error.message}`;
}
