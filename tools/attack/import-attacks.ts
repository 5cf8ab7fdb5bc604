// Lists hostile imports: an exported world with a change, and whether the mock may accept the changed export.
import type { AttackHead } from './model.ts';

export type ImportAttack = AttackHead & {
  /**
   * changes to the export, each at a JSON Pointer: `set` sets a value, `remove` removes it, and `repeat` appends this
   * number of copies of an array element
   */
  edits: readonly { at: string; set?: unknown; remove?: true; repeat?: number }[];
  /** text that is sent instead of an edited export, byte for byte; `repeat` sends it several times */
  raw?: { text: string; repeat?: number };
  /**
   * `taken`: the mock must accept the import. `refused`: the mock must refuse it. `either`: the mock may refuse it
   * with a one-line error, or accept it and then work normally
   */
  must: 'refused' | 'either' | 'taken';
};

const refused = (id: string, title: string, at: string, set: unknown): ImportAttack => ({
  id: `import/${id}`,
  title,
  edits: [{ at, set }],
  must: 'refused',
});
const either = (id: string, title: string, at: string, set: unknown): ImportAttack => ({
  ...refused(id, title, at, set),
  must: 'either',
});
const raw = (id: string, title: string, text: string, repeat = 1): ImportAttack => ({
  id: `import/${id}`,
  title,
  edits: [],
  raw: { text, repeat },
  must: 'refused',
});

export const importAttacks: readonly ImportAttack[] = [
  { id: 'import/unchanged', title: 'the export as it was given', edits: [], must: 'taken' },
  refused('ordinals-empty', 'no ordinals, though there are rows', '/ordinals', {}),
  refused('ordinals-low', 'ordinals below what was already made', '/ordinals/customers', 0),
  refused('ordinals-text', 'an ordinal that is a text', '/ordinals/customers', '7'),
  refused('ordinals-large', 'an ordinal beyond the integers', '/ordinals/orders', 9e15),
  refused('currency', 'a currency of six letters', '/tables/wallets/0/currency', 'EUROS'),
  refused('no-tenants', 'no tenants', '/tables/tenants', []),
  refused('no-tables', 'no tables', '/tables', {}),
  refused('no-wallets', 'no wallets', '/tables/wallets', []),
  refused('no-users', 'no users, though there are sessions', '/tables/users', []),
  refused('no-signing-key', 'no key that tokens are signed with', '/tables/signing_keys', []),
  refused('seed', 'a seed that is an object', '/seed', { valueOf: 1 }),
  either('seed-text', 'a seed of 255 characters', '/seed', 'x'.repeat(255)),
  refused('clock', 'a clock in the year 300000', '/clock', { frozen: true, at: 9e15 }),
  refused('clock-text', 'a clock that is a text', '/clock', 'now'),
  refused('lifecycle', 'an unknown pace', '/settings/lifecycle', 'backwards'),
  refused('format', 'another format', '/format', 2),
  refused('timers-kind', 'a timer of a kind that nobody knows', '/timers', [
    { kind: 'nonsense', at: '2026-11-20T08:00:00.000Z', ref: { id: 'x' } },
  ]),
  refused('timers-proto', 'a timer of the kind __proto__', '/timers', [
    { kind: '__proto__', at: '2026-11-20T08:00:00.000Z', ref: { id: 'x' } },
  ]),
  either('timers-none', 'no timers, though orders wait for theirs', '/timers', []),
  refused('timers-date', 'a timer due on 30 February', '/timers/0/at', '2026-02-30T00:00:00.000Z'),
  refused('id-object', 'an id that is an object', '/tables/customers/0/id', {}),
  refused('id-twice', 'two rows with one id', '/tables/customers/1/id', '{customer0}'),
  refused('status', 'a status that does not exist', '/tables/services/0/status', 'haunted'),
  refused('amount', 'an amount that is no integer', '/tables/invoices/0/total_amount', 1.5),
  refused('balance', 'a balance that its transactions do not give', '/tables/wallets/0/balance_amount', 9e15),
  refused(
    'tenant-gone',
    'a customer of a tenant that is not there',
    '/tables/customers/0/tenant_id',
    '00000000-0000-4000-8000-000000000000',
  ),
  refused('tenant-tier', 'a tier that does not exist', '/tables/tenants/0/tier', 'gold'),
  refused('email-number', 'an address that is a number', '/tables/customers/0/email', 7),
  refused(
    'created',
    'a creation on 30 February',
    '/tables/customers/0/created_at',
    '2026-02-30T00:00:00.000Z',
  ),
  refused('counters', 'a counter below the numbers that were given out', '/tables/counters/0/value', -1),
  // Without a row in the table `counters`, the mock numbers new invoices from the number of existing invoices.
  either('counters-none', 'no counters, though invoices are numbered', '/tables/counters', []),
  refused('webhook-url', 'an endpoint that is no URL', '/tables/webhooks/0/url', 'nowhere'),
  refused('webhook-secrets', 'endpoints without secrets', '/tables/webhook_secrets', []),
  refused('password', 'a password hash that is null', '/tables/credentials/0/password_hash', null),
  refused('totp', 'a second factor that is no base32', '/tables/credentials/0/totp_secret', '!!!'),
  refused('outgoing', 'a message to be sent of which nothing is known', '/tables/outgoing', [
    { id: 'x', created_at: '2026-11-20T08:00:00.000Z', lane: 'x', ref: { delivery: 'x' } },
  ]),
  refused('unknown-table', 'a table that does not exist', '/tables/nonsense', [
    { id: 'x', created_at: '2026-11-20T08:00:00.000Z' },
  ]),
  either('unknown-member', 'a member that no row has', '/tables/customers/0/surprise', { toJSON: 1 }),
  refused('limiter', 'rate limits that are texts', '/parts/limiter', 'full'),
  refused('faults', 'a fault of a kind that does not exist', '/parts/faults', [{ kind: 'nonsense' }]),
  refused('policy', 'an unknown policy', '/parts/policy', { errorShape: 'cubist' }),
  either('long-text', 'a text of 1 MB in a row', '/tables/customers/0/first_name', 'x'.repeat(1_000_000)),
  either(
    'control-bytes',
    'control bytes in a text',
    '/tables/customers/0/first_name',
    '\u0000\u001b[31m\u2028',
  ),
  either('surrogate', 'a lone surrogate in a text', '/tables/customers/0/first_name', '\ud800'),
  {
    id: 'import/deep',
    title: 'a member that is nested 5,000 times',
    edits: [],
    must: 'refused',
    raw: { text: `{"format":1,"seed":1,"clock":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}` },
  },
  raw('proto', 'a member __proto__', '{"format":1,"__proto__":{"tables":{}},"seed":1}'),
  raw('list', 'a list', '[]'),
  raw('null', 'null', 'null'),
  raw('not-json', 'no JSON', '{"format":1,'),
  raw('nested', '2,000,000 opened lists', '[', 2_000_000),
  { ...raw('spaces', '50 MB of spaces', ' ', 50_000_000), slow: true },
  {
    id: 'import/rows',
    title: '200,000 copies of a row',
    edits: [{ at: '/tables/customers/0', repeat: 200_000 }],
    must: 'refused',
    slow: true,
  },
];

/** Values that replace other values in randomly mutated exports. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53 + 2,
  '',
  ' ',
  '\u0000',
  '../..',
  '__proto__',
  'x'.repeat(300),
  '2026-02-30T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-4000-8000-000000000000',
  [],
  {},
  [null],
  { id: null },
];
