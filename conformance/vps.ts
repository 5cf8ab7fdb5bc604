// Instances: provisioned, read, listed, started, stopped, rebooted, resized, terminated.
import type { OperationId } from '../src/contract/operations.ts';
import type { Context, Exchange } from '../src/suite/define.ts';
import { readError } from '../src/suite/errors.ts';
import {
  contains,
  expectInList,
  expectListAgrees,
  expectMade,
  newVps,
  platformListed,
  readThing,
  vps,
} from './platform.ts';
import { platformBody } from './platform-bodies.ts';
import { isSuccess, leaves, mentions, settled, statusIn } from './reading.ts';
import { atRest } from './rest.ts';
import { sinkIn } from './subjects.ts';
import { check, subject } from './suite.ts';

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
const settledVps = subject('instance at rest', {
  cost: 1,
  uses: [vps],
  async make(t: Context): Promise<{ id: string; reply: Exchange }> {
    const { id, created } = await t.use(vps);
    return { id, reply: await vpsAtRest(t, id, created) };
  },
});

type Step = { before: Exchange; reply: Exchange; after: Exchange };
type Life = {
  stop: Step;
  stopAgain: Exchange;
  start: Step;
  reboot: Step;
  resize: Step;
  size: string | undefined;
  same: Exchange;
};

/** The shared instance switched off, on, off and on at once, and made larger. */
const life = subject('life of an instance', {
  cost: 10,
  uses: [settledVps],
  async make(t: Context): Promise<Life> {
    const { id, reply } = await t.use(settledVps);
    t.require(reply).success();
    let before = reply;
    const act = async (operation: OperationId, body?: object): Promise<Step> => {
      const was = before;
      const given = await t
        .as('tenantA')
        .send(operation, { params: { id }, ...(body === undefined ? {} : { body }) });
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
    const size = Object.values(body).find((value) => typeof value === 'string');
    return {
      stop,
      stopAgain,
      start,
      reboot,
      resize,
      same,
      size: typeof size === 'string' ? size : undefined,
    };
  },
});

type Ended = { before: Exchange; gone: Exchange; after: Exchange; late: Exchange; again: Exchange };

/** The shared instance, terminated at the end of the run. */
const ended = subject('terminated instance', {
  cost: 4,
  uses: [vps],
  async make(t: Context): Promise<Ended> {
    const { id } = await t.use(vps);
    // what is still on its way would change by itself
    const before = await vpsAtRest(t, id);
    const terminate = (): Promise<Exchange> => t.as('tenantA').send('terminateVps', { params: { id } });
    const gone = await terminate();
    await sinkIn(t);
    const after = await readThing(t, 'instance', id);
    const late = await t.as('tenantA').send('startVps', { params: { id } });
    return { before, gone, after, late, again: await terminate() };
  },
});

/** Judges an action on an instance that is in a state to take it; what may be the target's own rule is no breach. */
function expectTaken(t: Context, { before, reply }: Step, fits: RegExp): void {
  if (isSuccess(reply)) return;
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
    after: ['vps/create', 'vps/get', ...outcomes.slice(0, at).map(([before]) => `vps/${before}`)],
    async run(t: Context) {
      expectTaken(t, (await t.use(life))[action], action === 'start' ? down : up);
    },
  }),
  check(`vps/${action}-shows`, {
    should: `show an instance as \`${state}\` after ${action}`,
    says: 'states/vps-action-visible',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: [`vps/${action}`],
    async run(t: Context) {
      const { reply, after } = (await t.use(life))[action];
      t.require(reply).success();
      const actual = statusIn(after.json) ?? after.status;
      if (actual === state) return;
      t.fail('the instance is in another state', { expected: state, actual, exchange: [after, reply] });
    },
  }),
]);

export const instances = [
  check('vps/create', {
    must: 'provision a VPS',
    says: 'endpoints/create-vps',
    area,
    mode,
    cost: 0,
    uses: [newVps],
    phase: 'first',
    async run(t) {
      expectMade(t, await t.use(newVps));
    },
  }),
  check('vps/get', {
    must: 'return an instance by its id',
    says: 'endpoints/get-vps',
    area,
    mode,
    cost: 0,
    uses: [settledVps],
    after: ['vps/create'],
    async run(t: Context) {
      const { id, reply } = await t.use(settledVps);
      t.expect(reply).success();
      if (!mentions(reply.json, id))
        t.fail('the reply is not about this instance', { expected: id, exchange: reply });
    },
  }),
  check('vps/echo', {
    should: 'show an instance as it was ordered',
    says: 'endpoints/fields',
    area,
    mode,
    cost: 0,
    uses: [settledVps],
    after: ['vps/get', 'vps/fields'],
    async run(t: Context) {
      const { body } = await t.use(vps);
      const { reply } = await t.use(settledVps);
      t.require(reply).success();
      for (const name of ['customer_id', 'sku_id', 'hostname', 'region', 'image', 'billing_cycle']) {
        const [sent, got] = [body[name], [...leaves(reply.json)].find((leaf) => leaf.name === name)?.value];
        if (sent !== undefined && got !== undefined && sent !== got)
          t.fail(`\`${name}\` is not what was sent`, { expected: sent, actual: got, exchange: reply });
      }
    },
  }),
  check('vps/in-list', {
    must: 'list an instance that was provisioned',
    says: 'endpoints/list-vps',
    area,
    mode,
    cost: 0,
    uses: [platformListed.instance],
    after: ['vps/create'],
    async run(t) {
      await expectInList(t, 'instance');
    },
  }),
  check('vps/list-agrees', {
    must: 'show an instance in the list as in its detail',
    says: 'endpoints/list-and-detail-agree',
    area,
    mode,
    cost: 0,
    uses: [settledVps, platformListed.instance],
    group: 'lists/agree',
    after: ['vps/in-list', 'vps/get'],
    async run(t) {
      await expectListAgrees(t, 'instance', (await t.use(settledVps)).reply);
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
    after: ['vps/create', 'vps/get'],
    async run(t) {
      const { resize } = await t.use(life);
      expectTaken(t, resize, /^(running|active|stopped|off|on|up)$/i);
    },
  }),
  check('vps/resize-shows', {
    should: 'show the new size of an instance that was resized',
    says: 'states/vps-action-visible',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['vps/resize'],
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
  check('vps/actions', {
    must: 'offer starting, stopping, rebooting and resizing for an instance',
    says: 'states/vps-actions',
    area,
    mode,
    cost: 0,
    uses: [life],
    after: ['vps/get', 'vps/start', 'vps/stop', 'vps/reboot', 'vps/resize'],
    async run(t: Context) {
      const { start, stop, reboot, resize } = await t.use(life);
      const lacking = [start, stop, reboot, resize].find(({ reply }) =>
        [404, 405, 501].includes(reply.status),
      );
      if (lacking !== undefined) t.expect(lacking.reply).success();
    },
  }),
  check('vps/terminate', {
    must: 'terminate an instance by DELETE',
    says: 'endpoints/terminate-vps',
    area,
    mode,
    cost: 0,
    uses: [ended],
    phase: 'last',
    destructive: true,
    after: ['vps/create', 'vps/get'],
    async run(t: Context) {
      const { before, gone, after } = await t.use(ended);
      expectTaken(t, { before, reply: gone, after }, /./);
    },
  }),
  check('vps/terminate-changes', {
    must: 'not show a terminated instance as if nothing had happened',
    says: 'states/acknowledged-action-happens',
    area,
    mode,
    cost: 0,
    uses: [ended],
    phase: 'last',
    after: ['vps/terminate'],
    async run(t: Context) {
      const { before, gone, late } = await t.use(ended);
      let { after } = await t.use(ended);
      t.require(before).success();
      t.require(gone).success();
      const { id } = await t.use(vps);
      await t.eventually('read', async () => {
        if (!isSuccess(after) || settled(after.json) !== settled(before.json)) return;
        // once it was started again, another look tells nothing of its end
        if (!isSuccess(late)) after = await readThing(t, 'instance', id);
        if (!isSuccess(after) || settled(after.json) !== settled(before.json)) return;
        t.fail('the instance is as before', { actual: after.json, exchange: [after, gone] });
      });
    },
  }),
  check('vps/terminated-is-final', {
    should: 'keep a terminated instance readable as `terminated`, and refuse to start it',
    says: 'states/vps-terminated-final',
    area,
    mode,
    cost: 0,
    uses: [ended],
    phase: 'last',
    after: ['vps/terminate', 'vps/terminate-changes'],
    async run(t: Context) {
      const { gone, after, late } = await t.use(ended);
      t.require(gone).success();
      t.expect(after).success();
      if (statusIn(after.json) !== 'terminated')
        t.fail('it has another status', {
          expected: 'terminated',
          actual: statusIn(after.json) ?? null,
          exchange: after,
        });
      t.expect(late).refused();
    },
  }),
  check('vps/terminate-twice', {
    must: 'answer what is asked of a terminated instance without a server error',
    says: 'states/second-delete',
    area,
    mode,
    cost: 0,
    uses: [ended],
    phase: 'last',
    after: ['vps/terminate'],
    async run(t: Context) {
      const { gone, late, again } = await t.use(ended);
      t.require(gone).success();
      const crash = [late, again].find(({ status }) => status >= 500);
      if (crash !== undefined) t.fail('it is a server error', { actual: crash.status, exchange: crash });
    },
  }),
];
