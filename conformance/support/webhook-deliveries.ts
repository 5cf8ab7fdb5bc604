// The fixture of all webhook deliveries to the suite's own receiver: tests, events, and webhook endpoints that are
// moved, deleted, failing or redirecting.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { itemsInPage } from '../../src/suite/model/pagination.ts';
import { fixture } from '../define.ts';
import { requireCreated, waitForReadLag } from './customers-and-orders.ts';
import { type PlatformResource, tryCreate } from './platform-resources.ts';
import { bodyFor } from './request-bodies.ts';
import { isSuccess, leaves, statusIn } from './response-readers.ts';
import { type Arrival, openReceiver, type Receiver } from './webhook-receiver.ts';

/**
 * The maximum wait for a delivery, in milliseconds of real time. `GRACE_MS` is how long the suite waits to see that a
 * forbidden delivery does not arrive.
 */
const DELIVERY_WAIT_MS = 10_000;
const GRACE_MS = 600;
/** How long the receiver delays its reply to a delivery, in milliseconds of real time. */
export const RECEIVER_DELAY_MS = 1500;

const LOOPBACK_HOST = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/**
 * Returns the base URL for deliveries: the URL from the target file, else a URL of this machine when the target runs
 * on this machine too.
 */
async function receiverBaseUrl(t: CheckContext): Promise<string> {
  const configured = t.capability('webhooks');
  if (typeof configured === 'string') return configured;
  const any = await t.as('tenantA').send('listWebhooks');
  if (LOOPBACK_HOST.test(new URL(any.request.url).hostname)) return 'http://127.0.0.1:0';
  t.notApplicable(
    'the target cannot call this machine back by a loopback address: give the address of a receiver (capabilities.webhooks)',
  );
}

/** The event that the suite triggers: any caller can cause it, and it costs nothing. */
const TRIGGER_EVENT = 'ticket.opened';
export const OTHER_EVENT = 'customer.created';

type TestedEndpoint = { endpoint: PlatformResource; test: Exchange; arrived: Arrival[]; attempts: Exchange };

export type WebhookDeliveries = {
  /** the time of the target's clock less the time of this machine's clock, in milliseconds */
  skew: number;
  first: TestedEndpoint;
  /** the update that changes the URL of the webhook endpoint, and the test delivery that follows */
  moved: { put: Exchange; test: Exchange; atOldPath: Arrival[]; atNewPath: Arrival[] };
  /** an event that occurs while four webhook endpoints are registered */
  event: {
    done: Exchange;
    moved: Arrival[];
    control: Arrival[];
    unsubscribed: Arrival[];
    otherTenant: Arrival[] | null;
  };
  /** another event, after one of the webhook endpoints was deleted */
  deleted: { deletion: Exchange; done: Exchange; control: Arrival[]; late: Arrival[] };
  failing: { test: Exchange; arrived: Arrival[]; attempts: Exchange };
  /** a test delivery after the failure, when the webhook endpoint replies with success again, but slowly */
  recovered: { test: Exchange; arrived: Arrival[]; ms: number };
  /** a webhook endpoint at whose URL no request arrived, and its list of delivery attempts */
  idle: { arrived: Arrival[]; attempts: Exchange };
  redirected: { test: Exchange; arrived: Arrival[]; followed: Arrival[] };
};

/**
 * Registers a webhook endpoint at a path of the receiver. When the target refuses the URL, ends the check with a
 * message about the setting that may help.
 */
async function registerEndpoint(
  t: CheckContext,
  receiver: Receiver,
  path: string,
  events: string[],
): Promise<PlatformResource> {
  const creation = await tryCreate(t, 'createWebhook', { url: receiver.url(path), events });
  if (creation.created.status === 422 && /url|target|address|endpoint/i.test(creation.created.text)) {
    t.notApplicable(
      `the target refuses ${receiver.url(path)}: give the address of a receiver it may call (capabilities.webhooks)`,
    );
  }
  const resource = requireCreated(t, creation);
  await waitForReadLag(t);
  return resource;
}

const sendTest = (t: CheckContext, id: string): Promise<Exchange> =>
  t.as('tenantA').send('testWebhook', { params: { id }, body: bodyFor(t, 'testWebhook', {}) });

export const attemptsOf = (t: CheckContext, id: string): Promise<Exchange> =>
  t.as('tenantA').send('listWebhookDeliveries', { params: { id } });

const openTicket = async (t: CheckContext): Promise<Exchange> => (await tryCreate(t, 'createTicket')).created;

/** Returns whether a list of delivery attempts contains an attempt that has not ended. */
export const hasPendingAttempt = ({ json }: Exchange): boolean =>
  (itemsInPage(json) ?? []).some((one) =>
    /pend|progress|queue|sending|^new$|schedul/i.test(statusIn(one) ?? ''),
  );

/**
 * The pauses between the reads of the list of delivery attempts, in milliseconds. A busy target may record a delivery
 * late.
 */
const POLL_DELAYS = [200, 400, 800, 1600, 3200];

/**
 * Reads the list of delivery attempts until no attempt is pending or the pauses are over. A delivery may arrive
 * before the target records its attempt.
 */
async function finishedAttempts(t: CheckContext, receiver: Receiver, id: string): Promise<Exchange> {
  let reply = await attemptsOf(t, id);
  for (const [attempt, pause] of POLL_DELAYS.entries()) {
    // An empty list is read fewer times, because it may never contain an attempt.
    if (!hasPendingAttempt(reply) && (attempt > 2 || itemsInPage(reply.json)?.length !== 0)) break;
    await receiver.wait('/nowhere', 1, pause);
    reply = await attemptsOf(t, id);
  }
  return reply;
}

/** Registers the webhook endpoints and causes all deliveries that the checks of deliveries judge. */
export const webhookDeliveries = fixture('deliveries to a receiver', {
  cost: 23,
  async make(t: CheckContext): Promise<WebhookDeliveries> {
    const receiver = await openReceiver(await receiverBaseUrl(t)).catch((error: unknown) =>
      t.notApplicable(`no receiver could be opened: ${error instanceof Error ? error.message : error}`),
    );
    try {
      return await collectDeliveries(t, receiver);
    } finally {
      await receiver.close();
    }
  },
});

async function collectDeliveries(t: CheckContext, receiver: Receiver): Promise<WebhookDeliveries> {
  const resource = await registerEndpoint(t, receiver, '/first', [TRIGGER_EVENT]);
  const { id } = resource;
  const test = await sendTest(t, id);
  const arrived = isSuccess(test) ? await receiver.wait('/first', 1, DELIVERY_WAIT_MS) : [];
  await waitForReadLag(t);
  const first = { endpoint: resource, test, arrived, attempts: await finishedAttempts(t, receiver, id) };
  if (isSuccess(test) && arrived.length === 0 && hasOnlyFailedAttempts(first.attempts)) {
    t.notApplicable(
      `the target could not reach ${receiver.url('')}: give the address of a receiver it can call (capabilities.webhooks)`,
    );
  }

  // When the first test delivery did not arrive, the wait for each later delivery is shorter.
  const long = arrived.length > 0 ? DELIVERY_WAIT_MS : GRACE_MS;
  const put = await t.as('tenantA').send('updateWebhook', {
    params: { id },
    body: bodyFor(
      t,
      'updateWebhook',
      { ...resource.body, url: receiver.url('/moved') },
      { url: receiver.url('/moved') },
    ),
  });
  await waitForReadLag(t);
  const before = receiver.at('/first').length;
  const secondTest = await sendTest(t, id);
  const fresh = isSuccess(secondTest) ? await receiver.wait('/moved', 1, long) : [];
  const moved = { put, test: secondTest, atNewPath: fresh, atOldPath: receiver.at('/first').slice(before) };

  const control = await registerEndpoint(t, receiver, '/control', [TRIGGER_EVENT]);
  const idle = await registerEndpoint(t, receiver, '/unsubscribed', [OTHER_EVENT]);
  const otherTenantBody = { url: receiver.url('/other-tenant'), events: [TRIGGER_EVENT, OTHER_EVENT] };
  const otherTenantEndpoint = t.has('tenantB')
    ? await tryCreate(t, 'createWebhook', otherTenantBody, { by: 'tenantB' })
    : null;
  await waitForReadLag(t);
  const tested = receiver.at('/moved').length;
  const done = await openTicket(t);
  await receiver.wait('/control', 1, DELIVERY_WAIT_MS);
  // The wait for deliveries that must not arrive is short as well.
  await Promise.all([
    receiver.wait('/moved', tested + 1, GRACE_MS),
    receiver.wait('/unsubscribed', 1, GRACE_MS),
    receiver.wait('/other-tenant', 1, GRACE_MS),
  ]);
  const event = {
    done,
    moved: receiver.at('/moved').slice(tested),
    control: receiver.at('/control'),
    unsubscribed: receiver.at('/unsubscribed'),
    otherTenant:
      otherTenantEndpoint === null || !isSuccess(otherTenantEndpoint.created)
        ? null
        : receiver.at('/other-tenant'),
  };

  const deletion = await t.as('tenantA').send('deleteWebhook', { params: { id } });
  await waitForReadLag(t);
  const [count, seen] = [receiver.at('/moved').length, receiver.at('/control').length];
  const again = await openTicket(t);
  await receiver.wait('/control', seen + 1, event.control.length > 0 ? DELIVERY_WAIT_MS : 0);
  await receiver.wait('/moved', count + 1, GRACE_MS);
  const deleted = {
    deletion,
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
  await waitForReadLag(t);
  const failing = {
    test: failingTest,
    arrived: failures,
    attempts: await finishedAttempts(t, receiver, control.id),
  };

  receiver.answer('/control', { status: 200, delay: RECEIVER_DELAY_MS });
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
  await receiver.wait('/elsewhere', 1, GRACE_MS);
  const redirected = { test: redirectedTest, arrived: arrivedThere, followed: receiver.at('/elsewhere') };
  const quiet = { arrived: receiver.at('/unsubscribed'), attempts: await attemptsOf(t, idle.id) };
  const skew = t.now() - Date.now();
  return { skew, first, moved, event, deleted, failing, recovered, redirected, idle: quiet };
}

const DELIVERED_STATUS = /succe|deliver(ed|y ok)|^ok$|complete|acknowledged/i;

/**
 * Returns whether a list contains delivery attempts of which none has succeeded, whatever words the target uses for
 * success.
 */
const hasOnlyFailedAttempts = ({ json }: Exchange): boolean => {
  const items = itemsInPage(json) ?? [];
  const through = [...leaves(items)].some(({ value }) =>
    typeof value === 'number'
      ? value >= 200 && value < 300
      : typeof value === 'string' && DELIVERED_STATUS.test(value),
  );
  return items.length > 0 && !through;
};

/**
 * Ends the check unless a test delivery arrived, because the calling checks judge the content of deliveries, not
 * their arrival.
 */
export function requireArrivals({ first }: WebhookDeliveries, t: CheckContext): [Arrival, ...Arrival[]] {
  const [one, ...more] = first.arrived;
  if (one === undefined) t.inconclusive('no test payload arrived', { exchange: first.test });
  return [one, ...more];
}
