// Service instances: found in the lists, read as they were told, acted upon.
import type { Context } from '../../src/suite/define.ts';
import { bornOf, expectAgreement, expectListed } from '../kit/finding.ts';
import { service } from '../kit/instances.ts';
import { mentions } from '../kit/reading.ts';
import { check } from '../suite.ts';

const area = 'services';

const mode = 'full';

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
    cost: 1,
    uses: [service],
    group: 'lists/agree',
    after: ['services/in-list', 'services/get'],
    async run(t) {
      const { id, reply } = await t.use(service);
      await expectAgreement(t, 'listServices', 'getService', id, reply);
    },
  }),
];
