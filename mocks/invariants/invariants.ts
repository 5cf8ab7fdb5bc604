// Checks the invariants of the whole world, or of the rows that one commit changed.
import type { Commit } from '../../src/state/journal.ts';
import { referencesOf } from '../../src/state/references.ts';
import type { Row } from '../../src/state/tables/table.ts';
import { references } from '../references.ts';
import { type HostingTables, type Store, tables } from '../tables.ts';
import { apiKeyViolations, vpsViolations } from './api-keys-and-vps.ts';
import {
  invoiceViolations,
  orderViolations,
  paymentViolations,
  renewalViolations,
  subscriptionViolations,
  violations,
  walletViolations,
} from './billing.ts';
import { domainViolations, zoneViolations } from './domains-and-dns.ts';
import { webhookViolations } from './webhooks.ts';

type Table = keyof HostingTables;
type Check = { all(store: Store): string[]; one(store: Store, id: string | null): string[] };

// Builds the check of the rows of a table: each reference names a row, and what `violations` adds. `related`: checks
// rows that belong to a row, where only the changes of a commit are checked
function check<R extends Row>(
  rowsOf: (store: Store) => { all(): R[]; find(id: string): R | undefined },
  violations: (store: Store, row: R) => string[] = () => [],
  related: (store: Store, row: R) => string[] = () => [],
): Check {
  const ofRow = (store: Store, row: R): string[] => [
    ...danglingReferences(store, row),
    ...violations(store, row),
  ];
  return {
    all: (store) =>
      rowsOf(store)
        .all()
        .flatMap((row) => ofRow(store, row)),
    one(store, id) {
      const row = id === null ? undefined : rowsOf(store).find(id);
      return row ? [...ofRow(store, row), ...related(store, row)] : [];
    },
  };
}

const isTable = (name: string): name is Table => Object.hasOwn(tables, name);

const danglingReferences = ({ platform }: Store, row: Row): string[] =>
  referencesOf(references, row).flatMap(({ path, table, id }) =>
    !isTable(table) || platform[table].find(id) !== undefined
      ? []
      : [`the row ${row.id} names ${id} as its ${path}, which is not among the ${table}`],
  );

const orders = check((store) => store.orders, orderViolations);
const subscriptions = check((store) => store.subscriptions, subscriptionViolations);
const invoices = check(
  (store) => store.invoices,
  invoiceViolations,
  (store, row) => orders.one(store, row.order_id),
);

const CHECKS: Readonly<Record<string, Check>> = {
  orders,
  subscriptions,
  invoices,
  renewals: check((store) => store.renewals, renewalViolations),
  services: check(
    (store) => store.services,
    undefined,
    (store, row) => [...orders.one(store, row.order_id), ...subscriptions.one(store, row.subscription_id)],
  ),
  payments: check(
    (store) => store.payments,
    paymentViolations,
    (store, row) => invoices.one(store, row.invoice_id),
  ),
  wallets: { all: walletViolations, one: latestWalletViolations },
  wallet_transactions: { ...check((store) => store.wallet_transactions), one: latestWalletViolations },
  api_keys: check((store) => store.api_keys, apiKeyViolations),
  vps: check((store) => store.vps, vpsViolations),
  domains: check((store) => store.domains, domainViolations),
  dns_zones: check((store) => store.dns_zones, zoneViolations),
  dns_records: check((store) => store.dns_records),
  webhooks: check((store) => store.webhooks, webhookViolations),
};

/** Lists the violations of all invariants as sentences; the list is empty when all invariants hold. */
export function invariants(platform: Store): string[] {
  const ofTenants = platform.tenants.all().flatMap(({ id, slug }) => {
    const store = platform.forTenant(id);
    return Object.values(CHECKS).flatMap(({ all }) => all(store).map((sentence) => `${slug}: ${sentence}`));
  });
  return [...ofTenants, ...check((store) => store.webhook_deliveries).all(platform)];
}

/**
 * Lists the violations in the rows that one commit wrote and in the rows that these belong to, as sentences. The
 * check is fast enough to run after each of many thousand requests. Of the wallet it checks only the latest
 * transactions.
 */
export function invariantsOfCommit(platform: Store, { writes }: Pick<Commit, 'writes'>): string[] {
  return writes.flatMap(({ table, id, before, after }) => {
    const tenant = (after ?? before)?.tenant_id;
    return tenant === undefined ? [] : (CHECKS[table]?.one(platform.forTenant(tenant), id) ?? []);
  });
}

// Checks that the latest wallet transactions lead from one balance to the next, and that the last transaction leads to
// the current balance.
function latestWalletViolations(store: Store): string[] {
  const [last, ...earlier] = store.wallet_transactions.page({ per_page: 20 }).data;
  const balance = store.wallets.all()[0]?.balance_amount;
  return [
    ...violations({
      [`the wallet holds ${balance}, its last movement left ${last?.balance_after_amount}`]:
        last?.balance_after_amount === balance,
    }),
    ...earlier.flatMap((move, at) => {
      const next = at === 0 ? last : earlier[at - 1];
      return violations({
        [`wallet movement ${next?.id} does not start from the balance the one before it left`]:
          next !== undefined && move.balance_after_amount + next.amount === next.balance_after_amount,
      });
    }),
  ];
}
