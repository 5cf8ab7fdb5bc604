// The reference server's webhooks. Each event is delivered once, shortly after the event, with a signature and
// without a retry.

import { createHmac } from 'node:crypto';
import { isObject } from '../../../src/contract/is-object.ts';
import {
  actionReply,
  type Caller,
  dataOf,
  findOwn,
  formatTime,
  type Handler,
  type ServerContext,
} from './handler-support.ts';
import { ServerRefusal, type ServerRequest } from './http.ts';
import { list } from './pagination.ts';
import { anyId, type Endpoint } from './tenant-data.ts';

const view = (server: ServerContext, endpoint: Endpoint): Record<string, unknown> => ({
  id: endpoint.id,
  target: endpoint.target,
  kinds: endpoint.kinds,
  remark: endpoint.remark,
  ...(server.options.deletedEndpoint === 'muted' ? { muted: endpoint.muted } : {}),
  since: formatTime(server, endpoint.createdAt),
});

const LOOPBACK_URL = /^https?:\/\/(127\.|localhost|\[::1\])/;

type EndpointMembers = Pick<Endpoint, 'target' | 'kinds' | 'remark'>;

function readMembers(
  serverRequest: ServerRequest,
  server: ServerContext,
  needed: boolean,
): Partial<EndpointMembers> {
  const body = isObject(serverRequest.body) ? serverRequest.body : {};
  const wrong: Record<string, string[]> = {};
  const { target, kinds, remark } = body;
  const requireMember = (name: string, good: boolean): void => {
    if (!good && (needed || body[name] !== undefined)) wrong[name] = ['this will not do'];
  };
  requireMember('target', typeof target === 'string' && /^https?:\/\/[^\s/]+/.test(target));
  requireMember('kinds', Array.isArray(kinds) && kinds.every((one) => typeof one === 'string'));
  if (remark !== undefined && typeof remark !== 'string') wrong.remark = ['some text is wanted'];
  if (server.options.reach === 'public' && typeof target === 'string' && LOOPBACK_URL.test(target))
    wrong.target = ['this is no place on the Internet'];
  if (server.options.extraMembers === 'refused') {
    for (const name of Object.keys(body))
      if (!['target', 'kinds', 'remark'].includes(name)) wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new ServerRefusal(422, 'Please look again.', wrong);
  return {
    ...(typeof target === 'string' ? { target } : {}),
    ...(Array.isArray(kinds) ? { kinds: kinds.map(String) } : {}),
    ...(typeof remark === 'string' ? { remark } : {}),
  };
}

/** Delivers an event to a webhook endpoint and records the outcome. */
async function deliver(server: ServerContext, endpoint: Endpoint, kind: string, what: object): Promise<void> {
  const createdAt = server.now();
  const attempt = {
    id: anyId(server.options, createdAt),
    kind,
    result: 'on its way',
    answer: null as number | null,
    createdAt,
  };
  endpoint.tries.push(attempt);
  const body = JSON.stringify({ kind, what });
  const seal = createHmac('sha512', endpoint.id).update(body).digest('hex');
  await new Promise((resolve) => setTimeout(resolve, 15));
  const unreachable = server.options.reach === 'silent' || !LOOPBACK_URL.test(endpoint.target);
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

/** Delivers an event to the webhook endpoints of a tenant without waiting for the deliveries. */
export function notifyEndpoints(server: ServerContext, tenant: string, kind: string, what: object): void {
  for (const endpoint of dataOf(server, tenant).endpoints.values()) {
    if (!endpoint.muted && endpoint.kinds.includes(kind)) void deliver(server, endpoint, kind, what);
  }
}

const create: Handler = (serverRequest, _params, caller, server) => {
  const { target = '', kinds = [], remark = '' } = readMembers(serverRequest, server, true);
  const createdAt = server.now();
  const endpoint: Endpoint = {
    id: anyId(server.options, createdAt),
    target,
    kinds,
    remark,
    muted: false,
    tries: [],
    createdAt,
  };
  dataOf(server, caller.tenant).endpoints.set(endpoint.id, endpoint);
  return { status: server.options.created, body: { endpoint: view(server, endpoint) } };
};

const all: Handler = (serverRequest, _params, caller, server) =>
  list(serverRequest, server, dataOf(server, caller.tenant).endpoints.values(), (endpoint) =>
    view(server, endpoint),
  );

const findEndpoint = (server: ServerContext, caller: Caller, id: string | undefined): Endpoint =>
  findOwn(server, caller, 'endpoints', id ?? '');

const get: Handler = (_ask, params, caller, server) => ({
  status: 200,
  body: view(server, findEndpoint(server, caller, params.id)),
});

const update: Handler = (serverRequest, params, caller, server) => {
  const endpoint = findEndpoint(server, caller, params.id);
  Object.assign(endpoint, readMembers(serverRequest, server, false));
  return actionReply(server, view(server, endpoint), 200);
};

const remove: Handler = (_ask, params, caller, server) => {
  const endpoint = findEndpoint(server, caller, params.id);
  endpoint.muted = true;
  if (server.options.deletedEndpoint === 'gone') dataOf(server, caller.tenant).endpoints.delete(endpoint.id);
  return actionReply(server, view(server, endpoint), 200);
};

const listAttempts: Handler = (serverRequest, params, caller, server) =>
  list(serverRequest, server, findEndpoint(server, caller, params.id).tries, (attempt) => ({
    id: attempt.id,
    kind: attempt.kind,
    result: attempt.result,
    answer: attempt.answer,
    sent: formatTime(server, attempt.createdAt),
  }));

const sendTest: Handler = (_ask, params, caller, server) => {
  const endpoint = findEndpoint(server, caller, params.id);
  if (!endpoint.muted) void deliver(server, endpoint, 'knock', { hello: true });
  return actionReply(server, view(server, endpoint));
};

export const webhookRoutes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/webhooks', all],
  ['POST', '/webhooks', create],
  ['GET', '/webhooks/{id}', get],
  ['PUT', '/webhooks/{id}', update],
  ['DELETE', '/webhooks/{id}', remove],
  ['GET', '/webhooks/{id}/deliveries', listAttempts],
  ['POST', '/webhooks/{id}/test', sendTest],
];
