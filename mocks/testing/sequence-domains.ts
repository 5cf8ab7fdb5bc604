// For tests of random sequences: random calls on domains, DNS zones and DNS records.
import type { Move, MoveTools, WeightedMove } from './sequence-move.ts';

const TERMS = ['1_year', '1_year', '2_year', '10_year', 'monthly'];
const METHODS = ['wallet', 'wallet', 'bank_transfer', undefined];
const RECORDS = [
  { type: 'A', content: '192.0.2.1' },
  { type: 'A', content: '192.0.2.2' },
  { type: 'AAAA', content: '2001:db8::1' },
  { type: 'CNAME', content: 'www.example.org' },
  { type: 'MX', content: 'mail.example.org', priority: 10 },
  { type: 'NS', content: 'ns1.example.org' },
  { type: 'TXT', content: 'v=spf1 -all' },
  { type: 'CAA', content: 'letsencrypt.org', flags: 0, tag: 'issue' },
  { type: 'MX', content: 'no priority' },
];

/** Builds the random calls on domains, DNS zones and DNS records, with their weights. */
export function domainMoves({
  roll,
  number,
  pick,
  id,
  rememberIds,
  key,
  get,
  post,
}: MoveTools): WeightedMove[] {
  const name = (): string =>
    `${pick(['n', 'n', 'elsewhere-n', 'xn--mnchen-3ya-'], 'n')}${number(60)}.${pick(['com', 'org', 'example', 'invalid'], 'com')}`;
  const bought = (move: Move): Move => ({
    ...move,
    ...key,
    rememberReply: ({ id: domain, service_id, order_id, invoice_id }) => {
      rememberIds('domains', domain);
      rememberIds('services', service_id);
      rememberIds('orders', order_id);
      rememberIds('invoices', invoice_id);
    },
  });
  const record = (): object => ({
    ...pick(RECORDS, { type: 'A', content: 'x' }),
    name: pick(['@', 'www', 'a', 'b', 'c.d', 'Not A Name'], '@'),
    ...(roll() < 0.3 && { ttl: number(100_000) }),
  });
  /** Builds the path of a known DNS record. In most cases the path names the record's own zone, else another zone. */
  const recordPath = (): string => {
    const [zone = '', rid = ''] = id('records').split(' ');
    return `/dns/zones/${roll() < 0.9 ? zone : id('zones')}/records/${rid}`;
  };
  return [
    [2, () => post('check domain', '/domains/check', { domain: name() })],
    [
      6,
      () =>
        bought(
          post('register domain', '/domains/register', {
            customer_id: id('customers'),
            domain: name(),
            billing_cycle: pick(TERMS, '1_year'),
            payment_method: pick(METHODS, 'wallet'),
            ...(roll() < 0.5 && { auto_renew: roll() < 0.2 }),
          }),
        ),
    ],
    [
      3,
      () =>
        bought(
          post('transfer domain', '/domains/transfer', {
            customer_id: id('customers'),
            domain: name(),
            auth_code: roll() < 0.8 ? 'aB3$xY9!' : 'wrong-auth-code',
            payment_method: pick(METHODS, 'wallet'),
          }),
        ),
    ],
    [
      4,
      () => {
        const body =
          roll() < 0.5
            ? undefined
            : { billing_cycle: pick(TERMS, null), payment_method: pick(METHODS, null) };
        return {
          ...post('renew domain', `/domains/${id('domains')}/renew`, body),
          ...key,
          rememberReply: (answer) => rememberIds('invoices', answer.invoice_id),
        };
      },
    ],
    [
      2,
      () => {
        const nameservers = Array.from({ length: 1 + number(4) }, (_, at) => `ns${at}.else.example`);
        return {
          name: 'nameservers',
          method: 'PUT',
          path: `/domains/${id('domains')}/nameservers`,
          body: { nameservers },
        };
      },
    ],
    [
      1,
      () => ({
        ...get('list zones', '/dns/zones', pick(['', 'sort=name', 'status=pending'], '')),
        rememberReply: ({ data = [] }) => rememberIds('zones', ...data.map((row) => row.id)),
      }),
    ],
    [
      3,
      () => ({
        ...post('create zone', '/dns/zones', {
          name: name(),
          ...(roll() < 0.3 && { customer_id: id('customers') }),
        }),
        rememberReply: (answer) => rememberIds('zones', answer.id),
      }),
    ],
    [0.5, () => ({ name: 'delete zone', method: 'DELETE', path: `/dns/zones/${id('zones')}` })],
    [1, () => get('list records', `/dns/zones/${id('zones')}/records`, pick(['', 'type=A'], ''))],
    [
      6,
      () => ({
        ...post('create record', `/dns/zones/${id('zones')}/records`, record()),
        rememberReply: ({ id: rid, zone_id }) => rememberIds('records', `${zone_id} ${rid}`),
      }),
    ],
    [2, () => ({ name: 'update record', method: 'PUT', path: recordPath(), body: record() })],
    [1, () => ({ name: 'delete record', method: 'DELETE', path: recordPath() })],
  ];
}
