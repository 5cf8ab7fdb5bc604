// The reference server's instances (VPS), which the server calls boxes. Creating, switching and resizing a box takes
// the time that the options set.

import { isObject } from '../../../src/contract/is-object.ts';
import {
  actionReply,
  type Caller,
  conflictError,
  dataOf,
  findOwn,
  formatTime,
  type Handler,
  type ServerContext,
} from './handler-support.ts';
import { ServerRefusal } from './http.ts';
import { list } from './pagination.ts';
import { anyId, type Box } from './tenant-data.ts';

/** Returns a box with its present state; a change of the box completes when its time is over. */
function currentBox(server: ServerContext, box: Box): Box {
  if (box.turning !== null && box.turning.at <= server.now()) {
    box.power = box.turning.to;
    box.turning = null;
  }
  return box;
}

/** Builds the members that show the state of a box, as words or flags as the options choose. */
function stateView(server: ServerContext, { power, turning }: Box): Record<string, unknown> {
  const state = turning === null ? power : turning.to === 'up' ? 'spinning up' : 'spinning down';
  if (server.options.power === 'flags') return { on: power === 'up', there: power !== 'over' };
  if (server.options.power === 'power') return { power: state };
  const stateNames = { building: 'queued', up: 'Active', off: 'Parked', over: 'Destroyed' };
  return { status: turning === null ? stateNames[power] : power === 'building' ? 'queued' : 'Switching' };
}

const view = (server: ServerContext, box: Box): Record<string, unknown> => ({
  id: box.id,
  label: box.label,
  size: box.size,
  payer: box.payer,
  ...stateView(server, currentBox(server, box)),
  restarts: box.restarts,
  built: formatTime(server, box.createdAt),
});

/** Finds a box that belongs to the caller's tenant and is not terminated. */
function findBox(server: ServerContext, caller: Caller, id: string | undefined): Box {
  const box = currentBox(server, findOwn(server, caller, 'boxes', id ?? ''));
  if (box.power === 'over' && server.options.power !== 'status')
    throw new ServerRefusal(404, 'It is no more.');
  return box;
}

/** Refuses the request while a change of the box is in progress. */
function requireStableBox(server: ServerContext, box: Box): Box {
  if (box.turning !== null) throw conflictError(server, 'It is busy.');
  if (box.power === 'over') throw conflictError(server, 'It is no more.');
  return box;
}

const text = (body: unknown, name: string, wrong: Record<string, string[]>): string => {
  const value = isObject(body) ? body[name] : undefined;
  if (typeof value === 'string' && value.trim() !== '') return value;
  wrong[name] = ['some text is wanted'];
  return '';
};

function readMembers(server: ServerContext, body: unknown, names: readonly string[]): Record<string, string> {
  const wrong: Record<string, string[]> = {};
  const found = Object.fromEntries(names.map((name) => [name, text(body, name, wrong)]));
  if (server.options.extraMembers === 'refused' && isObject(body)) {
    for (const name of Object.keys(body)) if (!names.includes(name)) wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new ServerRefusal(422, 'Please look again.', wrong);
  return found;
}

const create: Handler = (serverRequest, _params, caller, server) => {
  const {
    label = '',
    size = '',
    payer = '',
  } = readMembers(server, serverRequest.body, ['label', 'size', 'payer']);
  const data = dataOf(server, caller.tenant);
  if (!data.customers.has(payer))
    throw new ServerRefusal(server.options.unknownCustomer, 'No such customer.', {
      payer: ['nobody has this id'],
    });
  const createdAt = server.now();
  const turning = { to: 'up', at: createdAt + server.options.building } as const;
  const box: Box = {
    id: anyId(server.options, createdAt),
    label,
    size,
    payer,
    power: 'building',
    turning,
    restarts: 0,
    createdAt,
  };
  data.boxes.set(box.id, box);
  return { status: server.options.created, body: { box: view(server, box) } };
};

const powerSwitch =
  (from: 'up' | 'off', to: 'up' | 'off', restart = false): Handler =>
  (_ask, params, caller, server) => {
    const box = requireStableBox(server, findBox(server, caller, params.id));
    if (box.power !== from) throw conflictError(server, `A box that is ${box.power} cannot do that.`);
    if (restart) box.restarts += 1;
    box.turning = { to, at: server.now() + server.options.building };
    return actionReply(server, view(server, box));
  };

const resize: Handler = (serverRequest, params, caller, server) => {
  const { size = '' } = readMembers(server, serverRequest.body, ['size']);
  const box = requireStableBox(server, findBox(server, caller, params.id));
  if (box.power === 'up' && server.options.power === 'power')
    throw conflictError(server, 'Switch it off before.');
  box.size = size;
  return actionReply(server, view(server, box));
};

const end: Handler = (_ask, params, caller, server) => {
  const box = findBox(server, caller, params.id);
  if (box.power === 'over') throw conflictError(server, 'It is no more.');
  box.power = 'over';
  box.turning = null;
  return actionReply(server, view(server, box), 200);
};

const all: Handler = (serverRequest, _params, caller, server) =>
  list(serverRequest, server, dataOf(server, caller.tenant).boxes.values(), (box) => view(server, box));

const get: Handler = (_ask, params, caller, server) => ({
  status: 200,
  body: { box: view(server, findBox(server, caller, params.id)) },
});

export const vpsRoutes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/vps', all],
  ['POST', '/vps', create],
  ['GET', '/vps/{id}', get],
  ['POST', '/vps/{id}/start', powerSwitch('off', 'up')],
  ['POST', '/vps/{id}/stop', powerSwitch('up', 'off')],
  ['POST', '/vps/{id}/reboot', powerSwitch('up', 'up', true)],
  ['POST', '/vps/{id}/resize', resize],
  ['DELETE', '/vps/{id}', end],
];
