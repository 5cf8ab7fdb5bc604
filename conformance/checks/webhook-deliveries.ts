// Webhooks delivered: what arrives at the suite's own receiver, where, how signed, and what the list of attempts says.
import { check as validate } from '../../src/contract/validate.ts';
import type { Context, Exchange } from '../../src/suite/define.ts';
import { itemsOf } from '../../src/suite/lists.ts';
import { contains, expectDone } from '../kit/platform.ts';
import { idIn, isRecord, leaves, statusIn } from '../kit/reading.ts';
import { signatureProblem } from '../kit/receiver.ts';
import { arrivals, attemptsOf, OTHER, slowness, traffic, underWay } from '../kit/webhook-traffic.ts';
import { check } from '../suite.ts';
import { secretIn } from './webhooks.ts';

const area = 'webhooks';

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
  check('webhooks/attempts-of-one-endpoint', {
    must: 'list the attempts of this endpoint and of no other',
    says: 'endpoints/list-deliveries',
    ...common,
    after: ['webhooks/test-is-listed'],
    async run(t: Context) {
      const { first, failing, idle } = await t.use(traffic);
      const [foreign] = itemsOf(t.require(idle.attempts).success().json) ?? [];
      if (foreign !== undefined && idle.arrived.length === 0) {
        t.fail('an endpoint that was sent nothing lists an attempt', {
          actual: foreign,
          exchange: idle.attempts,
        });
      }
      const ids = (of: Exchange): string[] =>
        (itemsOf(t.require(of).success().json) ?? []).map(idIn).filter((id) => id !== undefined);
      const mine = new Set(ids(first.attempts));
      const both = ids(failing.attempts).find((id) => mine.has(id));
      if (both === undefined) return;
      t.fail('an attempt is listed at two endpoints', {
        actual: both,
        exchange: [failing.attempts, first.attempts],
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
      const each = (itemsOf(all.first.attempts.json) ?? []).map((one) =>
        isRecord(one) ? { status: statusIn(one), code: one.response_status } : {},
      );
      if (each.some(({ status, code }) => status === 'succeeded' && code === 204)) return;
      if (underWay(all.first.attempts))
        t.inconclusive('the attempt is still under way', { exchange: all.first.attempts });
      const [shown = {}] = each;
      t.fail('the attempt is listed otherwise', {
        expected: { status: 'succeeded', code: 204 },
        actual: shown,
        exchange: all.first.attempts,
      });
    },
  }),
  check('webhooks/recovers', {
    must: 'send a test payload to an endpoint that failed before',
    says: 'endpoints/test-webhook',
    ...common,
    after: ['webhooks/test'],
    async run(t: Context) {
      const { failing, recovered } = await t.use(traffic);
      t.require(failing.test).success();
      expectDone(t, recovered.test);
      if (recovered.arrived.length > 0) return;
      t.fail('after one failure nothing arrives any more', {
        expected: 'a POST to the endpoint',
        exchange: [recovered.test, failing.test],
      });
    },
  }),
  check('webhooks/slow-receivers-hold-nobody', {
    should: 'answer a caller without waiting for a slow receiver',
    says: 'events/slow-receivers',
    ...common,
    after: ['webhooks/test', 'webhooks/recovers'],
    async run(t: Context) {
      const { test, arrived, ms } = (await t.use(traffic)).recovered;
      t.require(test).success();
      if (arrived.length === 0) t.inconclusive('the test payload did not arrive', { exchange: test });
      if (ms < slowness) return;
      t.fail('the call took as long as the receiver', {
        expected: `less than ${slowness} ms`,
        actual: `${Math.round(ms)} ms`,
        exchange: test,
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
