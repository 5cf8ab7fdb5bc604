// Checks of services: services appear in lists, can be read by id, and have actions.
import type { CheckContext } from '../../src/suite/model/define.ts';
import { checksOf } from '../define.ts';
import { service } from '../support/fixtures/services.ts';
import { expectListAgrees, expectListed } from '../support/reply-readers/list-lookup.ts';
import { mentions } from '../support/reply-readers/response-readers.ts';

const check = checksOf({ area: 'services', mode: 'full' });

export const services = [
  check('services/get', {
    must: 'return a service by its id',
    requirement: 'endpoints/get-service',
    uses: [service],
    after: ['orders/services-exist'],
    async run(t: CheckContext) {
      const { id, reply } = await t.use(service);
      t.expect(reply).success();
      if (t.compared(!mentions(reply.json, id)))
        t.fail('the reply is not about this service', { expected: id, exchange: reply });
    },
  }),
  check('services/list', {
    must: 'list services',
    requirement: 'endpoints/list-services',
    mode: 'read-only',
    cost: 1,
    async run(t) {
      t.expect(await t.as('tenantA').send('listServices', { allowCached: true })).success();
    },
  }),
  check('services/in-list', {
    must: 'list a service that was created',
    requirement: 'endpoints/list-shows-all',
    cost: 1,
    uses: [service],
    after: ['orders/services-exist'],
    async run(t) {
      const { id } = await t.use(service);
      await expectListed(t, 'listServices', id);
    },
  }),
  check('services/list-agrees', {
    must: 'show a service in the list as in its detail',
    requirement: 'endpoints/list-and-detail-agree',
    cost: 1,
    uses: [service],
    group: 'lists/agree',
    after: ['services/in-list', 'services/get'],
    async run(t) {
      const { id, reply } = await t.use(service);
      await expectListAgrees(t, 'listServices', 'getService', id, reply);
    },
  }),
];
