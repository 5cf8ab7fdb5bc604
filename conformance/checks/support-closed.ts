// Checks of closed support tickets: a closed ticket is shown as closed, stays closed, and keeps its earlier replies.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { equals, holds, isAccepted, request } from '../expectations.ts';
import { containsText, longestTaggedText, readResource } from '../support/fixtures/created-resources.ts';
import { waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { bodyWith, isSuccess, statusIn } from '../support/reply-readers/response-readers.ts';
import { isSameBody, requireShownState } from '../support/reply-readers/shown-changes.ts';
import { bodyOf } from '../support/request-bodies/creation-bodies.ts';
import { otherTicket, ticketReplies } from './support.ts';

const { row } = checksOf({ area: 'support' });

/** Sends a reply to the second support ticket, closes the ticket, sends another reply, and closes the ticket again. */
export const closedTicket = fixture('closed ticket', {
  uses: [otherTicket, ticketReplies],
  async make(t: CheckContext) {
    const { id } = await t.use(otherTicket);
    const answer = bodyOf(t, 'createTicketReply');
    const open = await request(t, 'createTicketReply', { params: { id }, body: answer.body });
    await waitForReadLag(t);
    const before = await readResource(t, 'ticket', id);
    const close = (): Promise<Exchange> => request(t, 'closeTicket', { params: { id } });
    const reply = await close();
    await waitForReadLag(t);
    const after = await readResource(t, 'ticket', id);
    const lateAnswer = bodyOf(t, 'createTicketReply');
    const lateReply = await request(t, 'createTicketReply', { params: { id }, body: lateAnswer.body });
    const repeated = await close();
    await waitForReadLag(t);
    return {
      // The last reply that was sent to the ticket before it was closed.
      lastReply: { tag: answer.tag, text: longestTaggedText(answer.body, answer.tag), reply: open },
      before,
      reply,
      after,
      lateReply: lateReply,
      lateTag: lateAnswer.tag,
      repeated,
      last: await readResource(t, 'ticket', id),
    };
  },
});

export const closedTickets = [
  row('support/reply-to-its-ticket', 'endpoints/reply-to-ticket', [closedTicket, ticketReplies], {
    must: 'put a reply into the ticket it was sent to, and into no other',
    after: ['support/reply', 'support/reply-is-returned'],
    expect(t, { lastReply, before }, { replies: elsewhere }) {
      t.require(lastReply.reply).success();
      t.require(before).success();
      const misplaced = elsewhere.find(({ tag }) => containsText(before.json, tag));
      holds(
        t,
        containsText(before.json, lastReply.tag) && misplaced === undefined,
        misplaced === undefined ? 'the reply is not in its ticket' : 'the ticket holds a reply to another',
        {
          expected: bodyWith(lastReply.text),
          actual: before.json,
          exchange: [before, (misplaced ?? lastReply).reply],
        },
      );
    },
  }),
  row('support/close', 'endpoints/close-ticket', closedTicket, {
    must: 'close a ticket',
    after: ['support/create'],
    expect: (t, { reply }) => isAccepted(t, reply, 'it'),
  }),
  row('support/close-shows', 'states/ticket-closes', closedTicket, {
    must: 'show that a ticket was closed',
    after: ['support/close', 'support/get'],
    given: ['reply', 'before'],
    expect(t: CheckContext, { before, reply, after }) {
      t.expect(after).success();
      if (t.compared(statusIn(before.json) !== statusIn(after.json) || !isSameBody(before.json, after.json)))
        return;
      requireShownState(t, after);
      t.fail('the ticket is as before', { actual: after.json, exchange: [after, reply] });
    },
  }),
  row('support/closed-status', 'support/closed-is-final', closedTicket, {
    should: 'show a closed ticket as `closed`',
    after: ['support/close', 'support/close-shows'],
    given: ['reply'],
    expect: (t, { after }) => equals(t, statusIn(after.json), 'closed', 'it has another status', after),
  }),
  row('support/closed-refuses-replies', 'support/closed-is-final', closedTicket, {
    should: 'refuse a reply to a closed ticket',
    after: ['support/close', 'support/close-shows'],
    given: ['reply'],
    expect: (t, { lateReply }) => t.expect(lateReply).status(422),
  }),
  row('support/closed-stays-closed', 'support/closed-is-final', closedTicket, {
    should: 'keep a closed ticket closed after further calls',
    after: ['support/close', 'support/close-shows', 'support/closed-refuses-replies'],
    given: ['reply', 'after'],
    expect: (t, { after, last, lateReply, repeated }) =>
      equals(t, statusIn(last.json), statusIn(after.json), 'it has another status', [
        last,
        lateReply,
        repeated,
      ]),
  }),
  row('support/refused-reply-not-stored', 'endpoints/refused-write-changes-nothing', closedTicket, {
    must: 'leave a ticket unchanged when a reply is refused',
    after: ['support/close', 'support/closed-refuses-replies'],
    given: ['after'],
    expect(t: CheckContext, { lateReply, lateTag, last }) {
      if (isSuccess(lateReply)) t.inconclusive('the reply was taken', { exchange: lateReply });
      holds(t, !containsText(last.json, lateTag), 'the refused reply stands in the ticket', {
        actual: last.json,
        exchange: [last, lateReply],
      });
    },
  }),
];
