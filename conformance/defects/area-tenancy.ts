// Planted faults: tenancy in the areas beside customers and billing, read, changed, listed, and reached by a detour.
import type { OperationId } from '../../src/contract/operations.ts';
import { ownerOf } from './db-edits.ts';
import { stated } from './define-mutant.ts';
import type { ClientRequest, Injector, Mutant } from './mutant.ts';
import { each, refusal, replaceResponse, textAt, valueAt } from './response-edits.ts';
import { TENANCY } from './tenancy.ts';

/** Takes everybody for a platform admin. */
function treatEveryoneAsAdmin(p: Injector, where: OperationId): void {
  p.skip('authorise', where);
  p.step('locate', where, (call, go) => {
    const { caller } = call;
    call.caller = { ...caller, scopes: [...caller.scopes, 'platform:admin'] };
    return go();
  });
}

export const areaTenancy: readonly Mutant[] = [
  ...each(
    [
      ['isolation/shows-foreign-record', 'getTenant'],
      ['isolation/shows-foreign-details', 'getTenantUsage'],
      ['isolation/changes-foreign-record', 'updateTenant'],
      ['isolation/changes-foreign-record', 'terminateTenant'],
    ] as const,
    ([kind, operation]) =>
      stated(
        `${kind}[${operation}]`,
        `${operation} is open to every tenant`,
        TENANCY,
        `isolation/${operation}`,
        (p) => treatEveryoneAsAdmin(p, operation),
      ),
  ),
  stated(
    'isolation/references-foreign-record[createHostingAccount]',
    'a hosting account may be created for the customer of another tenant',
    [...TENANCY, 'hosting-request/customer-exists'],
    'isolation/createHostingAccount',
    (p) =>
      p.handler('createHostingAccount', ({ db, body }, go) => {
        const owner = ownerOf(db, 'customers', textAt(body, 'customer_id'));
        return owner && owner.tenantId !== db.tenantId ? go({ db: owner }) : go();
      }),
  ),
  ...each(['updateDnsRecord', 'deleteDnsRecord'] as const, (operation) =>
    stated(
      `isolation/foreign-child-by-own-parent[${operation}]`,
      `${operation} reaches another tenant's record through a zone of one's own`,
      TENANCY,
      `isolation/${operation}/foreign-parent`,
      (p) => {
        p.skip('locate', operation);
        p.handler(operation, ({ request: { params }, db, body }, go) => {
          const { id = '', rid = '' } = params;
          const owner = ownerOf(db, 'dns_records', rid);
          if (!owner || owner.tenantId === db.tenantId || !db.table('dns_zones').find(id)) return go();
          const records = owner.table('dns_records');
          if (operation === 'updateDnsRecord')
            return records.update(rid, { content: valueAt(body, 'content') ?? null });
          records.remove(rid);
          return { id: rid, deleted: true };
        });
      },
    ),
  ),
  stated(
    'isolation/foreign-mailbox-by-own-service',
    "deleteMailbox reaches another tenant's mailbox through an email service of one's own",
    TENANCY,
    'isolation/deleteMailbox/foreign-parent',
    (p) =>
      p.handler('deleteMailbox', ({ request: { params }, db }, go) => {
        const { mbx = '' } = params;
        const owner = ownerOf(db, 'mailboxes', mbx);
        if (!owner || owner.tenantId === db.tenantId) return go();
        owner.table('mailboxes').remove(mbx);
        return { id: mbx, deleted: true };
      }),
  ),
  stated(
    'isolation/cached-across-tenants[listTickets]',
    "one tenant's list of tickets is kept and served to another",
    TENANCY,
    'isolation/listTickets',
    (p) => {
      let stored: { tenantId: string | null; answer: unknown } | undefined;
      p.handler('listTickets', ({ caller }, go) => {
        if (stored && stored.tenantId !== caller.tenantId) return stored.answer;
        const answer = go();
        stored = { tenantId: caller.tenantId, answer };
        return answer;
      });
    },
  ),
];
