// Hostile JSON bodies and scenarios.
import { type HttpAttack, nested, post } from './http-attack.ts';

export const bodies: HttpAttack[] = [
  ['depth-arrays', '100,000 nested lists', nested('[', ']', 100_000)],
  ['depth-objects', '100,000 nested objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['depth-open', '500,000 opened lists that never close', '['.repeat(500_000)],
  ['depth-member', 'a member that is nested 50,000 times', `{"metadata":${nested('[', ']', 50_000)}}`],
  ['duplicate-keys', 'the same member twice', '{"email":"a@example.org","email":"b@example.org"}'],
  ['proto', 'a member __proto__', '{"__proto__":{"scopes":["*"],"role":"owner"},"email":1}'],
  ['constructor', 'constructor.prototype', '{"constructor":{"prototype":{"polluted":true}},"email":2}'],
  ['nul', 'NUL in a text', '{"email":"a\\u0000@example.org","first_name":"\\u0000","last_name":3}'],
  ['surrogates', 'lone surrogates', '{"email":"\\ud800","first_name":"\\udfff","last_name":4}'],
  [
    'numbers',
    'numbers that no double holds',
    '{"email":1e999,"first_name":-1e-999,"last_name":123456789012345678901234567890}',
  ],
  ['not-utf8', 'bytes that are not UTF-8', '{"email":"\xff\xfe"}'],
  ['bom', 'a byte order mark', '\ufeff{}'],
  ['long-text', 'a text of 900 KB', `{"email":"${'a'.repeat(900_000)}@example.org","first_name":5}`],
  [
    'many-members',
    '60,000 members',
    `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
  ],
  [
    'pattern',
    'a text that makes patterns slow',
    `{"email":"${'a@'.repeat(20_000)}","phone":"${'+1-'.repeat(30_000)}!","first_name":6}`,
  ],
  ['null', 'null', 'null'],
  ['number', 'a number', '1'],
  ['empty', 'nothing at all', ''],
].map(
  ([name, title, body = '']): HttpAttack => ({
    id: `http/body-${name}`,
    title: `a body that is ${title}`,
    send: [post('/v1/customers', body)],
    must: { statuses: [400, 413, 422] },
  }),
);

export const scenarios: HttpAttack[] = [
  [
    'long-name',
    'a member with a name of 60,000 characters in 5,000 records',
    { count: 4990, ['x'.repeat(60_000)]: 1 },
  ],
  [
    'long-status',
    'a status of 60,000 characters in 5,000 records',
    { count: 4990, status: 'x'.repeat(60_000) },
  ],
  [
    'many-names',
    '4,000 unknown members in 5,000 records',
    { count: 4990, ...Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`k${at}`, 1])) },
  ],
  ['million', 'a million records', { count: 1_000_000 }],
  ['nested', '5,000 records in each of 5,000 records', { count: 5000, orders: [{ count: 5000 }] }],
  ['ages', 'a service of 900 years', { services: [{ created_at: '-P900Y' }] }],
  [
    'proto',
    '__proto__ and constructor',
    JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{"b":1}}}'),
  ],
].map(
  ([name, title, customer]): HttpAttack => ({
    id: `http/arrange-${name}`,
    title: `a scenario with ${title}`,
    send: [post('/_mock/v1/arrange', JSON.stringify({ customers: [customer] }))],
    must: { statuses: [422] },
  }),
);
