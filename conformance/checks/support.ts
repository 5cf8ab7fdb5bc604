// Checks of support tickets: open a ticket, read it, reply to it, close it.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture, rowsOf } from '../define.ts';
import { holds, request } from '../expectations.ts';
import { requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import {
  containsText,
  longestTaggedText,
  newTicket,
  type PlatformResource,
  platformAsRead,
  platformListed,
  readPlatformResource,
  ticket,
  tryCreate,
} from '../support/fixtures/platform-resources.ts';
import {
  expectActionAccepted,
  expectCreated,
  expectInList,
  expectListAgrees,
} from '../support/platform-expectations.ts';
import { expectReadable } from '../support/reply-readers/list-lookup.ts';
import { bodyWith, leaves, mentions } from '../support/reply-readers/response-readers.ts';
import { platformBody } from '../support/request-bodies/platform-bodies.ts';

const check = checksOf({ area: 'support' });
const row = rowsOf({ area: 'support' });

const ticketAsRead = platformAsRead.ticket;

/** A reply that was sent to a support ticket: the text, the unique tag within the text, and the exchange. */
export type TaggedReply = { tag: string; text: string; reply: Exchange };

/**
 * Opens a second support ticket before the first reply is sent, so that a reply stored in the wrong ticket is
 * noticed.
 */
export const otherTicket = fixture('another ticket', {
  async make(t: CheckContext): Promise<PlatformResource> {
    return requireCreated(t, await tryCreate(t, 'createTicket'));
  },
});

/** Sends two replies to the shared support ticket, and reads the ticket. */
export const ticketReplies = fixture('ticket with replies', {
  uses: [ticket, otherTicket],
  async make(t: CheckContext) {
    const { id } = await t.use(ticket);
    await t.use(otherTicket);
    const sentReplies: TaggedReply[] = [];
    for (let n = 0; n < 2; n++) {
      const { body, tag } = platformBody(t, 'createTicketReply');
      const reply = await request(t, 'createTicketReply', { params: { id }, body });
      sentReplies.push({ tag, text: longestTaggedText(body, tag), reply });
    }
    await waitForReadLag(t);
    return { id, replies: sentReplies, after: await readPlatformResource(t, 'ticket', id) };
  },
});

export const support = [
  row('support/create', {
    must: 'open a support ticket',
    requirement: 'endpoints/create-ticket',
    of: newTicket,
    phase: 'first',
    expect: (t, creation) => expectCreated(t, creation),
  }),
  row('support/get', {
    must: 'return a ticket by its id',
    requirement: 'endpoints/get-ticket',
    of: ticketAsRead,
    after: ['support/create'],
    async expect(t, { id, tag, reply }) {
      await expectReadable(t, 'listTickets', { id, tag }, reply);
      holds(t, mentions(reply.json, id), 'the reply is not about this ticket', {
        expected: id,
        exchange: reply,
      });
    },
  }),
  check('support/in-list', {
    must: 'list a ticket that was opened',
    requirement: 'endpoints/list-tickets',
    uses: [platformListed.ticket],
    after: ['support/create'],
    async run(t) {
      await expectInList(t, 'ticket');
    },
  }),
  row('support/list-agrees', {
    must: 'show a ticket in the list as in its detail',
    requirement: 'endpoints/list-and-detail-agree',
    of: ticketAsRead,
    uses: [platformListed.ticket],
    group: 'lists/agree',
    after: ['support/in-list', 'support/get'],
    expect: (t, { reply }) => expectListAgrees(t, 'ticket', reply),
  }),
  row('support/opening-message', {
    should: 'show the opening message of a ticket in its details, with every character',
    requirement: 'support/replies-once-in-order',
    of: ticketAsRead,
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
  row('support/reply', {
    must: 'take a reply to a ticket',
    requirement: 'endpoints/reply-to-ticket',
    of: ticketReplies,
    after: ['support/create'],
    expect(t, { replies }) {
      for (const { reply } of replies) expectActionAccepted(t, reply);
    },
  }),
  row('support/reply-is-returned', {
    must: 'show a reply in the details of its ticket',
    requirement: 'endpoints/get-ticket',
    of: ticketReplies,
    after: ['support/reply', 'support/get'],
    async expect(t, { id, replies }) {
      let { after } = await t.use(ticketReplies);
      for (const { reply } of replies) t.require(reply).success();
      await t.eventually('read', async () => {
        const lacking = replies.find(({ tag }) => t.compared(!containsText(after.json, tag)));
        if (lacking === undefined) return;
        after = await readPlatformResource(t, 'ticket', id);
        t.expect(after).success();
        holds(t, containsText(after.json, lacking.tag), 'the reply is not there', {
          expected: bodyWith(lacking.text),
          actual: after.json,
          exchange: [after, lacking.reply],
        });
      });
    },
  }),
  row('support/reply-keeps-characters', {
    must: 'keep the characters of a reply',
    requirement: 'service/unicode-survives',
    of: ticketReplies,
    after: ['support/reply-is-returned'],
    expect(t: CheckContext, { replies, after }) {
      for (const { tag, text, reply } of replies) {
        t.require(reply).success();
        const representations = [...leaves(after.json)]
          .map(({ value }) => value)
          .filter((value): value is string => typeof value === 'string' && value.includes(tag));
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
  row('support/replies-in-order', {
    should: 'show the replies of a ticket once each and in order',
    requirement: 'support/replies-once-in-order',
    of: ticketReplies,
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
];
