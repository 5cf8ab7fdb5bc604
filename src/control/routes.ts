// The calls of the control API over HTTP, from openapi/control.yaml. Loaded with the first call.
import { measureJson } from '../contract/json/json-scan.ts';
import { percentDecoded } from '../contract/json/pointer.ts';
import { packageIdentity } from '../contract/package.ts';
import type { ParamsOf } from '../contract/types.ts';
import type { NewFault } from '../server/fault-injection/faults.ts';
import { type Call, jsonReply, type Reply } from '../server/http/call.ts';
import { MAX_DEPTH } from '../server/http/json.ts';
import { preferredWorld } from '../server/http/prefer-header.ts';
import { toIso } from '../state/instant.ts';
import { repeatWorld } from './call-target.ts';
import type { ControlApi } from './control-api.ts';
import { ControlError, invalidInput } from './control-error.ts';
import { controlEventStream } from './event-stream.ts';
import { operationTable } from './generated/operations.ts';
import type { operations } from './generated/schema.ts';
import { exportText } from './import-export/export-text.ts';
import { checkInput, type InputSchema, parseInput } from './input.ts';
import type { BodyOf, ControlOperation, ControlOperationId, QueryOf } from './operations.ts';
import { findPersona } from './request-log/request-repeat.ts';
import type { WorldControl } from './world-control.ts';

type PathOf<Id extends ControlOperationId> = ParamsOf<operations[Id]>;

type RouteRequest<Id extends ControlOperationId> = {
  control: ControlApi;
  /** The world that the call names. */
  world: WorldControl;
  /** The decoded values of the placeholders in the path. */
  path: PathOf<Id>;
  query: QueryOf<Id>;
  body: BodyOf<Id>;
  /** Registers a listener for the disconnection of the client. */
  onAbort: Call['onAbort'];
};

/** Handles a call: returns the JSON value of a 200 reply, or a `CustomReply`. */
type Handler<Id extends ControlOperationId> = (request: RouteRequest<Id>) => unknown;

/** Wraps a reply that is not a 200 reply with a JSON value. */
class CustomReply {
  readonly reply: Reply;
  constructor(reply: Reply) {
    this.reply = reply;
  }
}
const created = (value: unknown): CustomReply => new CustomReply(jsonReply(201, JSON.stringify(value)));

const newWorld = (control: ControlApi, { name, personas }: WorldControl): object => ({
  ...control.worlds.list().find((info) => info.name === name),
  personas,
});

const health = ({ name, worldServer: { world } }: WorldControl): object => ({
  status: 'ok',
  version: packageIdentity().version,
  world: name,
  seed: Number(world.seed),
  now: toIso(world.clock.now()),
});

const handlers: { readonly [Id in ControlOperationId]: Handler<Id> } = {
  getHealth: ({ world }) => health(world),
  getReady: async ({ control }) => {
    await control.worlds.ready().catch(({ message }: Error) => {
      throw new ControlError('NOT_READY', message);
    });
    return { status: 'ready' };
  },
  reset: ({ world }) => {
    world.reset();
    return health(world);
  },
  getConditions: ({ control, world }) => ({
    faults: world.faults.list().length,
    frozen: world.clock.now().frozen,
    ...control.startedWith,
  }),
  getUndo: ({ world }) => world.undoable(),
  undo: ({ world }) => world.undo(),
  listWorlds: async ({ control }) => ({ worlds: await control.worlds.listAll() }),
  createWorld: ({ control, body }) => created(newWorld(control, control.worlds.create(body))),
  deleteWorld: ({ control, path }) => {
    control.worlds.delete(path.name);
    return { deleted: path.name };
  },
  undeleteWorld: ({ control, path }) => created(newWorld(control, control.worlds.undelete(path.name))),
  getClock: ({ world }) => world.clock.now(),
  listTimers: ({ world, query }) => world.clock.upcoming(query.limit),
  freezeClock: ({ world }) => world.clock.freeze(),
  resumeClock: ({ world }) => world.clock.resume(),
  advanceClock: ({ world, body }) => world.clock.advanceInSteps(body.by),
  setClock: ({ world, body }) => world.clock.setInSteps(body.to),
  seedWorld: ({ control, world, body }) => {
    world.seed(body);
    return newWorld(control, world);
  },
  listSnapshots: ({ world }) => ({ snapshots: world.snapshots.list() }),
  takeSnapshot: ({ world, body }) => created(world.snapshots.take(body?.name)),
  restoreSnapshot: ({ world, path }) => world.snapshots.restore(path.name),
  deleteSnapshot: ({ world, path }) => {
    world.snapshots.remove(path.name);
    return { deleted: path.name };
  },
  listTimeline: ({ world, query }) => world.timeline.list(query),
  getMoment: ({ world, path }) => world.timeline.get(path.seq),
  compareMoment: ({ world, path, query }) => world.timeline.difference(path.seq, query),
  getMomentTest: ({ world, path }) => ({ text: world.timeline.test(path.seq) }),
  exportWorld: ({ world, query }) =>
    new CustomReply({
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: '',
      pieces: exportText(world.export(query)),
    }),
  importWorld: ({ control, world, body }) => {
    world.import(body, 'owned');
    return newWorld(control, world);
  },
  arrange: ({ world, body }) => world.arrange(body),
  triggerWebhook: ({ world, body }) => world.webhooks.trigger(body.type),
  getPolicy: ({ world }) => world.policy.get(),
  setPolicy: ({ world, body }) => world.policy.set(body),
  listPersonas: ({ world }) => ({ personas: world.personas }),
  getPersona: ({ world, path }) => ({ name: path.name, ...findPersona(world.worldServer, path.name) }),
  getOutbox: ({ world }) => world.outbox(),
  followEvents: ({ world }) =>
    new CustomReply({
      status: 200,
      headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
      body: 'retry: 1000\n\n',
      eventStream: controlEventStream(world.worldServer),
    }),
  listLevers: ({ world }) => ({ types: world.resources.types() }),
  getLevers: ({ world, path }) => world.resources.get(path.type, path.id),
  pullLever: ({ world, path }) => world.resources.pull(path.type, path.id, path.lever),
  listTables: ({ world }) => ({ tables: world.tables.list() }),
  listRows: ({ world, path, query: { where = [], ...query } }) =>
    world.tables.rows(path.table, {
      ...query,
      where: Object.fromEntries(where.map((one) => one.split(/=(.*)/s).slice(0, 2))),
    }),
  getRow: ({ world, path }) => world.tables.get(path.table, path.id),
  restoreRow: ({ world, path, body }) => world.tables.restore(path.table, path.id, body.at),
  searchRecords: ({ world, query }) => ({ records: world.tables.search(query) }),
  findRecord: ({ world, path }) => world.tables.find(path.id),
  listRequests: ({ world, query }) => world.requests.list(query),
  clearRequests: ({ world }) => {
    world.requests.clear();
    return world.requests.list();
  },
  exportRequests: ({ world, query }) => world.requests.har(query),
  waitForRequests: ({ world, query: { count, timeout_ms, ...filter }, onAbort }) =>
    world.requests.wait(filter, {
      ...(count !== undefined && { count }),
      ...(timeout_ms !== undefined && { timeout_ms }),
      ...(onAbort && { gone: onAbort }),
    }),
  getRequest: ({ world, path }) => world.requests.get(path.id),
  repeatRequest({ control, world, path, body = {} }) {
    const { world: _, ...options } = body;
    const target = repeatWorld(body);
    return world.requests.repeat(path.id, {
      ...options,
      ...(target !== undefined && { world: control.worlds.get(target).worldServer }),
    });
  },
  explainRequest: ({ world, path }) => world.requests.explain(path.id),
  listFaults: ({ world }) => ({ faults: world.faults.list() }),
  addFault: ({ world, body }) => created(world.faults.add(body as NewFault)),
  clearFaults: ({ world }) => {
    const deleted = world.faults.list().map(({ id }) => id);
    world.faults.clear();
    return { deleted };
  },
  removeFault: ({ world, path }) => {
    world.faults.remove(path.id);
    return { deleted: path.id };
  },
};

const routes = operationTable.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

export const routeList = (): string[] => operationTable.map(({ method, path }) => `${method} ${path}`);

/**
 * Handles a call of the control API.
 * @param path the call's path below `/_mock/v1`, with a leading slash
 * @returns undefined when no operation has this method and path
 * @throws ControlError when the call is refused
 */
export async function handleControlCall(
  call: Call,
  path: string,
  control: ControlApi,
): Promise<Reply | undefined> {
  for (const { operation, pattern } of routes) {
    const found = operation.method === call.method ? pattern.exec(path) : null;
    if (!found) continue;
    const query = new URLSearchParams(call.query);
    const named = call.world ?? query.get('world') ?? preferredWorld(call) ?? call.headers['x-mock-world'];
    const request = {
      control,
      world: control.worlds.get(named ?? control.name),
      path: parsePath(operation, found.groups ?? {}),
      query: parseQuery(operation, query),
      body: parseBody(operation, call),
      onAbort: call.onAbort,
    };
    // The input has been parsed by the schemas from which the types of the operation are generated.
    const value = await (handlers[operation.id] as (request: unknown) => unknown)(request);
    return value instanceof CustomReply ? value.reply : jsonReply(200, JSON.stringify(value));
  }
  return undefined;
}

function parsePath({ parameters }: ControlOperation, groups: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(groups).map(([name, segment]) => {
      const { schema } = parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
      // A text that is no number becomes a number that nothing has.
      if (schema?.type === 'integer') return [name, /^\d{1,15}$/.test(segment) ? Number(segment) : -1];
      return [name, percentDecoded(segment)];
    }),
  );
}

// Throws ControlError 422 that names each invalid parameter.
function parseQuery({ parameters }: ControlOperation, query: URLSearchParams): object {
  const parsed: Record<string, unknown> = {};
  const errors: Record<string, string[]> = {};
  for (const { name, schema, in: place } of parameters) {
    const text = place === 'query' ? query.get(name) : null;
    if (text === null) continue;
    const value =
      schema.type === 'array'
        ? query.getAll(name)
        : schema.type === 'integer' && /^\d+$/.test(text)
          ? Number(text)
          : text;
    parsed[name] = value;
    // Any text is a valid filter that finds nothing, unless the document says more of it.
    const { maxLength: _, ...limits } = schema;
    if (text === '' && !schema.title && !schema.enum && schema.type === 'string') continue;
    checkInput(limits, value, '', (_pointer, sentence) => {
      errors[`/${name}`] = [sentence];
    });
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
  return parsed;
}

/** The bodies that their handlers check, because they are large, or because code in this process gives them too. */
const CHECKED_BY_HANDLER: readonly ControlOperationId[] = ['importWorld', 'arrange', 'addFault', 'setPolicy'];

function parseBody(operation: ControlOperation, call: Call): unknown {
  const schema: InputSchema | null = operation.body;
  if (schema === null) return undefined;
  const json = parseJson(call);
  if (CHECKED_BY_HANDLER.includes(operation.id)) return json;
  // A body may be left out unless one of its members is required.
  return parseInput(schema, json ?? {});
}

function parseJson({ body, headers }: Call): unknown {
  if (body === null || body.length === 0) return undefined;
  // For every other content type, a browser lets a form or script of another origin send the body without a preflight
  // request.
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
    throw invalidInput({ '': ['must be JSON, sent with Content-Type: application/json.'] });
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const { depth, values } = measureJson(text);
    if (depth <= MAX_DEPTH && values <= MAX_VALUES) return JSON.parse(text);
  } catch {
    throw malformed('is no JSON in UTF-8.');
  }
  throw malformed(`nests deeper than ${MAX_DEPTH} levels, or has more than ${MAX_VALUES} values.`);
}

/** The maximum number of JSON values in one body, about twice as many as in an export of the `large` world. */
const MAX_VALUES = 5_000_000;

const malformed = (sentence: string): ControlError =>
  new ControlError('MALFORMED_JSON', `The body ${sentence}`, { '': [sentence] });
