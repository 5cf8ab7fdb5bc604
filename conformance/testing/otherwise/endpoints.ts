// The second server's webhooks: called once, shortly after, signed in a way of its own, and never again.
import { createHmac } from 'node:crypto';
import { anyId, type Endpoint } from './books.ts';
import { booksOf, type Caller, done, type Handler, type Kit, list, own, show } from './kit.ts';
import { type Ask, isRecord, Refused } from './wire.ts';

const view = (kit: Kit, endpoint: Endpoint): Record<string, unknown> => ({
  id: endpoint.id,
  target: endpoint.target,
  kinds: endpoint.kinds,
  remark: endpoint.remark,
  ...(kit.options.deletedEndpoint === 'muted' ? { muted: endpoint.muted } : {}),
  since: show(kit, endpoint.born),
});

const here = /^https?:\/\/(127\.|localhost|\[::1\])/;

type Wanted = Pick<Endpoint, 'target' | 'kinds' | 'remark'>;

function read(ask: Ask, kit: Kit, needed: boolean): Partial<Wanted> {
  const body = isRecord(ask.body) ? ask.body : {};
  const wrong: Record<string, string[]> = {};
  const { target, kinds, remark } = body;
  const given = (name: string, good: boolean): void => {
    if (!good && (needed || body[name] !== undefined)) wrong[name] = ['this will not do'];
  };
  given('target', typeof target === 'string' && /^https?:\/\/[^\s/]+/.test(target));
  given('kinds', Array.isArray(kinds) && kinds.every((one) => typeof one === 'string'));
  if (remark !== undefined && typeof remark !== 'string') wrong.remark = ['some text is wanted'];
  if (kit.options.reach === 'public' && typeof target === 'string' && here.test(target))
    wrong.target = ['this is no place on the Internet'];
  if (kit.options.extraMembers === 'refused') {
    for (const name of Object.keys(body))
      if (!['target', 'kinds', 'remark'].includes(name)) wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new Refused(422, 'Please look again.', wrong);
  return {
    ...(typeof target === 'string' ? { target } : {}),
    ...(Array.isArray(kinds) ? { kinds: kinds.map(String) } : {}),
    ...(typeof remark === 'string' ? { remark } : {}),
  };
}

/** Calls an endpoint, and notes how that went. */
async function call(kit: Kit, endpoint: Endpoint, kind: string, what: object): Promise<void> {
  const born = kit.now();
  const attempt = {
    id: anyId(kit.options, born),
    kind,
    result: 'on its way',
    answer: null as number | null,
    born,
  };
  endpoint.tries.push(attempt);
  const body = JSON.stringify({ kind, what });
  const seal = createHmac('sha512', endpoint.id).update(body).digest('hex');
  await new Promise((resolve) => setTimeout(resolve, 15));
  const unreachable = kit.options.reach === 'silent' || !here.test(endpoint.target);
  const reply = unreachable
    ? null
    : await fetch(endpoint.target, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { 'content-type': 'application/json', 'x-shop-seal': seal },
      }).catch(() => null);
  attempt.answer = reply?.status ?? null;
  attempt.result = reply?.ok === true ? 'taken' : 'no luck';
}

/** Tells a tenant's endpoints what happened, without waiting for them. */
export function tell(kit: Kit, tenant: string, kind: string, what: object): void {
  for (const endpoint of booksOf(kit, tenant).endpoints.values()) {
    if (!endpoint.muted && endpoint.kinds.includes(kind)) void call(kit, endpoint, kind, what);
  }
}

const create: Handler = (ask, _params, caller, kit) => {
  const { target = '', kinds = [], remark = '' } = read(ask, kit, true);
  const born = kit.now();
  const endpoint: Endpoint = {
    id: anyId(kit.options, born),
    target,
    kinds,
    remark,
    muted: false,
    tries: [],
    born,
  };
  booksOf(kit, caller.tenant).endpoints.set(endpoint.id, endpoint);
  return { status: kit.options.created, body: { endpoint: view(kit, endpoint) } };
};

const all: Handler = (ask, _params, caller, kit) =>
  list(ask, kit, booksOf(kit, caller.tenant).endpoints.values(), (endpoint) => view(kit, endpoint));

const one = (kit: Kit, caller: Caller, id: string | undefined): Endpoint =>
  own(kit, caller, 'endpoints', id ?? '');

const get: Handler = (_ask, params, caller, kit) => ({
  status: 200,
  body: view(kit, one(kit, caller, params.id)),
});

const update: Handler = (ask, params, caller, kit) => {
  const endpoint = one(kit, caller, params.id);
  Object.assign(endpoint, read(ask, kit, false));
  return done(kit, view(kit, endpoint), 200);
};

const remove: Handler = (_ask, params, caller, kit) => {
  const endpoint = one(kit, caller, params.id);
  endpoint.muted = true;
  if (kit.options.deletedEndpoint === 'gone') booksOf(kit, caller.tenant).endpoints.delete(endpoint.id);
  return done(kit, view(kit, endpoint), 200);
};

const tries: Handler = (ask, params, caller, kit) =>
  list(ask, kit, one(kit, caller, params.id).tries, (attempt) => ({
    id: attempt.id,
    kind: attempt.kind,
    result: attempt.result,
    answer: attempt.answer,
    sent: show(kit, attempt.born),
  }));

const knock: Handler = (_ask, params, caller, kit) => {
  const endpoint = one(kit, caller, params.id);
  if (!endpoint.muted) void call(kit, endpoint, 'knock', { hello: true });
  return done(kit, view(kit, endpoint));
};

export const endpointRoutes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/webhooks', all],
  ['POST', '/webhooks', create],
  ['GET', '/webhooks/{id}', get],
  ['PUT', '/webhooks/{id}', update],
  ['DELETE', '/webhooks/{id}', remove],
  ['GET', '/webhooks/{id}/deliveries', tries],
  ['POST', '/webhooks/{id}/test', knock],
];
