// Checks of cross-tenant access to tenants, instances, tickets, webhook endpoints and API keys: by id and in lists.

import type { Operation } from '../../../src/contract/operations.ts';
import type { Fixture } from '../../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { checksOf, fixture } from '../../define.ts';
import { request } from '../../expectations.ts';
import {
  attemptOptions,
  crossTenantChecks,
  expectDenied,
  isRead,
  requireNotAdmin,
} from '../../support/cross-tenant-attempts.ts';
import {
  asRead,
  isPlatformKind,
  type PlatformKind,
  readResource,
  resources,
} from '../../support/fixtures/created-resources.ts';
import { distinctTenants, idOperations, type OwnedResource } from '../../support/fixtures/owned-resources.ts';
import { statusIn } from '../../support/reply-readers/response-readers.ts';
import { closedTicket } from '../support-closed.ts';
import { ownTenant } from '../tenants.ts';
import { waitUntilVpsStable } from '../vps-lifecycle.ts';

const { row } = checksOf({ area: 'everywhere', needs: ['tenantA', 'tenantB'], mode: 'read-only' });

const operationsOn = (kind: PlatformKind): Operation[] =>
  idOperations.filter((candidate) => candidate.kind === kind).map(({ op }) => op);

/** Reads a resource as its owner, in a state in which the owner's own calls on the resource would succeed. */
const ownedResource = (kind: PlatformKind): Fixture<OwnedResource> =>
  fixture(`${kind} as its owner sees it`, {
    cost: kind === 'API key' ? 0 : 1,
    uses: [
      resources[kind],
      ...(kind === 'API key' ? [asRead[kind]] : []),
      ...(kind === 'webhook endpoint' ? [closedTicket] : []),
    ],
    async make(t: CheckContext): Promise<OwnedResource> {
      const { id } = await t.use(resources[kind]);
      return { id, ownerView: t.require(await readReadyResource(t, kind, id)).success() };
    },
  });

async function readReadyResource(t: CheckContext, kind: PlatformKind, id: string): Promise<Exchange> {
  if (kind === 'instance') return waitUntilVpsStable(t, id);
  // Only a revocation changes an API key, so the first read of the key is still valid.
  if (kind === 'API key') return (await t.use(asRead[kind])).reply;
  // A closed ticket sends an event to the webhook endpoint: while the list of deliveries is empty, a reply with the
  // list would not show whether tenant B may read deliveries.
  if (kind === 'webhook endpoint') await t.use(closedTicket);
  // Deliveries change a webhook endpoint, so it is read again instead of from the cache.
  return readResource(t, kind, id, kind !== 'webhook endpoint');
}

/**
 * Stops the shared instance as its owner when the instance is running, because a running instance cannot be started.
 */
const stoppedInstance = fixture('instance that is off as its owner sees it', {
  changes: [resources.instance],
  uses: [resources.instance],
  async make(t: CheckContext): Promise<OwnedResource> {
    const { id } = await t.use(resources.instance);
    let ownerView = await waitUntilVpsStable(t, id);
    if (/^(running|active|started|on|up|online)$/i.test(statusIn(ownerView.json) ?? '')) {
      const stop = await request(t, 'stopVps', { params: { id } });
      ownerView = await waitUntilVpsStable(t, id, stop);
    }
    return { id, ownerView: t.require(ownerView).success() };
  },
});

const PLATFORM_KINDS = Object.keys(resources).filter(isPlatformKind);

const crossTenantAttempts = PLATFORM_KINDS.flatMap((kind) => {
  const owned = ownedResource(kind);
  return operationsOn(kind)
    .filter((op) => kind !== 'tenant' || !isRead(op))
    .map((op) => ({ op, kind, owned: op.id === 'startVps' ? stoppedInstance : owned }));
});

const tenantReadChecks = operationsOn('tenant')
  .filter(isRead)
  .map((op) =>
    row(`isolation/${op.id}`, 'service/own-tenant-only', [ownTenant, distinctTenants], {
      ...attemptOptions(op),
      async expect(t: CheckContext, id) {
        const deliberateFault = "another tenant's id";
        const reply = await t.as('tenantB').send(op.id, { params: { id }, deliberateFault });
        await requireNotAdmin(t, reply);
        expectDenied(t, op, reply, reply);
      },
    }),
  );

export const platformIsolation = [...crossTenantChecks(crossTenantAttempts), ...tenantReadChecks];
