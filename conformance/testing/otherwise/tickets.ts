// The second server's tickets: a topic and a thread of words, settled and at times taken up again.
import { anyId, type Ticket } from './books.ts';
import { tell } from './endpoints.ts';
import { booksOf, conflict, done, type Handler, type Kit, list, own, show } from './kit.ts';
import { type Ask, isRecord, Refused } from './wire.ts';

const word = (kit: Kit, { id, text, born }: Ticket['words'][number]): Record<string, unknown> => ({
  id,
  text,
  said: show(kit, born),
});

const view = (kit: Kit, ticket: Ticket): Record<string, unknown> => ({
  id: ticket.id,
  topic: ticket.topic,
  mood: ticket.mood,
  opened: show(kit, ticket.born),
});

function detail(kit: Kit, ticket: Ticket): Record<string, unknown> {
  const [opening, ...answers] = ticket.words.map((one) => word(kit, one));
  if (kit.options.thread === 'thread') return { ...view(kit, ticket), thread: [opening, ...answers] };
  return { ticket: view(kit, ticket), opening, answers: answers.reverse() };
}

function read(ask: Ask, kit: Kit, names: readonly string[]): Record<string, string> {
  const body = isRecord(ask.body) ? ask.body : {};
  const wrong: Record<string, string[]> = {};
  for (const name of names) {
    const value = body[name];
    if (typeof value !== 'string' || value.trim() === '') wrong[name] = ['some text is wanted'];
  }
  if (kit.options.extraMembers === 'refused') {
    for (const name of Object.keys(body)) if (!names.includes(name)) wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new Refused(422, 'Please look again.', wrong);
  return Object.fromEntries(names.map((name) => [name, String(body[name])]));
}

const create: Handler = (ask, _params, caller, kit) => {
  const { topic = '', text = '' } = read(ask, kit, ['topic', 'text']);
  const born = kit.now();
  const words = [{ id: anyId(kit.options, born), text, born }];
  const ticket: Ticket = { id: anyId(kit.options, born), topic, mood: 'waiting', words, born };
  booksOf(kit, caller.tenant).tickets.set(ticket.id, ticket);
  tell(kit, caller.tenant, 'desk/new', view(kit, ticket));
  return { status: kit.options.created, body: { ticket: view(kit, ticket) } };
};

const all: Handler = (ask, _params, caller, kit) =>
  list(ask, kit, booksOf(kit, caller.tenant).tickets.values(), (ticket) => view(kit, ticket));

const get: Handler = (_ask, params, caller, kit) => ({
  status: 200,
  body: detail(kit, own(kit, caller, 'tickets', params.id ?? '')),
});

const reply: Handler = (ask, params, caller, kit) => {
  const { text = '' } = read(ask, kit, ['text']);
  const ticket = own(kit, caller, 'tickets', params.id ?? '');
  const born = kit.now();
  const said = { id: anyId(kit.options, born), text, born };
  if (ticket.mood === 'settled' && kit.options.lateReply === 'refused')
    throw conflict(kit, 'This one is settled.');
  if (ticket.mood === 'settled' && kit.options.lateReply === 'new') {
    const next: Ticket = { ...ticket, id: anyId(kit.options, born), mood: 'waiting', words: [said], born };
    booksOf(kit, caller.tenant).tickets.set(next.id, next);
    return { status: kit.options.created, body: { ticket: view(kit, next) } };
  }
  ticket.words.push(said);
  ticket.mood = 'waiting';
  return { status: kit.options.created, body: kit.options.actions === 'empty' ? {} : detail(kit, ticket) };
};

const settle: Handler = (_ask, params, caller, kit) => {
  const ticket = own(kit, caller, 'tickets', params.id ?? '');
  ticket.mood = 'settled';
  return done(kit, detail(kit, ticket));
};

export const ticketRoutes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/support/tickets', all],
  ['POST', '/support/tickets', create],
  ['GET', '/support/tickets/{id}', get],
  ['POST', '/support/tickets/{id}/replies', reply],
  ['POST', '/support/tickets/{id}/close', settle],
];
