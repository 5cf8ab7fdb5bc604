// The reply to a call whose world is not served now, or whose changes could not be stored.
import { type Call, isControlPath, jsonReply, type Reply } from '../server/http/call.ts';
import { allowOrigin } from '../server/http/cors.ts';
import { httpDate } from '../server/http/date.ts';
import { StorageError } from './world-store.ts';

/** Builds the reply. It says what happened, whether the call may have had an effect, and what to do next. */
export function unservedReply(
  { headers: { origin }, path }: Call,
  world: string,
  error: unknown,
  origins: ReadonlySet<string> | null,
): Reply {
  const reply = jsonReply(503, JSON.stringify({ error: describe(world, error) }));
  Object.assign(reply.headers, {
    'X-Request-Id': `req_${crypto.randomUUID()}`,
    Date: httpDate(Date.now()),
    'Retry-After': '1',
    'Cache-Control': 'no-store',
  });
  if (origin && !isControlPath(path)) allowOrigin(origin, origins, reply.headers);
  return reply;
}

function describe(world: string, error: unknown): { code: string; message: string } {
  if (error instanceof StorageError && error.code === 'full')
    return {
      code: 'STORAGE_FULL',
      message: `The changes of this request could not be stored, and were undone: ${error.message}`,
    };
  const message =
    error instanceof StorageError
      ? `The world ${world} cannot be served now, and it is unknown whether this request had an effect: ${error.message}`
      : `The mock failed to store changes of the world ${world}, and goes on without them: its output describes the fault. Send the request again.`;
  return { code: 'WORLD_UNAVAILABLE', message };
}
