// Checks of closed support tickets: a closed ticket is shown as closed, stays closed, and keeps its earlier replies.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import {
  containsText,
  longestTaggedText,
  readPlatformResource,
} from '../support/fixtures/platform-resources.ts';
import { expectActionAccepted } from '../support/platform-expectations.ts';
import { bodyWith, isSuccess, statusIn } from '../support/reply-readers/response-readers.ts';
import { isSameBody, requireShownState } from '../support/reply-readers/shown-changes.ts';
import { platformBody } from '../support/request-bodies/platform-bodies.ts';
import { otherTicket, type TaggedReply, ticketReplies } from './support.ts';

const check = checksOf({ area: 'support' });

type ClosedTicket = {
  /** the last reply that was sent to the ticket before it was closed */
  lastReply: TaggedReply;
  before: Exchange;
  reply: Exchange;
  after: Exchange;
  lateReply: Exchange;
  lateTag: string;
  repeated: Exchange;
  last: Exchange;
};

/**
 * Sends a reply to the second support ticket, closes the ticket, sends another reply, and closes the ticket again.
 */
export const closedTicket = fixture('closed ticket', {
  uses: [otherTicket, ticketReplies],
  async make(t: CheckContext): Promise<ClosedTicket> {
    const { id } = await t.use(otherTicket);
    const answer = platformBody(t, 'createTicketReply');
    const open = await t.as('tenantA').send('createTicketReply', { params: { id }, body: answer.body });
    await waitForReadLag(t);
    const before = await readPlatformResource(t, 'ticket', id);
    const close = (): Promise<Exchange> => t.as('tenantA').send('closeTicket', { params: { id } });
    const reply = await close();
    await waitForReadLag(t);
    const after = await readPlatformResource(t, 'ticket', id);
    const lateAnswer = platformBody(t, 'createTicketReply');
    const lateReply = await t
      .as('tenantA')
      .send('createTicketReply', { params: { id }, body: lateAnswer.body });
    const repeated = await close();
    await waitForReadLag(t);
    return {
      lastReply: { tag: answer.tag, text: longestTaggedText(answer.body, answer.tag), reply: open },
      before,
      reply,
      after,
      lateReply: lateReply,
      lateTag: lateAnswer.tag,
      repeated,
      last: await readPlatformResource(t, 'ticket', id),
    };
  },
});

export const closedTickets = [
  check('support/reply-to-its-ticket', {
    must: 'put a reply into the ticket it was sent to, and into no other',
    requirement: 'endpoints/reply-to-ticket',
    uses: [ticketReplies, closedTicket],
    after: ['support/reply', 'support/reply-is-returned'],
    async run(t: CheckContext) {
      const { lastReply, before } = await t.use(closedTicket);
      const { replies: elsewhere } = await t.use(ticketReplies);
      t.require(lastReply.reply).success();
      t.require(before).success();
      const misplaced = elsewhere.find(({ tag }) => containsText(before.json, tag));
      if (t.compared(containsText(before.json, lastReply.tag) && misplaced === undefined)) return;
      t.fail(
        misplaced === undefined ? 'the reply is not in its ticket' : 'the ticket holds a reply to another',
        {
          expected: bodyWith(lastReply.text),
          actual: before.json,
          exchange: [before, (misplaced ?? lastReply).reply],
        },
      );
    },
  }),
  check('support/close', {
    must: 'close a ticket',
    requirement: 'endpoints/close-ticket',
    uses: [closedTicket],
    after: ['support/create'],
    async run(t) {
      expectActionAccepted(t, (await t.use(closedTicket)).reply);
    },
  }),
  check('support/close-shows', {
    must: 'show that a ticket was closed',
    requirement: 'states/ticket-closes',
    uses: [closedTicket],
    after: ['support/close', 'support/get'],
    async run(t: CheckContext) {
      const { before, reply, after } = await t.use(closedTicket);
      t.require(reply).success();
      t.require(before).success();
      t.expect(after).success();
      if (t.compared(statusIn(before.json) !== statusIn(after.json) || !isSameBody(before.json, after.json)))
        return;
      requireShownState(t, after);
      t.fail('the ticket is as before', { actual: after.json, exchange: [after, reply] });
    },
  }),
  check('support/closed-status', {
    should: 'show a closed ticket as `closed`',
    requirement: 'support/closed-is-final',
    uses: [closedTicket],
    after: ['support/close', 'support/close-shows'],
    async run(t: CheckContext) {
      const { reply, after } = await t.use(closedTicket);
      t.require(reply).success();
      if (t.compared(statusIn(after.json) === 'closed')) return;
      t.fail('it has another status', { expected: 'closed', actual: statusIn(after.json), exchange: after });
    },
  }),
  check('support/closed-refuses-replies', {
    should: 'refuse a reply to a closed ticket',
    requirement: 'support/closed-is-final',
    uses: [closedTicket],
    after: ['support/close', 'support/close-shows'],
    async run(t) {
      const { reply, lateReply } = await t.use(closedTicket);
      t.require(reply).success();
      t.expect(lateReply).status(422);
    },
  }),
  check('support/closed-stays-closed', {
    should: 'keep a closed ticket closed after further calls',
    requirement: 'support/closed-is-final',
    uses: [closedTicket],
    after: ['support/close', 'support/close-shows', 'support/closed-refuses-replies'],
    async run(t: CheckContext) {
      const { reply, after, last, lateReply, repeated } = await t.use(closedTicket);
      t.require(reply).success();
      t.require(after).success();
      if (t.compared(statusIn(last.json) === statusIn(after.json))) return;
      t.fail('it has another status', {
        expected: statusIn(after.json),
        actual: statusIn(last.json) ?? null,
        exchange: [last, lateReply, repeated],
      });
    },
  }),
  check('support/refused-reply-not-stored', {
    must: 'leave a ticket unchanged when a reply is refused',
    requirement: 'endpoints/refused-write-changes-nothing',
    uses: [closedTicket],
    after: ['support/close', 'support/closed-refuses-replies'],
    async run(t: CheckContext) {
      const { after, lateReply, lateTag, last } = await t.use(closedTicket);
      t.require(after).success();
      if (isSuccess(lateReply)) t.inconclusive('the reply was taken', { exchange: lateReply });
      if (t.compared(!containsText(last.json, lateTag))) return;
      t.fail('the refused reply stands in the ticket', { actual: last.json, exchange: [last, lateReply] });
    },
  }),
  check('support/wrong-state-no-crash', {
    must: 'answer a reply to a closed ticket, and a second closing, without a server error',
    requirement: 'states/wrong-state-no-crash',
    uses: [closedTicket],
    after: ['support/close'],
    async run(t: CheckContext) {
      const { reply, lateReply, repeated } = await t.use(closedTicket);
      t.require(reply).success();
      const crash = [lateReply, repeated].find(({ status }) => status >= 500);
      if (t.compared(crash !== undefined))
        t.fail('it is a server error', { actual: crash?.status, exchange: crash });
    },
  }),
];
