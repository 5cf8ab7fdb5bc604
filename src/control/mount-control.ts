// Mounts the control API at /_mock/v1 (openapi/control.yaml), and the console at /.

import type { App } from '../server/app.ts';
import { entryPointReply } from '../server/entry-point.ts';
import { type Call, jsonReply, type Reply } from '../server/http/call.ts';
import type { Tables } from '../state/tables/table.ts';
import {
  type AccessGuard,
  controlCorsHeaders,
  controlPreflight,
  isScriptRequest,
  refuseAccess,
  refuseOrigin,
  refusePage,
} from './access/access-guard.ts';

const CONTROL_BASE = '/_mock/v1';
/** The path of the document for the API reference, and the former path of its page. */
const DOCS_BASE = '/_mock/docs';
const REFERENCE = '/#/reference';
/** The path of the console's files; its page is `/`. */
const CONSOLE_BASE = '/_mock/console/';
/** The path of the script that shows, in another page, the requests of that page. */
const OVERLAY_PATH = '/_mock/overlay.js';

/** Mounts the control API on an app. The modules of the control API load with the first call that needs them. */
export function mountControl<T extends Tables>(app: App<T>, guard: AccessGuard): void {
  // Serves a page, which needs no token: its script sends the token with its calls.
  const servePage =
    (serve: (call: Call) => Promise<Reply>) =>
    (call: Call): Reply | Promise<Reply> => {
      const refusal = refuseOrigin(call, guard) ?? refusePage(call);
      return refusal === null ? serve(call) : errorReply(403, 'FORBIDDEN', refusal);
    };
  const serveAnyPage = servePage(pageOrNone);
  const allowedOrigins = guard.origins ?? new Set();

  // Serves the overlay, which pages of other origins load when `--cors` names any.
  const serveOverlay = async (call: Call): Promise<Reply> => {
    if (!isScriptRequest(call, guard)) return serveAnyPage(call);
    const refusal = refuseOrigin(call, guard);
    if (refusal !== null) return errorReply(403, 'FORBIDDEN', refusal);
    const reply = await pageOrNone(call);
    reply.headers['Cross-Origin-Resource-Policy'] = 'cross-origin';
    return reply;
  };

  /** Answers at `/_mock`: redirects browsers to the console, and tells programs what this server is. */
  const serveMockPath = servePage(async (call) =>
    isPageRequest(call) ? redirectToConsole(call) : withNoStore(entryPointReply(call, app.entryPoints)),
  );

  // Serves the console at `/` to browsers, and what lies at `/_mock`.
  const serveEntryPoint = (call: Call): Reply | Promise<Reply> | undefined => {
    if (call.path === '/') return isPageRequest(call) ? serveAnyPage(call) : undefined;
    return call.path === '/_mock' && isRead(call) ? serveMockPath(call) : undefined;
  };

  const refusalOf = (call: Call): Reply | null => {
    const refusal =
      refuseOrigin(call, guard) ??
      ([`${CONTROL_BASE}/health`, `${CONTROL_BASE}/ready`].includes(call.path)
        ? null
        : refuseAccess(call, guard));
    return refusal === null ? null : errorReply(403, 'FORBIDDEN', refusal);
  };

  const handler = (call: Call): Reply | Promise<Reply> => {
    const preflight = controlPreflight(call, allowedOrigins);
    if (preflight) return preflight;
    const cors = controlCorsHeaders(call, allowedOrigins);
    const reply = answer(call);
    return reply instanceof Promise
      ? reply.then((done) => withHeaders(done, cors))
      : withHeaders(reply, cors);
  };

  const answer = (call: Call): Reply | Promise<Reply> => {
    if (call.path === '/_mock/' && isRead(call)) return serveMockPath(call);
    const refusal = refusalOf(call) ?? unreadBodyRefusal(call);
    if (refusal !== null) return refusal;
    const path = call.path.startsWith(`${CONTROL_BASE}/`) ? call.path.slice(CONTROL_BASE.length) : '';
    return handleControl(app, call, path);
  };
  // `/_mock/` is also mounted, so that its pages can be replaced. `admitBody` checks the access before a body is read,
  // so that the body of a refused caller is never read.
  const admitBody = (call: Call): number | Reply => refusalOf(call) ?? maxBodyBytes(call);
  app.mount(`${CONTROL_BASE}/`, handler, admitBody);
  app.mount(DOCS_BASE, serveAnyPage, admitBody);
  app.mount(CONSOLE_BASE, serveAnyPage, admitBody);
  app.mount(OVERLAY_PATH, serveOverlay, admitBody);
  app.mount('/_mock/', handler, admitBody);
  app.mount('/', serveEntryPoint);
  Object.assign(app.entryPoints, { console: '/', reference: REFERENCE, control: CONTROL_BASE });
}

function withHeaders(reply: Reply, headers: Record<string, string>): Reply {
  Object.assign(reply.headers, headers);
  return reply;
}

// Reports whether a browser asks for a page, as against a program that takes any content type.
const isPageRequest = (call: Call): boolean =>
  isRead(call) && /\btext\/html\b/i.test(call.headers.accept ?? '');

const isRead = ({ method }: Call): boolean => method === 'GET' || method === 'HEAD';

const redirectToConsole = ({ base = '' }: Call): Reply =>
  withNoStore({ status: 302, headers: { Location: `${base}/`, Vary: 'Accept' }, body: '' });

/** 64 MiB: more than an export of the `large` world. */
const MAX_IMPORT_BYTES = 67_108_864;
const MAX_OTHER_BYTES = 65_536;

const maxBodyBytes = ({ method, path }: Call): number =>
  method === 'POST' && path === `${CONTROL_BASE}/import` ? MAX_IMPORT_BYTES : MAX_OTHER_BYTES;

// Returns the refusal of a call whose body could not be read; null when the body was read.
function unreadBodyRefusal(call: Call): Reply | null {
  if (call.bodyTooLarge)
    return errorReply(
      413,
      'PAYLOAD_TOO_LARGE',
      `The request body must have at most ${maxBodyBytes(call)} bytes.`,
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

// Serves a page or a file of a page; their module loads with the first request.
async function pageOrNone(call: Call): Promise<Reply> {
  const { servePage } = await import('./pages.ts');
  const isDocs = call.path.startsWith(DOCS_BASE);
  const hint = isDocs ? `the API reference is ${REFERENCE}` : 'the console is the page /';
  return (
    (await servePage(call)) ??
    errorReply(404, 'ROUTE_NOT_FOUND', `There is no ${call.method} ${call.path}; ${hint}.`)
  );
}

async function handleControl<T extends Tables>(app: App<T>, call: Call, path: string): Promise<Reply> {
  const [{ handleControlCall, routeList }, { controlApi }, { ControlError }] = await Promise.all([
    import('./routes.ts'),
    import('./control-api.ts'),
    import('./control-error.ts'),
  ]);
  const lab = controlApi(app as unknown as App);
  try {
    const reply = await handleControlCall(call, path, lab);
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
  const listed = routeList().map((route) => route.replace(' ', ` ${CONTROL_BASE}`));
  return errorReply(
    404,
    'ROUTE_NOT_FOUND',
    `There is no ${call.method} ${call.path}; there is ${listed.join(', ')}.`,
  );
}

function withNoStore(reply: Reply): Reply {
  reply.headers['Cache-Control'] = 'no-store';
  // The replies may contain passwords, so browsers must not guess another content type or use the replies in pages of
  // other origins.
  reply.headers['X-Content-Type-Options'] = 'nosniff';
  reply.headers['Cross-Origin-Resource-Policy'] = 'same-origin';
  // A browser shows a reply as a document when somebody opens its URL: the document may load nothing, and no page may
  // show it in a frame.
  reply.headers['Content-Security-Policy'] = "default-src 'none'; frame-ancestors 'none'";
  reply.headers['X-Frame-Options'] = 'DENY';
  return reply;
}

const errorReply = (status: number, code: string, message: string, errors?: object | null): Reply =>
  withNoStore(
    jsonReply(
      status,
      JSON.stringify({ error: { code, message: message.slice(0, 4000), ...(errors && { errors }) } }),
    ),
  );
