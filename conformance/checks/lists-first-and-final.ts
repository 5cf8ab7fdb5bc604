// Reads of lists that no other check reads: before the run creates anything, so that a stale page is noticed later,
// and after all other checks, so that the rules with state see the final lists.
import { type OperationId, operation } from '../../src/contract/operations.ts';
import { check } from '../define.ts';
import type { RequirementId } from '../requirements.ts';

/** A list operation, and the requirement that it exists. */
type ListProbe = readonly [OperationId, RequirementId];

/** Lists of kinds of which the run creates one resource; other checks read them again after that. */
const EMPTY_LIST_PROBES: readonly ListProbe[] = [
  ['listPayments', 'endpoints/list-payments'],
  ['listDomains', 'endpoints/list-domains'],
  ['listHostingAccounts', 'endpoints/list-hosting'],
  ['listCertificates', 'endpoints/list-certificates'],
  ['listDnsZones', 'endpoints/list-zones'],
  ['listEmailServices', 'endpoints/list-email'],
];

/** Lists of kinds of which the run creates and changes several resources. */
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
    // The first read is of use only in a mode that creates such a resource.
    mode: when === 'final' || id === 'listDnsZones' ? 'safe' : 'full',
    ...(when === 'first' ? { phase: 'first' as const } : {}),
    group: 'list-reads',
    async run(t) {
      await t.requireAccepted(who);
      t.expect(await t.as(who).send(id)).success();
    },
  });
};

export const firstListProbes = EMPTY_LIST_PROBES.map((probe) => listProbe(probe, 'first'));
export const lastListProbes = FINAL_LIST_PROBES.map((probe) => listProbe(probe, 'final'));
