// The second server's instances: boxes that are built, switched and enlarged in their own time.
import { anyId, type Box } from './books.ts';
import { booksOf, type Caller, conflict, done, type Handler, type Kit, list, own, show } from './kit.ts';
import { isRecord, Refused } from './wire.ts';

/** What has become of a box by now. */
function now(kit: Kit, box: Box): Box {
  if (box.turning !== null && box.turning.at <= kit.now()) {
    box.power = box.turning.to;
    box.turning = null;
  }
  return box;
}

/** The state of a box in the words, or flags, of the options. */
function told(kit: Kit, { power, turning }: Box): Record<string, unknown> {
  const word = turning === null ? power : turning.to === 'up' ? 'spinning up' : 'spinning down';
  if (kit.options.power === 'flags') return { on: power === 'up', there: power !== 'over' };
  if (kit.options.power === 'power') return { power: word };
  const words = { building: 'queued', up: 'Active', off: 'Parked', over: 'Destroyed' };
  return { status: turning === null ? words[power] : power === 'building' ? 'queued' : 'Switching' };
}

const view = (kit: Kit, box: Box): Record<string, unknown> => ({
  id: box.id,
  label: box.label,
  size: box.size,
  payer: box.payer,
  ...told(kit, now(kit, box)),
  restarts: box.restarts,
  built: show(kit, box.born),
});

/** A box of the caller's own that is not over. */
function one(kit: Kit, caller: Caller, id: string | undefined): Box {
  const box = now(kit, own(kit, caller, 'boxes', id ?? ''));
  if (box.power === 'over' && kit.options.power !== 'status') throw new Refused(404, 'It is no more.');
  return box;
}

/** A box that is on its way does nothing else. */
function atRest(kit: Kit, box: Box): Box {
  if (box.turning !== null) throw conflict(kit, 'It is busy.');
  if (box.power === 'over') throw conflict(kit, 'It is no more.');
  return box;
}

const text = (body: unknown, name: string, wrong: Record<string, string[]>): string => {
  const value = isRecord(body) ? body[name] : undefined;
  if (typeof value === 'string' && value.trim() !== '') return value;
  wrong[name] = ['some text is wanted'];
  return '';
};

function read(kit: Kit, body: unknown, names: readonly string[]): Record<string, string> {
  const wrong: Record<string, string[]> = {};
  const found = Object.fromEntries(names.map((name) => [name, text(body, name, wrong)]));
  if (kit.options.extraMembers === 'refused' && isRecord(body)) {
    for (const name of Object.keys(body)) if (!names.includes(name)) wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new Refused(422, 'Please look again.', wrong);
  return found;
}

const create: Handler = (ask, _params, caller, kit) => {
  const { label = '', size = '', payer = '' } = read(kit, ask.body, ['label', 'size', 'payer']);
  const books = booksOf(kit, caller.tenant);
  if (!books.customers.has(payer))
    throw new Refused(kit.options.unknownCustomer, 'No such customer.', { payer: ['nobody has this id'] });
  const born = kit.now();
  const turning = { to: 'up', at: born + kit.options.building } as const;
  const box: Box = {
    id: anyId(kit.options, born),
    label,
    size,
    payer,
    power: 'building',
    turning,
    restarts: 0,
    born,
  };
  books.boxes.set(box.id, box);
  return { status: kit.options.created, body: { box: view(kit, box) } };
};

const switches =
  (from: 'up' | 'off', to: 'up' | 'off', restart = false): Handler =>
  (_ask, params, caller, kit) => {
    const box = atRest(kit, one(kit, caller, params.id));
    if (box.power !== from) throw conflict(kit, `A box that is ${box.power} cannot do that.`);
    if (restart) box.restarts += 1;
    box.turning = { to, at: kit.now() + kit.options.building };
    return done(kit, view(kit, box));
  };

const resize: Handler = (ask, params, caller, kit) => {
  const { size = '' } = read(kit, ask.body, ['size']);
  const box = atRest(kit, one(kit, caller, params.id));
  if (box.power === 'up' && kit.options.power === 'power') throw conflict(kit, 'Switch it off before.');
  box.size = size;
  return done(kit, view(kit, box));
};

const end: Handler = (_ask, params, caller, kit) => {
  const box = one(kit, caller, params.id);
  if (box.power === 'over') throw conflict(kit, 'It is no more.');
  box.power = 'over';
  box.turning = null;
  return done(kit, view(kit, box), 200);
};

const all: Handler = (ask, _params, caller, kit) =>
  list(ask, kit, booksOf(kit, caller.tenant).boxes.values(), (box) => view(kit, box));

const get: Handler = (_ask, params, caller, kit) => ({
  status: 200,
  body: { box: view(kit, one(kit, caller, params.id)) },
});

export const boxRoutes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/vps', all],
  ['POST', '/vps', create],
  ['GET', '/vps/{id}', get],
  ['POST', '/vps/{id}/start', switches('off', 'up')],
  ['POST', '/vps/{id}/stop', switches('up', 'off')],
  ['POST', '/vps/{id}/reboot', switches('up', 'up', true)],
  ['POST', '/vps/{id}/resize', resize],
  ['DELETE', '/vps/{id}', end],
];
