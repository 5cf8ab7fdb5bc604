// Lists hostile targets of the suite: a conforming platform with some of its replies replaced by the attack.
import { gzipSync } from 'node:zlib';
import { gzipBomb, zipBomb } from './bombs.ts';
import type { AttackHead, Piece } from './model.ts';
import { secretForms } from './secret-forms.ts';

/** A request as the target receives it. */
export type Asked = {
  method: string;
  /** path and query of the request, as sent */
  url: string;
  headers: Record<string, string | undefined>;
  body: string;
};

/** The reply that the conforming platform would send. */
export type Lawful = { status: number; headers: Record<string, string>; body: string | Uint8Array };

/** A reply of the hostile target: a changed reply, or bytes that are written directly to the socket. */
export type Hostile =
  | { status: number; headers: Record<string, string | string[]>; body: string | Uint8Array }
  | { raw: readonly Piece[] };

export type Places = {
  /** origin of the hostile target: `http://127.0.0.1:port` */
  self: string;
  /** origin of a foreign server, which must not receive a credential */
  foreign: string;
};

export type TargetAttack = AttackHead & {
  /** ids of the checks that the suite runs */
  only?: readonly string[];
  args?: readonly string[];
  env?: Record<string, string>;
  /**
   * builds the reply of the hostile target
   * @returns null to send the reply of the conforming platform
   */
  answers(asked: Asked, lawful: Lawful, places: Places): Hostile | null;
  must?: {
    /** allowed exit codes of the suite; default: every documented code except 2, 6 and 130 */
    exits?: readonly number[];
    /** time limit of the suite's run in seconds; default 60 */
    seconds?: number;
    /** number of seconds after which the suite gets SIGINT; the run must end within ten more seconds */
    interruptAfter?: number;
    /** pattern that must match the standard output or standard error of the suite */
    says?: RegExp;
  };
};

/** A text that is dangerous for every kind of output: terminals, CI logs, XML, Markdown, HTML, TAP. */
const HOSTILE_TEXT = [
  '\u001b[31mred\u001b[0m \u009b31m \u0007\b\u0000\u007f \u202e\u2028\u2029',
  '::error file=x::PWNED',
  '::set-output name=x::PWNED',
  '##vso[task.complete result=Succeeded]PWNED',
  '%0A::error::PWNED',
  '\r::error::PWNED',
  '1..0 # PWNED',
  'ok 1 - PWNED',
  'Bail out! PWNED',
  ']]></failure></testcase><script>alert("PWNED")</script>',
  '| a | b |',
  '</details><img src=x onerror=alert(1)>',
  '```',
].join('\n');

const json = (value: unknown, status = 200): Hostile => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: typeof value === 'string' ? value : JSON.stringify(value),
});
const spoil = (lawful: Lawful, edit: (body: Record<string, unknown>) => unknown): Hostile => {
  const text = typeof lawful.body === 'string' ? lawful.body : new TextDecoder().decode(lawful.body);
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    return { ...lawful, body: JSON.stringify(edit(body) ?? body) };
  } catch {
    return lawful;
  }
};
const withHeaders = (lawful: Lawful, headers: Record<string, string | string[]>): Hostile => {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const kept = Object.entries(lawful.headers).filter(([name]) => !names.includes(name.toLowerCase()));
  return { ...lawful, headers: { ...Object.fromEntries(kept), ...headers } };
};
const isLogin = ({ url }: Asked): boolean => url.startsWith('/v1/auth/');
const isList = ({ method, url }: Asked): boolean =>
  method === 'GET' && /^\/v1\/[a-z/-]+(\?|$)/.test(url) && !/\/auth\/|wallet/.test(url);
const good = ({ status }: Lawful): boolean => status >= 200 && status < 300;
/** Replaces every id in a response body by the given id. */
const ids = (body: unknown, id: string): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) =>
    name === 'id' && typeof value === 'string' ? id : value,
  );

const row = (
  id: string,
  title: string,
  only: readonly string[],
  answers: TargetAttack['answers'],
  more: Partial<TargetAttack> = {},
): TargetAttack => ({
  id: `target/${id}`,
  title,
  only,
  answers,
  ...more,
});
const FEW = ['customers/', 'auth/login'];
const raws = (id: string, title: string, ...raw: Piece[]): TargetAttack =>
  row(id, title, FEW, (asked) => (isLogin(asked) ? null : { raw }), {
    args: ['--timeout', '1s', '--max-time', '8s'],
  });
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

const memory: TargetAttack[] = [
  row(
    'zip-bomb',
    'a certificate of 12 MB that inflates to 12 GB',
    ['ssl/download'],
    ({ url }) =>
      url.includes('/download')
        ? { status: 200, headers: { 'content-type': 'application/zip' }, body: zipBomb(12, 1024) }
        : null,
    { must: { seconds: 30 } },
  ),
  row(
    'zip-lies',
    'a zip whose entry says 100 bytes and inflates to 2 GB',
    ['ssl/download'],
    ({ url }) =>
      url.includes('/download')
        ? { status: 200, headers: { 'content-type': 'application/zip' }, body: zipBomb(1, 2048, 100) }
        : null,
    { must: { seconds: 30 } },
  ),
  row(
    'zip-entries',
    'a zip of 60,000 entries',
    ['ssl/download'],
    ({ url }) =>
      url.includes('/download')
        ? { status: 200, headers: { 'content-type': 'application/zip' }, body: zipBomb(60_000, 0) }
        : null,
    { must: { seconds: 30 } },
  ),
  row('gzip-bomb', 'every reply is a gzip bomb of 10 GB', FEW, (asked) =>
    isLogin(asked)
      ? null
      : {
          status: 200,
          headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
          body: gzipBomb(10_240),
        },
  ),
  row('gzip-nested', 'a reply that is gzip in gzip in gzip', FEW, (asked, { body }) =>
    isLogin(asked)
      ? null
      : {
          status: 200,
          headers: { 'content-type': 'application/json', 'content-encoding': 'gzip, gzip, gzip' },
          body: gzipSync(gzipSync(gzipSync(body))),
        },
  ),
  row(
    'large-replies',
    'replies of fifteen megabytes',
    ['customers/', 'orders/', 'services/', 'billing/'],
    (asked, lawful) =>
      good(lawful) && !isLogin(asked)
        ? spoil(lawful, (body) => ({ ...body, padding: 'x'.repeat(15_000_000) }))
        : null,
    { slow: true, must: { seconds: 240 } },
  ),
  row(
    'large-errors',
    'refusals whose message has five megabytes',
    ['validation/'],
    (_, lawful) =>
      lawful.status === 422
        ? spoil(lawful, () => ({ error: { code: 'X', message: 'x'.repeat(5_000_000), errors: {} } }))
        : null,
    { slow: true, args: ['--max-requests', '60'], must: { seconds: 240 } },
  ),
  row(
    'million-rows',
    'lists of a million rows',
    ['customers/'],
    (asked, lawful) =>
      isList(asked) && good(lawful) ? spoil(lawful, (body) => ({ ...body, data: MILLION() })) : null,
    { args: ['--max-time', '60s'], must: { seconds: 120 } },
  ),
  row(
    'endless-body',
    'a chunked reply that does not end',
    FEW,
    (asked) =>
      isLogin(asked)
        ? null
        : {
            raw: [
              `${OK}Transfer-Encoding: chunked\r\n\r\n`,
              { repeat: `8000\r\n${' '.repeat(0x8000)}\r\n`, times: 40_000 },
            ],
          },
    { args: ['--timeout', '3s', '--max-time', '10s'] },
  ),
  row('header-flood', '3,000 headers in every reply', FEW, (_, lawful) =>
    withHeaders(lawful, { 'X-Flood': Array.from({ length: 3000 }, (_, at) => `value ${at}`) }),
  ),
  row('cookies', '500 cookies of 100 bytes each', FEW, (_, lawful) =>
    withHeaders(lawful, {
      'set-cookie': Array.from({ length: 100 }, (_, at) => `c${at}=${'x'.repeat(100)}`),
    }),
  ),
  row('token-large', 'a token of 12 KB', FEW, ({ url }, lawful) =>
    url === '/v1/auth/login' ? spoil(lawful, (body) => ({ ...body, token: 'x'.repeat(12_000) })) : null,
  ),
];
const MILLION = (): unknown[] => Array.from({ length: 1_000_000 }, (_, at) => ({ id: `${at}` }));

/** Builds an unsigned JWT with the given claims. */
const jwt = (claims: string): string =>
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(claims).toString('base64url')}.x`;
const ALL = { args: ['--max-time', '60s'], must: { seconds: 120 }, slow: true };

const values: TargetAttack[] = [
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

const pace: TargetAttack[] = [
  row(
    'remaining-0',
    'no request is ever left, and the window ends in twelve hours',
    FEW,
    (_, lawful) =>
      withHeaders(lawful, {
        'ratelimit-remaining': '0',
        'ratelimit-reset': '43200',
        'x-ratelimit-remaining': '0',
      }),
    { args: ['--max-time', '5s'], must: { seconds: 30 } },
  ),
  row(
    'remaining-0-by-default',
    'no request is ever left, in windows of a minute, without --max-time: the limit is said at the start',
    FEW,
    (_, lawful) =>
      withHeaders(lawful, {
        'ratelimit-remaining': '0',
        'ratelimit-reset': '59',
        'x-ratelimit-remaining': '0',
      }),
    {
      slow: true,
      must: { seconds: 30, interruptAfter: 8, exits: [0, 1, 3, 4, 5, 130], says: /\b30 ?m|\b1,?800 ?s/i },
    },
  ),
  row(
    'retry-after',
    'always 429, to be tried again in a thousand years',
    FEW,
    (asked) =>
      isLogin(asked)
        ? null
        : {
            status: 429,
            headers: { 'retry-after': '31536000000' },
            body: '{"error":{"code":"RATE_LIMITED","message":"No."}}',
          },
    { args: ['--max-time', '5s'], must: { seconds: 30 } },
  ),
  ...['abc', '-1', '1e999', '', 'Fri, 31 Dec 9999 23:59:59 GMT'].map((value, at) =>
    row(
      `retry-after-${at + 1}`,
      `Retry-After: ${value}`,
      FEW,
      (asked) => (isLogin(asked) ? null : { status: 429, headers: { 'retry-after': value }, body: '{}' }),
      { args: ['--max-time', '5s'], must: { seconds: 30 }, ...(at > 0 && { slow: true }) },
    ),
  ),
  row(
    'limit-junk',
    'rate-limit headers that are no numbers',
    FEW,
    (_, lawful) =>
      withHeaders(lawful, {
        'ratelimit-limit': 'NaN',
        'ratelimit-remaining': '-1',
        'ratelimit-reset': '1e400',
      }),
    { args: ['--max-time', '10s'], must: { seconds: 30 } },
  ),
  raws('never-answers', 'nothing is ever answered', { waitMs: 30_000 }),
  raws(
    'drips',
    'one byte a second',
    OK,
    ...Array.from({ length: 20 }, (): Piece[] => ['X', { waitMs: 1000 }]).flat(),
  ),
];

const protocol: TargetAttack[] = [
  raws(
    'informational-flood',
    '100,000 replies with the status 102',
    { repeat: 'HTTP/1.1 102 Processing\r\n\r\n', times: 100_000 },
    `${OK}Content-Length: 2\r\n\r\n{}`,
  ),
  raws('garbage', 'garbage', { bytes: '\x00\xff\xfe nonsense\r\n\r\n' }, { end: 'half' }),
  raws('resets', 'a reset connection', { end: 'reset' }),
  raws('status-999', 'the status 999', 'HTTP/1.1 999 \x1b[31mPWNED\r\nContent-Length: 0\r\n\r\n'),
  raws('status-000', 'the status 000', 'HTTP/1.1 000 No\r\nContent-Length: 0\r\n\r\n'),
  raws('two-lengths', 'two lengths', `${OK}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}`),
  raws(
    'chunk-size',
    'a chunk of an impossible size',
    `${OK}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}`,
  ),
  raws('length-lies', 'a body that is shorter than its length', `${OK}Content-Length: 100\r\n\r\n{}`, {
    end: 'half',
  }),
  raws('header-long', 'a header of 5 MB', OK, 'X-A: ', { repeat: 'x', times: 5_000_000 }, '\r\n\r\n'),
  raws(
    'header-control',
    'control bytes in a header',
    `${OK}X-A: `,
    { bytes: '\x1b[31m\x07\x9b' },
    '\r\nContent-Length: 2\r\n\r\n{}',
  ),
  raws(
    'upgrade',
    'the status 101',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello',
  ),
  raws(
    'two-replies',
    'two replies to one request',
    `${OK}Content-Length: 2\r\n\r\n{}${OK}Content-Length: 2\r\n\r\n{}`,
  ),
];

const outputs: TargetAttack[] = [
  row(
    'control-bytes',
    'control bytes and workflow commands in messages',
    ['customers/', 'orders/'],
    (asked, lawful) =>
      isLogin(asked)
        ? null
        : json(
            {
              error: {
                code: HOSTILE_TEXT,
                message: HOSTILE_TEXT,
                errors: { [HOSTILE_TEXT]: [HOSTILE_TEXT] },
              },
            },
            lawful.status < 300 ? 500 : lawful.status,
          ),
  ),
  row(
    'control-bytes-values',
    'control bytes and workflow commands in every text of a reply',
    ['customers/'],
    (asked, lawful) =>
      good(lawful) && !isLogin(asked) ? { ...lawful, body: JSON.stringify(spoilTexts(lawful.body)) } : null,
    { args: ['--max-requests', '20'] },
  ),
  ...['markdown', 'junit', 'tap', 'github', 'ctrf', 'sarif', 'html', 'ndjson'].map((form) =>
    row(
      `stdout-${form}`,
      `the same, with the form ${form} on standard output`,
      ['customers/'],
      (asked) =>
        isLogin(asked) ? null : json({ error: { code: HOSTILE_TEXT, message: HOSTILE_TEXT } }, 500),
      {
        args: ['--report', form === 'github' ? 'github' : `${form}=-`],
        ...(form !== 'markdown' && form !== 'github' && { slow: true }),
      },
    ),
  ),
  ...Object.entries(secretForms).map(([form, write]) =>
    row(
      `echo-${form.replaceAll(/[ ,]+/g, '-')}`,
      `the credentials of each request, echoed in the form ${form}`,
      ['customers/', 'auth/', 'api-keys/', 'webhooks/'],
      (asked, lawful) => {
        const given = /^Bearer (.+)$/i.exec(asked.headers.authorization ?? '')?.[1] ?? '';
        const sent = [
          ...asked.body.matchAll(
            /"(?:password|token|totp_code|challenge_token|secret)":("(?:[^"\\]|\\.)*")/g,
          ),
        ].map(([, text = '""']) => JSON.parse(text) as string);
        const reported = [given, ...sent]
          .filter((one) => one !== '')
          .map(write)
          .join(' ; ');
        return isLogin(asked) && good(lawful)
          ? spoil(lawful, (body) => ({ ...body, debug: reported }))
          : withHeaders(
              json(
                {
                  error: {
                    code: 'ECHO',
                    message: `You sent ${reported}`,
                    errors: { [reported]: [reported] },
                  },
                },
                500,
              ) as Lawful,
              { 'x-echo': reported.replaceAll(/[\r\n]+/g, ' ').slice(0, 4000) },
            );
      },
      { args: ['--max-requests', '60'], ...(form !== 'raw' && form !== 'base64' && { slow: true }) },
    ),
  ),
  row('report-full-disk', 'a report on a full disk', FEW, () => null, {
    args: ['--report', 'json=/dev/full'],
    must: { exits: [0, 1, 2, 4, 6, 7], says: /ENOSPC|space/ },
  }),
  row('receiver-junk', 'junk for the receiver of the suite', ['webhooks/'], () => null, {
    args: ['--allow', 'webhooks'],
  }),
];

function spoilTexts(body: string | Uint8Array): unknown {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    return JSON.parse(text, (name, value) =>
      typeof value === 'string' && !/(^|_)(id|at|start|end)$/.test(name) ? HOSTILE_TEXT : value,
    );
  } catch {
    return text;
  }
}

export const targetAttacks: readonly TargetAttack[] = [
  ...memory,
  ...values,
  ...pace,
  ...protocol,
  ...outputs,
];
