// Sends a logged request again: as another persona, to another world, or with a preference such as a fault.
import { isObject } from '../../contract/is-object.ts';
import { parsedJson } from '../../contract/json/parsed-json.ts';
import type { WorldServer } from '../../server/app.ts';
import { type Call, splitWorldPath } from '../../server/http/call.ts';
import type { Persona } from '../../server/mock-definition.ts';
import type { LoggedRequest } from '../../server/request-log.ts';
import { ControlError } from '../control-error.ts';

export type RepeatTarget = Pick<WorldServer, 'name' | 'seeded' | 'deps' | 'handle'>;

/** What is different when a request is sent again. */
export type RepeatOptions = {
  /**
   * the name of the persona that sends it, or `anonymous` for no credential; when left out the original credential, or a
   * new session of its user when its session has ended
   */
  as?: string;
  /** the value of its `Prefer` header, such as `fault=reset`; none when left out */
  prefer?: string;
  /** true when the URL is to name the world that answers it */
  toWorld?: boolean;
  /** its path and query, when they are to differ, such as `/v1/orders?status=pending` */
  url?: string;
  /** its body, when it is to differ; in JSON `***` stands for the secret at its place in the logged body */
  body?: string;
};

/** The name that stands for a request without a credential. */
const ANONYMOUS = 'anonymous';

/** HTTP headers that belong to one attempt: a repeated request must not be answered with the stored reply of the first. */
const HEADERS_OF_ONE_ATTEMPT = ['prefer', 'idempotency-key', 'x-mock-world', 'x-mock-tool'];

/**
 * Sends a logged request again to a world, with the same method, path, query, headers and body. Secrets that the log
 * hides are sent. The request gets no `Idempotency-Key`, so that it takes effect again.
 * @throws ControlError REQUEST_NOT_REPEATABLE, PERSONA_NOT_FOUND, and PERSONA_HAS_NO_CREDENTIAL for a persona that must log in first
 */
export async function repeatRequest(
  target: RepeatTarget,
  { context, sent }: LoggedRequest,
  options: RepeatOptions,
): Promise<{ id: string; signedIn: boolean }> {
  const { call } = context;
  if (context.logged?.passed)
    throw new ControlError(
      'REQUEST_NOT_REPEATABLE',
      'This request was sent to the upstream, for which the mock keeps no credentials: send it again from your client.',
    );
  const headers: Record<string, string | undefined> = { ...call.headers };
  for (const name of HEADERS_OF_ONE_ATTEMPT) delete headers[name];
  const token = options.as === undefined ? newSession(target, context) : null;
  if (options.as !== undefined) headers.authorization = authorizationOf(target, options.as);
  else if (token !== null) headers.authorization = `Bearer ${token}`;
  if (options.prefer !== undefined) headers.prefer = options.prefer;
  const { url, body } = options;
  const [path = '', query = ''] = url?.split(/\?(.*)/s) ?? [];
  if (body !== undefined) headers['content-type'] ??= 'application/json';
  const repeated: Call = {
    ...call,
    ...(url !== undefined && { path: splitWorldPath(path)?.path ?? path, query }),
    headers,
    body: body === undefined ? sent : new TextEncoder().encode(withSecrets(body, sent)),
    ...(options.toWorld && worldPath(target)),
  };
  delete repeated.onAbort;
  // The sender of the first request may have aborted its signal since, for example by a time-out.
  delete repeated.signal;
  const reply = await target.handle(repeated);
  return { id: reply.headers['X-Request-Id'] ?? '', signedIn: token !== null };
}

// Puts the secrets of the sent body in place of those `***` that stand at the same places of another one, if both are
// JSON.
function withSecrets(body: string, sent: Uint8Array | null): string {
  const [edited, original] = [body, new TextDecoder().decode(sent ?? new Uint8Array())].map(parsedJson);
  if (!body.includes('***') || edited === undefined || original === undefined) return body;
  const fill = (value: unknown, known: unknown): unknown => {
    if (value === '***' && typeof known === 'string') return known;
    if (Array.isArray(value)) return value.map((one, at) => fill(one, Reflect.get(Object(known), at)));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, fill(one, Reflect.get(Object(known), name))]),
    );
  };
  return JSON.stringify(fill(edited, original));
}

// Begins a session of the user who sent a request, when the session of the request is no longer accepted. Returns the
// token of the session; null when none is needed or possible.
function newSession(
  { deps: { definition, world } }: RepeatTarget,
  { call, caller: { kind, userId } }: LoggedRequest['context'],
): string | null {
  if (kind !== 'session' || userId === null || call.headers.authorization === undefined) return null;
  const [, bearer = ''] = /^bearer\s+(\S+)$/i.exec(call.headers.authorization) ?? [];
  return world.transact(null, (store) =>
    'refused' in definition.resolveCredential(store, bearer)
      ? (definition.beginSession?.(store, userId) ?? null)
      : null,
  );
}

const worldPath = ({ name }: RepeatTarget): Pick<Call, 'world' | 'base'> => ({
  world: name,
  base: `/w/${name}`,
});

function authorizationOf(target: RepeatTarget, name: string): string | undefined {
  if (name === ANONYMOUS) return undefined;
  const { token, apiKey } = findPersona(target, name);
  const credential = token ?? apiKey;
  if (credential !== undefined) return `Bearer ${credential}`;
  throw new ControlError(
    'PERSONA_HAS_NO_CREDENTIAL',
    `The persona ${name} has no token: log in as it first, and send the request with the token of the log-in.`,
  );
}

/**
 * Returns the persona of a world with this name.
 * @throws ControlError 404 PERSONA_NOT_FOUND that names the personas
 */
export function findPersona(
  { seeded, name: world }: Pick<RepeatTarget, 'name' | 'seeded'>,
  name: string,
): Persona {
  const { personas } = seeded;
  const persona = Object.hasOwn(personas, name) ? personas[name] : undefined;
  if (persona) return persona;
  throw new ControlError(
    'PERSONA_NOT_FOUND',
    `The world ${world} has no persona ${name.slice(0, 64)}; there are: ${Object.keys(personas).join(', ')}.`,
  );
}
