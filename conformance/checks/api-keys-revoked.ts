// API keys that are revoked: refused from then on, and still to be seen.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { attempt, established, expectDone, readThing } from '../kit/platform.ts';
import { statusIn } from '../kit/reading.ts';
import { sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';
import { callWith, keyOf } from './api-keys-used.ts';

const area = 'api-keys';

const kind = 'API key';

type Revoked = {
  works: Exchange;
  gone: Exchange;
  dead: Exchange;
  text: string;
  read: Exchange;
  again: Exchange;
};

/** A key of its own that works, is revoked, and is tried again. */
export const revoked = subject('revoked API key', {
  cost: 6,
  async make(t: Context): Promise<Revoked> {
    const { id, created } = established(t, await attempt(t, 'createApiKey'));
    const text = keyOf(t, created);
    await sinkIn(t);
    const works = await callWith(t, text, 'a key to be revoked');
    const revoke = (): Promise<Exchange> => t.as('tenantA').send('revokeApiKey', { params: { id } });
    const gone = await revoke();
    const dead = await callWith(t, text, 'a revoked key');
    return { works, gone, dead, text, read: await readThing(t, kind, id), again: await revoke() };
  },
});

export const revokedKeys = [
  check('api-keys/revoke', {
    must: 'revoke an API key',
    says: 'endpoints/revoke-api-key',
    area,
    cost: 0,
    uses: [revoked],
    after: ['api-keys/create', 'api-keys/managed'],
    async run(t) {
      expectDone(t, (await t.use(revoked)).gone);
    },
  }),
  check('api-keys/revoked-is-401', {
    must: 'answer 401 to an API key that was just revoked',
    says: 'states/key-revoked',
    area,
    cost: 0,
    uses: [revoked],
    after: ['api-keys/revoke', 'api-keys/works', 'authentication/garbage', 'authentication/revoked'],
    async run(t: Context) {
      const { works, gone, text } = await t.use(revoked);
      let { dead } = await t.use(revoked);
      if (works.status === 401) t.inconclusive('the key did not work to begin with', { exchange: works });
      t.require(gone).success();
      await t.eventually('revocation', async () => {
        if (dead.status !== 401) dead = await callWith(t, text, 'a revoked key');
        t.expect(dead).status(401);
      });
    },
  }),
  check('api-keys/revoked-stays-readable', {
    should: 'keep the facts about a revoked key readable, marked `revoked`',
    says: 'api-keys/revoked-stays-readable',
    area,
    cost: 0,
    uses: [revoked],
    after: ['api-keys/revoke', 'api-keys/get'],
    async run(t: Context) {
      const { gone, read } = await t.use(revoked);
      t.require(gone).success();
      t.expect(read).success();
      if (statusIn(read.json) === 'revoked') return;
      t.fail('the status is not `revoked`', {
        expected: 'revoked',
        actual: statusIn(read.json),
        exchange: read,
      });
    },
  }),
  check('api-keys/revoke-twice', {
    must: 'answer a second DELETE of an API key without a server error',
    says: 'states/second-delete',
    area,
    cost: 0,
    uses: [revoked],
    after: ['api-keys/revoke'],
    async run(t: Context) {
      const { gone, again } = await t.use(revoked);
      t.require(gone).success();
      if (again.status >= 500) t.fail('it is a server error', { actual: again.status, exchange: again });
    },
  }),
];
