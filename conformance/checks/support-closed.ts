// Support tickets that are closed: shown so, and final; what was said before in the one, and not in another.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { contains, expectDone, longest, readThing } from '../kit/platform.ts';
import { platformBody } from '../kit/platform-bodies.ts';
import { isSuccess, settled, statusIn } from '../kit/reading.ts';
import { sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';
import { type Said, spare, talk } from './support.ts';

const area = 'support';

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

export const closedTickets = [
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
