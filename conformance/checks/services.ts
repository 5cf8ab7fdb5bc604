// Checks of services: services appear in lists, can be read by id, and have actions.

import { checksOf } from '../define.ts';
import { isAbout, request } from '../expectations.ts';
import { service } from '../support/fixtures/orders.ts';
import { expectListed } from '../support/reply-readers/list-lookup.ts';

const { check, row } = checksOf({ area: 'services', mode: 'full' });

export const services = [
  row('services/get', 'endpoints/get-service', service, {
    must: 'return a service by its id',
    after: ['orders/services-exist'],
    expect: (t, { id, reply }) => isAbout(t, reply, id, 'service'),
  }),
  check('services/list', 'endpoints/list-services', {
    must: 'list services',
    mode: 'read-only',
    async run(t) {
      t.expect(await request(t, 'listServices', { allowCached: true })).success();
    },
  }),
  row('services/in-list', 'endpoints/list-shows-all', service, {
    must: 'list a service that was created',
    cost: 1,
    after: ['orders/services-exist'],
    expect: (t, { id }) => expectListed(t, 'listServices', id),
  }),
];
