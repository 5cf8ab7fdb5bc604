// The life of a service instance: suspended, taken up again, renewed, terminated.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { readError } from '../../src/suite/errors.ts';
import { itemsOf } from '../../src/suite/lists.ts';
import { life, type Step } from '../kit/life.ts';
import { idIn, isSuccess, latestTime, settled, statusIn } from '../kit/reading.ts';
import { check } from '../suite.ts';

const area = 'services';

const mode = 'full';

const ready = /^(active|live|running|enabled|ok|up)$/i;

/** Judges an action on a service that is in a state to take it; what may be the target's own rule is no breach. */
function expectTaken(t: Context, reply: Exchange, state: string | undefined, fits: RegExp): void {
  if (isSuccess(reply)) return;
  if ([404, 405, 501].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
  const fields = Object.keys(readError(reply.json)?.errors ?? {}).filter(
    (name) => !/status|state/.test(name),
  );
  if (fields.length > 0) {
    t.inconclusive(`the target wants ${fields.join(', ')} in the body; give bodies.${reply.operation}`, {
      exchange: reply,
    });
  }
  if (state !== undefined && fits.test(state)) t.expect(reply).success();
  t.inconclusive(`a service in the state \`${state}\` was refused with ${reply.status}`, { exchange: reply });
}

const changed = (t: Context, was: Exchange, { reply, after }: Step): void => {
  t.require(reply).success();
  t.require(was).success();
  if (settled(was.json) !== settled(after.json)) return;
  t.fail('the service is as before', { actual: after.json, exchange: [after, reply] });
};

/** The states this contract names after each action. */
const states = (
  [
    ['suspended', 'suspend', 'suspended'],
    ['unsuspended', 'unsuspend', 'active'],
    ['terminated', 'terminate', 'terminated'],
  ] as const
).map(([done, action, state]) =>
  check(`services/${done}-state`, {
    should: `show a service that was ${done} as \`${state}\``,
    says: 'states/action-visible',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: [`services/${action}`, `services/${action}-changes`],
    async run(t: Context) {
      const { reply, after } = (await t.use(life))[action];
      t.require(reply).success();
      const actual = statusIn(after.json) ?? after.status;
      if (actual !== state)
        t.fail('the service is in another state', { expected: state, actual, exchange: after });
    },
  }),
);

export const serviceLife = [
  ...states,
  check('services/actions', {
    must: 'offer suspension, its lifting, renewal and termination for a service',
    says: 'states/service-actions',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['services/get'],
    async run(t: Context) {
      const { suspend, unsuspend, renew, terminate } = await t.use(life);
      const lacking = [suspend, unsuspend, renew, terminate].find(({ reply }) =>
        [405, 501].includes(reply.status),
      );
      if (lacking !== undefined) t.expect(lacking.reply).success();
    },
  }),
  check('services/suspend', {
    must: 'suspend a service',
    says: 'endpoints/suspend-service',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['orders/services-exist', 'services/get', 'services/actions'],
    async run(t) {
      const { before, suspend } = await t.use(life);
      expectTaken(t, suspend.reply, statusIn(before.json), ready);
    },
  }),
  check('services/suspend-changes', {
    must: 'show that a service was suspended',
    says: 'states/acknowledged-action-happens',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['services/suspend'],
    async run(t) {
      const { before, suspend } = await t.use(life);
      changed(t, before, suspend);
    },
  }),
  check('services/suspend-twice', {
    should: 'refuse to suspend a service that is suspended',
    says: 'states/wrong-state-refused',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['services/suspend', 'services/suspend-changes'],
    async run(t) {
      const { suspend, suspendAgain } = await t.use(life);
      t.require(suspend.reply).success();
      t.expect(suspendAgain).status(422);
    },
  }),
  check('services/wrong-state', {
    should: 'refuse to lift a suspension that there is not',
    says: 'states/wrong-state-refused',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['services/unsuspend'],
    async run(t) {
      t.expect((await t.use(life)).unsuspendEarly).refused();
    },
  }),
  check('services/refused-renewal-bills-nothing', {
    must: 'bill nothing for a renewal that is refused',
    says: 'states/refused-action-changes-nothing',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['services/terminate'],
    async run(t: Context) {
      const { afterwards, bills } = await t.use(life);
      const [renewal] = afterwards;
      if (renewal === undefined || isSuccess(renewal)) t.inconclusive('the renewal was not refused');
      if (bills.after <= bills.before) return;
      t.fail('an invoice came of it', {
        expected: bills.before,
        actual: bills.after,
        exchange: [bills.list, renewal],
      });
    },
  }),
  check('services/only-the-one', {
    must: 'suspend and terminate the one service, and none beside it',
    says: 'states/service-actions',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['services/suspend', 'services/terminate'],
    async run(t: Context) {
      const { suspend, beside } = await t.use(life);
      t.require(suspend.reply).success();
      const over = /suspend|terminat|cancel|paus|ended/i;
      const inUse = new Set(
        (itemsOf(t.require(beside.before).success().json) ?? [])
          .filter((one) => !over.test(statusIn(one) ?? 'ended'))
          .map(idIn),
      );
      inUse.delete(beside.id);
      if (inUse.size === 0) t.inconclusive('no other service in use is listed', { exchange: beside.before });
      for (const list of [beside.suspended, beside.ended]) {
        const hit = itemsOf(list.json)?.find((one) => inUse.has(idIn(one)) && over.test(statusIn(one) ?? ''));
        if (hit === undefined) continue;
        t.fail('another service was hit', { actual: hit, exchange: [list, suspend.reply, beside.before] });
      }
    },
  }),
  check('services/wrong-state-no-crash', {
    must: 'answer an action that does not fit the state without a server error',
    says: 'states/wrong-state-no-crash',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['services/suspend', 'services/terminate'],
    async run(t: Context) {
      const { unsuspendEarly, suspend, suspendAgain, terminate, afterwards } = await t.use(life);
      t.require(suspend.reply).success();
      t.require(terminate.reply).success();
      const crash = [unsuspendEarly, suspendAgain, ...afterwards].find(({ status }) => status >= 500);
      if (crash !== undefined) t.fail('it is a server error', { actual: crash.status, exchange: crash });
    },
  }),
  check('services/unsuspend', {
    must: 'lift the suspension of a service',
    says: 'endpoints/unsuspend-service',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['services/suspend', 'services/suspend-changes', 'services/actions'],
    async run(t: Context) {
      const { suspend, unsuspend } = await t.use(life);
      t.require(suspend.reply).success();
      expectTaken(t, unsuspend.reply, statusIn(suspend.after.json), /suspend|paus|disabled/i);
    },
  }),
  check('services/unsuspend-changes', {
    must: 'show that the suspension of a service was lifted',
    says: 'states/acknowledged-action-happens',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['services/unsuspend', 'services/suspend-changes'],
    async run(t) {
      const { suspend, unsuspend } = await t.use(life);
      changed(t, suspend.after, unsuspend);
    },
  }),
  check('services/renew', {
    must: 'renew a service',
    says: 'endpoints/renew-service',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['orders/services-exist', 'services/unsuspend', 'services/get', 'services/actions'],
    async run(t) {
      const { unsuspend, renew } = await t.use(life);
      if (
        renew.reply.status === 409 ||
        (!isSuccess(renew.reply) && /early|yet|until|window|days/i.test(renew.reply.text))
      ) {
        t.inconclusive('it was refused as too early', { exchange: renew.reply });
      }
      expectTaken(t, renew.reply, statusIn(unsuspend.after.json), ready);
    },
  }),
  check('services/renew-moves-the-date', {
    should: 'move the due date of a service that was renewed',
    says: 'states/action-visible',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['services/renew'],
    async run(t: Context) {
      const { unsuspend, renew } = await t.use(life);
      t.require(renew.reply).success();
      const [was, is] = [latestTime(unsuspend.after.json), latestTime(renew.after.json)];
      if (Number.isNaN(was) || is > was) return;
      t.fail('no date of the service moved', {
        actual: renew.after.json,
        exchange: [renew.after, renew.reply],
      });
    },
  }),
  check('services/renew-replay', {
    should: 'collapse a replayed renewal into one',
    says: 'idempotency/renewal',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['services/renew', 'services/renew-moves-the-date', 'idempotency/topup-replay'],
    async run(t: Context) {
      const { renew, renewReplay } = await t.use(life);
      t.require(renew.reply).success();
      const [once, twice] = [latestTime(renew.after.json), latestTime(renewReplay.after.json)];
      if (Number.isNaN(once) || once === twice) return;
      t.fail('the replay renewed once more', {
        actual: renewReplay.after.json,
        exchange: [renewReplay.after, renewReplay.reply, renew.reply],
      });
    },
  }),
  check('services/terminate', {
    must: 'terminate a service',
    says: 'endpoints/terminate-service',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['orders/services-exist', 'services/get', 'services/actions'],
    async run(t) {
      const { renewReplay, terminate } = await t.use(life);
      expectTaken(t, terminate.reply, statusIn(renewReplay.after.json), ready);
    },
  }),
  check('services/terminate-changes', {
    must: 'show that a service was terminated',
    says: 'states/acknowledged-action-happens',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['services/terminate'],
    async run(t: Context) {
      const { renewReplay, terminate } = await t.use(life);
      if (terminate.after.status === 404) return;
      changed(t, renewReplay.after, terminate);
    },
  }),
  check('services/terminated-is-final', {
    should: 'refuse every action on a service that was terminated',
    says: 'states/wrong-state-refused',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['services/terminate', 'services/terminate-changes'],
    async run(t) {
      const { terminate, afterwards } = await t.use(life);
      t.require(terminate.reply).success();
      for (const reply of afterwards) t.expect(reply).refused();
    },
  }),
];
