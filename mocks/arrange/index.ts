// Arranges the records of a scenario: schedules each on a timeline, runs it, and checks the state of each record.

import { document } from '../../src/contract/document.ts';
import { invalidInput } from '../../src/control/control-error.ts';
import type { Arrangement, ParsedScenario, ScenarioRecord } from '../../src/server/arrangement.ts';
import { moveBalance, topUp, walletOf } from '../billing/wallet.ts';
import type { HostingTables, Store } from '../tables.ts';
import { isSubscribed } from '../webhooks/deliveries.ts';
import { emitEvent } from '../webhooks/events.ts';
import { type SampleType, sampleEventData } from '../webhooks/sample-events.ts';
import { accounts } from './accounts.ts';
import { content } from './content.ts';
import { invoices } from './invoices.ts';
import { kinds } from './kinds.ts';
import { presetStatus, products } from './products.ts';
import { type ArrangedKind, ago, basesOf, idOf, numberOf, Timeline, textOf } from './timeline.ts';

/**
 * Computes the balance after each transaction of the wallet again, because an arranged transaction may be older than
 * others.
 */
function orderTransactions(store: Store): void {
  const byTime = store.wallet_transactions
    .all()
    .toSorted((one, other) =>
      one.created_at === other.created_at ? 0 : one.created_at < other.created_at ? -1 : 1,
    );
  let balance = 0;
  let changed = false;
  for (const { id, amount, balance_after_amount } of byTime) {
    balance += amount;
    if (balance === balance_after_amount) continue;
    store.wallet_transactions.update(id, { balance_after_amount: balance });
    changed = true;
  }
  if (changed) store.wallets.update(walletOf(store).id, {});
}

export const arrangement: Arrangement<HostingTables> = {
  kinds,
  root: 'tenants',
  // the record that an event is about, in the state that the event announces
  events: {
    types() {
      const { TestableEvent: { enum: types = [] } = {} } = document().components?.schemas ?? {};
      return types.map(String).filter((type) => type !== 'webhook.test');
    },

    kindOf(type) {
      const [family = ''] = type.split('.');
      return Object.hasOwn(kinds, family) ? family : `${family}s`;
    },

    recordOf(platform, type) {
      const sample = isSampleType(type) ? sampleEventData(platform, type) : {};
      return 'status' in sample ? { status: sample.status } : {};
    },

    emit(store, type, row) {
      if (!isSampleType(type)) return 0;
      emitEvent(store, type, row);
      return store.webhooks.where('status', 'enabled').filter((one) => isSubscribed(one, type)).length;
    },
  },

  tenants(platform, personas) {
    const all = platform.tenants.all().map(({ id, slug }) => ({ id, names: [slug] }));
    const own = all.filter(({ id }) => id === personas.owner?.tenantId);
    return [...own, ...all.filter((one) => !own.includes(one))];
  },

  arrange(platform, scenario, { seed, during }) {
    const records = withCustomers(scenario);
    const timeline: Timeline = new Timeline(platform, {
      records,
      seed,
      during,
      createdByDefault: (record, now) => createdByDefault(record, now, timeline),
    });
    for (const record of inOrderOfDependency(records))
      during(record, () => kindOf(record).schedule(timeline, record, seed));
    timeline.run();
    assertCreated(records);
    const tenants = new Set(records.map(({ tenant }) => tenant));
    for (const tenant of tenants) orderTransactions(platform.forTenant(idOf(tenant)));
    for (const record of records) during(record, () => assertState(platform, record));
  },
};

// Gives the records that need a customer and name none a customer: one new customer for each tenant. Returns all
// records.
function withCustomers({ records }: ParsedScenario): ScenarioRecord[] {
  const added = new Map<ScenarioRecord, ScenarioRecord>();
  for (const record of records) {
    const isLonely = kinds[record.kind]?.owner?.kind === 'customers' && record.owner === null;
    if (!isLonely || WITHOUT_CUSTOMER.includes(record.kind)) continue;
    const { tenant } = record;
    const customer = added.get(tenant) ?? {
      kind: 'customers',
      pointer: tenant.pointer,
      ordinal: records.length + added.size,
      given: {},
      own: {},
      tenant,
      owner: null,
      refs: {},
      children: {},
      id: null,
      extra: {},
    };
    added.set(tenant, customer);
    Object.assign(record, { owner: customer });
  }
  return [...added.values(), ...records];
}

function inOrderOfDependency(records: readonly ScenarioRecord[]): Set<ScenarioRecord> {
  const known = new Set(records);
  const sorted = new Set<ScenarioRecord>();
  const visit = (record: ScenarioRecord): void => {
    if (sorted.has(record)) return;
    for (const base of basesOf(record)) if ('pointer' in base && known.has(base)) visit(base);
    sorted.add(record);
  };
  for (const record of records) visit(record);
  return sorted;
}

// Checks that every record has a row. Throws ControlError 422 for a subscription whose service has none
function assertCreated(records: readonly ScenarioRecord[]): void {
  const missing = records.find(({ id }) => id === null);
  if (!missing) return;
  const why = 'has no row: a service that is billed once, or that was ordered just now, has no subscription.';
  throw invalidInput({ [missing.pointer]: [why] });
}

/** The kinds that can belong to a customer, and to none. */
const WITHOUT_CUSTOMER = ['dns_zones'];

/** The time between two records of a scenario in milliseconds, so that lists show them in the scenario's order. */
const STEP = 7000;

function createdByDefault(record: ScenarioRecord, now: number, timeline: Timeline): number {
  const created = kindOf(record).createdAt(record, now, timeline);
  const isExact = created === now || record.own.next_due_at !== undefined;
  return isExact ? created : created - record.ordinal * STEP;
}

/** How records are arranged, by their kind. */
const ARRANGED: Readonly<Record<string, ArrangedKind>> = {
  ...accounts,
  ...invoices,
  ...products,
  ...content,
  wallet: {
    createdAt: ago(0),
    schedule: (timeline, record) => timeline.atLast(record, (store) => setBalance(store, record)),
  },
};

function kindOf({ kind }: ScenarioRecord): ArrangedKind {
  const found = ARRANGED[kind];
  if (!found) throw new Error(`Nothing arranges ${kind}.`);
  return found;
}

/** The state of a record that gives none, for the kinds whose state is not left open. */
const PRESETS: Readonly<Record<string, string>> = {
  invoices: 'unpaid',
  tickets: 'open',
  payments: 'succeeded',
};

// Checks that a record is in the state that the scenario says. Throws ControlError 422 that says which state it is in,
// and what keeps it from the other one
function assertState(platform: Store, record: ScenarioRecord): void {
  const { kind, own, children, pointer } = record;
  const isPreset = PRESETS[kind] !== undefined && Object.keys(children).length === 0;
  const wanted = textOf(own.status) ?? presetStatus(kind) ?? (isPreset ? PRESETS[kind] : undefined);
  if (wanted === undefined || record.id === null) return;
  const row: object = tableOf(platform, kind).get(record.id);
  const status: unknown = Reflect.get(row, 'status');
  if (status === wanted) return;
  const causes = [
    'created_at',
    'next_due_at',
    'expires_at',
    'due_at',
    'paid_amount',
    'payment_method',
    'sku_id',
  ].filter((member) => Object.hasOwn(own, member) || Object.hasOwn(record.given, member));
  const noun = kinds[kind]?.noun ?? kind;
  const why =
    OBSTACLES[`${kind} ${wanted}`] ??
    (causes.length === 0 ? 'what belongs to it moves it on' : `${causes.join(', ')} leads to another state`);
  const at = `${pointer}/${Object.hasOwn(own, 'status') ? 'status' : (causes[0] ?? '')}`;
  throw invalidInput({
    [at.replace(/\/$/, '')]: [`cannot be ${wanted}: the ${noun} is ${String(status)} now, because ${why}.`],
  });
}

/** Why a record that belongs to others does not reach a state by itself. */
const OBSTACLES: Readonly<Record<string, string>> = {
  'mailboxes suspended': 'only the mailboxes of a suspended email service are suspended',
  'mailboxes active': 'its email service is suspended, and its mailboxes with it',
  'payments refunded':
    'its invoice was not refunded or cancelled; give the invoice one of these states, or leave the invoice out',
  'tickets open': 'a ticket with replies is answered, or has a reply of the customer',
};

const tableOf = (platform: Store, kind: string): { get(id: string): object } => {
  const name = kinds[kind]?.table;
  const table: unknown = name === undefined ? undefined : Reflect.get(platform, name);
  if (isTable(table)) return table;
  throw new Error(`The records of ${kind} have no table.`);
};

const isTable = (value: unknown): value is { get(id: string): object } =>
  typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function';

// Sets the balance of the wallet by a top-up, or by an adjustment that lowers it.
function setBalance(store: Store, record: ScenarioRecord): void {
  const wallet = walletOf(store);
  record.id = wallet.id;
  const difference = (numberOf(record.own.balance_amount) ?? wallet.balance_amount) - wallet.balance_amount;
  if (difference > 0) topUp(store, difference, null);
  if (difference < 0) moveBalance(store, 'adjustment', difference, {});
}

const isSampleType = (type: string): type is SampleType => arrangement.events.types().includes(type);
