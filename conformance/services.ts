// Service instances: found in the lists, read as they were told, acted upon.
import type { Context, Exchange } from '../src/suite/define.ts';
import { bornOf, expectAgreement, expectListed } from './lists.ts';
import { mentions } from './reading.ts';
import { atRest } from './rest.ts';
import { firstService, order, sinkIn } from './subjects.ts';
import { check, subject } from './suite.ts';

const area = 'services';

const mode = 'full';

/** How long a new service is waited for until its actions make sense, in milliseconds. */
const pauses = [4000, 4000, 4000];

const notReady = /pend|provision|creat|setup|setting|queue|install|process|build|start/i;

export const readService = (t: Context, id: string, known = false): Promise<Exchange> =>
  t.as('tenantA').send('getService', { params: { id }, known });

/** Reads a service until it is ready, for a while. @param told the reply that set it going */
export const readyService = (t: Context, id: string, told?: Exchange): Promise<Exchange> =>
  atRest(t, (known) => readService(t, id, known), {
    moving: (status) => notReady.test(status),
    pauses,
    told,
  });

/** The first service of the shared order, as it is read. */
export const service = subject('service', {
  cost: 1,
  uses: [order],
  async make(t: Context): Promise<{ id: string; reply: Exchange }> {
    const id = firstService(t, await t.use(order));
    await sinkIn(t);
    return { id, reply: await readService(t, id) };
  },
});

export const services = [
  check('services/get', {
    must: 'return a service by its id',
    says: 'endpoints/get-service',
    area,
    mode,
    cost: 0,
    uses: [service],
    after: ['orders/services-exist'],
    async run(t: Context) {
      const { id, reply } = await t.use(service);
      t.expect(reply).success();
      if (!mentions(reply.json, id))
        t.fail('the reply is not about this service', { expected: id, exchange: reply });
    },
  }),
  check('services/list', {
    must: 'list services',
    says: 'endpoints/list-services',
    area,
    mode: 'read-only',
    cost: 1,
    async run(t) {
      t.expect(await t.as('tenantA').send('listServices', { known: true })).success();
    },
  }),
  check('services/in-list', {
    must: 'list a service that was created',
    says: 'endpoints/list-shows-all',
    area,
    mode,
    cost: 1,
    uses: [service],
    after: ['orders/services-exist'],
    async run(t) {
      const { id, reply } = await t.use(service);
      await expectListed(t, 'listServices', id, bornOf(reply));
    },
  }),
  check('services/list-agrees', {
    must: 'show a service in the list as in its detail',
    says: 'endpoints/list-and-detail-agree',
    area,
    mode,
    cost: 0,
    uses: [service],
    group: 'lists/agree',
    after: ['services/in-list', 'services/get'],
    async run(t) {
      const { id, reply } = await t.use(service);
      await expectAgreement(t, 'listServices', 'getService', id, reply);
    },
  }),
];
