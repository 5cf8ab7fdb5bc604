// The calls of the laboratory over HTTP, as openapi/control.yaml describes them: read when the first of them comes.
import { isObject } from '../contract/is-object.ts';
import { readJsonBytes } from '../contract/json-pieces.ts';
import type { WorldServer } from '../server/app.ts';
import { type Call, jsonReply, type Reply } from '../server/http/call.ts';
import { isModest, MAX_DEPTH } from '../server/http/json.ts';
import { preferredWorld } from '../server/http/prefer-header.ts';
import { integer, oneOf, type Parser, parseMembers, requireMember, text, worldName } from './body-parsers.ts';
import type { ControlApi, WorldControl } from './control-api.ts';
import { ControlError, invalidInput } from './control-error.ts';
import { controlEventStream } from './event-stream.ts';
import { exportText } from './export-text.ts';
import type { RequestFilter } from './request-log-control.ts';

/** What a world says of itself when it is asked after its health. */
type HealthReply = (worldServer: WorldServer) => Reply;

type RouteRequest = {
  health: HealthReply;
  control: ControlApi;
  /** the world the call is about */
  world: WorldControl;
  /** the parts of the path in braces */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** has somebody told when the client goes away */
  onAbort: Call['onAbort'];
  /** what was sent, parsed; undefined for nothing */
  body: unknown;
};

/** What a route gives: a JSON value for 200, or a reply of its own. */
type Route = (request: RouteRequest) => unknown;

/** A reply that is not plain 200. */
class CustomReply {
  readonly reply: Reply;
  constructor(reply: Reply) {
    this.reply = reply;
  }
}
const createdReply = (value: unknown): CustomReply => new CustomReply(jsonReply(201, JSON.stringify(value)));

const instantParser: Parser<string | number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? { value } : text(64)(value);

export const routes: Readonly<Record<string, Route>> = {
  'GET /health': ({ world, health }) => new CustomReply(health(world.worldServer)),
  'POST /reset': ({ world, health }) => {
    world.reset();
    return new CustomReply(health(world.worldServer));
  },

  'GET /worlds': ({ control }) => ({ worlds: control.worlds.list() }),
  'POST /worlds': ({ control, body }) => {
    const made = control.worlds.create(
      parseMembers(body, {
        name: worldName,
        from: worldName,
        snapshot: worldName,
        world: text(255),
        seed: integer(0, Number.MAX_SAFE_INTEGER),
        clock: text(64),
        lifecycle: oneOf(['time', 'immediate', 'manual']),
      }),
    );
    const [info] = control.worlds.list().filter((one) => one.name === made.name);
    return createdReply({ ...info, personas: made.personas });
  },
  'DELETE /worlds/{name}': ({ control, params }) => {
    control.worlds.delete(params.name ?? '');
    return { deleted: params.name };
  },

  'GET /clock': ({ world }) => world.clock.now(),
  'POST /clock/freeze': ({ world }) => world.clock.freeze(),
  'POST /clock/resume': ({ world }) => world.clock.resume(),
  'POST /clock/advance': ({ world, body }) => {
    const { by } = parseMembers(body, { by: instantParser });
    return world.clock.advanceInSteps(
      requireMember(by, '/by', 'an ISO 8601 duration such as P1M, one such as 30d, or milliseconds.'),
    );
  },
  'POST /clock/set': ({ world, body }) => {
    const { to } = parseMembers(body, { to: instantParser });
    return world.clock.setInSteps(
      requireMember(to, '/to', 'an ISO 8601 instant, or milliseconds since 1970.'),
    );
  },

  'POST /seed': ({ control, world, body }) => {
    world.seed(parseMembers(body, { seed: integer(0, Number.MAX_SAFE_INTEGER), world: text(255) }));
    const [info] = control.worlds.list().filter((one) => one.name === world.name);
    return { ...info, personas: world.personas };
  },
  'GET /snapshots': ({ world }) => ({ snapshots: world.snapshots.list() }),
  'POST /snapshots': ({ world, body }) =>
    createdReply(world.snapshots.take(parseMembers(body, { name: worldName }).name)),
  'POST /snapshots/{name}/restore': ({ world, params }) => world.snapshots.restore(params.name ?? ''),
  'DELETE /snapshots/{name}': ({ world, params }) => {
    world.snapshots.remove(params.name ?? '');
    return { deleted: params.name };
  },
  'GET /export': ({ world }) =>
    new CustomReply({
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: '',
      pieces: exportText(world.export()),
    }),
  'POST /import': ({ control, world, body }) => {
    world.import(body, 'owned');
    const [info] = control.worlds.list().filter((one) => one.name === world.name);
    return { ...info, personas: world.personas };
  },

  'GET /policy': ({ world }) => world.policy.get(),
  'PUT /policy': ({ world, body }) => {
    // What may stand in a policy is the desk's to say.
    if (body !== undefined && !isObject(body)) throw invalidInput({ '': ['must be an object.'] });
    return world.policy.set(body ?? {});
  },
  'GET /personas': ({ world }) => ({ personas: world.personas }),

  'GET /outbox': ({ world }) => world.outbox(),
  'GET /events': ({ world }) =>
    new CustomReply({
      status: 200,
      headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
      body: 'retry: 1000\n\n',
      eventStream: controlEventStream(world.worldServer),
    }),

  'GET /resources': ({ world }) => ({ types: world.resources.types() }),
  'GET /resources/{type}/{id}': ({ world, params }) =>
    world.resources.get(params.type ?? '', params.id ?? ''),
  'POST /resources/{type}/{id}/{lever}': ({ world, params }) =>
    world.resources.pull(params.type ?? '', params.id ?? '', params.lever ?? ''),

  'GET /requests': ({ world, query }) => world.requests.list(requestFilter(query)),
  'DELETE /requests': ({ world }) => {
    world.requests.clear();
    return world.requests.list();
  },
  'GET /requests.har': ({ world }) => world.requests.har(),
  'GET /requests/wait': ({ world, query, onAbort }) =>
    world.requests.wait(requestFilter(query), {
      count: integerParameter(query, 'count', 1, 1000) ?? 1,
      timeout_ms: integerParameter(query, 'timeout_ms', 0, 60_000) ?? 5000,
      ...(onAbort && { gone: onAbort }),
    }),
  'GET /requests/{id}': ({ world, params }) => world.requests.get(params.id ?? ''),
  'GET /requests/{id}/explain': ({ world, params }) => world.requests.explain(params.id ?? ''),

  'GET /faults': ({ world }) => ({ faults: world.faults.list() }),
  'POST /faults': ({ world, body }) =>
    createdReply(world.faults.add(body as Parameters<WorldControl['faults']['add']>[0])),
  'DELETE /faults': ({ world }) => {
    const deleted = world.faults.list().map(({ id }) => id);
    world.faults.clear();
    return { deleted };
  },
  'DELETE /faults/{id}': ({ world, params }) => {
    world.faults.remove(params.id ?? '');
    return { deleted: params.id };
  },
};

/** A whole number in a query. @throws Trouble 422 */
function integerParameter(
  query: URLSearchParams,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  const read = integer(least, most)(/^\d+$/.test(value) ? Number(value) : value);
  if (typeof read === 'string') throw invalidInput({ [`/${name}`]: [read] });
  return read.value;
}

function requestFilter(query: URLSearchParams): RequestFilter {
  const filter: RequestFilter = {};
  for (const name of ['operation', 'status', 'method', 'caller', 'since'] as const) {
    const value = query.get(name);
    if (value !== null) filter[name] = value;
  }
  const limit = integerParameter(query, 'limit', 0, 10_000);
  if (limit !== undefined) filter.limit = limit;
  return filter;
}

type Compiled = { method: string; pattern: RegExp; names: string[]; run: Route };

const compiled: readonly Compiled[] = Object.entries(routes).map(([key, run]) => {
  const [method = '', path = ''] = key.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, found = '']) => found);
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`);
  return { method, pattern, names, run };
});

/**
 * Answers a call of the laboratory; undefined when there is none of that method and path.
 * @param path below the control API's base
 * @throws Trouble
 */
export async function handleControlCall(
  call: Call,
  path: string,
  control: ControlApi,
  health: HealthReply,
): Promise<Reply | undefined> {
  for (const { method, pattern, names, run } of compiled) {
    const found = method === call.method ? pattern.exec(path) : null;
    if (!found) continue;
    const params = Object.fromEntries(names.map((one, at) => [one, decodeSegment(found[at + 1] ?? '')]));
    const query = new URLSearchParams(call.query);
    const named = call.world ?? query.get('world') ?? preferredWorld(call) ?? call.headers['x-mock-world'];
    const world = named === undefined ? control.worlds.get(control.name) : control.worlds.get(named);
    const value = await run({
      health,
      control,
      world,
      params,
      query,
      onAbort: call.onAbort,
      body: parseBody(call),
    });
    return value instanceof CustomReply ? value.reply : jsonReply(200, JSON.stringify(value));
  }
  return undefined;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A body with more bytes is read row by row, and never becomes one text. */
const LARGE = 4_194_304;

function parseBody({ body, headers }: Call): unknown {
  if (body === null || body.length === 0) return undefined;
  // A form or a script of another page can send every type but this one without being asked first.
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
    throw invalidInput({ '': ['must be JSON, sent with Content-Type: application/json.'] });
  }
  if (!isModest(body, MOST_VALUES))
    throw malformed(`nests deeper than ${MAX_DEPTH} levels, or has more than ${MOST_VALUES} values.`);
  try {
    return body.length > LARGE
      ? readJsonBytes(body)
      : JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw malformed('is no JSON in UTF-8.');
  }
}

/** The most values that are read from one body; the large world has half as many. */
const MOST_VALUES = 5_000_000;

const malformed = (sentence: string): ControlError =>
  new ControlError(422, 'MALFORMED_JSON', `The body ${sentence}`, { '': [sentence] });
