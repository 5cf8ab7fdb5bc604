// The reference server's support tickets: each has a topic and messages; the options choose what a reply to a closed
// ticket does.

import { isObject } from '../../../src/contract/is-object.ts';
import {
  actionReply,
  conflictError,
  dataOf,
  findOwn,
  formatTime,
  type Handler,
  type ServerContext,
} from './handler-support.ts';
import { ServerRefusal, type ServerRequest } from './http.ts';
import { list } from './pagination.ts';
import { anyId, type Ticket } from './tenant-data.ts';
import { notifyEndpoints } from './webhooks.ts';

const replyView = (
  server: ServerContext,
  { id, text, createdAt }: Ticket['words'][number],
): Record<string, unknown> => ({
  id,
  text,
  said: formatTime(server, createdAt),
});

const view = (server: ServerContext, ticket: Ticket): Record<string, unknown> => ({
  id: ticket.id,
  topic: ticket.topic,
  mood: ticket.mood,
  opened: formatTime(server, ticket.createdAt),
});

function detailView(server: ServerContext, ticket: Ticket): Record<string, unknown> {
  const [opening, ...answers] = ticket.words.map((one) => replyView(server, one));
  if (server.options.thread === 'thread') return { ...view(server, ticket), thread: [opening, ...answers] };
  return { ticket: view(server, ticket), opening, answers: answers.reverse() };
}

function readMembers(
  serverRequest: ServerRequest,
  server: ServerContext,
  names: readonly string[],
): Record<string, string> {
  const body = isObject(serverRequest.body) ? serverRequest.body : {};
  const wrong: Record<string, string[]> = {};
  for (const name of names) {
    const value = body[name];
    if (typeof value !== 'string' || value.trim() === '') wrong[name] = ['some text is wanted'];
  }
  if (server.options.extraMembers === 'refused') {
    for (const name of Object.keys(body)) if (!names.includes(name)) wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new ServerRefusal(422, 'Please look again.', wrong);
  return Object.fromEntries(names.map((name) => [name, String(body[name])]));
}

const create: Handler = (serverRequest, _params, caller, server) => {
  const { topic = '', text = '' } = readMembers(serverRequest, server, ['topic', 'text']);
  const createdAt = server.now();
  const words = [{ id: anyId(server.options, createdAt), text, createdAt }];
  const ticket: Ticket = { id: anyId(server.options, createdAt), topic, mood: 'waiting', words, createdAt };
  dataOf(server, caller.tenant).tickets.set(ticket.id, ticket);
  notifyEndpoints(server, caller.tenant, 'desk/new', view(server, ticket));
  return { status: server.options.created, body: { ticket: view(server, ticket) } };
};

const all: Handler = (serverRequest, _params, caller, server) =>
  list(serverRequest, server, dataOf(server, caller.tenant).tickets.values(), (ticket) =>
    view(server, ticket),
  );

const get: Handler = (_ask, params, caller, server) => ({
  status: 200,
  body: detailView(server, findOwn(server, caller, 'tickets', params.id ?? '')),
});

const reply: Handler = (serverRequest, params, caller, server) => {
  const { text = '' } = readMembers(serverRequest, server, ['text']);
  const ticket = findOwn(server, caller, 'tickets', params.id ?? '');
  const createdAt = server.now();
  const newReply = { id: anyId(server.options, createdAt), text, createdAt };
  if (ticket.mood === 'settled' && server.options.lateReply === 'refused')
    throw conflictError(server, 'This one is settled.');
  if (ticket.mood === 'settled' && server.options.lateReply === 'new') {
    const next: Ticket = {
      ...ticket,
      id: anyId(server.options, createdAt),
      mood: 'waiting',
      words: [newReply],
      createdAt,
    };
    dataOf(server, caller.tenant).tickets.set(next.id, next);
    return { status: server.options.created, body: { ticket: view(server, next) } };
  }
  ticket.words.push(newReply);
  ticket.mood = 'waiting';
  return {
    status: server.options.created,
    body: server.options.actions === 'empty' ? {} : detailView(server, ticket),
  };
};

const closeTicket: Handler = (_ask, params, caller, server) => {
  const ticket = findOwn(server, caller, 'tickets', params.id ?? '');
  ticket.mood = 'settled';
  return actionReply(server, detailView(server, ticket));
};

export const ticketRoutes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/support/tickets', all],
  ['POST', '/support/tickets', create],
  ['GET', '/support/tickets/{id}', get],
  ['POST', '/support/tickets/{id}/replies', reply],
  ['POST', '/support/tickets/{id}/close', closeTicket],
];
