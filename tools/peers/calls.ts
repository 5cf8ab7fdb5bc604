// Chooses one call of each operation that a conformant server answers successfully: ids of existing resources in a
// suitable state, and valid bodies.
import type { Db, StoredRow } from '../../conformance/defects/mutant.ts';
import { totpCode } from '../../mocks/identity/totp.ts';
import { hostingMock } from '../../mocks/index.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import type { App } from '../../src/server/app.ts';
import type { Caller } from '../../src/server/pipeline/caller.ts';
import type { Tables } from '../../src/state/tables/table.ts';
import { dbOf, storeOf } from '../bite/db.ts';
import { exampleBody } from './document.ts';
import type { PlainCall } from './server-ready.ts';

/** Time by which the setup advances the mock's clock, so that orders are provisioned, in milliseconds. */
export const SETTLING = 20_000;

type Handler = (call: {
  store: unknown;
  caller: Caller;
  params: object;
  query: object;
  body: unknown;
}) => unknown;
type Dict = Record<string, unknown>;

/**
 * Creates the records that the demo world lacks, without triggering the injected defects, and chooses a call of each
 * operation. No two calls change the same record.
 * @returns one call of each operation: first the calls that change nothing, then the calls that create something,
 * then all others
 */
export function plainCalls(app: App<Tables>): PlainCall[] {
  const { owner, twoFactor, values } = { ...app.personas, values: app.values } as unknown as {
    owner: { tenantId: string; email: string };
    twoFactor: { totpSecret: string; email: string };
    values: { customerId: string };
  };
  const withDb = <A>(tenantId: string | null, read: (db: Db) => A): A =>
    app.world.transact(tenantId, (store) => read(dbOf(store)));
  const user = withDb(owner.tenantId, (db) => db.table('users').all()).find(
    ({ email }) => email === owner.email,
  );
  const caller: Caller = {
    kind: 'session',
    id: 'set-up',
    userId: user?.id ?? null,
    tenantId: owner.tenantId,
    tenantStatus: 'active',
    tier: 'business',
    role: 'owner',
    scopes: [...new Set(operations.flatMap(({ scopes }) => scopes))],
  };
  const handlers = hostingMock.handlers as unknown as Record<string, Handler>;
  const create = (
    operation: OperationId,
    body: Dict,
    params: Dict = {},
    tenant: string | null = owner.tenantId,
  ): StoredRow =>
    withDb(tenant, (db) => {
      const call = { store: storeOf(db), caller, params, query: {}, body };
      return handlers[operation]?.(call) as StoredRow;
    });

  const customer = { customer_id: values.customerId };
  const wallet = { payment_method: 'wallet' };
  const ticket = (subject: string): StoredRow =>
    create('createTicket', { ...exampleBody('createTicket'), ...customer, service_id: null, subject });
  const tickets = ['Mail bounces', 'Slow site', 'Wrong invoice'].map(ticket);
  const email = create('createEmailService', {
    ...exampleBody('createEmailService'),
    ...customer,
    domain: 'mail.acme.example',
  });
  const certificates = ['one', 'two', 'three'].map((name) =>
    create('createCertificate', {
      ...exampleBody('createCertificate'),
      ...customer,
      ...wallet,
      common_name: `${name}.acme.example`,
      alternative_names: [],
    }),
  );
  const leaving = create('createCustomer', {
    ...exampleBody('createCustomer'),
    email: 'leaving@example.org',
    external_id: 'crm-leaving',
  });
  const changing = create('createCustomer', {
    ...exampleBody('createCustomer'),
    email: 'changing@example.org',
    external_id: 'crm-changing',
  });
  const tenant = create(
    'createTenant',
    { ...exampleBody('createTenant'), slug: 'leaving', name: 'Leaving' },
    {},
    null,
  );
  const zones = ['keep', 'drop'].map((name) =>
    create('createDnsZone', { ...exampleBody('createDnsZone'), ...customer, name: `${name}.acme.example` }),
  );
  const [zone = tenant] = zones;
  const records = ['change', 'drop'].map((name) =>
    create('createDnsRecord', { ...exampleBody('createDnsRecord'), name }, { id: zone.id }),
  );
  const keys = ['read', 'end'].map((name) =>
    create('createApiKey', { ...exampleBody('createApiKey'), name }),
  );
  const hooks = ['read', 'change', 'drop'].map((name) =>
    create('createWebhook', { ...exampleBody('createWebhook'), url: `http://127.0.0.1:9/${name}` }),
  );
  const { clock } = app.world;
  for (let at = 0; at < SETTLING; at += 1000) {
    clock.advance(1000);
    app.world.runDue();
  }
  const mailbox = create('createMailbox', exampleBody('createMailbox'), { id: email.id });
  const challenge = withDb(null, (all) => {
    const who = all
      .table('users')
      .all()
      .find(({ email: address }) => address === twoFactor.email);
    const expires_at = new Date(clock.now() + 300_000).toISOString().replace(/\.\d+Z$/, 'Z');
    const token = '2fa_0123456789abcdefghijklmnopqrstuvwxyzABCD';
    all.table('two_factor_challenges').insert({ token, user_id: who?.id, wrong_codes: 0, expires_at });
    return token;
  });

  /** Returns the n-th row of a table whose status is one of the given states. */
  const row = (
    table: string,
    status: string | null,
    n = 0,
    fits: (item: StoredRow) => boolean = () => true,
  ): StoredRow =>
    withDb(owner.tenantId, (db) => {
      const rows = db
        .table(table)
        .all()
        .filter((item) => (status === null || item.status === status) && fits(item));
      const found = rows[n] ?? rows.at(-1);
      if (!found) throw new Error(`The demo world has no row of ${table} that is ${status}.`);
      return found;
    });
  const hosting = ({ type }: StoredRow): boolean => type === 'hosting';
  const pending = row('orders', 'pending');
  const due = row('invoices', 'unpaid', 0, ({ order_id }) => order_id !== pending.id);
  const soon = clock.now() + 3 * 365 * 86_400_000;
  const byId: Partial<Record<OperationId, StoredRow>> = {
    getTenant: { id: owner.tenantId },
    updateTenant: { id: owner.tenantId },
    getTenantUsage: { id: owner.tenantId },
    terminateTenant: tenant,
    getCustomer: row('customers', 'active'),
    listCustomerServices: { id: values.customerId },
    updateCustomer: changing,
    deactivateCustomer: leaving,
    getService: row('services', 'active', 0, hosting),
    suspendService: row('services', 'active', 1, hosting),
    terminateService: row('services', 'active', 2, hosting),
    renewService: row('services', 'active', 3, hosting),
    unsuspendService: row('services', 'suspended', 0, hosting),
    getOrder: row('orders', 'completed'),
    cancelOrder: pending,
    getInvoice: row('invoices', 'paid'),
    downloadInvoicePdf: row('invoices', 'paid', 1),
    getSubscription: row('subscriptions', 'active'),
    cancelSubscription: row('subscriptions', 'active', 1),
    getDomain: row('domains', 'active'),
    replaceDomainNameservers: row('domains', 'active', 1),
    renewDomain: row('domains', 'active', 2, ({ expires_at }) => Date.parse(String(expires_at)) < soon),
    getHostingAccount: row('hosting_accounts', 'active', 4),
    resetHostingPassword: row('hosting_accounts', 'active', 5),
    getHostingStats: row('hosting_accounts', 'active', 6),
    getCertificate: certificates[0] ?? tenant,
    downloadCertificate: certificates[0] ?? tenant,
    renewCertificate: certificates[1] ?? tenant,
    reissueCertificate: certificates[2] ?? tenant,
    getDnsZone: zone,
    listDnsRecords: zone,
    createDnsRecord: zone,
    updateDnsRecord: zone,
    deleteDnsRecord: zone,
    deleteDnsZone: zones[1] ?? tenant,
    getEmailService: email,
    createMailbox: email,
    deleteMailbox: email,
    getVps: row('vps', 'running'),
    rebootVps: row('vps', 'running', 1),
    stopVps: row('vps', 'running', 2),
    terminateVps: row('vps', 'running', 3),
    resizeVps: row('vps', 'running', 4),
    startVps: row('vps', 'stopped'),
    getTicket: tickets[0] ?? tenant,
    createTicketReply: tickets[1] ?? tenant,
    closeTicket: tickets[2] ?? tenant,
    getWebhook: hooks[0] ?? tenant,
    listWebhookDeliveries: hooks[0] ?? tenant,
    testWebhook: hooks[0] ?? tenant,
    updateWebhook: hooks[1] ?? tenant,
    deleteWebhook: hooks[2] ?? tenant,
    getApiKey: keys[0] ?? tenant,
    getApiKeyUsage: keys[0] ?? tenant,
    revokeApiKey: keys[1] ?? tenant,
  };
  const sub: Partial<Record<OperationId, Record<string, string>>> = {
    updateDnsRecord: { rid: records[0]?.id ?? '' },
    deleteDnsRecord: { rid: records[1]?.id ?? '' },
    deleteMailbox: { mbx: mailbox.id },
  };
  const { email: address, password } = app.personas.admin as unknown as { email: string; password: string };
  const bodies: Partial<Record<OperationId, Dict>> = {
    login: { email: address, password },
    verifyTwoFactor: {
      challenge_token: challenge,
      totp_code: totpCode(twoFactor.totpSecret, clock.now()),
    },
    createOrder: {
      ...customer,
      ...wallet,
      items: [
        {
          sku_id: 'hosting-pro',
          quantity: 1,
          billing_cycle: 'monthly',
          config: { domain: 'new.acme.example' },
        },
      ],
    },
    createPayment: {
      ...exampleBody('createPayment'),
      invoice_id: due.id,
      amount: due.due_amount,
      currency: due.currency,
    },
    registerDomain: {
      ...exampleBody('registerDomain'),
      domain: 'never-seen-before.com',
      nameservers: undefined,
    },
    transferDomain: { ...exampleBody('transferDomain'), domain: 'elsewhere-peers.com' },
    createDnsRecord: { ...exampleBody('createDnsRecord'), name: 'fresh' },
    updateDnsRecord: { ...exampleBody('createDnsRecord'), name: 'changed' },
    createWebhook: { ...exampleBody('createWebhook'), url: 'http://127.0.0.1:9/new' },
    updateWebhook: { ...exampleBody('updateWebhook'), url: 'http://127.0.0.1:9/changed' },
    createMailbox: { ...exampleBody('createMailbox'), local_part: 'sales' },
    createTicket: { ...exampleBody('createTicket'), service_id: undefined },
    updateTenant: { timezone: 'Europe/Vienna' },
    createTenant: { ...exampleBody('createTenant'), slug: 'fresh', name: 'Fresh' },
    createCustomer: {
      ...exampleBody('createCustomer'),
      email: 'fresh@example.org',
      external_id: 'crm-fresh',
    },
    updateCustomer: {
      ...exampleBody('updateCustomer'),
      email: 'changed@example.org',
      external_id: 'crm-changed',
    },
    renewDomain: { billing_cycle: '1_year' },
  };
  const currency = row('wallets', null).currency;
  return operations
    .map(({ id, auth, roles, body }): PlainCall => {
      const found = byId[id];
      const given = bodies[id] ?? (body ? exampleBody(id) : undefined);
      const fitted =
        given &&
        Object.fromEntries(
          Object.entries({
            ...given,
            ...('customer_id' in given && customer),
            ...(id === 'topUpWallet' && { currency }),
          }).filter(([, value]) => value !== undefined),
        );
      return {
        operation: id,
        as:
          auth === 'anonymous'
            ? null
            : id === 'logout'
              ? 'viewer'
              : id === 'refreshSession'
                ? 'support'
                : roles.includes('owner')
                  ? 'owner'
                  : 'platformAdmin',
        params: { ...(found && { id: found.id }), ...sub[id] },
        ...(fitted && { body: fitted }),
      };
    })
    .sort((one, other) => callRank(one) - callRank(other));
}

function callRank({ operation }: PlainCall): number {
  const { method } = operations.find(({ id }) => id === operation) ?? {};
  return /^(delete|terminate|revoke|deactivate|cancel|close|logout)/.test(operation)
    ? 3
    : method === 'GET'
      ? 0
      : /^create|^register/.test(operation)
        ? 1
        : 2;
}
