// Planted faults: tenancy in the areas beside customers and billing, read, changed, listed, and reached by a detour.
import type { OperationId } from '../../src/contract/operations.ts';
import { at, become, each, refusal, textAt } from './edit.ts';
import type { Asked, Defect, Plant } from './plant.ts';
import { stated } from './row.ts';
import { ownerOf, TENANCY } from './tenancy.ts';

const reads = {
  TN01: [
    'getDomain',
    'getHostingAccount',
    'getCertificate',
    'getDnsZone',
    'listDnsRecords',
    'getEmailService',
    'getVps',
    'getTicket',
    'getWebhook',
    'getApiKey',
  ],
  TN06: ['downloadCertificate'],
  TN09: ['getHostingStats', 'listWebhookDeliveries', 'getApiKeyUsage'],
} as const satisfies Record<string, readonly OperationId[]>;

const writes = [
  'replaceDomainNameservers',
  'renewDomain',
  'resetHostingPassword',
  'renewCertificate',
  'reissueCertificate',
  'deleteDnsZone',
  'createDnsRecord',
  'updateDnsRecord',
  'deleteDnsRecord',
  'createMailbox',
  'deleteMailbox',
  'startVps',
  'stopVps',
  'rebootVps',
  'resizeVps',
  'terminateVps',
  'createTicketReply',
  'closeTicket',
  'updateWebhook',
  'testWebhook',
  'deleteWebhook',
  'revokeApiKey',
] as const satisfies readonly OperationId[];

const lists = [
  'listDomains',
  'listHostingAccounts',
  'listCertificates',
  'listDnsZones',
  'listEmailServices',
  'listVps',
  'listTickets',
  'listWebhooks',
  'listApiKeys',
] as const satisfies readonly OperationId[];

/** Takes everybody for a platform admin. */
function likeAdmins(p: Plant, where: OperationId): void {
  p.skip('authorise', where);
  p.step('locate', where, (passage, go) => {
    const { who } = passage;
    passage.who = { ...who, scopes: [...who.scopes, 'platform:admin'] };
    return go();
  });
}

export const areaTenancy: readonly Defect[] = [
  ...each(
    Object.entries(reads).flatMap(([kind, operations]) =>
      operations.map((operation) => [kind, operation] as const),
    ),
    ([kind, operation]) =>
      stated(
        `${kind}[${operation}]`,
        `${operation} shows another tenant's record`,
        TENANCY,
        `isolation/${operation}`,
        (p) => p.unscoped(operation),
      ),
  ),
  ...each(writes, (operation) =>
    stated(
      `TN02[${operation}]`,
      `${operation} changes another tenant's record`,
      TENANCY,
      `isolation/${operation}`,
      (p) => p.unscoped(operation),
    ),
  ),
  ...each(
    [
      ['TN01', 'getTenant'],
      ['TN09', 'getTenantUsage'],
      ['TN02', 'updateTenant'],
      ['TN02', 'terminateTenant'],
    ] as const,
    ([kind, operation]) =>
      stated(
        `${kind}[${operation}]`,
        `${operation} is open to every tenant`,
        TENANCY,
        `isolation/${operation}`,
        (p) => likeAdmins(p, operation),
      ),
  ),
  ...each(
    [
      'replaceDomainNameservers',
      'reissueCertificate',
      'deleteDnsZone',
      'stopVps',
      'closeTicket',
      'updateWebhook',
      'revokeApiKey',
    ] as const,
    (operation) =>
      stated(
        `TN03[${operation}]`,
        `${operation} refuses another tenant's record and changes it all the same`,
        [...TENANCY, 'endpoints/refused-write-changes-nothing', 'states/refused-action-changes-nothing'],
        `isolation/${operation}`,
        (p) => {
          const foreign = new WeakSet<Asked>();
          p.unscoped(operation, (asked) => foreign.add(asked));
          p.reply(operation, (reply, asked) => {
            if (foreign.has(asked))
              become(reply, refusal(403, 'FORBIDDEN', 'This belongs to another tenant.'));
          });
        },
      ),
  ),
  ...each(lists, (operation) =>
    stated(
      `TN04[${operation}]`,
      `${operation} shows the rows of every tenant`,
      TENANCY,
      `isolation/${operation}`,
      (p) => p.unscoped(operation),
    ),
  ),
  stated(
    'TN05[createHostingAccount]',
    'a hosting account may be created for the customer of another tenant',
    [...TENANCY, 'hosting-request/customer-exists'],
    'isolation/createHostingAccount',
    (p) =>
      p.handler('createHostingAccount', ({ books, body }, go) => {
        const owner = ownerOf(books, 'customers', textAt(body, 'customer_id'));
        return owner && owner.tenantId !== books.tenantId ? go({ books: owner }) : go();
      }),
  ),
  ...each(['updateDnsRecord', 'deleteDnsRecord'] as const, (operation) =>
    stated(
      `TN07[${operation}]`,
      `${operation} reaches another tenant's record through a zone of one's own`,
      TENANCY,
      `isolation/${operation}/foreign-parent`,
      (p) => {
        p.skip('locate', operation);
        p.handler(operation, ({ asked: { params }, books, body }, go) => {
          const { id = '', rid = '' } = params;
          const owner = ownerOf(books, 'dns_records', rid);
          if (!owner || owner.tenantId === books.tenantId || !books.shelf('dns_zones').find(id)) return go();
          const records = owner.shelf('dns_records');
          if (operation === 'updateDnsRecord')
            return records.update(rid, { content: at(body, 'content') ?? null });
          records.remove(rid);
          return { id: rid, deleted: true };
        });
      },
    ),
  ),
  stated(
    'TN08',
    "deleteMailbox reaches another tenant's mailbox through an email service of one's own",
    TENANCY,
    'isolation/deleteMailbox/foreign-parent',
    (p) =>
      p.handler('deleteMailbox', ({ asked: { params }, books }, go) => {
        const { mbx = '' } = params;
        const owner = ownerOf(books, 'mailboxes', mbx);
        if (!owner || owner.tenantId === books.tenantId) return go();
        owner.shelf('mailboxes').remove(mbx);
        return { id: mbx, deleted: true };
      }),
  ),
  stated(
    'TN15[listTickets]',
    "one tenant's list of tickets is kept and served to another",
    TENANCY,
    'isolation/listTickets',
    (p) => {
      let kept: { tenantId: string | null; answer: unknown } | undefined;
      p.handler('listTickets', ({ who }, go) => {
        if (kept && kept.tenantId !== who.tenantId) return kept.answer;
        const answer = go();
        kept = { tenantId: who.tenantId, answer };
        return answer;
      });
    },
  ),
];
