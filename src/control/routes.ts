// The routes of the control API over HTTP, as openapi/control.yaml describes them. This file is loaded with the first
// call.
import { isObject } from '../contract/is-object.ts';
import type { WorldServer } from '../server/app.ts';
import { type Call, jsonReply, type Reply } from '../server/http/call.ts';
import { integer, oneOf, type Parser, parseMembers, requireMember, text, worldName } from './body-parsers.ts';
import type { ControlApi } from './control-api.ts';
import { ControlError, invalidInput } from './control-error.ts';
import { controlEventStream } from './event-stream.ts';
import { exportText } from './import-export/export-text.ts';
import {
  integerParameter,
  momentNumber,
  optional,
  requestFilter,
  rowsQuery,
  timelineFilter,
} from './query-parsers.ts';
import { findPersona } from './request-log/request-repeat.ts';
import { MAX_LISTED_ROWS } from './timeline/timeline-control.ts';
import type { WorldControl } from './world-control.ts';

/** Builds the health reply of a world. */
export type HealthReply = (worldServer: WorldServer) => Reply;

type RouteRequest = {
  health: HealthReply;
  control: ControlApi;
  /** The world that the call names. */
  world: WorldControl;
  /** The decoded values of the placeholders in the path. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Registers a listener for the disconnection of the client. */
  onAbort: Call['onAbort'];
  /** The parsed JSON body; undefined when the call has none. */
  body: unknown;
};

/** Handles a call: returns the JSON value of a 200 reply, or a `CustomReply`. */
export type Route = (request: RouteRequest) => unknown;

/** Wraps a reply that is not a 200 reply with a JSON value. */
export class CustomReply {
  readonly reply: Reply;
  constructor(reply: Reply) {
    this.reply = reply;
  }
}
const createdReply = (value: unknown): CustomReply => new CustomReply(jsonReply(201, JSON.stringify(value)));

const instantParser: Parser<string | number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? { value } : text(64)(value);

/** All routes of the control API by `METHOD /path`. */
export const routes: Readonly<Record<string, Route>> = {
  'GET /health': ({ world, health }) => new CustomReply(health(world.worldServer)),
  'GET /ready': async ({ control }) => {
    await control.worlds.ready().catch(({ message }: Error) => {
      throw new ControlError(503, 'NOT_READY', message);
    });
    return { status: 'ready' };
  },
  'POST /reset': ({ world, health }) => {
    world.reset();
    return new CustomReply(health(world.worldServer));
  },

  'GET /worlds': async ({ control }) => ({ worlds: await control.worlds.listAll() }),
  'POST /worlds': ({ control, body }) => {
    const created = control.worlds.create(
      parseMembers(body, {
        name: worldName,
        from: worldName,
        snapshot: worldName,
        at: integer(0, Number.MAX_SAFE_INTEGER),
        world: text(255),
        seed: integer(0, Number.MAX_SAFE_INTEGER),
        clock: text(64),
        lifecycle: oneOf(['time', 'immediate', 'manual']),
      }),
    );
    const [info] = control.worlds.list().filter((info) => info.name === created.name);
    return createdReply({ ...info, personas: created.personas });
  },
  'DELETE /worlds/{name}': ({ control, params }) => {
    control.worlds.delete(params.name ?? '');
    return { deleted: params.name };
  },

  'GET /clock': ({ world }) => world.clock.now(),
  'GET /clock/timers': ({ world, query }) => world.clock.upcoming(integerParameter(query, 'limit', 1, 1000)),
  'POST /clock/freeze': ({ world }) => world.clock.freeze(),
  'POST /clock/resume': ({ world }) => world.clock.resume(),
  'POST /clock/advance': ({ world, body }) => {
    const { by } = parseMembers(body, { by: instantParser });
    return world.clock.advanceInSteps(
      requireMember(by, '/by', 'an ISO 8601 duration such as P1M, one such as 30d, milliseconds, or next.'),
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
    const [info] = control.worlds.list().filter((info) => info.name === world.name);
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
  'GET /timeline': ({ world, query }) => world.timeline.list(timelineFilter(query)),
  'GET /timeline/{seq}': ({ world, params }) => world.timeline.get(momentNumber(params.seq)),
  'GET /timeline/{seq}/difference': ({ world, params, query }) =>
    world.timeline.difference(
      momentNumber(params.seq),
      optional('limit', integerParameter(query, 'limit', 0, MAX_LISTED_ROWS)),
    ),
  'GET /timeline/{seq}/test': ({ world, params }) => ({
    text: world.timeline.test(momentNumber(params.seq)),
  }),

  'GET /export': ({ world, query }) =>
    new CustomReply({
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: '',
      pieces: exportText(
        world.export(optional('at', integerParameter(query, 'at', 0, Number.MAX_SAFE_INTEGER))),
      ),
    }),
  'POST /import': ({ control, world, body }) => {
    world.import(body, 'owned');
    const [info] = control.worlds.list().filter((info) => info.name === world.name);
    return { ...info, personas: world.personas };
  },

  'POST /arrange': ({ world, body }) => world.arrange(body),

  'GET /policy': ({ world }) => world.policy.get(),
  'PUT /policy': ({ world, body }) => {
    // The body must be an object; the policy control checks its members.
    if (body !== undefined && !isObject(body)) throw invalidInput({ '': ['must be an object.'] });
    return world.policy.set(body ?? {});
  },
  'GET /personas': ({ world }) => ({ personas: world.personas }),
  'GET /personas/{name}': ({ world, params: { name = '' } }) => ({
    name,
    ...findPersona(world.worldServer, name),
  }),

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

  'GET /tables': ({ world }) => ({ tables: world.tables.list() }),
  'GET /tables/{table}/rows': ({ world, params, query }) =>
    world.tables.rows(params.table ?? '', rowsQuery(query)),
  'GET /tables/{table}/rows/{id}': ({ world, params }) =>
    world.tables.get(params.table ?? '', params.id ?? ''),
  'GET /records/{id}': ({ world, params }) => world.tables.find(params.id ?? ''),

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
  'POST /requests/{id}/repeat': ({ control, world, params, body }) => {
    const { world: target, ...options } = parseMembers(body, {
      as: worldName,
      prefer: text(255),
      world: worldName,
    });
    return world.requests.repeat(params.id ?? '', {
      ...options,
      ...(target !== undefined && { world: control.worlds.get(target).worldServer }),
    });
  },
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
