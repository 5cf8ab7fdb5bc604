// The mock's back door, /_mock/v1, as described in openapi/control.yaml: who may come in, and what is asked most.

import { packageIdentity } from '../contract/package.ts';
import type { App, Room } from '../server/app.ts';
import { type Call, jsonReply, type Reply } from '../server/call.ts';
import { isoOf } from '../state/instant.ts';
import type { Tables } from '../state/table.ts';
import { type Guard, mayNotCome, mayNotSee, mayNotUse } from './guard.ts';

const CONTROL_BASE = '/_mock/v1';
/** Where the API reference is: the one thing here that people look at. */
const DOCS = '/_mock/docs';

/** Opens the back door of an app. The laboratory behind it is read when somebody first asks for it. */
export function mountControl<T extends Tables>(app: App<T>, guard: Guard): void {
  const plainly = (call: Call): Room<T> | undefined =>
    call.world === undefined &&
    call.query === '' &&
    call.headers.prefer === undefined &&
    call.headers['x-mock-world'] === undefined
      ? app.rooms.main
      : undefined;

  /** Pages hold no secrets: they ask for them, and are asked who they are. */
  const pages = (call: Call): Reply | Promise<Reply> => {
    const barred = mayNotCome(call, guard) ?? mayNotSee(call);
    return barred === null ? shown(call) : refuse(403, 'FORBIDDEN', barred);
  };

  const refusalOf = (call: Call): Reply | null => {
    const barred =
      mayNotCome(call, guard) ?? (call.path === `${CONTROL_BASE}/health` ? null : mayNotUse(call, guard));
    return barred === null ? null : refuse(403, 'FORBIDDEN', barred);
  };

  const door = (call: Call): Reply | Promise<Reply> => {
    if (call.path === '/_mock/') return pages(call);
    const refusal = refusalOf(call) ?? unread(call);
    if (refusal !== null) return refusal;
    const path = call.path.startsWith(`${CONTROL_BASE}/`) ? call.path.slice(CONTROL_BASE.length) : '';
    const main = plainly(call);
    if (main && path === '/health' && call.method === 'GET') return healthOf(main);
    if (main && path === '/reset' && call.method === 'POST') {
      app.reset();
      app.rooms.moved(main);
      return healthOf(main);
    }
    return inside(app, call, path);
  };
  // The longer one is this API's own; the shorter one somebody else may take over, for pages.
  // Nothing of a body is read for a caller that may not use the API.
  const admit = (call: Call): number | Reply => refusalOf(call) ?? mostBytes(call);
  app.mount(`${CONTROL_BASE}/`, door, admit);
  app.mount(DOCS, pages, admit);
  app.mount('/_mock/', door, admit);
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
    return refuse(413, 'PAYLOAD_TOO_LARGE', `The request body must have at most ${mostBytes(call)} bytes.`);
  if (call.unreadable) return refuse(400, 'BAD_REQUEST', 'The request could not be understood.');
  if (!call.overloaded) return null;
  const reply = refuse(
    503,
    'OVERLOADED',
    'The mock holds too much of unfinished request bodies. Retry after a second.',
  );
  reply.headers['Retry-After'] = '1';
  return reply;
}

/** The API reference, read when somebody first looks at it. */
async function shown(call: Call): Promise<Reply> {
  const { docs, redirect } = await import('./docs/docs.ts');
  if (call.path === '/_mock/') return redirect(`${call.base ?? ''}${DOCS}`);
  const reply = docs(call, call.path.slice(DOCS.length));
  return (
    reply ??
    refuse(404, 'ROUTE_NOT_FOUND', `There is no ${call.method} ${call.path}; the API reference is ${DOCS}.`)
  );
}

/** What a world says of itself. */
function healthOf<T extends Tables>({ world }: Room<T>): Reply {
  return said(
    jsonReply(
      200,
      JSON.stringify({
        status: 'ok',
        version: packageIdentity().version,
        world: world.name,
        seed: Number(world.seed),
        now: isoOf(world.clock.now()),
      }),
    ),
  );
}

async function inside<T extends Tables>(app: App<T>, call: Call, path: string): Promise<Reply> {
  const [{ answer, routes }, { laboratory }, { Trouble }] = await Promise.all([
    import('./routes.ts'),
    import('./laboratory.ts'),
    import('./trouble.ts'),
  ]);
  const lab = laboratory(app as unknown as App);
  try {
    const reply = await answer(call, path, lab, healthOf);
    if (reply) return said(reply);
  } catch (error) {
    if (error instanceof Trouble) return refuse(error.status, error.code, error.message, error.errors);
    app.rooms.main.machine.fault(error, `${call.method} ${call.path}`);
    return refuse(
      500,
      'SERVER_ERROR',
      'The mock failed at this; its log says how. Nothing is known to have changed.',
    );
  }
  const there = Object.keys(routes).map((route) => route.replace(' ', ` ${CONTROL_BASE}`));
  return refuse(
    404,
    'ROUTE_NOT_FOUND',
    `There is no ${call.method} ${call.path}; there is ${there.join(', ')}.`,
  );
}

function said(reply: Reply): Reply {
  reply.headers['Cache-Control'] = 'no-store';
  // What holds passwords is shown in no frame, taken for nothing else, and read by no page of another origin.
  reply.headers['X-Content-Type-Options'] = 'nosniff';
  reply.headers['Cross-Origin-Resource-Policy'] = 'same-origin';
  return reply;
}

const refuse = (status: number, code: string, message: string, errors?: object | null): Reply =>
  said(
    jsonReply(
      status,
      JSON.stringify({ error: { code, message: message.slice(0, 4000), ...(errors && { errors }) } }),
    ),
  );
