// Checks of the lifecycle of an instance (VPS): stop, start, reboot, resize, and actions that the instance's state
// does not allow.
import type { OperationId } from '../../src/contract/operations.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { parseErrorBody } from '../../src/suite/model/error-body.ts';
import { checksOf, fixture } from '../define.ts';
import { waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { containsText, readPlatformResource, vps } from '../support/fixtures/platform-resources.ts';
import { waitUntilStable } from '../support/polling.ts';
import { isSuccess, mentions, stableFields, statusIn } from '../support/reply-readers/response-readers.ts';
import { newIdempotencyKey } from '../support/request-bodies/idempotency-key.ts';
import { platformBody } from '../support/request-bodies/platform-bodies.ts';

const check = checksOf({ area: 'vps', mode: 'full' });

/** How long an instance may take until its status is stable, in milliseconds. */
const PATIENCE = 17_000;

const IN_PROGRESS =
  /ing$|ing[_ -]|^(pend|provision|creat|setup|queue|install|process|build|init|new|resiz|boot|migrat)/i;
const RUNNING = /^(running|active|started|on|up|online|ready)$/i;
const STOPPED = /^(stopped|off|halted|down|powered_?off|shutoff|inactive|offline)$/i;

/**
 * Returns whether a status is a transition. `running` ends in "-ing" like the names of transitions, but is a stable
 * status.
 */
const isInProgress = (status: string): boolean => IN_PROGRESS.test(status) && !RUNNING.test(status);

/**
 * Reads an instance until its status is stable or the pauses are over, so the last read may still show a transition.
 * @param lastReply the reply to the call that started the transition
 */
export async function waitUntilVpsStable(
  t: CheckContext,
  id: string,
  lastReply?: Exchange,
): Promise<Exchange> {
  await waitForReadLag(t);
  return waitUntilStable(t, (allowCached) => readPlatformResource(t, 'instance', id, allowCached), {
    kind: 'instance',
    isInProgress,
    patience: PATIENCE,
    lastReply,
  });
}

/** Reads the shared instance once its status is stable. */
export const stableVps = fixture('stable instance', {
  uses: [vps],
  after: ['vps/get'],
  async make(t: CheckContext): Promise<{ id: string; reply: Exchange }> {
    const { id, created } = await t.use(vps);
    return { id, reply: await waitUntilVpsStable(t, id, created) };
  },
});

export type VpsStep = { before: Exchange; reply: Exchange; after: Exchange };
type VpsLifecycle = {
  stop: VpsStep;
  stopRepeated: Exchange;
  start: VpsStep;
  reboot: VpsStep;
  resize: VpsStep;
  /** the reply to the same resize request, sent again with the same Idempotency-Key */
  resizeReplay: Exchange;
  /** the product that the instance is resized to, and the one it was ordered with */
  size: string | undefined;
  orderedSize: string | undefined;
  resizeToSame: Exchange;
  /** the reply to a resize to the first product; undefined when the resize was refused or the product is not known */
  resizeBack: Exchange | undefined;
};

/** Returns whether a request was refused for another reason than its fields. */
const isConflict = ({ status, json }: Exchange): boolean =>
  [400, 409, 422].includes(status) && Object.keys(parseErrorBody(json)?.errors ?? {}).length === 0;

/**
 * Stops the shared instance twice, starts it, reboots it, resizes it to its present size and to a larger size, and
 * replays the resize to the larger size. An instance that cannot be resized while it runs is stopped before.
 */
const vpsLifecycle = fixture('instance lifecycle', {
  uses: [stableVps],
  async make(t: CheckContext): Promise<VpsLifecycle> {
    const { id, reply } = await t.use(stableVps);
    t.require(reply).success();
    let before = reply;
    let headers = { 'Idempotency-Key': newIdempotencyKey(t) };
    const act = async (operation: OperationId, body?: object): Promise<VpsStep> => {
      const previous = before;
      const reply = await t
        .as('tenantA')
        .send(operation, { params: { id }, ...(body === undefined ? {} : { body, headers }) });
      // A refused action changes nothing, and no action follows the resize, so one read is enough in these cases.
      if (isSuccess(reply))
        before =
          operation === 'resizeVps'
            ? await readPlatformResource(t, 'instance', id)
            : await waitUntilVpsStable(t, id, reply);
      return { before: previous, reply, after: before };
    };
    const stop = await act('stopVps');
    const stopRepeated = await t.as('tenantA').send('stopVps', { params: { id } });
    const start = await act('startVps');
    const reboot = await act('rebootVps');
    const { body } = platformBody(t, 'resizeVps');
    const { body: ordered } = await t.use(vps);
    const [sizeName = 'sku_id', size] =
      Object.entries(body).find(([, value]) => typeof value === 'string') ?? [];
    const orderedSize = ordered[sizeName] ?? ordered.sku_id;
    const resizeToSame = await t.as('tenantA').send('resizeVps', {
      params: { id },
      body: { ...body, [sizeName]: orderedSize },
      deliberateFault: `${sizeName} = the present one`,
    });
    if (isSuccess(resizeToSame)) before = await waitUntilVpsStable(t, id);
    let resize = await act('resizeVps', body);
    // A target may resize only an instance that is switched off.
    const off = isConflict(resize.reply) && isSuccess((await act('stopVps')).reply);
    if (off) {
      const refusedHeaders = headers;
      headers = { 'Idempotency-Key': newIdempotencyKey(t) };
      const resizeStopped = await act('resizeVps', body);
      if (isSuccess(resizeStopped.reply)) resize = resizeStopped;
      else headers = refusedHeaders;
    }
    const resizeReplay = await t.as('tenantA').send('resizeVps', { params: { id }, body, headers });
    const resizeBack =
      isSuccess(resize.reply) && typeof orderedSize === 'string'
        ? await t.as('tenantA').send('resizeVps', {
            params: { id },
            body: { ...body, [sizeName]: orderedSize },
            headers: { 'Idempotency-Key': t.unique('resize') },
          })
        : undefined;
    if (resizeBack !== undefined && isSuccess(resizeBack)) await waitUntilVpsStable(t, id, resizeBack);
    if (off) await act('startVps');
    return {
      stop,
      stopRepeated,
      start,
      reboot,
      resize,
      resizeReplay,
      resizeToSame,
      resizeBack,
      size: typeof size === 'string' ? size : undefined,
      orderedSize: typeof orderedSize === 'string' ? orderedSize : undefined,
    };
  },
});

/**
 * Expects that an action succeeds on an instance. A refusal is inconclusive when the state of the instance, or a rule
 * of the target's own, may be the reason.
 */
export function expectAccepted(t: CheckContext, { before, reply }: VpsStep, fits: RegExp): void {
  if (isSuccess(reply)) return;
  if (reply.status === 404) t.require(before).success();
  if ([404, 405, 501].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
  const fields = Object.keys(parseErrorBody(reply.json)?.errors ?? {}).filter(
    (name) => !/status|state|phase|lifecycle/i.test(name),
  );
  if (fields.length > 0)
    t.inconclusive(`the target wants ${fields.join(', ')} otherwise; give bodies.${reply.operation}`, {
      exchange: reply,
    });
  const state = statusIn(before.json);
  if (reply.status === 422 && state !== undefined && fits.test(state)) t.expect(reply).success();
  t.inconclusive(`an instance in the state \`${state}\` was refused with ${reply.status}`, {
    exchange: reply,
  });
}

/**
 * For each action: the final state that this contract names, and the pattern of status words that mean this state.
 */
const OUTCOMES = [
  ['stop', 'stopped', STOPPED],
  ['start', 'running', RUNNING],
  ['reboot', 'running', RUNNING],
] as const;

const powerChecks = OUTCOMES.flatMap(([action, state], at) => [
  check(`vps/${action}`, {
    must: `${action} an instance`,
    requirement: `endpoints/${action}-vps`,
    uses: [vpsLifecycle],
    after: [
      'vps/create',
      'vps/get',
      'vps/actions',
      ...OUTCOMES.slice(0, at).map(([before]) => `vps/${before}`),
    ],
    async run(t: CheckContext) {
      expectAccepted(t, (await t.use(vpsLifecycle))[action], action === 'start' ? STOPPED : RUNNING);
    },
  }),
  check(`vps/${action}-happens`, {
    must: `not leave an instance ${action === 'stop' ? 'running' : 'stopped'} after an acknowledged ${action}`,
    requirement: `endpoints/${action}-vps`,
    uses: [vpsLifecycle],
    after: [`vps/${action}`],
    async run(t: CheckContext) {
      const { reply, after } = (await t.use(vpsLifecycle))[action];
      t.require(reply).success();
      const state = statusIn(t.require(after).success().json) ?? '';
      if (!(action === 'stop' ? RUNNING : STOPPED).test(state)) return;
      t.fail('the instance is in the state that was to be left', { actual: state, exchange: [after, reply] });
    },
  }),
  check(`vps/${action}-shows`, {
    should: `show an instance as \`${state}\` after ${action}`,
    requirement: 'states/vps-action-visible',
    uses: [vpsLifecycle],
    after: [`vps/${action}`, `vps/${action}-happens`],
    async run(t: CheckContext) {
      const { reply, after } = (await t.use(vpsLifecycle))[action];
      t.require(reply).success();
      const actual = statusIn(after.json) ?? after.status;
      if (actual === state) return;
      t.fail('the instance is in another state', { expected: state, actual, exchange: [after, reply] });
    },
  }),
]);

export const vpsLifecycleChecks = [
  check('vps/actions', {
    must: 'offer starting, stopping, rebooting and resizing for an instance',
    requirement: 'states/vps-actions',
    uses: [vpsLifecycle],
    after: ['vps/get'],
    async run(t: CheckContext) {
      const { start, stop, reboot, resize } = await t.use(vpsLifecycle);
      const lacking = [start, stop, reboot, resize].find(({ reply }) => [405, 501].includes(reply.status));
      if (lacking !== undefined) t.expect(lacking.reply).success();
    },
  }),
  ...powerChecks,
  check('vps/stop-twice', {
    should: 'refuse to stop an instance that is stopped',
    requirement: 'states/vps-wrong-state-refused',
    uses: [vpsLifecycle],
    after: ['vps/stop', 'vps/stop-shows'],
    async run(t) {
      const { stop, stopRepeated } = await t.use(vpsLifecycle);
      t.require(stop.reply).success();
      t.expect(stopRepeated).status(422);
    },
  }),
  check('vps/resize', {
    must: 'resize an instance',
    requirement: 'endpoints/resize-vps',
    uses: [vpsLifecycle],
    after: ['vps/create', 'vps/get', 'vps/actions'],
    async run(t) {
      const { resize } = await t.use(vpsLifecycle);
      expectAccepted(t, resize, /^(running|active|stopped|off|on|up)$/i);
    },
  }),
  check('vps/resize-both-ways', {
    must: 'offer resizing in both directions, as an upgrade and as a downgrade',
    requirement: 'endpoints/resize-vps',
    uses: [vpsLifecycle],
    after: ['vps/resize'],
    async run(t: CheckContext) {
      const { resize, resizeBack } = await t.use(vpsLifecycle);
      t.require(resize.reply).success();
      if (resizeBack === undefined) t.inconclusive('the body of the instance names no product to return to');
      // A target may refuse this product: a disk cannot shrink.
      if ([404, 405, 501].includes(resizeBack.status) || resizeBack.status >= 500)
        t.expect(resizeBack).success();
    },
  }),
  check('vps/resize-happens', {
    must: 'not show the old product of an instance in place of the new one after an acknowledged resize',
    requirement: 'endpoints/resize-vps',
    uses: [vpsLifecycle],
    after: ['vps/resize'],
    async run(t: CheckContext) {
      const { resize, size, orderedSize: old } = await t.use(vpsLifecycle);
      const { before, reply, after } = resize;
      t.require(reply).success();
      if (old === undefined || size === undefined || !mentions(t.require(before).success().json, old))
        t.inconclusive('the instance does not show its product', { exchange: before });
      let last = after;
      const stuck = (): boolean => mentions(last.json, old) && !containsText(last.json, size);
      if (stuck()) last = await waitUntilVpsStable(t, (await t.use(vps)).id);
      if (!isSuccess(last) || !stuck() || isInProgress(statusIn(last.json) ?? '')) return;
      t.fail('the instance has the product it had', { expected: size, actual: old, exchange: [last, reply] });
    },
  }),
  check('vps/resize-shows', {
    should: 'show the new size of an instance that was resized',
    requirement: 'states/vps-action-visible',
    uses: [vpsLifecycle],
    after: ['vps/resize', 'vps/resize-happens'],
    async run(t: CheckContext) {
      const { resize, size } = await t.use(vpsLifecycle);
      const { before, reply, after } = resize;
      t.require(reply).success();
      if (size !== undefined && containsText(after.json, size)) return;
      t.fail('the instance does not show its new product', {
        expected: size,
        actual: stableFields(after.json) === stableFields(before.json) ? 'as before' : after.json,
        exchange: [after, reply],
      });
    },
  }),
  check('idempotency/resizeVps', {
    should: 'answer a replayed resize as it answered the first',
    requirement: 'idempotency/replay-same-answer',
    uses: [vpsLifecycle],
    group: 'idempotency/purchases',
    after: ['vps/resize', 'vps/resize-happens', 'idempotency/topup-replay'],
    async run(t: CheckContext) {
      const { resize, resizeReplay } = await t.use(vpsLifecycle);
      t.require(resize.reply).success();
      if (isSuccess(resizeReplay)) return;
      t.fail('the replay was taken for another resize', {
        expected: resize.reply.status,
        actual: resizeReplay.status,
        exchange: [resizeReplay, resize.reply],
      });
    },
  }),
  check('vps/resize-to-the-same', {
    should: 'refuse to resize an instance to the product it has',
    requirement: 'vps/resize-to-another-size',
    uses: [vpsLifecycle],
    after: ['vps/resize'],
    async run(t) {
      t.expect((await t.use(vpsLifecycle)).resizeToSame).refused();
    },
  }),
  check('vps/wrong-state-no-crash', {
    must: 'answer an action that does not fit the state of an instance without a server error',
    requirement: 'states/wrong-state-no-crash',
    uses: [vpsLifecycle],
    after: ['vps/stop'],
    async run(t: CheckContext) {
      const { stop, stopRepeated, resizeToSame } = await t.use(vpsLifecycle);
      t.require(stop.reply).success();
      const crash = [stopRepeated, resizeToSame].find(({ status }) => status >= 500);
      if (crash !== undefined) t.fail('it is a server error', { actual: crash.status, exchange: crash });
    },
  }),
];
