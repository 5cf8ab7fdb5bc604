// Checks of services: they can be read, are listed, and have a lifecycle: suspend, unsuspend, renew, terminate.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf } from '../define.ts';
import { areOffered, equals, holds, isAbout, isActionAccepted } from '../expectations.ts';
import { chargedOnce, expectExtended } from '../support/charged-once.ts';
import { service } from '../support/fixtures/orders.ts';
import {
  countInvoices,
  type LifecycleStep,
  serviceLifecycle,
} from '../support/fixtures/service-lifecycle.ts';
import { expectListed } from '../support/reply-readers/list-lookup.ts';
import { isSuccess, statusIn } from '../support/reply-readers/response-readers.ts';
import { expectChanged } from '../support/reply-readers/shown-changes.ts';
import { isSameTime, latestTime, timeOf } from '../support/reply-readers/times.ts';

const { check, row } = checksOf({ area: 'services', mode: 'full' });

/** How many times data that others may change is read, one second apart, before a check reports a change. */
const CONTROL_READS = 8;

// Ends the check as inconclusive when a customer gets new invoices although the suite sends no writes: then other users
// place orders for the customer.
async function requireNoOtherInvoices(t: CheckContext, customerId: string): Promise<void> {
  const first = await countInvoices(t, customerId);
  for (let read = 1; read < CONTROL_READS; read += 1) {
    await t.sleep(1000);
    const next = await countInvoices(t, customerId);
    if (next.count !== first.count)
      t.inconclusive('others order for this customer meanwhile', { exchange: [next.list, first.list] });
  }
}

const READY = /^(active|live|running|enabled|ok|up)$/i;

const expectStep = (t: CheckContext, before: Exchange, { reply: action, after }: LifecycleStep) =>
  expectChanged(t, { what: 'service', before, action, after, read: async () => after });

const stateChecks = (
  [
    ['suspended', 'suspend', 'suspended'],
    ['unsuspended', 'unsuspend', 'active'],
    ['terminated', 'terminate', 'terminated'],
  ] as const
).map(([done, action, state]) =>
  check(`services/${done}-state`, 'states/action-visible', {
    should: `show a service that was ${done} as \`${state}\``,
    uses: [serviceLifecycle],
    after: [`services/${action}`, `services/${action}-changes`],
    async run(t: CheckContext) {
      const { reply, after } = (await t.use(serviceLifecycle))[action];
      t.require(reply).success();
      const actual = statusIn(after.json) ?? null;
      equals(t, actual, state, 'the service is in another state', after);
    },
  }),
);

export const services = [
  row('services/get', 'endpoints/get-service', service, {
    must: 'return a service by its id',
    after: ['orders/services-exist'],
    expect: (t, { id, reply }) => isAbout(t, reply, id, 'service'),
  }),
  row('services/in-list', 'endpoints/list-shows-all', service, {
    must: 'list a service that was created',
    cost: 1,
    after: ['orders/services-exist'],
    expect: (t, { id }) => expectListed(t, 'listServices', id),
  }),
  ...stateChecks,
  row('services/actions', 'states/service-actions', serviceLifecycle, {
    must: 'offer suspension, unsuspension, renewal and termination for a service',
    after: ['services/get'],
    expect: (t, { suspend, unsuspend, renew, terminate }) =>
      areOffered(t, suspend.reply, unsuspend.reply, renew.reply, terminate.reply),
  }),
  row('services/suspend', 'endpoints/suspend-service', serviceLifecycle, {
    must: 'suspend a service',
    after: ['orders/services-exist', 'services/get', 'services/actions'],
    expect: (t, { before, suspend }) => isActionAccepted(t, 'a service', suspend.reply, before, READY),
  }),
  row('services/suspend-changes', 'states/acknowledged-action-happens', serviceLifecycle, {
    must: 'show that a service was suspended',
    after: ['services/suspend'],
    expect: (t, { before, suspend }) => expectStep(t, before, suspend),
  }),
  row('services/suspend-twice', 'states/wrong-state-refused', serviceLifecycle, {
    should: 'refuse to suspend a service that is suspended',
    after: ['services/suspend', 'services/suspend-changes'],
    expect(t, { suspend, suspendRepeated }) {
      t.require(suspend.reply).success();
      t.expect(suspendRepeated).status(422);
    },
  }),
  row('services/wrong-state', 'states/wrong-state-refused', serviceLifecycle, {
    should: 'refuse to lift a suspension that there is not',
    after: ['services/unsuspend'],
    expect: (t, { unsuspendEarly }) => t.expect(unsuspendEarly).refused(),
  }),
  row('services/refused-renewal-not-billed', 'states/refused-action-changes-nothing', serviceLifecycle, {
    must: 'bill nothing for a renewal that is refused',
    after: ['services/terminate'],
    async expect(t: CheckContext, { actionsAfterEnd, invoices }) {
      const [renewal] = actionsAfterEnd;
      if (renewal === undefined || isSuccess(renewal)) t.inconclusive('the renewal was not refused');
      if (!invoices.isWhole)
        t.inconclusive('the list of invoices was not read to its end', { exchange: invoices.list });
      if (t.compared(invoices.after <= invoices.before)) return;
      await requireNoOtherInvoices(t, invoices.customerId);
      t.fail('an invoice came of it', {
        expected: invoices.before,
        actual: invoices.after,
        exchange: [invoices.list, renewal],
      });
    },
  }),
  row('services/unsuspend', 'endpoints/unsuspend-service', serviceLifecycle, {
    must: 'lift the suspension of a service',
    after: ['services/suspend', 'services/suspend-changes', 'services/actions'],
    expect(t, { suspend, unsuspend }) {
      t.require(suspend.reply).success();
      isActionAccepted(t, 'a service', unsuspend.reply, suspend.after, /suspend|paus|disabled/i);
    },
  }),
  row('services/unsuspend-changes', 'states/acknowledged-action-happens', serviceLifecycle, {
    must: 'show that the suspension of a service was lifted',
    after: ['services/unsuspend', 'services/suspend-changes'],
    expect: (t, { suspend, unsuspend }) => expectStep(t, suspend.after, unsuspend),
  }),
  row('services/unsuspended-in-list', 'states/acknowledged-action-happens', serviceLifecycle, {
    must: 'show in the list that the suspension of a service was lifted',
    after: ['services/unsuspend', 'services/unsuspend-changes'],
    expect(t, { suspend, unsuspend, listed: { list, item } }) {
      t.require(unsuspend.reply).success();
      const [was, is] = [statusIn(suspend.after.json), statusIn(unsuspend.after.json)];
      const shown = statusIn(item);
      if (shown === undefined || was === is)
        t.inconclusive('the list shows no state of the service', { exchange: list });
      holds(t, shown !== was, 'the list shows it as before', {
        expected: is,
        actual: shown,
        exchange: [list, unsuspend.after],
      });
    },
  }),
  row('services/renew', 'endpoints/renew-service', serviceLifecycle, {
    must: 'renew a service',
    after: ['orders/services-exist', 'services/unsuspend', 'services/get', 'services/actions'],
    expect(t: CheckContext, { unsuspend, renew }) {
      if (
        renew.reply.status === 409 ||
        (!isSuccess(renew.reply) && /early|yet|until|window|days/i.test(renew.reply.text))
      ) {
        t.inconclusive('it was refused as too early', { exchange: renew.reply });
      }
      isActionAccepted(t, 'a service', renew.reply, unsuspend.after, READY);
    },
  }),
  row('services/renew-moves-the-date', 'states/action-visible', serviceLifecycle, {
    should: 'move the due date of a service that was renewed',
    after: ['services/renew', 'services/renew-extends'],
    expect(t: CheckContext, { unsuspend, renew }) {
      t.require(renew.reply).success();
      const [was, is] = [latestTime(unsuspend.after.json), latestTime(renew.after.json)];
      if (was === undefined) t.inconclusive('the service shows no date', { exchange: unsuspend.after });
      holds(t, timeOf(is) > timeOf(was), 'no date of the service moved', {
        actual: renew.after.json,
        exchange: [renew.after, renew.reply],
      });
    },
  }),
  row('services/renew-replay', 'idempotency/renewal', serviceLifecycle, {
    should: 'collapse a replayed renewal into one',
    after: ['services/renew', 'services/renew-moves-the-date', 'idempotency/topup-replay'],
    expect(t: CheckContext, { renew, renewReplay }) {
      t.require(renew.reply).success();
      const [afterRenewal, afterReplay] = [latestTime(renew.after.json), latestTime(renewReplay.after.json)];
      if (afterRenewal === undefined) t.inconclusive('the service shows no date', { exchange: renew.after });
      holds(t, isSameTime(afterRenewal, afterReplay), 'the replay renewed once more', {
        actual: renewReplay.after.json,
        exchange: [renewReplay.after, renewReplay.reply, renew.reply],
      });
    },
  }),
  row('services/renew-extends', 'states/acknowledged-action-happens', serviceLifecycle, {
    must: 'extend a service by a renewal that was paid',
    after: ['services/renew'],
    expect: (t, { unsuspend, renewReplay, paidRenewal: { value, ...charged } }) =>
      expectExtended(t, {
        before: unsuspend.after,
        renewal: { ...charged, value: value.reply },
        after: value.after,
        // The read after the replay is later than any lag that the run allows.
        read: async () => renewReplay.after,
      }),
  }),
  chargedOnce('renewService', 'services', serviceLifecycle, ({ renewAgain }) => renewAgain, [
    'services/renew',
  ]),
  row('services/terminate', 'endpoints/terminate-service', serviceLifecycle, {
    must: 'terminate a service',
    after: ['orders/services-exist', 'services/get', 'services/actions'],
    expect: (t, { renewReplay, terminate }) =>
      isActionAccepted(t, 'a service', terminate.reply, renewReplay.after, READY),
  }),
  row('services/terminate-changes', 'states/acknowledged-action-happens', serviceLifecycle, {
    must: 'show that a service was terminated',
    after: ['services/terminate'],
    expect: (t, { renewReplay, terminate }) => expectStep(t, renewReplay.after, terminate),
  }),
  row('services/terminated-is-final', 'states/wrong-state-refused', serviceLifecycle, {
    should: 'refuse every action on a service that was terminated',
    after: ['services/terminate', 'services/terminate-changes'],
    expect(t, { terminate, actionsAfterEnd }) {
      t.require(terminate.reply).success();
      for (const reply of actionsAfterEnd) t.expect(reply).refused();
    },
  }),
];
