// Looks at lists that nobody else takes: before anything stands in them, so that a stale page shows, and when the stories
// are told, so that the rules with a memory see what became of everything.
import { type OperationId, operation } from '../../src/contract/operations.ts';
import { check } from '../define.ts';
import type { RequirementId } from '../requirements.ts';

/** A list, and the sentence that offers it. */
type ListProbe = readonly [OperationId, RequirementId];

/** Of these kinds the run makes one thing: its list is read once more after that. */
const EMPTY_LIST_PROBES: readonly ListProbe[] = [
  ['listPayments', 'endpoints/list-payments'],
  ['listDomains', 'endpoints/list-domains'],
  ['listHostingAccounts', 'endpoints/list-hosting'],
  ['listCertificates', 'endpoints/list-certificates'],
  ['listDnsZones', 'endpoints/list-zones'],
  ['listEmailServices', 'endpoints/list-email'],
];

/** Of these it makes several, and acts on some. */
const FINAL_LIST_PROBES: readonly ListProbe[] = [
  ['listTenants', 'endpoints/list-tenants'],
  ['listCustomers', 'endpoints/list-customers'],
  ['listServices', 'endpoints/list-services'],
  ['listOrders', 'endpoints/list-orders'],
  ['listVps', 'endpoints/list-vps'],
  ['listTickets', 'endpoints/list-tickets'],
  ['listWebhooks', 'endpoints/list-webhooks'],
  ['listApiKeys', 'endpoints/list-api-keys'],
];

const listProbe = ([id, requirement]: ListProbe, when: 'first' | 'final') => {
  const { area, roles } = operation(id);
  const who = roles.join() === 'platform_admin' ? 'platformAdmin' : 'tenantA';
  return check(`${when}-read/${id}`, {
    must: `answer ${id} ${when === 'first' ? 'before the run creates anything' : 'after everything else has run'}`,
    requirement,
    area,
    needs: [who],
    // where nothing is made there is nothing to be seen
    mode: when === 'final' || id === 'listDnsZones' ? 'safe' : 'full',
    ...(when === 'first' ? { phase: 'first' as const } : {}),
    group: 'list-reads',
    async run(t) {
      await t.requireAccepted(who);
      t.expect(await t.as(who).send(id)).success();
    },
  });
};

export const firstListProbes = EMPTY_LIST_PROBES.map((one) => listProbe(one, 'first'));
export const lastListProbes = FINAL_LIST_PROBES.map((one) => listProbe(one, 'final'));
