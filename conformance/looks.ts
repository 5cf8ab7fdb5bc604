// Looks at lists that nobody else takes: before anything stands in them, so that a stale page shows, and when the stories
// are told, so that the rules with a memory see what became of everything.
import { type OperationId, operation } from '../src/contract/operations.ts';
import { check } from './suite.ts';

/** Of these kinds the run makes one thing: its list is read once more after that. */
const before: readonly OperationId[] = [
  'listPayments',
  'listDomains',
  'listHostingAccounts',
  'listCertificates',
  'listDnsZones',
  'listEmailServices',
];

/** Of these it makes several, and acts on some. */
const after: readonly OperationId[] = [
  'listTenants',
  'listCustomers',
  'listServices',
  'listOrders',
  'listVps',
  'listTickets',
  'listWebhooks',
  'listApiKeys',
];

const look = (id: OperationId, when: 'first' | 'last') => {
  const { area, roles } = operation(id);
  const who = roles.join() === 'platform_admin' ? 'platformAdmin' : 'tenantA';
  return check(`${when}-look/${id}`, {
    must: `answer ${id} ${when === 'first' ? 'before anything was made' : 'after all that was done'}`,
    says: 'endpoints/list-shows-all',
    area,
    needs: [who],
    mode: 'read-only',
    ...(when === 'first' ? { phase: 'first' as const } : {}),
    cost: 1,
    group: 'looks',
    async run(t) {
      await t.proven(who);
      t.expect(await t.as(who).send(id)).success();
    },
  });
};

export const firstLooks = before.map((id) => look(id, 'first'));
export const lastLooks = after.map((id) => look(id, 'last'));
