// Planted faults: what one tenant sees and changes of another.
import type { OperationId } from '../../src/contract/operations.ts';
import { become, each, numberAt, refusal, textAt } from './edit.ts';
import type { Asked, Books, Defect, Plant } from './plant.ts';
import { chosen, stated } from './row.ts';

/** The sentences a breach of tenancy breaks. */
export const TENANCY = ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'] as const;

const reads = [
  'getCustomer',
  'getService',
  'getOrder',
  'getInvoice',
  'getSubscription',
  'downloadInvoicePdf',
  'listCustomerServices',
] as const;
const writes = [
  'updateCustomer',
  'deactivateCustomer',
  'suspendService',
  'unsuspendService',
  'terminateService',
  'renewService',
  'cancelOrder',
  'cancelSubscription',
] as const;
const lists = [
  'listCustomers',
  'listServices',
  'listOrders',
  'listInvoices',
  'listPayments',
  'listSubscriptions',
] as const;

/** Whose customer, in whatever tenant: the books of that tenant. */
export function ownerOf(books: Books, table: string, id: string): Books | undefined {
  const row = books.platform.shelf(table).find(id);
  return typeof row?.tenant_id === 'string' ? books.of(row.tenant_id) : undefined;
}

/** Acts in the tenant that a request names. */
const obeys = (p: Plant, named: (asked: Asked) => string | null): void =>
  p.step('identify', 'everything', (passage, go) => {
    const early = go();
    const tenantId = named(passage.asked);
    if (tenantId !== null && passage.who.kind !== 'anonymous') passage.who = { ...passage.who, tenantId };
    return early;
  });

export const tenancy: readonly Defect[] = [
  ...each(reads, (operation) =>
    stated(
      `${operation === 'downloadInvoicePdf' ? 'TN06' : operation === 'listCustomerServices' ? 'TN09' : 'TN01'}[${operation}]`,
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
  ...each(['updateCustomer', 'suspendService'] as const, (operation) =>
    stated(
      `TN03[${operation}]`,
      `${operation} refuses another tenant's record and changes it all the same`,
      [...TENANCY, 'endpoints/refused-write-changes-nothing', 'states/refused-action-changes-nothing'],
      `isolation/${operation}`,
      (p) => {
        const foreign = new WeakSet<Asked>();
        p.unscoped(operation, (asked) => foreign.add(asked));
        p.reply(operation, (reply, asked) => {
          if (foreign.has(asked)) become(reply, refusal(403, 'FORBIDDEN', 'This belongs to another tenant.'));
        });
      },
    ),
  ),
  ...each(lists, (operation: OperationId) =>
    stated(
      `TN04[${operation}]`,
      `${operation} shows the rows of every tenant`,
      TENANCY,
      `isolation/${operation}`,
      (p) => p.unscoped(operation),
    ),
  ),
  stated(
    'TN05[createOrder]',
    'an order may be placed for the customer of another tenant',
    [...TENANCY, 'order-request/customer-exists'],
    'isolation/createOrder',
    (p) =>
      p.handler('createOrder', ({ books, body }, go) => {
        const owner = ownerOf(books, 'customers', textAt(body, 'customer_id'));
        return owner && owner.tenantId !== books.tenantId ? go({ books: owner }) : go();
      }),
  ),
  stated(
    'TN05[createPayment]',
    'a payment may be recorded for the invoice of another tenant',
    TENANCY,
    'isolation/createPayment',
    (p) =>
      p.handler('createPayment', ({ books, body }, go) => {
        const owner = ownerOf(books, 'invoices', textAt(body, 'invoice_id'));
        return owner && owner.tenantId !== books.tenantId ? go({ books: owner }) : go();
      }),
  ),
  stated(
    'TN10',
    "an order is paid from other tenants' wallets too",
    [...TENANCY, 'billing/wallet-pays-total'],
    'isolation/wallet-of-others',
    (p) =>
      p.handler('createOrder', ({ books }, go) => {
        const done = go();
        const total = numberAt(done, 'total_amount');
        const wallets = books.platform.shelf('wallets');
        for (const wallet of wallets.all()) {
          if (wallet.tenant_id === books.tenantId) continue;
          wallets.update(wallet.id, {
            balance_amount: numberAt(wallet, 'balance_amount') - total,
            available_amount: numberAt(wallet, 'available_amount') - total,
          });
        }
        return done;
      }),
  ),
  stated('TN11', 'all tenants share one wallet', TENANCY, 'isolation/wallet', (p) =>
    p.handler(['getWallet', 'topUpWallet'], ({ books }, go) => {
      const first = books.platform.shelf('wallets').all()[0];
      return typeof first?.tenant_id === 'string' ? go({ books: books.of(first.tenant_id) }) : go();
    }),
  ),
  chosen(
    'TN13[header]',
    '`X-Tenant-Id` changes the tenant',
    ['authentication/tenant-header', ...TENANCY],
    'isolation/tenant-header',
    (p) => obeys(p, ({ headers }) => headers['x-tenant-id'] ?? null),
  ),
  chosen(
    'TN13[query]',
    '`?tenant_id=` changes the tenant',
    ['authentication/tenant-header', ...TENANCY],
    'isolation/tenant-header',
    (p) => obeys(p, ({ query }) => new URLSearchParams(query).get('tenant_id')),
  ),
  stated(
    'TN15',
    "one tenant's answer is kept and served to another",
    TENANCY,
    'isolation/listCustomers',
    (p) => {
      const kept = new Map<string, { tenantId: string | null; answer: unknown }>();
      p.handler(['listCustomers', 'listOrders'], ({ asked, who }, go) => {
        const key = `${asked.path}?${asked.query}`;
        const last = kept.get(key);
        if (last && last.tenantId !== who.tenantId) return last.answer;
        const answer = go();
        kept.set(key, { tenantId: who.tenantId, answer });
        return answer;
      });
    },
  ),
  stated(
    'TN16',
    'API keys reach the customers of every tenant',
    ['authentication/keys-scoped-per-tenant', 'service/own-tenant-only'],
    'authentication/keys-scoped-per-tenant',
    (p) =>
      p.unscoped(({ operation, bearer }) => operation === 'getCustomer' && bearer?.split('.').length === 1),
  ),
];
