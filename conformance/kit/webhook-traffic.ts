// What goes to the suite's own receiver in one go: tests, events, an endpoint moved, deleted, failing, redirecting.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { itemsOf } from '../../src/suite/lists.ts';
import { subject } from '../suite.ts';
import { bodyFor } from './bodies.ts';
import { attempt, established, type Thing } from './platform.ts';
import { isSuccess, leaves, statusIn } from './reading.ts';
import { type Arrival, openReceiver, type Receiver } from './receiver.ts';
import { sinkIn } from './subjects.ts';

/** How long a delivery is waited for, and how long one more that must not come, in milliseconds of real time. */
const patience = 10_000;
const grace = 600;
/** How long the receiver keeps a delivery waiting for its answer, in milliseconds of real time. */
export const slowness = 1500;

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
export const OTHER = 'customer.created';

type Tested = { thing: Thing; test: Exchange; arrived: Arrival[]; attempts: Exchange };

export type Traffic = {
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
  /** after the failure the endpoint answers as it should again, but slowly */
  recovered: { test: Exchange; arrived: Arrival[]; ms: number };
  /** an endpoint that nothing was sent to, as far as its receiver knows */
  idle: { arrived: Arrival[]; attempts: Exchange };
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

export const attemptsOf = (t: Context, id: string): Promise<Exchange> =>
  t.as('tenantA').send('listWebhookDeliveries', { params: { id } });

const openTicket = async (t: Context): Promise<Exchange> => (await attempt(t, 'createTicket')).created;

/** Whether an attempt is listed that has not come to its end. */
export const underWay = ({ json }: Exchange): boolean =>
  (itemsOf(json) ?? []).some((one) => /pend|progress|queue|sending|^new$|schedul/i.test(statusIn(one) ?? ''));

/** Between looks at what is under way, in milliseconds: a busy machine takes its time to put down what has arrived. */
const looks = [200, 400, 800, 1600, 3200];

/** The attempts once none is under way any more, for a while: what has arrived may not have been put down yet. */
async function settledAttempts(t: Context, receiver: Receiver, id: string): Promise<Exchange> {
  let reply = await attemptsOf(t, id);
  for (const [look, pause] of looks.entries()) {
    // a list that stays empty is left sooner: it may never show anything
    if (!underWay(reply) && (look > 2 || itemsOf(reply.json)?.length !== 0)) break;
    await receiver.wait('/nowhere', 1, pause);
    reply = await attemptsOf(t, id);
  }
  return reply;
}

/** Everything that is sent to the receiver in one go. */
export const traffic = subject('deliveries to a receiver', {
  cost: 23,
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
  const first = { thing, test, arrived, attempts: await settledAttempts(t, receiver, id) };
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
  const idle = await endpoint(t, receiver, '/unsubscribed', [OTHER]);
  const foreign = { url: receiver.url('/stranger'), events: [TRIGGER, OTHER] };
  const stranger = t.has('tenantB') ? await attempt(t, 'createWebhook', foreign, { by: 'tenantB' }) : null;
  await sinkIn(t);
  const tested = receiver.at('/moved').length;
  const done = await openTicket(t);
  await receiver.wait('/control', 1, patience);
  // what must not come is waited for a moment as well
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
  const failing = {
    test: failingTest,
    arrived: failures,
    attempts: await settledAttempts(t, receiver, control.id),
  };

  receiver.answer('/control', { status: 200, delay: slowness });
  const before200 = receiver.at('/control').length;
  const asked = performance.now();
  const slowTest = await sendTest(t, control.id);
  const ms = performance.now() - asked;
  const anew = (await receiver.wait('/control', before200 + 1, isSuccess(slowTest) ? long : 0)).slice(
    before200,
  );
  const recovered = { test: slowTest, arrived: anew, ms };

  receiver.answer('/control', { status: 302, headers: { location: receiver.url('/elsewhere') } });
  const turned = receiver.at('/control').length;
  const redirectedTest = await sendTest(t, control.id);
  const arrivedThere = (
    await receiver.wait('/control', turned + 1, isSuccess(redirectedTest) ? long : 0)
  ).slice(turned);
  await receiver.wait('/elsewhere', 1, grace);
  const redirected = { test: redirectedTest, arrived: arrivedThere, followed: receiver.at('/elsewhere') };
  const quiet = { arrived: receiver.at('/unsubscribed'), attempts: await attemptsOf(t, idle.id) };
  const skew = t.now() - Date.now();
  return { skew, first, moved, event, deleted, failing, recovered, redirected, idle: quiet };
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
export function arrivals({ first }: Traffic, t: Context): [Arrival, ...Arrival[]] {
  const [one, ...more] = first.arrived;
  if (one === undefined) t.inconclusive('no test payload arrived', { exchange: first.test });
  return [one, ...more];
}
