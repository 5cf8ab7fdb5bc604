// The life of one instance: switched off and on, rebooted, resized, and asked for what does not fit its state.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Context, Exchange } from '../../src/suite/define.ts';
import { readError } from '../../src/suite/errors.ts';
import { contains, readThing, vps } from '../kit/platform.ts';
import { platformBody } from '../kit/platform-bodies.ts';
import { isSuccess, mentions, settled, statusIn } from '../kit/reading.ts';
import { atRest } from '../kit/rest.ts';
import { sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';

const area = 'vps';

const mode = 'full';

/** How long an instance is waited for until it has come to rest, in milliseconds. */
const pauses = [5000, 6000, 6000];

const moving = /ing$|^(pend|provision|creat|setup|queue|install|process|build|init|new|resiz|boot|migrat)/i;
const up = /^(running|active|started|on|up|online|ready)$/i;
const down = /^(stopped|off|halted|down|powered_?off|shutoff|inactive|offline)$/i;

/** `running` ends as what is under way does. */
const restless = (status: string): boolean => moving.test(status) && !up.test(status);

/** Reads an instance until it has come to rest, for a while: states in between may be seen. @param told the reply that set it going */
export async function vpsAtRest(t: Context, id: string, told?: Exchange): Promise<Exchange> {
  await sinkIn(t);
  return atRest(t, (known) => readThing(t, 'instance', id, known), { moving: restless, pauses, told });
}

/** The shared instance, once it has come to rest. */
export const settledVps = subject('instance at rest', {
  cost: 1,
  uses: [vps],
  async make(t: Context): Promise<{ id: string; reply: Exchange }> {
    const { id, created } = await t.use(vps);
    return { id, reply: await vpsAtRest(t, id, created) };
  },
});

export type Step = { before: Exchange; reply: Exchange; after: Exchange };
type Life = {
  stop: Step;
  stopAgain: Exchange;
  start: Step;
  reboot: Step;
  resize: Step;
  /** the same resize once more with the same Idempotency-Key */
  resizeReplay: Exchange;
  size: string | undefined;
  same: Exchange;
};

/** The shared instance switched off, on, off and on at once, and made larger. */
const life = subject('life of an instance', {
  cost: 11,
  uses: [settledVps],
  async make(t: Context): Promise<Life> {
    const { id, reply } = await t.use(settledVps);
    t.require(reply).success();
    let before = reply;
    const headers = { 'Idempotency-Key': t.unique('resize') };
    const act = async (operation: OperationId, body?: object): Promise<Step> => {
      const was = before;
      const given = await t
        .as('tenantA')
        .send(operation, { params: { id }, ...(body === undefined ? {} : { body, headers }) });
      // a refusal leaves nothing to wait for, and nothing follows a resize
      if (isSuccess(given))
        before =
          operation === 'resizeVps' ? await readThing(t, 'instance', id) : await vpsAtRest(t, id, given);
      return { before: was, reply: given, after: before };
    };
    const stop = await act('stopVps');
    const stopAgain = await t.as('tenantA').send('stopVps', { params: { id } });
    const start = await act('startVps');
    const reboot = await act('rebootVps');
    const { body } = platformBody(t, 'resizeVps');
    const sku_id = (await t.use(vps)).body.sku_id;
    const same = await t
      .as('tenantA')
      .send('resizeVps', { params: { id }, body: { ...body, sku_id }, spoiled: 'sku_id = that it has' });
    if (isSuccess(same)) before = await vpsAtRest(t, id);
    const resize = await act('resizeVps', body);
    const resizeReplay = await t.as('tenantA').send('resizeVps', { params: { id }, body, headers });
    const size = Object.values(body).find((value) => typeof value === 'string');
    return {
      stop,
      stopAgain,
      start,
      reboot,
      resize,
      resizeReplay,
      same,
      size: typeof size === 'string' ? size : undefined,
    };
  },
});

/** Judges an action on an instance that is in a state to take it; what may be the target's own rule is no breach. */
export function expectTaken(t: Context, { before, reply }: Step, fits: RegExp): void {
  if (isSuccess(reply)) return;
  if (reply.status === 404) t.require(before).success();
  if ([404, 405, 501].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
  const fields = Object.keys(readError(reply.json)?.errors ?? {}).filter(
    (name) => !/status|state/.test(name),
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

/** The states this contract names after each action, and those a reader sees on the way. */
const outcomes = [
  ['stop', 'stopped', down],
  ['start', 'running', up],
  ['reboot', 'running', up],
] as const;

const powered = outcomes.flatMap(([action, state], at) => [
  check(`vps/${action}`, {
    must: `${action} an instance`,
    says: `endpoints/${action}-vps`,
    area,
    mode,
    cost: 0,
    uses: [life],
    after: [
      'vps/create',
      'vps/get',
      'vps/actions',
      ...outcomes.slice(0, at).map(([before]) => `vps/${before}`),
    ],
    async run(t: Context) {
      expectTaken(t, (await t.use(life))[action], action === 'start' ? down : up);
    },
  }),
  check(`vps/${action}-happens`, {
    must: `not leave an instance ${action === 'stop' ? 'running' : 'stopped'} after an acknowledged ${action}`,
    says: `endpoints/${action}-vps`,
    area,
    mode,
    cost: 0,
    uses: [life],
    after: [`vps/${action}`],
    async run(t: Context) {
      const { reply, after } = (await t.use(life))[action];
      t.require(reply).success();
      const state = statusIn(t.require(after).success().json) ?? '';
      if (!(action === 'stop' ? up : down).test(state)) return;
      t.fail('the instance is in the state that was to be left', { actual: state, exchange: [after, reply] });
    },
  }),
  check(`vps/${action}-shows`, {
    should: `show an instance as \`${state}\` after ${action}`,
    says: 'states/vps-action-visible',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: [`vps/${action}`, `vps/${action}-happens`],
    async run(t: Context) {
      const { reply, after } = (await t.use(life))[action];
      t.require(reply).success();
      const actual = statusIn(after.json) ?? after.status;
      if (actual === state) return;
      t.fail('the instance is in another state', { expected: state, actual, exchange: [after, reply] });
    },
  }),
]);

export const instanceLife = [
  check('vps/actions', {
    must: 'offer starting, stopping, rebooting and resizing for an instance',
    says: 'states/vps-actions',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['vps/get'],
    async run(t: Context) {
      const { start, stop, reboot, resize } = await t.use(life);
      const lacking = [start, stop, reboot, resize].find(({ reply }) => [405, 501].includes(reply.status));
      if (lacking !== undefined) t.expect(lacking.reply).success();
    },
  }),
  ...powered,
  check('vps/stop-twice', {
    should: 'refuse to stop an instance that is stopped',
    says: 'states/vps-wrong-state-refused',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['vps/stop', 'vps/stop-shows'],
    async run(t) {
      const { stop, stopAgain } = await t.use(life);
      t.require(stop.reply).success();
      t.expect(stopAgain).status(422);
    },
  }),
  check('vps/resize', {
    must: 'resize an instance',
    says: 'endpoints/resize-vps',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['vps/create', 'vps/get', 'vps/actions'],
    async run(t) {
      const { resize } = await t.use(life);
      expectTaken(t, resize, /^(running|active|stopped|off|on|up)$/i);
    },
  }),
  check('vps/resize-happens', {
    must: 'not show the old product of an instance in place of the new one after an acknowledged resize',
    says: 'endpoints/resize-vps',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['vps/resize'],
    async run(t: Context) {
      const { resize, size } = await t.use(life);
      const { before, reply, after } = resize;
      t.require(reply).success();
      const { body } = await t.use(vps);
      const old = body.sku_id;
      if (typeof old !== 'string' || size === undefined || !mentions(t.require(before).success().json, old))
        t.inconclusive('the instance does not show its product', { exchange: before });
      let last = after;
      const stuck = (): boolean => mentions(last.json, old) && !contains(last.json, size);
      if (stuck()) last = await vpsAtRest(t, (await t.use(vps)).id);
      if (!isSuccess(last) || !stuck() || restless(statusIn(last.json) ?? '')) return;
      t.fail('the instance has the product it had', { expected: size, actual: old, exchange: [last, reply] });
    },
  }),
  check('vps/resize-shows', {
    should: 'show the new size of an instance that was resized',
    says: 'states/vps-action-visible',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['vps/resize', 'vps/resize-happens'],
    async run(t: Context) {
      const { resize, size } = await t.use(life);
      const { before, reply, after } = resize;
      t.require(reply).success();
      if (size !== undefined && contains(after.json, size)) return;
      t.fail('the instance does not show its new product', {
        expected: size,
        actual: settled(after.json) === settled(before.json) ? 'as before' : after.json,
        exchange: [after, reply],
      });
    },
  }),
  check('idempotency/resizeVps', {
    should: 'answer a replayed resize as it answered the first',
    says: 'idempotency/replay-same-answer',
    area,
    mode,
    cost: 0,
    uses: [life],
    group: 'idempotency/purchases',
    after: ['vps/resize', 'vps/resize-happens', 'idempotency/topup-replay'],
    async run(t: Context) {
      const { resize, resizeReplay } = await t.use(life);
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
    says: 'vps/resize-to-another-size',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['vps/resize'],
    async run(t) {
      t.expect((await t.use(life)).same).refused();
    },
  }),
  check('vps/wrong-state-no-crash', {
    must: 'answer an action that does not fit the state of an instance without a server error',
    says: 'states/wrong-state-no-crash',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['vps/stop'],
    async run(t: Context) {
      const { stop, stopAgain, same } = await t.use(life);
      t.require(stop.reply).success();
      const crash = [stopAgain, same].find(({ status }) => status >= 500);
      if (crash !== undefined) t.fail('it is a server error', { actual: crash.status, exchange: crash });
    },
  }),
];
