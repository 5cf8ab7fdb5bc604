// Checks the invariants of the whole world, or of the rows that one commit changed.
import type { Commit } from '../../src/state/journal.ts';
import { referencesOf } from '../../src/state/references.ts';
import type { Row } from '../../src/state/tables/table.ts';
import type { ServiceStatus, VpsStatus } from '../lifecycles.ts';
import { references } from '../references.ts';
import { type ApiKeyRow, type HostingTables, type Store, tables, type VpsRow } from '../tables.ts';
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

function apiKeyViolations(store: Store, { id, status, revoked_at, expires_at }: ApiKeyRow) {
  const who = `API key ${id}`;
  return violations({
    [`${who} is ${status}, and its revoked_at is ${revoked_at}`]:
      (status === 'revoked') === (revoked_at !== null),
    [`${who} expired before its time`]: status !== 'expired' || (expires_at ?? '9') <= store.now,
  });
}

const IN_USE: readonly VpsStatus[] = ['running', 'starting', 'stopping', 'stopped', 'rebooting', 'resizing'];

/** The statuses that an instance may have, by the status of its service. */
const VPS_STATES: Record<ServiceStatus, readonly VpsStatus[]> = {
  pending: ['provisioning'],
  active: IN_USE,
  suspended: ['suspended'],
  terminated: ['terminated'],
  cancelled: ['terminated'],
  failed: ['error', 'terminated'],
};

function vpsViolations(store: Store, vps: VpsRow): string[] {
  const who = `instance ${vps.id}`;
  const service = store.services.find(vps.service_id);
  if (service?.resource_id !== vps.id) return [`${who} and its service do not name each other`];
  const live = IN_USE.includes(vps.status) || vps.status === 'suspended';
  const address = store.vps_addresses.by('vps_id', vps.id);
  return violations({
    [`${who} is ${vps.status}, its service ${service.status}`]: VPS_STATES[service.status].includes(
      vps.status,
    ),
    [`${who} and its service differ in product or customer`]:
      vps.sku_id === service.sku_id && vps.customer_id === service.customer_id,
    [`${who} is due at ${vps.next_due_at}, its service at ${service.next_due_at}`]:
      !live || vps.next_due_at === service.next_due_at,
    [`${who} is ${vps.status} and has the addresses ${vps.ipv6}`]: live === vps.ipv6.length > 0,
    [`${who} and the table of assigned addresses do not agree`]:
      (address !== undefined) === vps.ipv4.length > 0,
  });
}
