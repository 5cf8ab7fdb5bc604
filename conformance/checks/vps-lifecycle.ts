// Checks of the lifecycle of an instance (VPS): stop, start, reboot, resize, and actions that the instance's state
// does not allow.

import type { CheckContext, Exchange, SendOptions } from '../../src/suite/model/define.ts';
import { parseErrorBody } from '../../src/suite/model/error-body.ts';
import { UNDECLARED_LAG_MS } from '../../src/suite/model/limits.ts';
import { checksOf, fixture } from '../define.ts';
import { areOffered, equals, holds, isActionAccepted, request } from '../expectations.ts';
import { chargedOnce, chargeOf } from '../support/charged-once.ts';
import {
  containsText,
  creations,
  type ResourceAsRead,
  readResource,
  resources,
} from '../support/fixtures/created-resources.ts';
import { customer, requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { READS_OF_A_WAIT, waitUntilStable } from '../support/polling.ts';
import { isRefusal, isSuccess, statusIn, textsIn } from '../support/reply-readers/response-readers.ts';
import { expectChanged, isSameBody } from '../support/reply-readers/shown-changes.ts';
import { bodyOf } from '../support/request-bodies/creation-bodies.ts';
import { newIdempotencyKey } from '../support/request-bodies/request-bodies.ts';

const { check, row } = checksOf({ area: 'vps', mode: 'full' });

/** How long an instance may take until its status is stable, in milliseconds. */
const PATIENCE = 17_000;

const IN_PROGRESS =
  /ing$|ing[_ -]|^(pend|provision|creat|setup|queue|install|process|build|init|new|resiz|boot|migrat)/i;
/** Matches the states of an instance that runs. */
export const RUNNING = /^(running|active|started|on|up|online|ready)$/i;
const STOPPED = /^(stopped|off|halted|down|powered_?off|shutoff|inactive|offline)$/i;

// Returns whether a status is a transition. `running` ends in "-ing" like the names of transitions, but is a stable
// status.
const isInProgress = (status: string): boolean => IN_PROGRESS.test(status) && !RUNNING.test(status);

/**
 * Reads an instance until its status is stable or the pauses are over, so the last read may still show a transition.
 */
export async function waitUntilVpsStable(
  t: CheckContext,
  id: string,
  lastReply?: Exchange,
): Promise<Exchange> {
  await waitForReadLag(t);
  return waitUntilStable(t, (allowCached) => readResource(t, 'instance', id, allowCached), {
    kind: 'instance',
    isInProgress,
    patience: PATIENCE,
    lastReply,
  });
}

/** Reads the shared instance once its status is stable. */
export const stableVps = fixture('stable instance', {
  cost: READS_OF_A_WAIT,
  uses: [resources.instance],
  after: ['vps/get'],
  async make(t: CheckContext): Promise<ResourceAsRead> {
    const resource = await t.use(resources.instance);
    return { ...resource, reply: await waitUntilVpsStable(t, resource.id, resource.created) };
  },
});

export type VpsStep = { before: Exchange; reply: Exchange; after: Exchange };
const isConflict = ({ status, json }: Exchange): boolean =>
  [400, 409, 422].includes(status) && Object.keys(parseErrorBody(json)?.errors ?? {}).length === 0;

type VpsAction = 'startVps' | 'stopVps' | 'rebootVps' | 'resizeVps';

/** Sends an action on an instance and waits until the instance is stable. @param options body and headers of the call */
async function act(
  t: CheckContext,
  id: string,
  before: Exchange,
  operation: VpsAction,
  options: SendOptions = {},
): Promise<VpsStep> {
  const reply = await request(t, operation, { params: { id }, ...options });
  // A refused action changes nothing.
  if (!isSuccess(reply)) return { before, reply, after: before };
  const after = await waitUntilVpsStable(t, id, reply);
  if (operation === 'rebootVps' || !isSameBody(after.json, before.json)) return { before, reply, after };
  // The read may lag behind the action, and the next action must not come before the end of this one.
  await t.sleep(UNDECLARED_LAG_MS);
  await readResource(t, 'instance', id);
  return { before, reply, after: await waitUntilVpsStable(t, id) };
}

/** Creates an instance that no other fixture uses, and waits until it is stable. */
async function createOwnInstance(t: CheckContext) {
  const instance = requireCreated(t, await t.createFixture(creations.instance));
  const reply = await waitUntilVpsStable(t, instance.id, instance.created);
  return { ...instance, reply: t.require(reply).success() };
}

// Each of these fixtures has an instance of its own, or holds the shared one, so that they wait at the same time.

const vpsPower = fixture('stopped and started instance', {
  cost: 10,
  changes: [],
  uses: [customer],
  async make(t: CheckContext) {
    const { id, reply } = await createOwnInstance(t);
    const stop = await act(t, id, reply, 'stopVps');
    const stopRepeated = await request(t, 'stopVps', { params: { id } });
    return { stop, stopRepeated, start: await act(t, id, stop.after, 'startVps') };
  },
});

const vpsReboot = fixture('rebooted instance', {
  changes: [stableVps, resources.instance],
  uses: [stableVps, resources.instance],
  async make(t: CheckContext): Promise<VpsStep> {
    const { id, reply } = await t.use(stableVps);
    return act(t, id, t.require(reply).success(), 'rebootVps');
  },
});

/** Returns the products that the run knows and an instance does not have: a target may refuse those of another kind. */
async function otherSizes(t: CheckContext, present: unknown): Promise<string[]> {
  const services = await request(t, 'listServices', { allowCached: true });
  const known = new Set([t.values.skuId ?? '', ...textsIn(services.json, /^sku_id$/)]);
  return [...known].filter((sku) => sku !== '' && sku !== present).slice(0, 4);
}

/** Asserts that a resize from a product that the instance showed to another one changed it. */
async function expectResized(t: CheckContext, id: string, step: VpsStep, from?: string, to?: string) {
  const { before, reply: action, after } = step;
  const [during, last] = [action, after].map(({ json }) => statusIn(json) ?? '') as [string, string];
  // What is only accepted may come later, unless the instance has shown that it came to an end.
  const isDone = action.status !== 202 || (isInProgress(during) && !isInProgress(last));
  if (from === undefined || !containsText(before.json, from) || from === to || !isDone)
    t.inconclusive('the instance shows no size that was to change', { exchange: [before, action] });
  const read = () => readResource(t, 'instance', id);
  await expectChanged(t, { what: 'instance', before, action, after, read });
}

// Resizes an instance to its present size and to a larger size, replays the resize to the larger size, and resizes the
// instance back without an idempotency key, if its products are known. An instance that cannot be resized while it runs
// is stopped before.
const vpsResize = fixture('resized instance', {
  learns: true,
  cost: 11,
  changes: [],
  uses: [customer],
  async make(t: CheckContext) {
    const { id, body: ordered, reply } = await createOwnInstance(t);
    let before = reply;
    let headers = { 'Idempotency-Key': newIdempotencyKey(t) };
    let { body } = bodyOf(t, 'resizeVps');
    const [sizeName = 'sku_id'] = Object.entries(body).find(([, value]) => typeof value === 'string') ?? [];
    const orderedSize = ordered[sizeName] ?? ordered.sku_id;
    const resizeToSame = await request(t, 'resizeVps', {
      params: { id },
      body: { ...body, [sizeName]: orderedSize },
      deliberateFault: `${sizeName} = the present one`,
    });
    if (isSuccess(resizeToSame)) before = await waitUntilVpsStable(t, id);
    let resize = await act(t, id, before, 'resizeVps', { body, headers });
    // What a refusal taught may be the present size.
    for (const size of body[sizeName] === orderedSize ? await otherSizes(t, orderedSize) : []) {
      const other = {
        body: { ...body, [sizeName]: size },
        headers: { 'Idempotency-Key': newIdempotencyKey(t) },
      };
      const resizeToOther = await act(t, id, before, 'resizeVps', other);
      if (!isSuccess(resizeToOther.reply)) continue;
      [resize, { body, headers }] = [resizeToOther, other];
      break;
    }
    // A target may resize only an instance that is switched off.
    const stop = isConflict(resize.reply) ? await act(t, id, before, 'stopVps') : undefined;
    const off = stop !== undefined && isSuccess(stop.reply);
    if (off) {
      const refusedHeaders = headers;
      headers = { 'Idempotency-Key': newIdempotencyKey(t) };
      const resizeStopped = await act(t, id, stop.after, 'resizeVps', { body, headers });
      if (isSuccess(resizeStopped.reply)) resize = resizeStopped;
      else headers = refusedHeaders;
    }
    const resizeAgain = await chargeOf(t, () => request(t, 'resizeVps', { params: { id }, body, headers }));
    const resizeBack =
      isSuccess(resize.reply) && typeof orderedSize === 'string'
        ? await act(t, id, resize.after, 'resizeVps', { body: { ...body, [sizeName]: orderedSize } })
        : undefined;
    return {
      id,
      resize,
      resizeAgain,
      resizeToSame,
      resizeBack,
      size: typeof body[sizeName] === 'string' ? body[sizeName] : undefined,
      orderedSize: typeof orderedSize === 'string' ? orderedSize : undefined,
    };
  },
});

/**
 * Expects that an action succeeds on an instance. A refusal with another status than 422 may have a reason of the target's
 * own, whatever the state.
 */
export const expectAccepted = (t: CheckContext, { before, reply }: VpsStep, fits: RegExp): void =>
  isActionAccepted(t, 'an instance', reply, before, reply.status === 422 ? fits : undefined);

// For each action: the final state that this contract names, and the pattern of status words that mean this state.
const OUTCOMES = [
  ['stop', 'stopped', STOPPED],
  ['start', 'running', RUNNING],
  ['reboot', 'running', RUNNING],
] as const;

const stepOf = async (t: CheckContext, action: (typeof OUTCOMES)[number][0]): Promise<VpsStep> =>
  action === 'reboot' ? t.use(vpsReboot) : (await t.use(vpsPower))[action];

const powerChecks = OUTCOMES.flatMap(([action, state], at) => [
  check(`vps/${action}`, `endpoints/${action}-vps`, {
    must: `${action} an instance`,
    uses: [action === 'reboot' ? vpsReboot : vpsPower],
    after: [
      'vps/create',
      'vps/get',
      'vps/actions',
      ...OUTCOMES.slice(0, at).map(([before]) => `vps/${before}`),
    ],
    async run(t: CheckContext) {
      expectAccepted(t, await stepOf(t, action), action === 'start' ? STOPPED : RUNNING);
    },
  }),
  check(`vps/${action}-happens`, `endpoints/${action}-vps`, {
    must: `not leave an instance ${action === 'stop' ? 'running' : 'stopped'} after an acknowledged ${action}`,
    uses: [action === 'reboot' ? vpsReboot : vpsPower],
    after: [`vps/${action}`],
    async run(t: CheckContext) {
      const { before, reply, after } = await stepOf(t, action);
      t.require(reply).success();
      const state = statusIn(t.require(after).success().json) ?? '';
      // Another member than the status may show whether an instance runs, and `active` may be the state of its service.
      const isSame = statusIn(before.json) === state;
      const isShownElsewhere = isSame && !isSameBody(after.json, before.json);
      const isLeft = isShownElsewhere || !(action === 'stop' ? RUNNING : STOPPED).test(state);
      if (!isLeft && (reply.status === 202 || (isSame && /^(active|ready|online)$/i.test(state))))
        t.inconclusive('the instance does not show whether it runs', { exchange: [after, reply] });
      holds(t, isLeft, 'the instance is in the state that was to be left', {
        actual: state,
        exchange: [after, reply],
      });
    },
  }),
  check(`vps/${action}-shows`, 'states/vps-action-visible', {
    should: `show an instance as \`${state}\` after ${action}`,
    uses: [action === 'reboot' ? vpsReboot : vpsPower],
    after: [`vps/${action}`, `vps/${action}-happens`],
    async run(t: CheckContext) {
      const { reply, after } = await stepOf(t, action);
      t.require(reply).success();
      const actual = statusIn(after.json) ?? null;
      equals(t, actual, state, 'the instance is in another state', [after, reply]);
    },
  }),
]);

export const vpsLifecycleChecks = [
  check('vps/actions', 'states/vps-actions', {
    must: 'offer starting, stopping, rebooting and resizing for an instance',
    uses: [vpsPower, vpsReboot, vpsResize],
    // Actions that take long begin early in the run.
    phase: 'first',
    async run(t: CheckContext) {
      const [{ start, stop }, reboot, { resize }] = await t.useAll(vpsPower, vpsReboot, vpsResize);
      areOffered(t, start.reply, stop.reply, reboot.reply, resize.reply);
    },
  }),
  ...powerChecks,
  row('vps/stop-twice', 'states/vps-wrong-state-refused', vpsPower, {
    should: 'refuse to stop an instance that is stopped',
    after: ['vps/stop', 'vps/stop-shows'],
    expect(t, { stop, stopRepeated }) {
      t.require(stop.reply).success();
      t.expect(stopRepeated).status(422);
    },
  }),
  row('vps/resize', 'endpoints/resize-vps', vpsResize, {
    must: 'resize an instance',
    after: ['vps/create', 'vps/get', 'vps/actions'],
    expect: (t, { resize }) => expectAccepted(t, resize, /^(running|active|stopped|off|on|up)$/i),
  }),
  row('vps/resize-both-ways', 'endpoints/resize-vps', vpsResize, {
    must: 'offer resizing in both directions, as an upgrade and as a downgrade',
    after: ['vps/resize'],
    expect(t: CheckContext, { resize, resizeBack }) {
      t.require(resize.reply).success();
      if (resizeBack === undefined) t.inconclusive('the body of the instance names no product to return to');
      // A target may refuse this product: a disk cannot shrink.
      const { reply } = resizeBack;
      if (t.compared([404, 405, 501].includes(reply.status) || reply.status >= 500))
        t.expect(reply).success();
    },
  }),
  row('vps/resize-changes', 'states/acknowledged-action-happens', vpsResize, {
    must: 'not show an instance as before that was resized',
    after: ['vps/resize', 'values/updated-as-sent'],
    expect: (t, { id, resize, size, orderedSize }) => expectResized(t, id, resize, orderedSize, size),
  }),
  row('vps/resize-back-changes', 'states/acknowledged-action-happens', vpsResize, {
    must: 'not show an instance as before that was resized to its first product',
    after: ['vps/resize-changes', 'vps/resize-both-ways'],
    async expect(t: CheckContext, { id, resize, resizeBack, size, orderedSize }) {
      if (resizeBack === undefined || isRefusal(resizeBack.reply))
        t.notApplicable('the instance could not be resized to its first product');
      await expectResized(t, id, resizeBack, size, orderedSize);
      const { reply: action, after } = resizeBack;
      const namesOne = ({ json }: Exchange, name = '', other = ''): boolean =>
        containsText(json, name) && !containsText(json, other);
      // Only an instance that has shown each product by its name must show it again.
      const isNamed = namesOne(resize.before, orderedSize, size) && namesOne(resize.after, size, orderedSize);
      if (!isNamed || namesOne(after, orderedSize, size)) return;
      const now = t.require(await readResource(t, 'instance', id)).success();
      holds(
        t,
        !namesOne(now, size, orderedSize),
        'the instance shows the product from which it was resized',
        {
          expected: orderedSize,
          actual: now.json,
          exchange: [now, action],
        },
      );
    },
  }),
  row('idempotency/resizeVps', 'idempotency/replay-same-answer', vpsResize, {
    should: 'answer a replayed resize as it answered the first',
    group: 'idempotency/purchases',
    after: ['vps/resize', 'values/updated-as-sent', 'idempotency/topup-replay'],
    expect(t, { resize, resizeAgain: { value: resizeReplay } }) {
      t.require(resize.reply).success();
      holds(t, isSuccess(resizeReplay), 'the replay was taken for another resize', {
        expected: resize.reply.status,
        actual: resizeReplay.status,
        exchange: [resizeReplay, resize.reply],
      });
    },
  }),
  chargedOnce('resizeVps', 'vps', vpsResize, ({ resizeAgain }) => resizeAgain, ['vps/resize']),
  row('vps/resize-to-the-same', 'vps/resize-to-another-size', vpsResize, {
    should: 'refuse to resize an instance to the product it has',
    after: ['vps/resize'],
    expect: (t, { resizeToSame }) => t.expect(resizeToSame).refused(),
  }),
];
