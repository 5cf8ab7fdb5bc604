// A mock definition just large enough to test the server: customers, a wallet, and callers whose token is their name.
import { operations } from '../../contract/operations.ts';
import type { Schemas } from '../../contract/types.ts';
import { CommittedRefusal, Refusal } from '../../state/refusal.ts';
import type { Store as StoreOf } from '../../state/store.ts';
import { table } from '../../state/tables/table.ts';
import { type App, createApp } from '../app.ts';
import type { AppOptions } from '../app-options.ts';
import type { MockDefinition } from '../mock-definition.ts';
import type { Caller } from '../pipeline/caller.ts';
import type { Handlers } from '../pipeline/handler.ts';

type Stored<Name extends keyof Schemas> = Required<Schemas[Name]>;

const minimalTables = {
  customers: table<Stored<'Customer'>>({
    tenant: true,
    unique: ['email'],
    filters: ['status'],
    search: ['last_name'],
  }),
  wallet_transactions: table<Stored<'WalletTransaction'>>({ tenant: true }),
  notes: table<{ id: string; created_at: string; text: string }>({ tenant: false }),
};
export type MinimalTables = typeof minimalTables;
type Store = StoreOf<MinimalTables>;

export const TENANT = '2b1f6c7e-0d7a-4f3e-9a55-1c2d3e4f5a6b';
export const OTHER_TENANT = '7a1f6c7e-0d7a-4f3e-9a55-1c2d3e4f5a6c';

const ALL = ['customers:read', 'customers:write', 'billing:read', 'billing:write', 'services:write'];
const owner: Caller = {
  kind: 'session',
  id: 'user owner',
  userId: 'owner',
  tenantId: TENANT,
  tenantStatus: 'active',
  tier: 'pro',
  role: 'owner',
  scopes: ALL,
};
const callers: Record<string, Caller> = {
  owner,
  viewer: { ...owner, id: 'user viewer', userId: 'viewer', role: 'viewer' },
  other: { ...owner, id: 'user other', userId: 'other', tenantId: OTHER_TENANT, tier: 'free' },
  reseller: { ...owner, id: 'user reseller', userId: 'reseller', tier: 'reseller' },
  suspended: { ...owner, id: 'user suspended', userId: 'suspended', tenantStatus: 'suspended' },
  key: { ...owner, kind: 'api_key', id: 'key full', role: null },
  'narrow-key': {
    ...owner,
    kind: 'api_key',
    id: 'key narrow',
    role: null,
    scopes: ['customers:read'],
  },
};

const NEW_CUSTOMER = {
  company_name: null,
  phone: null,
  address: null,
  tax_id: null,
  locale: 'en',
  external_id: null,
  metadata: {},
  status: 'active' as const,
  deactivated_at: null,
};

/** The handlers of the minimal mock. An e-mail address in a certain domain makes a handler fail deliberately. */
const handlers: Partial<Handlers<Store>> = {
  listCustomers: ({ store, query }) => store.customers.page({ ...query }),
  createCustomer: ({ store, body }) => {
    const row = store.customers.insert({ ...NEW_CUSTOMER, ...body, tenant_id: store.tenantId ?? TENANT });
    if (body.email === 'bug@broken.example') throw new TypeError('a handler with a bug');
    if (body.email === 'status@broken.example') throw new Refusal('NOT_FOUND');
    if (body.email === 'lie@broken.example') return { ...row, status: 'imaginary' as 'active' };
    return row;
  },
  getCustomer: ({ store, params }) => store.customers.get(params.id),
  updateCustomer: ({ store, params, body }) => store.customers.update(params.id, body),
  topUpWallet: ({ store, body }) => {
    if (body.amount === 666) {
      store.platform.notes.insert({ text: 'undone' });
      throw new Error('no such coin');
    }
    return store.wallet_transactions.insert({
      type: 'topup',
      amount: body.amount,
      currency: 'EUR',
      balance_after_amount: body.amount,
      status: 'succeeded',
      payment_id: null,
      reference: body.reference ?? null,
    });
  },
  login: ({ store, body }) => {
    store.platform.notes.insert({ text: body.email });
    throw body.password === 'remembered'
      ? new CommittedRefusal('TWO_FACTOR_REQUIRED', { extra: { challenge_token: '2fa_abcdefghijklmnop' } })
      : new Refusal('INVALID_CREDENTIALS', { headers: { 'www-authenticate': 'Bearer error="login"' } });
  },
  refreshSession: () => {
    throw new Refusal('INVALID_CREDENTIALS');
  },
  logout: () => ({ message: 'Signed out.' }),
  downloadInvoicePdf: () => ({
    download: 'in/voice "1".pdf',
    media: 'application/pdf',
    bytes: async () => new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0x00]),
  }),
};

const missing = Object.fromEntries(
  operations.map(({ id }) => [
    id,
    () => {
      throw new Error(`${id} is not implemented by the minimal mock.`);
    },
  ]),
) as unknown as Handlers<Store>;

export const minimalDefinition: MockDefinition<MinimalTables> = {
  tables: minimalTables,
  handlers: { ...missing, ...handlers },
  resolveCredential: (_store, bearer) =>
    bearer === 'expired'
      ? { refused: 'TOKEN_EXPIRED', expired: owner }
      : (callers[bearer] ?? { refused: 'UNAUTHENTICATED' }),
  acceptsExpired: ['refreshSession'],
  timers: {},
  resources: { '/customers/{id}': 'customers' },
  worlds: {
    demo: ({ store }) => {
      for (let at = 1; at <= 45; at++) {
        store.forTenant(TENANT).customers.insert({
          ...NEW_CUSTOMER,
          tenant_id: TENANT,
          email: `c${at}@customers.example`,
          first_name: 'C',
          last_name: `Number ${at}`,
        });
      }
      return { personas: { owner: { token: 'owner' } }, values: {} };
    },
  },
  invariants: (store) => (store.customers.count() < 45 ? ['A customer is missing.'] : []),
};

/** The body of a request that creates a customer. */
export const NEW = { email: 'new@customers.example', first_name: 'New', last_name: 'Comer' };

/**
 * Creates an app over the minimal definition, with a frozen clock by default; `faults` collects the internal errors
 * that the app reports.
 */
export function createMinimalApp(options: AppOptions = {}): App<MinimalTables> & { faults: unknown[] } {
  const faults: unknown[] = [];
  const app = createApp(minimalDefinition, {
    clock: 'frozen',
    fault: (error) => faults.push(error),
    ...options,
  });
  return Object.assign(app, { faults });
}

/** Sends a request through `app.fetch` and returns the reply with its parsed body. */
export async function sendCall<Body = ReplyBody>(
  app: Pick<App<never>, 'fetch'>,
  method: string,
  path: string,
  {
    token,
    body,
    headers,
  }: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; body: Body; text: string }> {
  const response = await app.fetch(
    new Request(`http://mock.test/v1${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (text.startsWith('{') ? JSON.parse(text) : {}) as Body,
  };
}

type ReplyBody = {
  id?: string;
  email?: string;
  data?: { id: string; email: string }[];
  meta?: { total: number; current_page: number; last_page: number; per_page: number };
  links?: Record<string, string | null>;
  message?: string;
  errors?: Record<string, string[]>;
  error?: {
    code: string;
    message: string;
    errors?: Record<string, string[]>;
    retry_after?: number;
    challenge_token?: string;
  };
};
