// Checks the invariants of the whole world, or of the rows that one commit changed.
import type { Commit } from '../../src/state/journal.ts';
import type { Store } from '../tables.ts';
import { apiKeyViolations, vpsViolations } from './api-keys-and-vps.ts';
import {
  invoiceViolations,
  orderViolations,
  paymentViolations,
  renewalViolations,
  serviceViolations,
  subscriptionViolations,
  violation,
  walletViolations,
} from './billing.ts';
import { domainViolations, recordViolations, zoneViolations } from './domains-and-dns.ts';
import { deliveryViolations, webhookViolations } from './webhooks.ts';

/**
 * Lists the violations of all invariants as sentences; the list is empty when all invariants hold.
 * @param platform the platform's store
 */
export function invariants(platform: Store): string[] {
  const ofTenants = platform.tenants.all().flatMap((tenant) => {
    const store = platform.forTenant(tenant.id);
    const broken = [
      ...walletViolations(store),
      ...store.invoices.all().flatMap((invoice) => invoiceViolations(store, invoice)),
      ...store.orders.all().flatMap((order) => orderViolations(store, order)),
      ...store.services.all().flatMap((service) => serviceViolations(store, service)),
      ...store.subscriptions.all().flatMap((subscription) => subscriptionViolations(store, subscription)),
      ...store.payments.all().flatMap((payment) => paymentViolations(store, payment)),
      ...store.renewals.all().flatMap((renewal) => renewalViolations(store, renewal)),
      ...store.domains.all().flatMap((domain) => domainViolations(store, domain)),
      ...store.dns_zones.all().flatMap((zone) => zoneViolations(store, zone)),
      ...store.dns_records.all().flatMap((record) => recordViolations(store, record)),
      ...store.api_keys.all().flatMap((key) => apiKeyViolations(store, key)),
      ...store.vps.all().flatMap((vps) => vpsViolations(store, vps)),
      ...store.webhooks.all().flatMap((webhook) => webhookViolations(store, webhook)),
    ];
    return broken.map((sentence) => `${tenant.slug}: ${sentence}`);
  });
  return [...ofTenants, ...deliveryViolations(platform)];
}

/**
 * Lists the violations in the rows that one commit wrote and in the rows that these belong to, as sentences. The
 * check is fast enough to run after each of many thousand requests. Of the wallet it checks only the latest
 * transactions.
 */
export function invariantsOfCommit(platform: Store, { writes }: Pick<Commit, 'writes'>): string[] {
  return writes.flatMap(({ table, id, before, after }) => {
    const tenant = (after ?? before)?.tenant_id;
    if (tenant === undefined) return [];
    const store = platform.forTenant(tenant);
    const check = CHECKS[table];
    return check ? check(store, id) : [];
  });
}

const byFoundRow =
  <Row>(find: (store: Store, id: string) => Row | undefined, check: (store: Store, row: Row) => string[]) =>
  (store: Store, id: string | null): string[] => {
    if (id === null) return [];
    const row = find(store, id);
    return row === undefined ? [`the row ${id} does not exist`] : check(store, row);
  };
/** Applies a check to rows by id, and skips rows that have been deleted. */
const byRowIfPresent =
  <Row>(find: (store: Store, id: string) => Row | undefined, check: (store: Store, row: Row) => string[]) =>
  (store: Store, id: string): string[] => {
    const row = find(store, id);
    return row === undefined ? [] : check(store, row);
  };
const order = byFoundRow((store, id) => store.orders.find(id), orderViolations);
const invoice = byFoundRow(
  (store, id) => store.invoices.find(id),
  (store, row) => [...invoiceViolations(store, row), ...order(store, row.order_id)],
);
const subscription = byFoundRow((store, id) => store.subscriptions.find(id), subscriptionViolations);
const CHECKS: Record<string, (store: Store, id: string) => string[]> = {
  orders: order,
  invoices: invoice,
  subscriptions: subscription,
  renewals: byFoundRow((store, id) => store.renewals.find(id), renewalViolations),
  api_keys: byFoundRow((store, id) => store.api_keys.find(id), apiKeyViolations),
  vps: byFoundRow((store, id) => store.vps.find(id), vpsViolations),
  services: byFoundRow(
    (store, id) => store.services.find(id),
    (store, row) => [
      ...serviceViolations(store, row),
      ...order(store, row.order_id),
      ...subscription(store, row.subscription_id),
    ],
  ),
  payments: byFoundRow(
    (store, id) => store.payments.find(id),
    (store, row) => [...paymentViolations(store, row), ...invoice(store, row.invoice_id)],
  ),
  domains: byFoundRow((store, id) => store.domains.find(id), domainViolations),
  dns_zones: byRowIfPresent((store, id) => store.dns_zones.find(id), zoneViolations),
  dns_records: byRowIfPresent((store, id) => store.dns_records.find(id), recordViolations),
  webhooks: byRowIfPresent((store, id) => store.webhooks.find(id), webhookViolations),
  wallets: latestWalletViolations,
  wallet_transactions: latestWalletViolations,
};

/**
 * Checks that the latest wallet transactions lead from one balance to the next, and that the last transaction leads
 * to the current balance.
 */
function latestWalletViolations(store: Store): string[] {
  const [last, ...earlier] = store.wallet_transactions.page({ per_page: 20 }).data;
  const balance = store.wallets.all()[0]?.balance_amount;
  return [
    ...violation(
      last?.balance_after_amount === balance,
      `the wallet holds ${balance}, its last movement left ${last?.balance_after_amount}`,
    ),
    ...earlier.flatMap((move, at) => {
      const next = at === 0 ? last : earlier[at - 1];
      return violation(
        next !== undefined && move.balance_after_amount + next.amount === next.balance_after_amount,
        `wallet movement ${next?.id} does not start from the balance the one before it left`,
      );
    }),
  ];
}
