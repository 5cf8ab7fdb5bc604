// Defects of support tickets and of the replies to them.
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import {
  changeAt,
  each,
  isSuccess,
  jsonResponse,
  listAt,
  onSuccess,
  recordsIn,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Mutant } from './mutant.ts';

export const support: readonly Mutant[] = [
  stated(
    'support/reply-not-shown',
    'a ticket does not show a new reply',
    'endpoints/get-ticket',
    'support/reply-is-returned',
    (p) =>
      p.reply('getTicket', (reply) => {
        if (isSuccess(reply))
          changeAt(reply.json, 'replies', (all) => (Array.isArray(all) ? all.slice(0, 1) : all));
      }),
  ),
  stated(
    'support/reply-not-shown[none]',
    'the details of a ticket leave its replies out',
    'endpoints/get-ticket',
    'support/reply-is-returned',
    (p) =>
      p.reply('getTicket', (reply) => {
        if (isSuccess(reply) && isObject(reply.json)) delete reply.json.replies;
      }),
  ),
  stated(
    'support/reply-not-shown[not kept]',
    'a reply is acknowledged and not kept',
    'endpoints/get-ticket',
    'support/reply-is-returned',
    (p) =>
      p.handler('createTicketReply', ({ db }, go) => {
        const result = go();
        if (isObject(result)) db.table('ticket_replies').remove(String(result.id));
        return result;
      }),
  ),
  chosen(
    'support/closed-ticket-takes-replies',
    'a closed ticket accepts replies',
    'support/closed-is-final',
    'support/closed-refuses-replies',
    (p) =>
      p.reply('createTicketReply', (reply, { json }) => {
        if (valueAt(reply.json, 'error.code') === 'INVALID_STATE')
          replaceResponse(
            reply,
            jsonResponse(201, {
              id: '0f3c5a2e-9a51-4d3d-8a5c-3d6a5a1f2b3c',
              message: textAt(json, 'message'),
            }),
          );
      }),
  ),
  chosen(
    'support/closed-ticket-takes-replies[reopened]',
    'a reply opens a closed ticket again',
    'support/closed-is-final',
    'support/closed-refuses-replies',
    (p) =>
      p.handler('createTicketReply', ({ request, db }, go) => {
        const ticket = db.table('tickets').find(request.params.id ?? '');
        if (ticket?.status === 'closed')
          db.table('tickets').update(ticket.id, { status: 'open', closed_at: null });
        return go();
      }),
  ),
  ...each(['order', 'twice'] as const, (label) =>
    chosen(
      `support/replies-misordered[${label}]`,
      label === 'order' ? 'the newest reply comes first' : 'every reply is listed twice',
      'support/replies-once-in-order',
      'support/replies-in-order',
      (p) =>
        p.reply('getTicket', (reply) => {
          if (!isSuccess(reply)) return;
          const all = listAt(reply.json, 'replies');
          setAt(reply.json, 'replies', label === 'order' ? all.toReversed() : [...all, ...all]);
        }),
    ),
  ),
  stated(
    'support/close-not-shown',
    'a closed ticket is still shown as open',
    ['states/ticket-closes', 'endpoints/close-ticket', 'states/acknowledged-action-happens'],
    'support/close-shows',
    (p) =>
      p.handler('closeTicket', ({ request, db }, go) => {
        const ticket = db.table('tickets').find(request.params.id ?? '');
        return ticket?.status === 'closed' ? go() : { ...ticket, status: 'closed', closed_at: db.now };
      }),
  ),
  chosen(
    'support/close-not-shown[resolved]',
    'a closed ticket is called `done`',
    'support/closed-is-final',
    'support/closed-status',
    (p) =>
      p.reply(['getTicket', 'listTickets', 'closeTicket'], (reply) => {
        if (!isSuccess(reply)) return;
        for (const record of recordsIn(reply.json)) if (record.status === 'closed') record.status = 'done';
      }),
  ),
  follows(
    'support/refused-reply-stored',
    'a ticket shows a refused reply',
    'endpoints/refused-write-changes-nothing',
    'support/refused-reply-not-stored',
    (p) =>
      p.reply('createTicketReply', (reply, { params: { id = '' }, json }) => {
        if (reply.status !== 422) return;
        p.readDb((db) => {
          const ticket = db.table('tickets').find(id);
          if (typeof ticket?.tenant_id !== 'string') return;
          const replies = db.of(ticket.tenant_id).table('ticket_replies');
          const author = { type: 'system', id: null, name: 'System' };
          replies.insert({ ticket_id: id, message: textAt(json, 'message'), author });
        });
      }),
  ),
  chosen(
    'support/opening-message-missing',
    'the opening message of a ticket is not shown',
    'support/replies-once-in-order',
    'support/opening-message',
    (p) =>
      p.reply('getTicket', (reply) => {
        if (isSuccess(reply))
          changeAt(reply.json, 'replies', (all) => (Array.isArray(all) ? all.slice(1) : all));
      }),
  ),
  chosen(
    'support/close-reopens',
    'closing a closed ticket opens it',
    'support/closed-is-final',
    'support/closed-stays-closed',
    (p) =>
      p.handler('closeTicket', ({ request, db }, go) => {
        const ticket = db.table('tickets').find(request.params.id ?? '');
        return ticket?.status === 'closed' ? db.table('tickets').update(ticket.id, { status: 'open' }) : go();
      }),
  ),
  stated(
    'support/first-reply-only',
    'the detail of a ticket shows its first reply only',
    ['endpoints/get-ticket', 'endpoints/reply-to-ticket'],
    'support/reply-is-returned',
    (p) =>
      onSuccess(p, 'getTicket', (body) =>
        changeAt(body, 'replies', (list) => (Array.isArray(list) ? list.slice(0, 1) : list)),
      ),
  ),
  stated(
    'support/reply-to-first-ticket',
    'a reply goes to the first ticket that was created',
    ['endpoints/reply-to-ticket', 'endpoints/get-ticket'],
    'support/reply-to-its-ticket',
    (p) => {
      let first: string | undefined;
      p.handler('createTicket', (_, go) => {
        const result = go();
        if (isObject(result)) first ??= String(result.id);
        return result;
      });
      p.handler('createTicketReply', ({ db }, go) => {
        const result = go();
        if (isObject(result) && first !== undefined)
          db.table('ticket_replies').update(String(result.id), { ticket_id: first });
        return result;
      });
    },
  ),
  follows(
    'support/close-closes-all',
    'closing a ticket closes all tickets of the tenant',
    ['states/others-untouched', 'endpoints/close-ticket', 'states/ticket-closes'],
    'resources/others-unchanged',
    (p) =>
      p.handler('closeTicket', ({ db }, go) => {
        const result = go();
        const table = db.table('tickets');
        for (const row of table.all())
          if (row.status !== 'closed') table.update(row.id, { status: 'closed' });
        return result;
      }),
  ),
];
