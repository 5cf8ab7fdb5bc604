// Reads of lists before the run creates anything, so that a cached page shows later, and after all other checks, so
// that the rules that remember resources see the final lists.
import { type OperationId, operation } from '../../../src/contract/operations.ts';
import { UNDECLARED_LAG_MS } from '../../../src/suite/model/limits.ts';
import { check, fixture } from '../../define.ts';
import type { RequirementId } from '../../requirements.ts';
import { isSuccess } from '../../support/reply-readers/response-readers.ts';

/** A list operation, and the requirement that it exists. */
type ListProbe = readonly [OperationId, RequirementId];

/**
 * Lists of kinds of resources of which the run creates one resource. Other checks read the lists again after the
 * creation.
 */
const EMPTY_LIST_PROBES: readonly ListProbe[] = [
  ['listPayments', 'endpoints/list-payments'],
  ['listDomains', 'endpoints/list-domains'],
  ['listHostingAccounts', 'endpoints/list-hosting'],
  ['listCertificates', 'endpoints/list-certificates'],
  ['listDnsZones', 'endpoints/list-zones'],
  ['listEmailServices', 'endpoints/list-email'],
];

/** Lists of kinds of resources of which the run creates and changes several. */
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

/** The end of all writes: a read that follows no longer lags, so that what it shows is what the writes left. */
const settled = fixture('end of all writes', {
  cost: 0,
  make: async (t) => t.sleep(UNDECLARED_LAG_MS + 100),
});

const listProbe = ([id, requirement]: ListProbe, when: 'first' | 'final') => {
  const { area, roles } = operation(id);
  const who = roles.join() === 'platform_admin' ? 'platformAdmin' : 'tenantA';
  return check(`${when}-read/${id}`, requirement, {
    must: `answer ${id} ${when === 'first' ? 'before the run creates anything' : 'after everything else has run'}`,
    area,
    needs: [who],
    // The first read is useful only in a mode in which the run creates a resource of this kind.
    mode: when === 'final' || id === 'listDnsZones' ? 'safe' : 'full',
    phase: when === 'first' ? 'first' : 'last',
    group: 'list-reads',
    ...(when === 'final' ? { uses: [settled] } : {}),
    async run(t) {
      if (when === 'final') await t.use(settled);
      const reply = await t.as(who).send(id);
      if (!isSuccess(reply)) await t.requireAccepted(who);
      t.expect(reply).success();
      // The rules that remember resources miss one only in a list that was read to its end.
      if (when === 'final') await t.as(who).list(id, { allowCached: true });
    },
  });
};

export const firstListProbes = EMPTY_LIST_PROBES.map((probe) => listProbe(probe, 'first'));
export const lastListProbes = FINAL_LIST_PROBES.map((probe) => listProbe(probe, 'final'));
