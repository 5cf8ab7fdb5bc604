// Checks of support tickets: open a ticket, read it, reply to it, close it.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
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

const ticketAsRead = platformAsRead.ticket;

/** A reply that was sent to a support ticket: the text, the unique tag within the text, and the exchange. */
export type TaggedReply = { tag: string; text: string; reply: Exchange };

type TicketReplies = { id: string; replies: TaggedReply[]; after: Exchange };

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
  async make(t: CheckContext): Promise<TicketReplies> {
    const { id } = await t.use(ticket);
    await t.use(otherTicket);
    const sentReplies: TaggedReply[] = [];
    for (let n = 0; n < 2; n++) {
      const { body, tag } = platformBody(t, 'createTicketReply');
      const reply = await t.as('tenantA').send('createTicketReply', { params: { id }, body });
      sentReplies.push({ tag, text: longestTaggedText(body, tag), reply });
    }
    await waitForReadLag(t);
    return { id, replies: sentReplies, after: await readPlatformResource(t, 'ticket', id) };
  },
});

export const support = [
  check('support/create', {
    must: 'open a support ticket',
    requirement: 'endpoints/create-ticket',
    uses: [newTicket],
    phase: 'first',
    async run(t) {
      expectCreated(t, await t.use(newTicket));
    },
  }),
  check('support/get', {
    must: 'return a ticket by its id',
    requirement: 'endpoints/get-ticket',
    uses: [ticketAsRead],
    after: ['support/create'],
    async run(t: CheckContext) {
      const { id, tag, reply } = await t.use(ticketAsRead);
      await expectReadable(t, 'listTickets', { id, tag }, reply);
      if (t.compared(!mentions(reply.json, id)))
        t.fail('the reply is not about this ticket', { expected: id, exchange: reply });
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
  check('support/list-agrees', {
    must: 'show a ticket in the list as in its detail',
    requirement: 'endpoints/list-and-detail-agree',
    uses: [ticketAsRead, platformListed.ticket],
    group: 'lists/agree',
    after: ['support/in-list', 'support/get'],
    async run(t) {
      await expectListAgrees(t, 'ticket', (await t.use(ticketAsRead)).reply);
    },
  }),
  check('support/opening-message', {
    should: 'show the opening message of a ticket in its details, with every character',
    requirement: 'support/replies-once-in-order',
    uses: [ticketAsRead],
    after: ['support/get'],
    async run(t: CheckContext) {
      const { body, tag, reply } = await t.use(ticketAsRead);
      t.require(reply).success();
      const text = longestTaggedText(body, tag);
      if (t.compared(containsText(reply.json, text) || containsText(reply.json, text.normalize('NFC'))))
        return;
      t.fail('the message is not there as it was sent', {
        expected: bodyWith(text),
        actual: reply.json,
        exchange: reply,
      });
    },
  }),
  check('support/reply', {
    must: 'take a reply to a ticket',
    requirement: 'endpoints/reply-to-ticket',
    uses: [ticketReplies],
    after: ['support/create'],
    async run(t) {
      for (const { reply } of (await t.use(ticketReplies)).replies) expectActionAccepted(t, reply);
    },
  }),
  check('support/reply-is-returned', {
    must: 'show a reply in the details of its ticket',
    requirement: 'endpoints/get-ticket',
    uses: [ticketReplies],
    after: ['support/reply', 'support/get'],
    async run(t: CheckContext) {
      const { id, replies } = await t.use(ticketReplies);
      let { after } = await t.use(ticketReplies);
      for (const { reply } of replies) t.require(reply).success();
      await t.eventually('read', async () => {
        const lacking = replies.find(({ tag }) => t.compared(!containsText(after.json, tag)));
        if (lacking === undefined) return;
        after = await readPlatformResource(t, 'ticket', id);
        t.expect(after).success();
        if (t.compared(containsText(after.json, lacking.tag))) return;
        t.fail('the reply is not there', {
          expected: bodyWith(lacking.text),
          actual: after.json,
          exchange: [after, lacking.reply],
        });
      });
    },
  }),
  check('support/reply-keeps-characters', {
    must: 'keep the characters of a reply',
    requirement: 'service/unicode-survives',
    uses: [ticketReplies],
    after: ['support/reply-is-returned'],
    async run(t: CheckContext) {
      const { replies, after } = await t.use(ticketReplies);
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
        if (t.compared(!complete))
          t.fail('characters were lost', { expected: text, actual: representations[0], exchange: after });
      }
    },
  }),
  check('support/replies-in-order', {
    should: 'show the replies of a ticket once each and in order',
    requirement: 'support/replies-once-in-order',
    uses: [ticketReplies],
    after: ['support/reply-is-returned', 'support/reply-keeps-characters'],
    async run(t: CheckContext) {
      const { replies: sentReplies, after } = await t.use(ticketReplies);
      for (const { reply } of sentReplies) t.require(reply).success();
      const replies = t.expect(after).array('/replies');
      const positions = sentReplies.map(({ tag }) =>
        replies.flatMap((shown, at) => (containsText([shown], tag) ? [at] : [])),
      );
      const [first, second] = positions;
      if (t.compared(first?.length === 1 && second?.length === 1 && (first[0] ?? 0) < (second[0] ?? 0)))
        return;
      t.fail('the replies are not listed once each and in order', {
        expected: sentReplies.map(({ text }) => text),
        actual: replies,
        exchange: after,
      });
    },
  }),
];
