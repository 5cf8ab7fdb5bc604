// The mock's back door, /_mock/v1, as described in openapi/control.yaml: who may come in, and what is asked most.

import { packageIdentity } from '../contract/package.ts';
import type { App, WorldServer } from '../server/app.ts';
import { type Call, jsonReply, type Reply } from '../server/http/call.ts';
import { toIso } from '../state/instant.ts';
import type { Tables } from '../state/table.ts';
import { type AccessGuard, refuseAccess, refuseOrigin, refusePage } from './access-guard.ts';

const CONTROL_BASE = '/_mock/v1';
/** Where the API reference is: the one thing here that people look at. */
const DOCS_BASE = '/_mock/docs';

/** Opens the back door of an app. The laboratory behind it is read when somebody first asks for it. */
export function mountControl<T extends Tables>(app: App<T>, guard: AccessGuard): void {
  const plainly = (call: Call): WorldServer<T> | undefined =>
    call.world === undefined &&
    call.query === '' &&
    call.headers.prefer === undefined &&
    call.headers['x-mock-world'] === undefined
      ? app.worlds.main
      : undefined;

  /** Pages hold no secrets: they ask for them, and are asked who they are. */
  const pages = (call: Call): Reply | Promise<Reply> => {
    const barred = refuseOrigin(call, guard) ?? refusePage(call);
    return barred === null ? serveDocs(call) : errorReply(403, 'FORBIDDEN', barred);
  };

  const refusalOf = (call: Call): Reply | null => {
    const barred =
      refuseOrigin(call, guard) ??
      (call.path === `${CONTROL_BASE}/health` ? null : refuseAccess(call, guard));
    return barred === null ? null : errorReply(403, 'FORBIDDEN', barred);
  };

  const handler = (call: Call): Reply | Promise<Reply> => {
    if (call.path === '/_mock/') return pages(call);
    const refusal = refusalOf(call) ?? unread(call);
    if (refusal !== null) return refusal;
    const path = call.path.startsWith(`${CONTROL_BASE}/`) ? call.path.slice(CONTROL_BASE.length) : '';
    const main = plainly(call);
    if (main && path === '/health' && call.method === 'GET') return healthReply(main);
    if (main && path === '/reset' && call.method === 'POST') {
      app.reset();
      app.worlds.notifyChanged(main);
      return healthReply(main);
    }
    return handleControl(app, call, path);
  };
  // The longer one is this API's own; the shorter one somebody else may take over, for pages.
  // Nothing of a body is read for a caller that may not use the API.
  const admit = (call: Call): number | Reply => refusalOf(call) ?? mostBytes(call);
  app.mount(`${CONTROL_BASE}/`, handler, admit);
  app.mount(DOCS_BASE, pages, admit);
  app.mount('/_mock/', handler, admit);
}

/** The largest body of an import, in bytes: 64 MiB, as large as the large world is with room to spare. */
const MAX_IMPORT = 67_108_864;
/** The largest body of every other operation, in bytes: 64 KiB. */
const MAX_OTHER = 65_536;

const mostBytes = ({ method, path }: Call): number =>
  method === 'POST' && path === `${CONTROL_BASE}/import` ? MAX_IMPORT : MAX_OTHER;

/** The refusal of a call whose body was not read to its end; null for every other. */
function unread(call: Call): Reply | null {
  if (call.bodyTooLarge)
    return errorReply(
      413,
      'PAYLOAD_TOO_LARGE',
      `The request body must have at most ${mostBytes(call)} bytes.`,
    );
  if (call.malformed) return errorReply(400, 'BAD_REQUEST', 'The request could not be understood.');
  if (!call.overloaded) return null;
  const reply = errorReply(
    503,
    'OVERLOADED',
    'The mock holds too much of unfinished request bodies. Retry after a second.',
  );
  reply.headers['Retry-After'] = '1';
  return reply;
}

/** The API reference, read when somebody first looks at it. */
async function serveDocs(call: Call): Promise<Reply> {
  const { docs, redirect } = await import('./docs/docs.ts');
  if (call.path === '/_mock/') return redirect(`${call.base ?? ''}${DOCS_BASE}`);
  const reply = docs(call, call.path.slice(DOCS_BASE.length));
  return (
    reply ??
    errorReply(
      404,
      'ROUTE_NOT_FOUND',
      `There is no ${call.method} ${call.path}; the API reference is ${DOCS_BASE}.`,
    )
  );
}

/** What a world says of itself. */
function healthReply<T extends Tables>({ world }: WorldServer<T>): Reply {
  return withNoStore(
    jsonReply(
      200,
      JSON.stringify({
        status: 'ok',
        version: packageIdentity().version,
        world: world.name,
        seed: Number(world.seed),
        now: toIso(world.clock.now()),
      }),
    ),
  );
}

async function handleControl<T extends Tables>(app: App<T>, call: Call, path: string): Promise<Reply> {
  const [{ handleControlCall, routes }, { controlApi }, { ControlError }] = await Promise.all([
    import('./routes.ts'),
    import('./control-api.ts'),
    import('./control-error.ts'),
  ]);
  const lab = controlApi(app as unknown as App);
  try {
    const reply = await handleControlCall(call, path, lab, healthReply);
    if (reply) return withNoStore(reply);
  } catch (error) {
    if (error instanceof ControlError)
      return errorReply(error.status, error.code, error.message, error.errors);
    app.worlds.main.deps.reportFault(error, `${call.method} ${call.path}`);
    return errorReply(
      500,
      'SERVER_ERROR',
      'The mock failed at this; its log says how. Nothing is known to have changed.',
    );
  }
  const there = Object.keys(routes).map((route) => route.replace(' ', ` ${CONTROL_BASE}`));
  return errorReply(
    404,
    'ROUTE_NOT_FOUND',
    `There is no ${call.method} ${call.path}; there is ${there.join(', ')}.`,
  );
}

function withNoStore(reply: Reply): Reply {
  reply.headers['Cache-Control'] = 'no-store';
  // What holds passwords is shown in no frame, taken for nothing else, and read by no page of another origin.
  reply.headers['X-Content-Type-Options'] = 'nosniff';
  reply.headers['Cross-Origin-Resource-Policy'] = 'same-origin';
  return reply;
}

const errorReply = (status: number, code: string, message: string, errors?: object | null): Reply =>
  withNoStore(
    jsonReply(
      status,
      JSON.stringify({ error: { code, message: message.slice(0, 4000), ...(errors && { errors }) } }),
    ),
  );
