// What must hold after every request, of the whole world or of what one commit touched.
import type { Commit } from '../src/state/journal.ts';
import {
  invoiceBroken,
  orderBroken,
  paymentBroken,
  renewalBroken,
  serviceBroken,
  subscriptionBroken,
  unless,
  walletBroken,
} from './balances.ts';
import { deliveriesBroken, webhookBroken } from './delivery-balances.ts';
import { domainBroken, recordBroken, zoneBroken } from './name-balances.ts';
import { apiKeyBroken, vpsBroken } from './soundness.ts';
import type { Store } from './tables.ts';

/** The sentences that do not hold; none means sound. @param store the platform's */
export function invariants(platform: Store): string[] {
  const ofTenants = platform.tenants.all().flatMap((tenant) => {
    const store = platform.forTenant(tenant.id);
    const broken = [
      ...walletBroken(store),
      ...store.invoices.all().flatMap((invoice) => invoiceBroken(store, invoice)),
      ...store.orders.all().flatMap((order) => orderBroken(store, order)),
      ...store.services.all().flatMap((service) => serviceBroken(store, service)),
      ...store.subscriptions.all().flatMap((subscription) => subscriptionBroken(store, subscription)),
      ...store.payments.all().flatMap((payment) => paymentBroken(store, payment)),
      ...store.renewals.all().flatMap((renewal) => renewalBroken(store, renewal)),
      ...store.domains.all().flatMap((domain) => domainBroken(store, domain)),
      ...store.dns_zones.all().flatMap((zone) => zoneBroken(store, zone)),
      ...store.dns_records.all().flatMap((record) => recordBroken(store, record)),
      ...store.api_keys.all().flatMap((key) => apiKeyBroken(store, key)),
      ...store.vps.all().flatMap((vps) => vpsBroken(store, vps)),
      ...store.webhooks.all().flatMap((webhook) => webhookBroken(store, webhook)),
    ];
    return broken.map((sentence) => `${tenant.slug}: ${sentence}`);
  });
  return [...ofTenants, ...deliveriesBroken(platform)];
}

/**
 * The same, of the rows one commit touched and of what they belong to: quick enough to be asked after each of many
 * thousand requests. Of the wallet it holds the latest movements against each other and against the balance.
 */
export function invariantsAfter(platform: Store, { writes }: Pick<Commit, 'writes'>): string[] {
  return writes.flatMap(({ table, id, before, after }) => {
    const tenant = (after ?? before)?.tenant_id;
    if (tenant === undefined) return [];
    const store = platform.forTenant(tenant);
    const check = CHECKS[table];
    return check ? check(store, id) : [];
  });
}

const checking =
  <Row>(find: (store: Store, id: string) => Row | undefined, check: (store: Store, row: Row) => string[]) =>
  (store: Store, id: string | null): string[] => {
    if (id === null) return [];
    const row = find(store, id);
    return row === undefined ? [`${id} is gone`] : check(store, row);
  };
/** The same for rows that may be deleted. */
const whileThere =
  <Row>(find: (store: Store, id: string) => Row | undefined, check: (store: Store, row: Row) => string[]) =>
  (store: Store, id: string): string[] => {
    const row = find(store, id);
    return row === undefined ? [] : check(store, row);
  };
const order = checking((store, id) => store.orders.find(id), orderBroken);
const invoice = checking(
  (store, id) => store.invoices.find(id),
  (store, row) => [...invoiceBroken(store, row), ...order(store, row.order_id)],
);
const subscription = checking((store, id) => store.subscriptions.find(id), subscriptionBroken);
const CHECKS: Record<string, (store: Store, id: string) => string[]> = {
  orders: order,
  invoices: invoice,
  subscriptions: subscription,
  renewals: checking((store, id) => store.renewals.find(id), renewalBroken),
  api_keys: checking((store, id) => store.api_keys.find(id), apiKeyBroken),
  vps: checking((store, id) => store.vps.find(id), vpsBroken),
  services: checking(
    (store, id) => store.services.find(id),
    (store, row) => [
      ...serviceBroken(store, row),
      ...order(store, row.order_id),
      ...subscription(store, row.subscription_id),
    ],
  ),
  payments: checking(
    (store, id) => store.payments.find(id),
    (store, row) => [...paymentBroken(store, row), ...invoice(store, row.invoice_id)],
  ),
  domains: checking((store, id) => store.domains.find(id), domainBroken),
  dns_zones: whileThere((store, id) => store.dns_zones.find(id), zoneBroken),
  dns_records: whileThere((store, id) => store.dns_records.find(id), recordBroken),
  webhooks: whileThere((store, id) => store.webhooks.find(id), webhookBroken),
  wallets: latestMovesBroken,
  wallet_transactions: latestMovesBroken,
};

/** Do the latest movements lead from one balance to the next, and the last of them to what the wallet holds? */
function latestMovesBroken(store: Store): string[] {
  const [last, ...earlier] = store.wallet_transactions.page({ per_page: 20 }).data;
  const balance = store.wallets.all()[0]?.balance_amount;
  return [
    ...unless(
      last?.balance_after_amount === balance,
      `the wallet holds ${balance}, its last movement left ${last?.balance_after_amount}`,
    ),
    ...earlier.flatMap((move, at) => {
      const next = at === 0 ? last : earlier[at - 1];
      return unless(
        next !== undefined && move.balance_after_amount + next.amount === next.balance_after_amount,
        `wallet movement ${next?.id} does not start from the balance the one before it left`,
      );
    }),
  ];
}
