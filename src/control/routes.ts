// The calls of the laboratory over HTTP, as openapi/control.yaml describes them: read when the first of them comes.
import { readJsonBytes } from '../contract/json-pieces.ts';
import type { Room } from '../server/app.ts';
import { type Call, jsonReply, type Reply } from '../server/call.ts';
import { isModest, MAX_DEPTH } from '../server/json.ts';
import { worldOf } from '../server/prefer.ts';
import { feedOf } from './events.ts';
import { exportText } from './export-text.ts';
import type { Laboratory, LabWorld } from './laboratory.ts';
import { isObject, members, name, needed, oneOf, type Read, text, whole } from './reading.ts';
import type { RequestFilter } from './requests-desk.ts';
import { Trouble, unusable } from './trouble.ts';

/** What a world says of itself when it is asked after its health. */
type Health = (room: Room) => Reply;

type Ask = {
  health: Health;
  lab: Laboratory;
  /** the world the call is about */
  world: LabWorld;
  /** the parts of the path in braces */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** has somebody told when the client goes away */
  gone: Call['gone'];
  /** what was sent, parsed; undefined for nothing */
  body: unknown;
};

/** What a route gives: a JSON value for 200, or a reply of its own. */
type Route = (ask: Ask) => unknown;

/** A reply that is not plain 200. */
class Special {
  readonly reply: Reply;
  constructor(reply: Reply) {
    this.reply = reply;
  }
}
const created = (value: unknown): Special => new Special(jsonReply(201, JSON.stringify(value)));

const moment: Read<string | number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? { value } : text(64)(value);

export const routes: Readonly<Record<string, Route>> = {
  'GET /health': ({ world, health }) => new Special(health(world.room)),
  'POST /reset': ({ world, health }) => {
    world.reset();
    return new Special(health(world.room));
  },

  'GET /worlds': ({ lab }) => ({ worlds: lab.worlds.list() }),
  'POST /worlds': ({ lab, body }) => {
    const made = lab.worlds.create(
      members(body, {
        name,
        from: name,
        snapshot: name,
        world: text(255),
        seed: whole(0, Number.MAX_SAFE_INTEGER),
        clock: text(64),
        lifecycle: oneOf(['time', 'immediate', 'manual']),
      }),
    );
    const [info] = lab.worlds.list().filter((one) => one.name === made.name);
    return created({ ...info, personas: made.personas });
  },
  'DELETE /worlds/{name}': ({ lab, params }) => {
    lab.worlds.delete(params.name ?? '');
    return { deleted: params.name };
  },

  'GET /clock': ({ world }) => world.clock.now(),
  'POST /clock/freeze': ({ world }) => world.clock.freeze(),
  'POST /clock/resume': ({ world }) => world.clock.resume(),
  'POST /clock/advance': ({ world, body }) => {
    const { by } = members(body, { by: moment });
    return world.clock.advanceInSteps(
      needed(by, '/by', 'an ISO 8601 duration such as P1M, one such as 30d, or milliseconds.'),
    );
  },
  'POST /clock/set': ({ world, body }) => {
    const { to } = members(body, { to: moment });
    return world.clock.setInSteps(needed(to, '/to', 'an ISO 8601 instant, or milliseconds since 1970.'));
  },

  'POST /seed': ({ lab, world, body }) => {
    world.seed(members(body, { seed: whole(0, Number.MAX_SAFE_INTEGER), world: text(255) }));
    const [info] = lab.worlds.list().filter((one) => one.name === world.name);
    return { ...info, personas: world.personas };
  },
  'GET /snapshots': ({ world }) => ({ snapshots: world.snapshots.list() }),
  'POST /snapshots': ({ world, body }) => created(world.snapshots.take(members(body, { name }).name)),
  'POST /snapshots/{name}/restore': ({ world, params }) => world.snapshots.restore(params.name ?? ''),
  'DELETE /snapshots/{name}': ({ world, params }) => {
    world.snapshots.remove(params.name ?? '');
    return { deleted: params.name };
  },
  'GET /export': ({ world }) =>
    new Special({
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: '',
      pieces: exportText(world.export()),
    }),
  'POST /import': ({ lab, world, body }) => {
    world.import(body, 'owned');
    const [info] = lab.worlds.list().filter((one) => one.name === world.name);
    return { ...info, personas: world.personas };
  },

  'GET /policy': ({ world }) => world.policy.get(),
  'PUT /policy': ({ world, body }) => {
    // What may stand in a policy is the desk's to say.
    if (body !== undefined && !isObject(body)) throw unusable({ '': ['must be an object.'] });
    return world.policy.set(body ?? {});
  },
  'GET /personas': ({ world }) => ({ personas: world.personas }),

  'GET /outbox': ({ world }) => world.outbox(),
  'GET /events': ({ world }) =>
    new Special({
      status: 200,
      headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
      body: 'retry: 1000\n\n',
      feed: feedOf(world.room),
    }),

  'GET /resources': ({ world }) => ({ types: world.resources.types() }),
  'GET /resources/{type}/{id}': ({ world, params }) =>
    world.resources.get(params.type ?? '', params.id ?? ''),
  'POST /resources/{type}/{id}/{lever}': ({ world, params }) =>
    world.resources.pull(params.type ?? '', params.id ?? '', params.lever ?? ''),

  'GET /requests': ({ world, query }) => world.requests.list(filterOf(query)),
  'DELETE /requests': ({ world }) => {
    world.requests.clear();
    return world.requests.list();
  },
  'GET /requests.har': ({ world }) => world.requests.har(),
  'GET /requests/wait': ({ world, query, gone }) =>
    world.requests.wait(filterOf(query), {
      count: numberIn(query, 'count', 1, 1000) ?? 1,
      timeout_ms: numberIn(query, 'timeout_ms', 0, 60_000) ?? 5000,
      ...(gone && { gone }),
    }),
  'GET /requests/{id}': ({ world, params }) => world.requests.get(params.id ?? ''),
  'GET /requests/{id}/explain': ({ world, params }) => world.requests.explain(params.id ?? ''),

  'GET /faults': ({ world }) => ({ faults: world.faults.list() }),
  'POST /faults': ({ world, body }) =>
    created(world.faults.add(body as Parameters<LabWorld['faults']['add']>[0])),
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
function numberIn(query: URLSearchParams, name: string, least: number, most: number): number | undefined {
  const given = query.get(name);
  if (given === null) return undefined;
  const read = whole(least, most)(/^\d+$/.test(given) ? Number(given) : given);
  if (typeof read === 'string') throw unusable({ [`/${name}`]: [read] });
  return read.value;
}

function filterOf(query: URLSearchParams): RequestFilter {
  const filter: RequestFilter = {};
  for (const name of ['operation', 'status', 'method', 'caller', 'since'] as const) {
    const value = query.get(name);
    if (value !== null) filter[name] = value;
  }
  const limit = numberIn(query, 'limit', 0, 10_000);
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
export async function answer(
  call: Call,
  path: string,
  lab: Laboratory,
  health: Health,
): Promise<Reply | undefined> {
  for (const { method, pattern, names, run } of compiled) {
    const found = method === call.method ? pattern.exec(path) : null;
    if (!found) continue;
    const params = Object.fromEntries(names.map((one, at) => [one, decoded(found[at + 1] ?? '')]));
    const query = new URLSearchParams(call.query);
    const named = call.world ?? query.get('world') ?? worldOf(call) ?? call.headers['x-mock-world'];
    const world = named === undefined ? lab.worlds.get(lab.name) : lab.worlds.get(named);
    const given = await run({ health, lab, world, params, query, gone: call.gone, body: bodyOf(call) });
    return given instanceof Special ? given.reply : jsonReply(200, JSON.stringify(given));
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A body with more bytes is read row by row, and never becomes one text. */
const LARGE = 4_194_304;

function bodyOf({ body, headers }: Call): unknown {
  if (body === null || body.length === 0) return undefined;
  // A form or a script of another page can send every type but this one without being asked first.
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
    throw unusable({ '': ['must be JSON, sent with Content-Type: application/json.'] });
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

const malformed = (sentence: string): Trouble =>
  new Trouble(422, 'MALFORMED_JSON', `The body ${sentence}`, { '': [sentence] });
