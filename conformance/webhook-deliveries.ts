// Webhooks delivered: what arrives at the suite's own receiver, where, how signed, and what the list of attempts says.
import { check as validate } from '../src/contract/validate.ts';
import type { Context, Exchange } from '../src/suite/define.ts';
import { itemsOf } from '../src/suite/lists.ts';
import { bodyFor } from './bodies.ts';
import { attempt, contains, established, expectDone, type Thing } from './platform.ts';
import { isRecord, isSuccess, leaves, statusIn } from './reading.ts';
import { type Arrival, openReceiver, type Receiver, signatureProblem } from './receiver.ts';
import { sinkIn } from './subjects.ts';
import { check, subject } from './suite.ts';
import { secretIn } from './webhooks.ts';

const area = 'webhooks';

/** How long a delivery is waited for, and how long one more that must not come, in milliseconds of real time. */
const patience = 10_000;
const grace = 600;

const here = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/** The base URL for deliveries: the one the target file gives, else this machine when the target is on it too. */
async function baseFor(t: Context): Promise<string> {
  const told = t.capability('webhooks');
  if (typeof told === 'string') return told;
  const any = await t.as('tenantA').send('listWebhooks');
  if (here.test(new URL(any.request.url).hostname)) return 'http://127.0.0.1:0';
  t.notApplicable(
    'the target cannot call this machine back by a loopback address: give the address of a receiver (capabilities.webhooks)',
  );
}

/** An event that anybody can bring about, and that takes no money. */
const TRIGGER = 'ticket.opened';
const OTHER = 'customer.created';

type Tested = { thing: Thing; test: Exchange; arrived: Arrival[]; attempts: Exchange };

type Traffic = {
  /** the target's clock minus ours, in milliseconds */
  skew: number;
  first: Tested;
  /** the endpoint moved to another path, and tested again */
  moved: { put: Exchange; test: Exchange; old: Arrival[]; fresh: Arrival[] };
  /** an event with four endpoints open */
  event: {
    done: Exchange;
    moved: Arrival[];
    control: Arrival[];
    unsubscribed: Arrival[];
    stranger: Arrival[] | null;
  };
  /** another event after one of them was deleted */
  deleted: { gone: Exchange; done: Exchange; control: Arrival[]; late: Arrival[] };
  failing: { test: Exchange; arrived: Arrival[]; attempts: Exchange };
  redirected: { test: Exchange; arrived: Arrival[]; followed: Arrival[] };
};

/** Registers an endpoint at a path of the receiver; says what may help when the target refuses the address. */
async function endpoint(t: Context, receiver: Receiver, path: string, events: string[]): Promise<Thing> {
  const made = await attempt(t, 'createWebhook', { url: receiver.url(path), events });
  if (made.created.status === 422 && /url|target|address|endpoint/i.test(made.created.text)) {
    t.notApplicable(
      `the target refuses ${receiver.url(path)}: give the address of a receiver it may call (capabilities.webhooks)`,
    );
  }
  const thing = established(t, made);
  await sinkIn(t);
  return thing;
}

const sendTest = (t: Context, id: string): Promise<Exchange> =>
  t.as('tenantA').send('testWebhook', { params: { id }, body: bodyFor(t, 'testWebhook', {}) });

const attemptsOf = (t: Context, id: string): Promise<Exchange> =>
  t.as('tenantA').send('listWebhookDeliveries', { params: { id } });

const openTicket = async (t: Context): Promise<Exchange> => (await attempt(t, 'createTicket')).created;

/** Everything that is sent to the receiver in one go. */
const traffic = subject('deliveries to a receiver', {
  cost: 21,
  async make(t: Context): Promise<Traffic> {
    const receiver = await openReceiver(await baseFor(t)).catch((error: unknown) =>
      t.notApplicable(`no receiver could be opened: ${error instanceof Error ? error.message : error}`),
    );
    try {
      return await exchange(t, receiver);
    } finally {
      await receiver.close();
    }
  },
});

async function exchange(t: Context, receiver: Receiver): Promise<Traffic> {
  const thing = await endpoint(t, receiver, '/first', [TRIGGER]);
  const { id } = thing;
  const test = await sendTest(t, id);
  const arrived = isSuccess(test) ? await receiver.wait('/first', 1, patience) : [];
  await sinkIn(t);
  const first = { thing, test, arrived, attempts: await attemptsOf(t, id) };
  if (isSuccess(test) && arrived.length === 0 && failedAttempt(first.attempts)) {
    t.notApplicable(
      `the target could not reach ${receiver.url('')}: give the address of a receiver it can call (capabilities.webhooks)`,
    );
  }

  // where no test payload arrived, the next ones are not waited for as long
  const long = arrived.length > 0 ? patience : grace;
  const put = await t.as('tenantA').send('updateWebhook', {
    params: { id },
    body: bodyFor(
      t,
      'updateWebhook',
      { ...thing.body, url: receiver.url('/moved') },
      { url: receiver.url('/moved') },
    ),
  });
  await sinkIn(t);
  const before = receiver.at('/first').length;
  const secondTest = await sendTest(t, id);
  const fresh = isSuccess(secondTest) ? await receiver.wait('/moved', 1, long) : [];
  const moved = { put, test: secondTest, fresh, old: receiver.at('/first').slice(before) };

  const control = await endpoint(t, receiver, '/control', [TRIGGER]);
  await endpoint(t, receiver, '/unsubscribed', [OTHER]);
  const foreign = { url: receiver.url('/stranger'), events: [TRIGGER, OTHER] };
  const stranger = t.has('tenantB') ? await attempt(t, 'createWebhook', foreign, { by: 'tenantB' }) : null;
  await sinkIn(t);
  const tested = receiver.at('/moved').length;
  const done = await openTicket(t);
  await receiver.wait('/control', 1, patience);
  // those that must not be told are given as long as those that must
  await Promise.all([
    receiver.wait('/moved', tested + 1, grace),
    receiver.wait('/unsubscribed', 1, grace),
    receiver.wait('/stranger', 1, grace),
  ]);
  const event = {
    done,
    moved: receiver.at('/moved').slice(tested),
    control: receiver.at('/control'),
    unsubscribed: receiver.at('/unsubscribed'),
    stranger: stranger === null || !isSuccess(stranger.created) ? null : receiver.at('/stranger'),
  };

  const gone = await t.as('tenantA').send('deleteWebhook', { params: { id } });
  await sinkIn(t);
  const [count, seen] = [receiver.at('/moved').length, receiver.at('/control').length];
  const again = await openTicket(t);
  await receiver.wait('/control', seen + 1, event.control.length > 0 ? patience : 0);
  await receiver.wait('/moved', count + 1, grace);
  const deleted = {
    gone,
    done: again,
    control: receiver.at('/control').slice(seen),
    late: receiver.at('/moved').slice(count),
  };

  receiver.answer('/control', { status: 500 });
  const failed = receiver.at('/control').length;
  const failingTest = await sendTest(t, control.id);
  const failures = (await receiver.wait('/control', failed + 1, isSuccess(failingTest) ? long : 0)).slice(
    failed,
  );
  await sinkIn(t);
  const failing = { test: failingTest, arrived: failures, attempts: await attemptsOf(t, control.id) };

  receiver.answer('/control', { status: 302, headers: { location: receiver.url('/elsewhere') } });
  const turned = receiver.at('/control').length;
  const redirectedTest = await sendTest(t, control.id);
  const arrivedThere = (
    await receiver.wait('/control', turned + 1, isSuccess(redirectedTest) ? long : 0)
  ).slice(turned);
  await receiver.wait('/elsewhere', 1, grace);
  const redirected = { test: redirectedTest, arrived: arrivedThere, followed: receiver.at('/elsewhere') };
  return { skew: t.now() - Date.now(), first, moved, event, deleted, failing, redirected };
}

const taken = /succe|deliver(ed|y ok)|^ok$|complete|acknowledged/i;

/** Whether a list of attempts tells of one, and of none that came through: in whatever words. */
const failedAttempt = ({ json }: Exchange): boolean => {
  const items = itemsOf(json) ?? [];
  const through = [...leaves(items)].some(({ value }) =>
    typeof value === 'number' ? value >= 200 && value < 300 : typeof value === 'string' && taken.test(value),
  );
  return items.length > 0 && !through;
};

/** Ends the check unless a test payload came in: what arrives is judged, what does not is another sentence. */
function arrivals({ first }: Traffic, t: Context): [Arrival, ...Arrival[]] {
  const [one, ...more] = first.arrived;
  if (one === undefined) t.inconclusive('no test payload arrived', { exchange: first.test });
  return [one, ...more];
}

const common = { area, allow: 'webhooks', cost: 0, uses: [traffic] } as const;

export const deliveries = [
  check('webhooks/test', {
    must: 'send a test payload to a webhook endpoint',
    says: 'endpoints/test-webhook',
    ...common,
    after: ['webhooks/create'],
    async run(t: Context) {
      const { test, arrived } = (await t.use(traffic)).first;
      expectDone(t, test);
      if (arrived.length === 0)
        t.fail('nothing arrived', { expected: 'a POST to the endpoint', exchange: test });
    },
  }),
  check('webhooks/test-is-listed', {
    must: 'list a delivery that was made among the attempts of its endpoint',
    says: 'endpoints/list-deliveries',
    ...common,
    after: ['webhooks/test', 'webhooks/deliveries'],
    async run(t: Context) {
      const all = await t.use(traffic);
      arrivals(all, t);
      const { thing, attempts } = all.first;
      let last = attempts;
      await t.eventually('read', async () => {
        if ((itemsOf(last.json) ?? []).length > 0) return;
        last = await attemptsOf(t, thing.id);
        t.expect(last).success();
        const items = itemsOf(last.json);
        if (items === undefined) t.inconclusive('no list is recognised in the reply', { exchange: last });
        if (items.length === 0)
          t.fail('the list is empty', { expected: 'one attempt', actual: items, exchange: last });
      });
    },
  }),
  check('webhooks/payload', {
    should: 'deliver JSON: an event as this contract has it',
    says: 'events/payload',
    ...common,
    after: ['webhooks/test'],
    async run(t: Context) {
      const all = await t.use(traffic);
      const [{ method, headers, body }] = arrivals(all, t);
      if (method !== 'POST' || !/json/.test(headers['content-type'] ?? '')) {
        t.fail('it is no POST of JSON', {
          expected: 'POST, application/json',
          actual: `${method}, ${headers['content-type'] ?? 'no content-type'}`,
          exchange: all.first.test,
        });
      }
      const [problem] = validate('WebhookEvent', parsed(body));
      if (problem !== undefined)
        t.fail(`${problem.field}: ${problem.message}`, { actual: body, exchange: all.first.test });
    },
  }),
  check('webhooks/signed', {
    should: 'sign deliveries as Standard Webhooks has it',
    says: 'events/signed',
    ...common,
    after: ['webhooks/test'],
    async run(t: Context) {
      const all = await t.use(traffic);
      const { created } = all.first.thing;
      const secret = secretIn(created.json);
      if (secret === undefined)
        t.fail('the reply that creates the endpoint shows no secret', { exchange: created });
      for (const arrival of [...arrivals(all, t), ...all.moved.fresh, ...all.event.moved]) {
        const problem = signatureProblem(arrival, secret, arrival.at + all.skew);
        if (problem !== undefined)
          t.fail(problem, { actual: arrival.headers['webhook-signature'] ?? null, exchange: all.first.test });
      }
    },
  }),
  check('webhooks/to-the-updated-address', {
    must: 'deliver to the new address after an update, and no more to the old one',
    says: 'events/to-the-updated-address',
    ...common,
    after: ['webhooks/test', 'webhooks/update', 'webhooks/update-persists'],
    async run(t: Context) {
      const all = await t.use(traffic);
      arrivals(all, t);
      const { put, test, old, fresh } = all.moved;
      t.require(put).success();
      t.require(test).success();
      if (fresh.length > 0 && old.length === 0) return;
      t.fail(old.length > 0 ? 'it went to the old address' : 'nothing arrived at the new address', {
        exchange: [test, put],
      });
    },
  }),
  check('webhooks/to-every-subscriber', {
    should: 'deliver an event to every endpoint subscribed to it',
    says: 'events/to-every-subscriber',
    ...common,
    after: ['webhooks/test', 'support/create', 'webhooks/to-the-updated-address'],
    async run(t: Context) {
      const { done, moved, control } = (await t.use(traffic)).event;
      t.require(done).success();
      if (moved.length > 0 && control.length > 0) return;
      t.fail('not every subscriber was told', {
        expected: 'one delivery each',
        actual: { first: moved.length, second: control.length },
        exchange: done,
      });
    },
  }),
  check('webhooks/not-to-others', {
    should: 'not deliver an event to an endpoint that did not subscribe to it',
    says: 'events/to-every-subscriber',
    ...common,
    after: ['webhooks/to-every-subscriber'],
    async run(t: Context) {
      const { done, control, unsubscribed } = (await t.use(traffic)).event;
      if (control.length === 0) t.inconclusive('the event reached nobody', { exchange: done });
      if (unsubscribed.length > 0)
        t.fail(`an endpoint for ${OTHER} was told`, { actual: unsubscribed[0]?.body, exchange: done });
    },
  }),
  check('webhooks/not-to-other-tenants', {
    must: "not deliver a tenant's events to another tenant",
    says: 'service/own-tenant-only',
    ...common,
    needs: ['tenantA', 'tenantB'],
    async run(t: Context) {
      const { done, control, stranger } = (await t.use(traffic)).event;
      if (control.length === 0) t.inconclusive('the event reached nobody', { exchange: done });
      if (stranger === null) t.inconclusive('the other tenant could not register an endpoint');
      const [leak] = stranger;
      if (leak !== undefined) t.fail('the other tenant was told', { actual: leak.body, exchange: done });
    },
  }),
  check('webhooks/distinct-ids', {
    should: 'give each event an id of its own',
    says: 'events/distinct-ids',
    ...common,
    after: ['webhooks/signed', 'webhooks/test'],
    async run(t: Context) {
      const all = await t.use(traffic);
      const ids = [
        ...arrivals(all, t).slice(0, 1),
        ...all.moved.fresh.slice(0, 1),
        ...all.event.moved.slice(0, 1),
      ].map(({ headers }) => headers['webhook-id']);
      if (new Set(ids).size === ids.length && !ids.includes(undefined)) return;
      t.fail('two events share an id, or have none', { actual: ids, exchange: all.moved.test });
    },
  }),
  check('webhooks/nothing-after-delete', {
    must: 'deliver nothing to an endpoint that was deleted',
    says: 'events/nothing-after-delete',
    ...common,
    after: ['webhooks/delete', 'webhooks/deleted-is-gone'],
    async run(t: Context) {
      const { event, deleted } = await t.use(traffic);
      t.require(deleted.gone).success();
      if (event.moved.length === 0 || deleted.control.length === 0)
        t.inconclusive('no event reached the endpoint before, or none its neighbour since', {
          exchange: deleted.done,
        });
      if (deleted.late.length > 0)
        t.fail('it was told of an event all the same', {
          actual: deleted.late[0]?.body,
          exchange: [deleted.done, deleted.gone],
        });
    },
  }),
  check('webhooks/failures-are-told', {
    should: 'not list an attempt as a success that the endpoint answered 500',
    says: 'events/attempts-are-true',
    ...common,
    after: ['webhooks/test', 'webhooks/test-is-listed'],
    async run(t: Context) {
      const { test, arrived, attempts } = (await t.use(traffic)).failing;
      t.require(test).success();
      if (arrived.length === 0) t.inconclusive('the test payload did not arrive', { exchange: test });
      const items = itemsOf(t.expect(attempts).success().json) ?? [];
      const told = items.some(
        (one) => /fail|pend|retry|error/i.test(statusIn(one) ?? '') || contains500(one),
      );
      if (told) return;
      t.fail('no attempt is listed as a failure', {
        expected: 'failed, 500',
        actual: items[0],
        exchange: attempts,
      });
    },
  }),
  check('webhooks/successes-are-told', {
    should: 'list an attempt as a success that the endpoint took',
    says: 'events/attempts-are-true',
    ...common,
    after: ['webhooks/test', 'webhooks/test-is-listed'],
    async run(t: Context) {
      const all = await t.use(traffic);
      arrivals(all, t);
      const [last] = itemsOf(all.first.attempts.json) ?? [];
      const shown = isRecord(last) ? { status: statusIn(last), code: last.response_status } : {};
      if (shown.status === 'succeeded' && shown.code === 204) return;
      t.fail('the attempt is listed otherwise', {
        expected: { status: 'succeeded', code: 204 },
        actual: shown,
        exchange: all.first.attempts,
      });
    },
  }),
  check('webhooks/no-redirects', {
    should: 'not follow a redirect of an endpoint',
    says: 'events/no-redirects',
    ...common,
    after: ['webhooks/test'],
    async run(t: Context) {
      const { test, arrived, followed } = (await t.use(traffic)).redirected;
      t.require(test).success();
      if (arrived.length === 0) t.inconclusive('the test payload did not arrive', { exchange: test });
      if (followed.length > 0) t.fail('it was followed', { actual: followed[0]?.path, exchange: test });
    },
  }),
];

const contains500 = (one: unknown): boolean =>
  contains([one], '500') || [...leaves(one)].some(({ value }) => value === 500);

/** A text as JSON; undefined when it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
