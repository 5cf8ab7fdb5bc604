// Support tickets: opened, read, answered, closed.
import type { Context, Exchange } from '../src/suite/define.ts';
import { expectRead } from './lists.ts';
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
} from './platform.ts';
import { platformBody } from './platform-bodies.ts';
import { isSuccess, leaves, mentions, settled, statusIn } from './reading.ts';
import { sinkIn } from './subjects.ts';
import { check, subject } from './suite.ts';

const area = 'support';

const shown = platformShown.ticket;

/** A text that was sent, and its tag: what tells it from any other. */
type Said = { tag: string; text: string; reply: Exchange };

type Talk = { id: string; said: Said[]; after: Exchange };

/** Another ticket, opened before anything is said in the first: a reply that goes astray has somewhere to go. */
const spare = subject('another ticket', {
  cost: 1,
  async make(t: Context): Promise<Thing> {
    return established(t, await attempt(t, 'createTicket'));
  },
});

/** Two replies to the shared ticket, and the ticket read afterwards. */
const talk = subject('ticket with replies', {
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

type Closed = {
  /** what was said in it while it was open */
  said: Said;
  before: Exchange;
  reply: Exchange;
  after: Exchange;
  late: Exchange;
  lateTag: string;
  again: Exchange;
  last: Exchange;
};

/** The other ticket, answered and closed, answered all the same, and closed once more. */
export const closed = subject('closed ticket', {
  cost: 7,
  uses: [spare, talk],
  async make(t: Context): Promise<Closed> {
    const { id } = await t.use(spare);
    const answer = platformBody(t, 'createTicketReply');
    const open = await t.as('tenantA').send('createTicketReply', { params: { id }, body: answer.body });
    await sinkIn(t);
    const before = await readThing(t, 'ticket', id);
    const close = (): Promise<Exchange> => t.as('tenantA').send('closeTicket', { params: { id } });
    const reply = await close();
    await sinkIn(t);
    const after = await readThing(t, 'ticket', id);
    const said = platformBody(t, 'createTicketReply');
    const late = await t.as('tenantA').send('createTicketReply', { params: { id }, body: said.body });
    const again = await close();
    await sinkIn(t);
    return {
      said: { tag: answer.tag, text: longest(answer.body, answer.tag), reply: open },
      before,
      reply,
      after,
      late,
      lateTag: said.tag,
      again,
      last: await readThing(t, 'ticket', id),
    };
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
  check('support/reply-to-its-ticket', {
    must: 'put a reply into the ticket it was sent to, and into no other',
    says: 'endpoints/reply-to-ticket',
    area,
    cost: 0,
    uses: [talk, closed],
    after: ['support/reply', 'support/reply-is-shown'],
    async run(t: Context) {
      const { said, before } = await t.use(closed);
      const { said: elsewhere } = await t.use(talk);
      t.require(said.reply).success();
      t.require(before).success();
      const stray = elsewhere.find(({ tag }) => contains(before.json, tag));
      if (contains(before.json, said.tag) && stray === undefined) return;
      t.fail(stray === undefined ? 'the reply is not in its ticket' : 'the ticket holds a reply to another', {
        expected: said.text,
        actual: before.json,
        exchange: [before, (stray ?? said).reply],
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
  check('support/close', {
    must: 'close a ticket',
    says: 'endpoints/close-ticket',
    area,
    cost: 0,
    uses: [closed],
    after: ['support/create'],
    async run(t) {
      expectDone(t, (await t.use(closed)).reply);
    },
  }),
  check('support/close-shows', {
    must: 'show that a ticket was closed',
    says: 'states/ticket-closes',
    area,
    cost: 0,
    uses: [closed],
    after: ['support/close', 'support/get'],
    async run(t: Context) {
      const { before, reply, after } = await t.use(closed);
      t.require(reply).success();
      t.require(before).success();
      t.expect(after).success();
      if (statusIn(before.json) !== statusIn(after.json) || settled(before.json) !== settled(after.json))
        return;
      t.fail('the ticket is as before', { actual: after.json, exchange: [after, reply] });
    },
  }),
  check('support/closed-status', {
    should: 'show a closed ticket as `closed`',
    says: 'support/closed-is-final',
    area,
    cost: 0,
    uses: [closed],
    after: ['support/close', 'support/close-shows'],
    async run(t: Context) {
      const { reply, after } = await t.use(closed);
      t.require(reply).success();
      if (statusIn(after.json) === 'closed') return;
      t.fail('it has another status', { expected: 'closed', actual: statusIn(after.json), exchange: after });
    },
  }),
  check('support/closed-takes-no-reply', {
    should: 'refuse a reply to a closed ticket',
    says: 'support/closed-is-final',
    area,
    cost: 0,
    uses: [closed],
    after: ['support/close', 'support/close-shows'],
    async run(t) {
      const { reply, late } = await t.use(closed);
      t.require(reply).success();
      t.expect(late).status(422);
    },
  }),
  check('support/closed-stays-closed', {
    should: 'leave a closed ticket closed, whatever is asked of it',
    says: 'support/closed-is-final',
    area,
    cost: 0,
    uses: [closed],
    after: ['support/close', 'support/close-shows', 'support/closed-takes-no-reply'],
    async run(t: Context) {
      const { reply, after, last, late, again } = await t.use(closed);
      t.require(reply).success();
      t.require(after).success();
      if (statusIn(last.json) === statusIn(after.json)) return;
      t.fail('it has another status', {
        expected: statusIn(after.json),
        actual: statusIn(last.json) ?? last.status,
        exchange: [last, late, again],
      });
    },
  }),
  check('support/refused-reply-leaves-nothing', {
    must: 'leave a ticket as it was when a reply is refused',
    says: 'endpoints/refused-write-changes-nothing',
    area,
    cost: 0,
    uses: [closed],
    after: ['support/close', 'support/closed-takes-no-reply'],
    async run(t: Context) {
      const { after, late, lateTag, last } = await t.use(closed);
      t.require(after).success();
      if (isSuccess(late)) t.inconclusive('the reply was taken', { exchange: late });
      if (!contains(last.json, lateTag)) return;
      t.fail('the refused reply stands in the ticket', { actual: last.json, exchange: [last, late] });
    },
  }),
  check('support/wrong-state-no-crash', {
    must: 'answer a reply to a closed ticket, and a second closing, without a server error',
    says: 'states/wrong-state-no-crash',
    area,
    cost: 0,
    uses: [closed],
    after: ['support/close'],
    async run(t: Context) {
      const { reply, late, again } = await t.use(closed);
      t.require(reply).success();
      const crash = [late, again].find(({ status }) => status >= 500);
      if (crash !== undefined) t.fail('it is a server error', { actual: crash.status, exchange: crash });
    },
  }),
];
