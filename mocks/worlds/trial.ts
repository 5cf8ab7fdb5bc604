// Tries out an imported world: creates one record of each kind by API calls.
import { type OperationId, operations } from '../../src/contract/operations.ts';
import type { TrialOf } from '../../src/server/mock-definition.ts';
import { beginSession } from '../identity/sessions.ts';
import type { HostingTables, Store, UserRow } from '../tables.ts';

/** The maximum number of tenants in which records are created. Imported worlds may have many tenants. */
const MAX_TENANTS = 25;

type CallInput = { params?: Record<string, string>; body?: object };
/** Calls an operation and returns the body of the reply; returns an empty object for a refusal. */
type CallOperation = (operation: OperationId, sent?: CallInput) => Record<string, unknown>;

/**
 * Creates one record of each kind as a user of each active tenant. Refusals are allowed, because for example all IP
 * addresses may be in use; `call` reports any other failure.
 */
export const trial: TrialOf<HostingTables> = (world, call) => {
  const users = world.transact(null, (store) => trialUsers(store).map(({ id }) => id));
  let able = false;
  for (const id of users) {
    const { token } = world.transact(null, (store) => beginSession(store, store.users.get(id)));
    able = createOneOfEach((operation, sent = {}) => call(token, operation, sent)) || able;
  }
  return able;
};

function trialUsers(platform: Store): UserRow[] {
  const found: UserRow[] = [];
  for (const tenant of platform.tenants.all()) {
    if (tenant.status !== 'active' || found.length === MAX_TENANTS) continue;
    const users = platform.forTenant(tenant.id).users.all();
    const user = ['platform_admin', 'owner', 'admin'].flatMap((role) =>
      users.filter((one) => one.role === role),
    )[0];
    if (user) found.push(user);
  }
  return found;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** A name for new records that no row of a world has. */
const NAME = 'trial-0000';

// Creates one record of each kind. Returns whether a customer could be created, because most other records need a
// customer.
function createOneOfEach(make: CallOperation): boolean {
  make('createTenant', {
    body: { name: 'Trial', slug: NAME, currency: 'EUR', contact_email: `${NAME}@trial.example` },
  });
  const email = `${NAME}@customers.example`;
  const customer = make('createCustomer', { body: { email, first_name: 'T', last_name: 'T' } });
  const customer_id = text(customer.id);
  make('topUpWallet', { body: { amount: 100_000 } });
  const bought = { customer_id, billing_cycle: '1_year', payment_method: 'wallet' };
  const domain = `${NAME}.example`;
  const item = { sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly', config: { domain } };
  make('createOrder', { body: { customer_id, payment_method: 'wallet', items: [item] } });
  const order = make('createOrder', {
    body: { customer_id, payment_method: 'bank_transfer', items: [item] },
  });
  const amount = order.total_amount;
  make('createPayment', { body: { invoice_id: text(order.invoice_id), amount, method: 'bank_transfer' } });
  make('createHostingAccount', { body: { ...bought, sku_id: 'hosting-pro', domain } });
  make('registerDomain', { body: { ...bought, domain: `${NAME}.com` } });
  make('transferDomain', { body: { customer_id, domain: `${NAME}.net`, auth_code: 'aB3$xY9!' } });
  const mail = make('createEmailService', { body: { ...bought, sku_id: 'email-basic', domain } });
  const password = 'trial-K2wQ-x9Lm';
  make('createMailbox', { params: { id: text(mail.id) }, body: { local_part: 'trial', password } });
  const names = { common_name: domain, alternative_names: [], validation_method: 'dns' };
  make('createCertificate', { body: { ...bought, ...names, sku_id: 'ssl-dv' } });
  const server = { hostname: domain, region: 'de-fra', image: 'debian-13', billing_cycle: 'monthly' };
  make('createVps', { body: { ...bought, ...server, sku_id: 'vps-s' } });
  const zone = make('createDnsZone', { body: { name: `${NAME}.example`, customer_id } });
  const record = { type: 'A', name: 'trial', content: '192.0.2.1', ttl: 300 };
  make('createDnsRecord', { params: { id: text(zone.id) }, body: record });
  const ticket = make('createTicket', { body: { subject: 'Trial', message: 'Trial.', customer_id } });
  make('createTicketReply', { params: { id: text(ticket.id) }, body: { message: 'Trial.' } });
  make('createWebhook', { body: { url: `https://${domain}/hook`, events: ['*'] } });
  make('createApiKey', { body: { name: 'Trial', scopes: ['orders:read'] } });
  for (const { id } of READS) make(id);
  return customer_id !== '';
}

/** The reads of the trial, which validate the replies: every list, the wallet and the user. */
const READS = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
