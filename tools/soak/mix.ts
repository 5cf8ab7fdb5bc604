// Draws the random requests of the soak test from all areas, and deletes what the requests create as far as the
// platform allows.

export type Call = {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** bearer token of the request; the owner's API key by default; null for a request without a token */
  bearer?: string | null;
  /** returns the calls to make directly after a successful reply to this call */
  next?: (reply: Record<string, unknown>) => Call[];
};

export type Known = {
  /** list (`customers`, `dns/zones` …) → ids of the owner's records in the list */
  ids: Record<string, string[]>;
  owner: { email: string; password: string };
  /** login of a user with two-factor authentication */
  careful: { email: string; password: string };
  /** URL of the local receiver of webhook deliveries */
  receiver: string;
};

export const LISTS = [
  'customers',
  'services',
  'orders',
  'invoices',
  'subscriptions',
  'payments',
  'domains',
  'hosting',
  'ssl',
  'dns/zones',
  'email',
  'vps',
  'support/tickets',
  'webhooks',
  'api-keys',
] as const;

/**
 * Draws the next request.
 * @param number draws a random integer from 0 up to but not including its argument
 * @param serial number of the request, which makes names unique
 */
export function draw(number: (below: number) => number, serial: number, known: Known): Call {
  const pick = <A>(list: readonly A[]): A => list[number(list.length)] as A;
  const id = (list: string): string => pick(known.ids[list] ?? ['']) ?? '';
  const get = (path: string): Call => ({ method: 'GET', path });
  const post = (path: string, body?: unknown): Call => ({ method: 'POST', path, body });
  const readable = LISTS.filter((list) => list !== 'payments' && (known.ids[list]?.length ?? 0) > 0);
  const login = (body: object): Call => ({ ...post('/auth/login', body), bearer: null });

  const table: [weight: number, call: () => Call][] = [
    [220, () => get(`/${pick(LISTS)}?per_page=${pick([5, 20, 100])}&page=${1 + number(3)}`)],
    [
      220,
      () => {
        const list = pick(readable);
        return get(`/${list}/${id(list)}`);
      },
    ],
    [
      60,
      () =>
        get(
          pick([
            '/wallet',
            '/auth/me',
            `/customers/${id('customers')}/services`,
            `/hosting/${id('hosting')}/stats`,
            `/api-keys/${id('api-keys')}/usage`,
          ]),
        ),
    ],
    [2, () => get(`/invoices/${id('invoices')}/pdf`)],
    [1, () => get(`/ssl/${id('ssl')}/download`)],
    [
      150,
      () => ({
        method: 'PUT',
        path: `/customers/${id('customers')}`,
        body: { last_name: `Soak ${serial}`, phone: `+4930${serial % 1_000_000}` },
      }),
    ],
    [
      40,
      () => ({
        method: 'PUT',
        path: `/domains/${id('domains')}/nameservers`,
        body: { nameservers: [`ns1.s${serial % 97}.example`, `ns2.s${serial % 97}.example`] },
      }),
    ],
    [
      60,
      () => ({
        ...post('/dns/zones', { customer_id: id('customers'), name: `soak-${serial}.org` }),
        next: ({ id: zone }) => [
          {
            ...post(`/dns/zones/${zone}/records`, { type: 'A', name: 'www', content: '192.0.2.1', ttl: 300 }),
            next: ({ id: record }) => [
              { method: 'PUT', path: `/dns/zones/${zone}/records/${record}`, body: { content: '192.0.2.2' } },
            ],
          },
          get(`/dns/zones/${zone}/records`),
          { method: 'DELETE', path: `/dns/zones/${zone}` },
        ],
      }),
    ],
    [
      15,
      () => ({
        ...post('/webhooks', { url: known.receiver, events: ['*'] }),
        next: ({ id: hook }) => [
          post(`/webhooks/${hook}/test`),
          get(`/webhooks/${hook}/deliveries`),
          { method: 'DELETE', path: `/webhooks/${hook}` },
        ],
      }),
    ],
    [15, () => post(`/webhooks/${id('webhooks')}/test`)],
    [10, () => get(`/webhooks/${id('webhooks')}/deliveries`)],
    [
      25,
      () => ({
        ...login(known.owner),
        next: ({ token }) => [
          { ...get('/auth/me'), bearer: String(token) },
          { ...post('/auth/logout'), bearer: String(token) },
        ],
      }),
    ],
    [5, () => login(known.owner)],
    [5, () => login({ ...known.owner, password: `wrong ${serial}` })],
    [5, () => login(known.careful)],
    [
      10,
      () => ({
        ...post('/api-keys', { name: `soak ${serial}`, scopes: ['customers:read'] }),
        next: ({ id: key }) => [{ method: 'DELETE', path: `/api-keys/${key}` }],
      }),
    ],
    [
      60,
      () =>
        post('/orders', {
          customer_id: 'nobody',
          payment_method: 'wallet',
          items: [{ sku_id: 'x', quantity: 0, billing_cycle: 'weekly' }],
        }),
    ],
    [20, () => post('/domains/check', { domain: `soak-${serial}.org` })],
    [20, () => get(`/customers/${'0'.repeat(8)}-0000-4000-8000-000000000000`)],
    [10, () => post(`/vps/${id('vps')}/${pick(['start', 'stop', 'reboot'])}`)],
    [5, () => post(`/services/${id('services')}/${pick(['suspend', 'unsuspend'])}`)],
    [5, () => post(`/hosting/${id('hosting')}/reset-password`)],
    [
      4,
      () => ({
        ...post('/wallet/topup', { amount: 1000 }),
        headers: { 'idempotency-key': `soak-${number(1000)}` },
      }),
    ],
    [
      2,
      () => ({
        ...post('/customers', { email: `soak-${serial}@example.org`, first_name: 'So', last_name: 'Ak' }),
        next: ({ id: customer }) => [{ method: 'DELETE', path: `/customers/${customer}` }],
      }),
    ],
    [
      1,
      () =>
        post('/orders', {
          customer_id: id('customers'),
          payment_method: 'wallet',
          items: [
            {
              sku_id: 'hosting-pro',
              quantity: 1,
              billing_cycle: 'one_time',
              config: { domain: 'example.org', plan: 'pro' },
            },
          ],
        }),
    ],
    [
      2,
      () => ({
        ...post('/support/tickets', { customer_id: id('customers'), subject: 'Soak', message: 'It rains.' }),
        next: ({ id: ticket }) => [
          post(`/support/tickets/${ticket}/replies`, { message: 'In.' }),
          post(`/support/tickets/${ticket}/close`),
        ],
      }),
    ],
  ];
  let left = number(table.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, call] of table) {
    left -= weight;
    if (left < 0) return call();
  }
  return get('/wallet');
}
