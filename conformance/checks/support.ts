// Checks of support tickets: open a ticket, read it, reply to it, close it. A closed ticket is shown as closed, stays closed,
// and keeps its earlier replies.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { equals, holds, isAccepted, request } from '../expectations.ts';
import {
  asRead,
  containsText,
  longestTaggedText,
  readResource,
  resources,
  tryCreate,
} from '../support/fixtures/created-resources.ts';
import { requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { bodyWith, isSuccess, statusIn, textsIn } from '../support/reply-readers/response-readers.ts';
import { isSameBody, requireShownState } from '../support/reply-readers/shown-changes.ts';
import { bodyOf } from '../support/request-bodies/creation-bodies.ts';
import { resourceChecks } from '../support/resource-checks.ts';

const { row } = checksOf({ area: 'support' });

const ticketAsRead = asRead.ticket;

/**
 * Opens a second support ticket before the first reply is sent, so that a reply stored in the wrong ticket is
 * noticed.
 */
const otherTicket = fixture('another ticket', {
  make: async (t: CheckContext) => requireCreated(t, await tryCreate(t, 'createTicket')),
});

/** Sends two replies to the shared support ticket, and reads the ticket. */
const ticketReplies = fixture('ticket with replies', {
  learns: true,
  uses: [resources.ticket, otherTicket],
  async make(t: CheckContext) {
    const { id } = await t.use(resources.ticket);
    await t.use(otherTicket);
    const sentReplies: { tag: string; text: string; reply: Exchange }[] = [];
    for (let n = 0; n < 2; n++) {
      const { body, tag } = bodyOf(t, 'createTicketReply');
      const reply = await request(t, 'createTicketReply', { params: { id }, body });
      sentReplies.push({ tag, text: longestTaggedText(body, tag), reply });
    }
    await waitForReadLag(t);
    return { id, replies: sentReplies, after: await readResource(t, 'ticket', id) };
  },
});

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

export const support = [
  ...resourceChecks('ticket', 'open a support ticket'),
  row('support/opening-message', 'support/replies-once-in-order', ticketAsRead, {
    should: 'show the opening message of a ticket in its details, with every character',
    after: ['support/get'],
    given: ['reply'],
    expect(t, { body, tag, reply }) {
      const text = longestTaggedText(body, tag);
      holds(
        t,
        containsText(reply.json, text) || containsText(reply.json, text.normalize('NFC')),
        'the message is not there as it was sent',
        { expected: bodyWith(text), actual: reply.json, exchange: reply },
      );
    },
  }),
  row('support/reply', 'endpoints/reply-to-ticket', ticketReplies, {
    must: 'take a reply to a ticket',
    after: ['support/create'],
    expect(t, { replies }) {
      for (const { reply } of replies) isAccepted(t, reply, 'it');
    },
  }),
  row('support/reply-is-returned', 'endpoints/get-ticket', ticketReplies, {
    must: 'show a reply in the details of its ticket',
    after: ['support/reply', 'support/get'],
    async expect(t, { id, replies }) {
      let { after } = await t.use(ticketReplies);
      for (const { reply } of replies) t.require(reply).success();
      await t.eventually('read', async () => {
        const lacking = replies.find(({ tag }) => t.compared(!containsText(after.json, tag)));
        if (lacking === undefined) return;
        after = await readResource(t, 'ticket', id);
        t.expect(after).success();
        holds(t, containsText(after.json, lacking.tag), 'the reply is not there', {
          expected: bodyWith(lacking.text),
          actual: after.json,
          exchange: [after, lacking.reply],
        });
      });
    },
  }),
  row('support/reply-keeps-characters', 'service/unicode-survives', ticketReplies, {
    must: 'keep the characters of a reply',
    after: ['support/reply-is-returned'],
    expect(t: CheckContext, { replies, after }) {
      for (const { tag, text, reply } of replies) {
        t.require(reply).success();
        const representations = textsIn(after.json).filter((value) => value.includes(tag));
        if (representations.length === 0) t.inconclusive('the reply is not shown', { exchange: after });
        const letters = [...text.normalize('NFC')].filter((letter) => /\S/.test(letter));
        // The target may add mark-up around the text, and may show the text in several representations, of which one must be
        // complete.
        const complete = representations.some((representation) =>
          letters.every((letter) => representation.normalize('NFC').includes(letter)),
        );
        holds(t, complete, 'characters were lost', {
          expected: text,
          actual: representations[0],
          exchange: after,
        });
      }
    },
  }),
  row('support/replies-in-order', 'support/replies-once-in-order', ticketReplies, {
    should: 'show the replies of a ticket once each and in order',
    after: ['support/reply-is-returned', 'support/reply-keeps-characters'],
    expect(t, { replies: sentReplies, after }) {
      for (const { reply } of sentReplies) t.require(reply).success();
      const replies = t.expect(after).array('/replies');
      const positions = sentReplies.map(({ tag }) =>
        replies.flatMap((shown, at) => (containsText([shown], tag) ? [at] : [])),
      );
      const [first, second] = positions;
      holds(
        t,
        first?.length === 1 && second?.length === 1 && (first[0] ?? 0) < (second[0] ?? 0),
        'the replies are not listed once each and in order',
        { expected: sentReplies.map(({ text }) => text), actual: replies, exchange: after },
      );
    },
  }),
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
  row('support/closed-keeps-replies', 'endpoints/get-ticket', closedTicket, {
    must: 'show the replies of a ticket that was closed',
    after: ['support/close', 'support/reply-to-its-ticket'],
    given: ['reply', 'before', 'after'],
    expect(t, { lastReply, before, reply, after }) {
      if (!containsText(before.json, lastReply.tag))
        t.inconclusive('the open ticket shows no reply', { exchange: before });
      holds(t, containsText(after.json, lastReply.tag), 'the reply is gone', {
        expected: bodyWith(lastReply.text),
        actual: after.json,
        exchange: [after, reply, before],
      });
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
