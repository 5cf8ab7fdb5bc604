// Instances: provisioned, read, listed, terminated.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { expectRead } from '../kit/finding.ts';
import {
  expectInList,
  expectListAgrees,
  expectMade,
  newVps,
  platformListed,
  readThing,
  vps,
} from '../kit/platform.ts';
import { idOf, isSuccess, leaves, mentions, settled, statusIn } from '../kit/reading.ts';
import { sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';
import { expectTaken, settledVps, vpsAtRest } from './vps-life.ts';

const area = 'vps';

const mode = 'full';

type Ended = { before: Exchange; gone: Exchange; after: Exchange; late: Exchange; again: Exchange };

/** The shared instance, terminated at the end of the run. */
const ended = subject('terminated instance', {
  cost: 5,
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
      const { reply } = await t.use(settledVps);
      const { id, tag } = await t.use(vps);
      await expectRead(t, 'listVps', { id, tag }, reply);
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
  check('idempotency/createVps', {
    should: 'collapse a replayed order of an instance into one',
    says: 'idempotency/purchases',
    area,
    mode,
    cost: 1,
    uses: [vps],
    group: 'idempotency/purchases',
    after: ['vps/create', 'idempotency/topup-replay'],
    async run(t: Context) {
      const { id, body, key, created } = await t.use(vps);
      if (key === null) t.notApplicable('it carries no Idempotency-Key');
      const headers = { 'Idempotency-Key': key };
      const replay = await t.as('tenantA').send('createVps', { body, headers });
      if (!isSuccess(replay)) t.inconclusive('the replay was refused', { exchange: [replay, created] });
      const again = idOf(replay);
      if (again === undefined) t.inconclusive('the replay shows no id', { exchange: replay });
      if (again === id) return;
      t.fail('the replay made another one', { expected: id, actual: again, exchange: [replay, created] });
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
