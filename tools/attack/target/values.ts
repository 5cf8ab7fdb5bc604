// Targets whose replies contain hostile values: dates, numbers, ids, names, tokens, redirects.
import {
  FEW,
  good,
  ids,
  isList,
  isLogin,
  json,
  type Lawful,
  row,
  spoil,
  type TargetAttack,
  withHeaders,
} from './target-attack.ts';

/** Builds an unsigned JWT with the given claims. */
const jwt = (claims: string): string =>
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(claims).toString('base64url')}.x`;
const ALL = { args: ['--max-time', '60s'], must: { seconds: 120 }, slow: true };

export const values: TargetAttack[] = [
  row(
    'date-1970',
    'a Date of 1970',
    [],
    (_, lawful) => withHeaders(lawful, { date: 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    ALL,
  ),
  ...['{"exp":1e300,"iat":-1e300}', '{"exp":8640000000001,"iat":0}', '{"exp":null,"iat":"x"}', '[]'].map(
    (claims, at) =>
      row(
        `claims-${at + 1}`,
        `a token that claims ${claims}`,
        ['auth/', 'customers/create'],
        ({ url }, lawful) =>
          url === '/v1/auth/login' ? spoil(lawful, (body) => ({ ...body, token: jwt(claims) })) : null,
      ),
  ),
  row('date-9999', 'a Date of the year 9999', FEW, (_, lawful) =>
    withHeaders(lawful, { date: 'Fri, 31 Dec 9999 23:59:59 GMT' }),
  ),
  row('date-junk', 'a Date that is none', FEW, (_, lawful) => withHeaders(lawful, { date: 'yesterday' })),
  row('two-factor-date', 'a Date of 1970 while codes are computed', ['auth/'], (_, lawful) =>
    withHeaders(lawful, { date: 'Thu, 01 Jan 1970 00:00:00 GMT' }),
  ),
  row('expires', 'sessions that expire in the year 275760', FEW, ({ url }, lawful) =>
    url === '/v1/auth/login'
      ? spoil(lawful, (body) => ({ ...body, expires_at: '+275760-09-13T00:00:00.001Z' }))
      : null,
  ),
  row('token-line-break', 'a token with line breaks', FEW, ({ url }, lawful) =>
    url === '/v1/auth/login'
      ? spoil(lawful, (body) => ({ ...body, token: 'a\r\nX-Injected: 1\u0000\u{1f4a9}' }))
      : null,
  ),
  row('token-kinds', 'a token that is an object', FEW, ({ url }, lawful) =>
    url === '/v1/auth/login'
      ? spoil(lawful, (body) => ({ ...body, token: { toString: 1 }, user: null }))
      : null,
  ),
  ...[
    'a b.example',
    'http://[.',
    '-.-',
    '',
    '\u0000.example',
    `${'x'.repeat(70_000)}.`,
    '..',
    '[::1.',
    'xn--.xn--',
    '%.%',
  ].map((domain, at) =>
    row(
      `domain-${at + 1}`,
      `a domain that is called ${JSON.stringify(domain.slice(0, 20))}`,
      ['domains/check'],
      ({ url }, lawful) =>
        good(lawful) && url.startsWith('/v1/domains/')
          ? { ...lawful, body: spoilNames(lawful.body, domain) }
          : null,
      at > 1 ? { slow: true } : {},
    ),
  ),
  ...[
    '..',
    'a/b',
    '%2e%2e',
    '?',
    '#',
    '',
    'a\u0000b',
    '../../_mock/v1/reset',
    '\ud800',
    'x'.repeat(20_000),
  ].map((id, at) =>
    row(
      `id-${at + 1}`,
      `ids that are ${JSON.stringify(id.slice(0, 30))}`,
      ['customers/', 'orders/', 'dns/'],
      (asked, lawful) => (good(lawful) && !isLogin(asked) ? spoil(lawful, (body) => ids(body, id)) : null),
      { args: ['--max-requests', '60'], ...(at > 1 && { slow: true }) },
    ),
  ),
  ...(
    [
      [7, 'numbers'],
      [null, 'null'],
      [{ toString: 1 }, 'objects'],
      [[], 'lists'],
      [true, 'true'],
    ] as const
  ).map(([value, name]) =>
    row(
      `members-${name}`,
      `every member of every reply is ${name}`,
      ['customers/', 'orders/', 'billing/', 'lists/'],
      (asked, lawful) =>
        good(lawful) && !isLogin(asked)
          ? spoil(lawful, (body) => Object.fromEntries(Object.keys(body).map((key) => [key, value])))
          : null,
      { args: ['--max-requests', '60'], ...(name !== 'objects' && { slow: true }) },
    ),
  ),
  ...(
    [
      ['null', 'null'],
      ['list', '[]'],
      ['text', '"x"'],
      ['empty', ''],
      ['deep', '['.repeat(100_000) + ']'.repeat(100_000)],
      ['deep-objects', `${'{"data":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
      ['proto', '{"__proto__":{"id":"x"},"constructor":{"prototype":{}},"data":{"length":1e9},"id":"x"}'],
      [
        'numbers',
        '{"id":1e999,"data":[-0,1e308,123456789012345678901234567890],"meta":{"total":1e308,"page":-1,"per_page":0}}',
      ],
      ['array-like', '{"data":{"length":4294967295},"meta":{"total":-1}}'],
      ['bom', '\ufeff{}'],
      ['surrogate', '{"id":"\\ud800","email":"\\udfff"}'],
    ] as const
  ).map(([name, body]) =>
    row(
      `body-${name}`,
      `every body is ${name}`,
      ['customers/', 'orders/', 'lists/'],
      (asked) => (isLogin(asked) ? null : json(body)),
      { args: ['--max-requests', '60'] },
    ),
  ),
  row(
    'total',
    'a list of which 1e15 rows are said to be left',
    ['lists/', 'customers/'],
    (asked, lawful) =>
      isList(asked) && good(lawful)
        ? spoil(lawful, (body) => ({
            ...body,
            meta: { ...(body.meta as object), total: 1e15, total_pages: 1e15, last_page: 1e15 },
          }))
        : null,
    { args: ['--max-time', '20s'] },
  ),
  row(
    'cyclic-pages',
    'a next page that is the same page',
    ['lists/', 'customers/'],
    (asked, lawful, { self }) =>
      isList(asked) && good(lawful)
        ? withHeaders(
            spoil(lawful, (body) => ({
              ...body,
              links: { next: `${self}${asked.url}` },
              next: asked.url,
            })) as Lawful,
            { link: `<${self}${asked.url}>; rel="next"` },
          )
        : null,
    { args: ['--max-time', '20s'] },
  ),
  row(
    'endless-pages',
    'always another next page',
    ['lists/', 'customers/'],
    (asked, lawful, { self }) => {
      const page = Number(/page=(\d+)/.exec(asked.url)?.[1] ?? 1) + 1;
      const next = `${self}/v1/customers?page=${page}`;
      return isList(asked) && good(lawful)
        ? withHeaders(spoil(lawful, (body) => ({ ...body, links: { next } })) as Lawful, {
            link: `<${next}>; rel="next"`,
          })
        : null;
    },
    { args: ['--max-time', '20s'] },
  ),
  row(
    'next-foreign',
    'a next page on a foreign host',
    ['lists/', 'customers/'],
    (asked, lawful, { foreign }) =>
      isList(asked) && good(lawful)
        ? withHeaders(
            spoil(lawful, (body) => ({
              ...body,
              links: { ...(body.links as object), next: `${foreign}/v1/customers?page=2` },
            })) as Lawful,
            { link: `<${foreign}/v1/customers?page=2>; rel="next"` },
          )
        : null,
    { must: { exits: [0], says: /lists\/next-page-on-this-host/ } },
  ),
  row('redirect-foreign', 'redirects to a foreign host', FEW, (asked, _, { foreign }) =>
    isLogin(asked) ? null : { status: 307, headers: { location: `${foreign}${asked.url}` }, body: '' },
  ),
  row('redirect-loop', 'redirects to itself', FEW, (asked, _, { self }) => ({
    status: 308,
    headers: { location: `${self}${asked.url}` },
    body: '',
  })),
];

/** Replaces every domain name in a response body by the given name. */
function spoilNames(body: string | Uint8Array, domain: string): string {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    return JSON.stringify(JSON.parse(text), (name, value) =>
      /^(domain|name|unicode_name|hostname|common_name)$/.test(name) && typeof value === 'string'
        ? domain
        : value,
    );
  } catch {
    return text;
  }
}
