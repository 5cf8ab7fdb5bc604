// Support tickets: opened, read, answered, closed.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { expectRead } from '../kit/finding.ts';
import {
  attempt,
  contains,
  established,
  expectDone,
  expectInList,
  expectListAgrees,
  expectMade,
  longest,
  newTicket,
  platformListed,
  platformShown,
  readThing,
  type Thing,
  ticket,
} from '../kit/platform.ts';
import { platformBody } from '../kit/platform-bodies.ts';
import { leaves, mentions } from '../kit/reading.ts';
import { sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';

const area = 'support';

const shown = platformShown.ticket;

/** A text that was sent, and its tag: what tells it from any other. */
export type Said = { tag: string; text: string; reply: Exchange };

type Talk = { id: string; said: Said[]; after: Exchange };

/** Another ticket, opened before anything is said in the first: a reply that goes astray has somewhere to go. */
export const spare = subject('another ticket', {
  cost: 1,
  async make(t: Context): Promise<Thing> {
    return established(t, await attempt(t, 'createTicket'));
  },
});

/** Two replies to the shared ticket, and the ticket read afterwards. */
export const talk = subject('ticket with replies', {
  cost: 3,
  uses: [ticket, spare],
  async make(t: Context): Promise<Talk> {
    const { id } = await t.use(ticket);
    await t.use(spare);
    const said: Said[] = [];
    for (let n = 0; n < 2; n++) {
      const { body, tag } = platformBody(t, 'createTicketReply');
      const reply = await t.as('tenantA').send('createTicketReply', { params: { id }, body });
      said.push({ tag, text: longest(body, tag), reply });
    }
    await sinkIn(t);
    return { id, said, after: await readThing(t, 'ticket', id) };
  },
});

export const support = [
  check('support/create', {
    must: 'open a support ticket',
    says: 'endpoints/create-ticket',
    area,
    cost: 0,
    uses: [newTicket],
    phase: 'first',
    async run(t) {
      expectMade(t, await t.use(newTicket));
    },
  }),
  check('support/get', {
    must: 'return a ticket by its id',
    says: 'endpoints/get-ticket',
    area,
    cost: 0,
    uses: [shown],
    after: ['support/create'],
    async run(t: Context) {
      const { id, tag, reply } = await t.use(shown);
      await expectRead(t, 'listTickets', { id, tag }, reply);
      if (!mentions(reply.json, id))
        t.fail('the reply is not about this ticket', { expected: id, exchange: reply });
    },
  }),
  check('support/in-list', {
    must: 'list a ticket that was opened',
    says: 'endpoints/list-tickets',
    area,
    cost: 0,
    uses: [platformListed.ticket],
    after: ['support/create'],
    async run(t) {
      await expectInList(t, 'ticket');
    },
  }),
  check('support/list-agrees', {
    must: 'show a ticket in the list as in its detail',
    says: 'endpoints/list-and-detail-agree',
    area,
    cost: 0,
    uses: [shown, platformListed.ticket],
    group: 'lists/agree',
    after: ['support/in-list', 'support/get'],
    async run(t) {
      await expectListAgrees(t, 'ticket', (await t.use(shown)).reply);
    },
  }),
  check('support/opening-message', {
    should: 'show the opening message of a ticket in its details, with every character',
    says: 'support/replies-once-in-order',
    area,
    cost: 0,
    uses: [shown],
    after: ['support/get'],
    async run(t: Context) {
      const { body, tag, reply } = await t.use(shown);
      t.require(reply).success();
      const text = longest(body, tag);
      if (contains(reply.json, text) || contains(reply.json, text.normalize('NFC'))) return;
      t.fail('the message is not there as it was sent', {
        expected: text,
        actual: reply.json,
        exchange: reply,
      });
    },
  }),
  check('support/reply', {
    must: 'take a reply to a ticket',
    says: 'endpoints/reply-to-ticket',
    area,
    cost: 0,
    uses: [talk],
    after: ['support/create'],
    async run(t) {
      for (const { reply } of (await t.use(talk)).said) expectDone(t, reply);
    },
  }),
  check('support/reply-is-shown', {
    must: 'show a reply in the details of its ticket',
    says: 'endpoints/get-ticket',
    area,
    cost: 0,
    uses: [talk],
    after: ['support/reply', 'support/get'],
    async run(t: Context) {
      const { id, said } = await t.use(talk);
      let { after } = await t.use(talk);
      for (const { reply } of said) t.require(reply).success();
      await t.eventually('read', async () => {
        const lacking = said.find(({ tag }) => !contains(after.json, tag));
        if (lacking === undefined) return;
        after = await readThing(t, 'ticket', id);
        t.expect(after).success();
        if (contains(after.json, lacking.tag)) return;
        t.fail('the reply is not there', {
          expected: lacking.text,
          actual: after.json,
          exchange: [after, lacking.reply],
        });
      });
    },
  }),
  check('support/reply-keeps-characters', {
    must: 'keep the characters of a reply',
    says: 'service/unicode-survives',
    area,
    cost: 0,
    uses: [talk],
    after: ['support/reply-is-shown'],
    async run(t: Context) {
      const { said, after } = await t.use(talk);
      for (const { tag, text, reply } of said) {
        t.require(reply).success();
        const shownAs = [...leaves(after.json)]
          .map(({ value }) => value)
          .filter((value): value is string => typeof value === 'string' && value.includes(tag));
        if (shownAs.length === 0) t.inconclusive('the reply is not shown', { exchange: after });
        const letters = [...text.normalize('NFC')].filter((letter) => /\S/.test(letter));
        // mark-up around a text, or one of several views of it, is no loss
        const whole = shownAs.some((one) => letters.every((letter) => one.normalize('NFC').includes(letter)));
        if (!whole) t.fail('characters were lost', { expected: text, actual: shownAs[0], exchange: after });
      }
    },
  }),
  check('support/replies-in-order', {
    should: 'show the replies of a ticket once each and in order',
    says: 'support/replies-once-in-order',
    area,
    cost: 0,
    uses: [talk],
    after: ['support/reply-is-shown', 'support/reply-keeps-characters'],
    async run(t: Context) {
      const { said, after } = await t.use(talk);
      for (const { reply } of said) t.require(reply).success();
      const replies = t.expect(after).array('/replies');
      const places = said.map(({ tag }) => replies.flatMap((one, at) => (contains([one], tag) ? [at] : [])));
      const [one, two] = places;
      if (one?.length === 1 && two?.length === 1 && (one[0] ?? 0) < (two[0] ?? 0)) return;
      t.fail('the replies do not stand there once each, the first one first', {
        expected: said.map(({ text }) => text),
        actual: replies,
        exchange: after,
      });
    },
  }),
];
