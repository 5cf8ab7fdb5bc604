// Checks of webhook deliveries: the requests that arrive at the suite's own receiver, their signatures, and the list
// of delivery attempts.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { parsedJson } from '../../src/contract/json/parsed-json.ts';
import { validateValue as validate } from '../../src/contract/validation/validate.ts';
import { itemsInPage } from '../../src/suite/lists/pagination.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, type FixtureValue } from '../define.ts';
import { holds, isAccepted } from '../expectations.ts';
import { containsText } from '../support/fixtures/created-resources.ts';
import {
  hasPendingAttempt,
  RECEIVER_DELAY_MS,
  webhookDeliveries,
} from '../support/fixtures/webhook-deliveries.ts';
import type { Arrival } from '../support/fixtures/webhook-receiver.ts';
import { idIn, leaves, statusIn, textsIn } from '../support/reply-readers/response-readers.ts';

// Returns the signing secret in the reply that creates a webhook endpoint; undefined when the reply contains no secret.
const secretIn = (body: unknown): string | undefined =>
  textsIn(body, /secret|signing|key$/).find((text) => text.length >= 8);

const { row } = checksOf({ area: 'webhooks', allow: 'webhooks' });

type WebhookDeliveries = FixtureValue<typeof webhookDeliveries>;

/**
 * Ends the check unless a test delivery arrived, because the calling checks judge the content of deliveries, not
 * their arrival.
 */
function requireArrivals({ first }: WebhookDeliveries, t: CheckContext): [Arrival, ...Arrival[]] {
  const [one, ...more] = first.arrived;
  if (one === undefined) t.inconclusive('no test payload arrived', { exchange: first.test });
  return [one, ...more];
}

/**
 * Returns what is wrong with the signature of a delivery (Standard Webhooks 1.0.0); undefined when the signature is
 * valid.
 */
function signatureProblem(arrival: Arrival, secret: string, now: number): string | undefined {
  const { headers, body } = arrival;
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  );
  if (id === undefined || timestamp === undefined || signature === undefined)
    return 'it lacks webhook-id, webhook-timestamp or webhook-signature';
  if (!/^\d+$/.test(timestamp)) return 'webhook-timestamp is no number of seconds';
  if (Math.abs(Number(timestamp) * 1000 - now) > 300_000)
    return 'webhook-timestamp is more than 5 minutes off';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const verifies = signature.split(' ').some((one) => {
    const signature = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return (
      one.startsWith('v1,') && signature.length === expected.length && timingSafeEqual(signature, expected)
    );
  });
  return verifies ? undefined : 'no signature of webhook-signature verifies';
}

export const deliveries = [
  row('webhooks/test', 'endpoints/test-webhook', webhookDeliveries, {
    must: 'send a test payload to a webhook endpoint',
    after: ['webhooks/create'],
    expect(t: CheckContext, { first: { test, arrived } }) {
      isAccepted(t, test, 'it');
      holds(t, arrived.length !== 0, 'nothing arrived', {
        expected: 'a POST to the endpoint',
        exchange: test,
      });
    },
  }),
  row('webhooks/test-is-listed', 'endpoints/list-deliveries', webhookDeliveries, {
    must: 'list a delivery that was made among the attempts of its endpoint',
    after: ['webhooks/test', 'webhooks/deliveries'],
    expect(t: CheckContext, all) {
      requireArrivals(all, t);
      const { attempts } = all.first;
      const items = itemsInPage(t.expect(attempts).success().json);
      if (items === undefined) t.inconclusive('no list is recognised in the reply', { exchange: attempts });
      holds(t, items.length !== 0, 'the list is empty', {
        expected: 'one attempt',
        actual: items,
        exchange: attempts,
      });
    },
  }),
  row('webhooks/attempts-of-one-endpoint', 'endpoints/list-deliveries', webhookDeliveries, {
    must: 'list the attempts of this endpoint and of no other',
    after: ['webhooks/test-is-listed'],
    expect(t: CheckContext, { first, failing, idle }) {
      const [otherEndpointsAttempts] = itemsInPage(t.require(idle.attempts).success().json) ?? [];
      holds(
        t,
        otherEndpointsAttempts === undefined || idle.arrived.length !== 0,
        'an endpoint without deliveries lists an attempt',
        { actual: otherEndpointsAttempts, exchange: idle.attempts },
      );
      const ids = (of: Exchange): string[] =>
        (itemsInPage(t.require(of).success().json) ?? []).map(idIn).filter((id) => id !== undefined);
      const ownAttemptIds = new Set(ids(first.attempts));
      const both = ids(failing.attempts).find((id) => ownAttemptIds.has(id));
      holds(t, both === undefined, 'an attempt is listed at two endpoints', {
        actual: both,
        exchange: [failing.attempts, first.attempts],
      });
    },
  }),
  row('webhooks/payload', 'events/payload', webhookDeliveries, {
    should: 'deliver JSON: an event as this contract has it',
    after: ['webhooks/test'],
    expect(t: CheckContext, all) {
      const [{ method, headers, body }] = requireArrivals(all, t);
      holds(t, method === 'POST' && /json/.test(headers['content-type'] ?? ''), 'it is no POST of JSON', {
        expected: 'POST, application/json',
        actual: `${method}, ${headers['content-type'] ?? 'no content-type'}`,
        exchange: all.first.test,
      });
      const [problem] = validate('WebhookTestEvent', parsedJson(body));
      holds(t, problem === undefined, `${problem?.field}: ${problem?.message}`, {
        actual: body,
        exchange: all.first.test,
      });
    },
  }),
  row('webhooks/signed', 'events/signed', webhookDeliveries, {
    should: 'sign deliveries as Standard Webhooks has it',
    after: ['webhooks/test'],
    expect(t: CheckContext, all) {
      const { created } = all.first.endpoint;
      const secret = t.compared(secretIn(created.json));
      if (secret === undefined)
        t.fail('the reply that creates the endpoint shows no secret', { exchange: created });
      for (const arrival of [...requireArrivals(all, t), ...all.moved.atNewPath, ...all.event.moved]) {
        const problem = t.compared(signatureProblem(arrival, secret, arrival.at + all.skew));
        if (problem !== undefined)
          t.fail(problem, { actual: arrival.headers['webhook-signature'] ?? null, exchange: all.first.test });
      }
    },
  }),
  row('webhooks/to-the-updated-address', 'events/to-the-updated-address', webhookDeliveries, {
    must: 'deliver to the new address after an update, and no more to the old one',
    after: ['webhooks/test', 'webhooks/update', 'values/updated-as-sent'],
    expect(t: CheckContext, all) {
      requireArrivals(all, t);
      const { put, test, atOldPath, atNewPath } = all.moved;
      t.require(put).success();
      t.require(test).success();
      holds(
        t,
        atNewPath.length > 0 && atOldPath.length === 0,
        atOldPath.length > 0 ? 'it went to the old address' : 'nothing arrived at the new address',
        { exchange: [test, put] },
      );
    },
  }),
  row('webhooks/to-every-subscriber', 'events/to-every-subscriber', webhookDeliveries, {
    should: 'deliver an event to every endpoint subscribed to it',
    after: ['webhooks/test', 'support/create', 'webhooks/to-the-updated-address'],
    expect(t: CheckContext, { event: { done, moved, control } }) {
      t.require(done).success();
      holds(t, moved.length > 0 && control.length > 0, 'not every subscriber received the event', {
        expected: 'one delivery each',
        actual: { first: moved.length, second: control.length },
        exchange: done,
      });
    },
  }),
  row('webhooks/only-to-subscribers', 'events/to-every-subscriber', webhookDeliveries, {
    should: 'not deliver an event to an endpoint that did not subscribe to it',
    after: ['webhooks/to-every-subscriber'],
    expect(t: CheckContext, { event: { done, control, unsubscribed } }) {
      if (control.length === 0) t.inconclusive('the event reached no endpoint', { exchange: done });
      holds(t, unsubscribed.length === 0, 'an endpoint for another event was told', {
        actual: unsubscribed[0]?.body,
        exchange: done,
      });
    },
  }),
  row('webhooks/not-to-other-tenants', 'service/own-tenant-only', webhookDeliveries, {
    must: "not deliver a tenant's events to another tenant",
    needs: ['tenantA', 'tenantB'],
    expect(t: CheckContext, { event: { done, control, otherTenant } }) {
      if (control.length === 0) t.inconclusive('the event reached no endpoint', { exchange: done });
      if (otherTenant === null) t.inconclusive('the other tenant could not register an endpoint');
      const [leak] = otherTenant;
      holds(t, leak === undefined, 'the other tenant received the event', {
        actual: leak?.body,
        exchange: done,
      });
    },
  }),
  row('webhooks/distinct-ids', 'events/distinct-ids', webhookDeliveries, {
    should: 'give each event an id of its own',
    after: ['webhooks/signed', 'webhooks/test'],
    expect(t: CheckContext, all) {
      const ids = [
        ...requireArrivals(all, t).slice(0, 1),
        ...all.moved.atNewPath.slice(0, 1),
        ...all.event.moved.slice(0, 1),
      ].map(({ headers }) => headers['webhook-id']);
      holds(
        t,
        new Set(ids).size === ids.length && !ids.includes(undefined),
        'two events share an id, or have none',
        { actual: ids, exchange: all.moved.test },
      );
    },
  }),
  row('webhooks/no-delivery-after-delete', 'events/nothing-after-delete', webhookDeliveries, {
    must: 'deliver nothing to an endpoint that was deleted',
    after: ['webhooks/delete', 'resources/deleted'],
    expect(t: CheckContext, { event, deleted }) {
      t.require(deleted.deletion).success();
      if (event.moved.length === 0 || deleted.control.length === 0)
        t.inconclusive('no event reached the endpoint before, or none its neighbour since', {
          exchange: deleted.done,
        });
      holds(t, deleted.late.length === 0, 'it received an event all the same', {
        actual: deleted.late[0]?.body,
        exchange: [deleted.done, deleted.deletion],
      });
    },
  }),
  row('webhooks/reports-failures', 'events/attempts-are-true', webhookDeliveries, {
    should: 'not list an attempt answered with 500 as a success',
    after: ['webhooks/test', 'webhooks/test-is-listed'],
    expect(t: CheckContext, { failing: { test, arrived, attempts } }) {
      t.require(test).success();
      if (arrived.length === 0) t.inconclusive('the test payload did not arrive', { exchange: test });
      const items = itemsInPage(t.expect(attempts).success().json) ?? [];
      const reported = items.some(
        (item) => /fail|pend|retry|error/i.test(statusIn(item) ?? '') || contains500(item),
      );
      holds(t, reported, 'no attempt is listed as a failure', {
        expected: 'failed, 500',
        actual: items[0],
        exchange: attempts,
      });
    },
  }),
  row('webhooks/reports-successes', 'events/attempts-are-true', webhookDeliveries, {
    should: 'list an accepted attempt as a success',
    after: ['webhooks/test', 'webhooks/test-is-listed'],
    expect(t: CheckContext, all) {
      requireArrivals(all, t);
      const each = (itemsInPage(all.first.attempts.json) ?? []).map((item) =>
        isObject(item) ? { status: statusIn(item), code: item.response_status } : {},
      );
      if (t.compared(each.some(({ status, code }) => status === 'succeeded' && code === 204))) return;
      if (hasPendingAttempt(all.first.attempts))
        t.inconclusive('the attempt is still under way', { exchange: all.first.attempts });
      const [shown = {}] = each;
      t.fail('the attempt is listed otherwise', {
        expected: { status: 'succeeded', code: 204 },
        actual: shown,
        exchange: all.first.attempts,
      });
    },
  }),
  row('webhooks/recovers', 'endpoints/test-webhook', webhookDeliveries, {
    must: 'send a test payload to an endpoint that failed before',
    after: ['webhooks/test'],
    expect(t: CheckContext, { failing, recovered }) {
      t.require(failing.test).success();
      isAccepted(t, recovered.test, 'it');
      holds(t, recovered.arrived.length > 0, 'after one failure nothing arrives any more', {
        expected: 'a POST to the endpoint',
        exchange: [recovered.test, failing.test],
      });
    },
  }),
  row('webhooks/slow-receivers-delay-no-caller', 'events/slow-receivers', webhookDeliveries, {
    should: 'answer a caller without waiting for a slow receiver',
    after: ['webhooks/test', 'webhooks/recovers'],
    expect(t: CheckContext, { recovered: { test, arrived, ms } }) {
      t.require(test).success();
      if (arrived.length === 0) t.inconclusive('the test payload did not arrive', { exchange: test });
      holds(t, ms < RECEIVER_DELAY_MS, 'the call took as long as the receiver', {
        expected: `less than ${RECEIVER_DELAY_MS} ms`,
        actual: `${Math.round(ms)} ms`,
        exchange: test,
      });
    },
  }),
  row('webhooks/no-redirects', 'events/no-redirects', webhookDeliveries, {
    should: 'not follow a redirect of an endpoint',
    after: ['webhooks/test'],
    expect(t: CheckContext, { redirected: { test, arrived, followed } }) {
      t.require(test).success();
      if (arrived.length === 0) t.inconclusive('the test payload did not arrive', { exchange: test });
      holds(t, followed.length === 0, 'it was followed', { actual: followed[0]?.path, exchange: test });
    },
  }),
];

const contains500 = (item: unknown): boolean =>
  containsText([item], '500') || [...leaves(item)].some(({ value }) => value === 500);
