// Checks of the lifecycle of a service: suspend, unsuspend, renew, terminate.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { parseErrorBody } from '../../src/suite/model/error-body.ts';
import { itemsInPage } from '../../src/suite/model/pagination.ts';
import { checksOf } from '../define.ts';
import {
  countInvoices,
  type LifecycleStep,
  serviceLifecycle,
} from '../support/fixtures/service-lifecycle.ts';
import { idIn, isSuccess, mentions, statusIn } from '../support/reply-readers/response-readers.ts';
import { isSameBody, requireShownState } from '../support/reply-readers/shown-changes.ts';
import { isSameTime, latestTime, timeOf } from '../support/reply-readers/times.ts';

const check = checksOf({ area: 'services', mode: 'full' });

/** How many times data that others may change is read, one second apart, before a check reports a change. */
const CONTROL_READS = 8;

/**
 * Ends the check as inconclusive when a customer gets new invoices although the suite sends no writes: then other
 * users place orders for the customer.
 */
async function requireNoOtherInvoices(t: CheckContext, customerId: string): Promise<void> {
  const first = await countInvoices(t, customerId);
  for (let read = 1; read < CONTROL_READS; read += 1) {
    await t.sleep(1000);
    const next = await countInvoices(t, customerId);
    if (next.count !== first.count)
      t.inconclusive('others order for this customer meanwhile', { exchange: [next.list, first.list] });
  }
}

/**
 * Ends the check as inconclusive when services change their status although the suite sends no writes: then other
 * users work on the services.
 */
async function requireServicesAtRest(t: CheckContext): Promise<void> {
  let last: Map<string | undefined, string | undefined> | undefined;
  for (let read = 0; read < CONTROL_READS; read += 1) {
    if (read > 0) await t.sleep(1000);
    const list = t.require(await t.as('tenantA').send('listServices')).success();
    const statuses = new Map((itemsInPage(list.json) ?? []).map((one) => [idIn(one), statusIn(one)]));
    for (const [id, status] of statuses)
      if (last?.has(id) && last.get(id) !== status)
        t.inconclusive('others change services meanwhile', { exchange: list });
    last = statuses;
  }
}

const READY = /^(active|live|running|enabled|ok|up)$/i;

/**
 * Expects that an action succeeds on a service. A refusal is inconclusive when the state of the service, or a rule of
 * the target's own, may be the reason.
 */
function expectAccepted(t: CheckContext, reply: Exchange, state: string | undefined, fits: RegExp): void {
  if (t.compared(isSuccess(reply))) return;
  if ([404, 405, 501].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
  const fields = Object.keys(parseErrorBody(reply.json)?.errors ?? {}).filter(
    (name) => !/status|state|phase|lifecycle/i.test(name),
  );
  if (fields.length > 0) {
    t.inconclusive(`the target wants ${fields.join(', ')} in the body; give bodies.${reply.operation}`, {
      exchange: reply,
    });
  }
  if (state !== undefined && fits.test(state)) t.expect(reply).success();
  t.inconclusive(`a service in the state \`${state}\` was refused with ${reply.status}`, { exchange: reply });
}

const expectChanged = (t: CheckContext, was: Exchange, { reply, after }: LifecycleStep): void => {
  t.require(reply).success();
  t.require(was).success();
  if (t.compared(!isSameBody(was.json, after.json))) return;
  requireShownState(t, after);
  t.fail('the service is as before', { actual: after.json, exchange: [after, reply] });
};

/** Returns the checks that a service has the state that this contract names after each action. */
const stateChecks = (
  [
    ['suspended', 'suspend', 'suspended'],
    ['unsuspended', 'unsuspend', 'active'],
    ['terminated', 'terminate', 'terminated'],
  ] as const
).map(([done, action, state]) =>
  check(`services/${done}-state`, {
    should: `show a service that was ${done} as \`${state}\``,
    requirement: 'states/action-visible',
    uses: [serviceLifecycle],
    after: [`services/${action}`, `services/${action}-changes`],
    async run(t: CheckContext) {
      const { reply, after } = (await t.use(serviceLifecycle))[action];
      t.require(reply).success();
      const actual = statusIn(after.json) ?? null;
      if (t.compared(actual !== state))
        t.fail('the service is in another state', { expected: state, actual, exchange: after });
    },
  }),
);

export const serviceLifecycleChecks = [
  ...stateChecks,
  check('services/actions', {
    must: 'offer suspension, unsuspension, renewal and termination for a service',
    requirement: 'states/service-actions',
    uses: [serviceLifecycle],
    after: ['services/get'],
    async run(t: CheckContext) {
      const { suspend, unsuspend, renew, terminate } = await t.use(serviceLifecycle);
      const lacking = [suspend, unsuspend, renew, terminate].find(({ reply }) =>
        t.compared([405, 501].includes(reply.status)),
      );
      if (lacking !== undefined) t.expect(lacking.reply).success();
    },
  }),
  check('services/suspend', {
    must: 'suspend a service',
    requirement: 'endpoints/suspend-service',
    uses: [serviceLifecycle],
    after: ['orders/services-exist', 'services/get', 'services/actions'],
    async run(t) {
      const { before, suspend } = await t.use(serviceLifecycle);
      expectAccepted(t, suspend.reply, statusIn(before.json), READY);
    },
  }),
  check('services/suspend-changes', {
    must: 'show that a service was suspended',
    requirement: 'states/acknowledged-action-happens',
    uses: [serviceLifecycle],
    after: ['services/suspend'],
    async run(t) {
      const { before, suspend } = await t.use(serviceLifecycle);
      expectChanged(t, before, suspend);
    },
  }),
  check('services/suspend-twice', {
    should: 'refuse to suspend a service that is suspended',
    requirement: 'states/wrong-state-refused',
    uses: [serviceLifecycle],
    after: ['services/suspend', 'services/suspend-changes'],
    async run(t) {
      const { suspend, suspendRepeated } = await t.use(serviceLifecycle);
      t.require(suspend.reply).success();
      t.expect(suspendRepeated).status(422);
    },
  }),
  check('services/wrong-state', {
    should: 'refuse to lift a suspension that there is not',
    requirement: 'states/wrong-state-refused',
    uses: [serviceLifecycle],
    after: ['services/unsuspend'],
    async run(t) {
      t.expect((await t.use(serviceLifecycle)).unsuspendEarly).refused();
    },
  }),
  check('services/refused-renewal-not-billed', {
    must: 'bill nothing for a renewal that is refused',
    requirement: 'states/refused-action-changes-nothing',
    uses: [serviceLifecycle],
    after: ['services/terminate'],
    async run(t: CheckContext) {
      const { actionsAfterEnd, invoices } = await t.use(serviceLifecycle);
      const [renewal] = actionsAfterEnd;
      if (renewal === undefined || isSuccess(renewal)) t.inconclusive('the renewal was not refused');
      if (t.compared(invoices.after <= invoices.before)) return;
      await requireNoOtherInvoices(t, invoices.customerId);
      t.fail('an invoice came of it', {
        expected: invoices.before,
        actual: invoices.after,
        exchange: [invoices.list, renewal],
      });
    },
  }),
  check('services/others-unchanged', {
    must: 'suspend and terminate only the named service',
    requirement: 'states/service-actions',
    uses: [serviceLifecycle],
    after: ['services/suspend', 'services/terminate'],
    async run(t: CheckContext) {
      const { suspend, listed } = await t.use(serviceLifecycle);
      t.require(suspend.reply).success();
      const over = /suspend|terminat|cancel|paus|ended/i;
      const inUse = new Set(
        (itemsInPage(t.require(listed.before).success().json) ?? [])
          .filter((item) => !over.test(statusIn(item) ?? 'ended') && !mentions(item, listed.id))
          // A row whose id is not readable cannot be told from the named service.
          .flatMap((item) => idIn(item) ?? []),
      );
      if (inUse.size === 0)
        t.inconclusive('no other service in use is listed with a readable id', { exchange: listed.before });
      let found = 0;
      for (const list of [listed.suspended, listed.ended]) {
        const others = (itemsInPage(list.json) ?? []).filter((item) => inUse.has(idIn(item) ?? ''));
        found += others.length;
        const hit = others.find((item) => over.test(statusIn(item) ?? ''));
        if (t.compared(hit === undefined)) continue;
        if (!listed.siblings.includes(idIn(hit) ?? '')) await requireServicesAtRest(t);
        t.fail('another service was hit', { actual: hit, exchange: [list, suspend.reply, listed.before] });
      }
      if (found === 0)
        t.inconclusive('no other service is listed after the actions', { exchange: listed.suspended });
    },
  }),
  check('services/wrong-state-no-crash', {
    must: 'answer an action that does not fit the state without a server error',
    requirement: 'states/wrong-state-no-crash',
    uses: [serviceLifecycle],
    after: ['services/suspend', 'services/terminate'],
    async run(t: CheckContext) {
      const { unsuspendEarly, suspend, suspendRepeated, terminate, actionsAfterEnd } =
        await t.use(serviceLifecycle);
      t.require(suspend.reply).success();
      t.require(terminate.reply).success();
      const crash = [unsuspendEarly, suspendRepeated, ...actionsAfterEnd].find(({ status }) => status >= 500);
      if (t.compared(crash !== undefined))
        t.fail('it is a server error', { actual: crash?.status, exchange: crash });
    },
  }),
  check('services/unsuspend', {
    must: 'lift the suspension of a service',
    requirement: 'endpoints/unsuspend-service',
    uses: [serviceLifecycle],
    after: ['services/suspend', 'services/suspend-changes', 'services/actions'],
    async run(t: CheckContext) {
      const { suspend, unsuspend } = await t.use(serviceLifecycle);
      t.require(suspend.reply).success();
      expectAccepted(t, unsuspend.reply, statusIn(suspend.after.json), /suspend|paus|disabled/i);
    },
  }),
  check('services/unsuspend-changes', {
    must: 'show that the suspension of a service was lifted',
    requirement: 'states/acknowledged-action-happens',
    uses: [serviceLifecycle],
    after: ['services/unsuspend', 'services/suspend-changes'],
    async run(t) {
      const { suspend, unsuspend } = await t.use(serviceLifecycle);
      expectChanged(t, suspend.after, unsuspend);
    },
  }),
  check('services/renew', {
    must: 'renew a service',
    requirement: 'endpoints/renew-service',
    uses: [serviceLifecycle],
    after: ['orders/services-exist', 'services/unsuspend', 'services/get', 'services/actions'],
    async run(t) {
      const { unsuspend, renew } = await t.use(serviceLifecycle);
      if (
        renew.reply.status === 409 ||
        (!isSuccess(renew.reply) && /early|yet|until|window|days/i.test(renew.reply.text))
      ) {
        t.inconclusive('it was refused as too early', { exchange: renew.reply });
      }
      expectAccepted(t, renew.reply, statusIn(unsuspend.after.json), READY);
    },
  }),
  check('services/renew-moves-the-date', {
    should: 'move the due date of a service that was renewed',
    requirement: 'states/action-visible',
    uses: [serviceLifecycle],
    after: ['services/renew'],
    async run(t: CheckContext) {
      const { unsuspend, renew } = await t.use(serviceLifecycle);
      t.require(renew.reply).success();
      const [was, is] = [latestTime(unsuspend.after.json), latestTime(renew.after.json)];
      if (was === undefined) t.inconclusive('the service shows no date', { exchange: unsuspend.after });
      if (t.compared(timeOf(is) > timeOf(was))) return;
      t.fail('no date of the service moved', {
        actual: renew.after.json,
        exchange: [renew.after, renew.reply],
      });
    },
  }),
  check('services/renew-replay', {
    should: 'collapse a replayed renewal into one',
    requirement: 'idempotency/renewal',
    uses: [serviceLifecycle],
    after: ['services/renew', 'services/renew-moves-the-date', 'idempotency/topup-replay'],
    async run(t: CheckContext) {
      const { renew, renewReplay } = await t.use(serviceLifecycle);
      t.require(renew.reply).success();
      const [afterRenewal, afterReplay] = [latestTime(renew.after.json), latestTime(renewReplay.after.json)];
      if (afterRenewal === undefined) t.inconclusive('the service shows no date', { exchange: renew.after });
      if (t.compared(isSameTime(afterRenewal, afterReplay))) return;
      t.fail('the replay renewed once more', {
        actual: renewReplay.after.json,
        exchange: [renewReplay.after, renewReplay.reply, renew.reply],
      });
    },
  }),
  check('services/terminate', {
    must: 'terminate a service',
    requirement: 'endpoints/terminate-service',
    uses: [serviceLifecycle],
    after: ['orders/services-exist', 'services/get', 'services/actions'],
    async run(t) {
      const { renewReplay, terminate } = await t.use(serviceLifecycle);
      expectAccepted(t, terminate.reply, statusIn(renewReplay.after.json), READY);
    },
  }),
  check('services/terminate-changes', {
    must: 'show that a service was terminated',
    requirement: 'states/acknowledged-action-happens',
    uses: [serviceLifecycle],
    after: ['services/terminate'],
    async run(t: CheckContext) {
      const { renewReplay, terminate } = await t.use(serviceLifecycle);
      if (t.compared(terminate.after.status === 404)) return;
      expectChanged(t, renewReplay.after, terminate);
    },
  }),
  check('services/terminated-is-final', {
    should: 'refuse every action on a service that was terminated',
    requirement: 'states/wrong-state-refused',
    uses: [serviceLifecycle],
    after: ['services/terminate', 'services/terminate-changes'],
    async run(t) {
      const { terminate, actionsAfterEnd } = await t.use(serviceLifecycle);
      t.require(terminate.reply).success();
      for (const reply of actionsAfterEnd) t.expect(reply).refused();
    },
  }),
];
