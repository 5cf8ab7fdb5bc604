// A hostile target: a varied server whose replies are mutated by a seeded random source, so that each run can be
// repeated.
import { gzipSync } from 'node:zlib';
import { createRandom, type Random } from '../../src/suite/model/random.ts';
import { conform, type Report } from '../../src/suite/run/conform.ts';
import { createVariedServer } from '../../tools/testing/varied-server.ts';
import { catalogue } from '../index.ts';
import { HEAVY_CELLS } from './heavy-cells.ts';

type Reply = { status: number; headers: [string, string][]; bytes: Uint8Array };
type Mutation = (reply: Reply, random: Random) => void;

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const nested = (levels: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { data: value };
  return value;
};
const jwt = (claims: unknown): string =>
  ['{"alg":"HS256"}', JSON.stringify(claims) ?? '', 'x'].map((part) => btoa(part)).join('.');

/** Values that a function that reads replies would not expect. */
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  -0.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '.',
  '..',
  '../..',
  'a/b',
  '?x=1',
  '#x',
  '%',
  '%E0%A4%A',
  '\u0000',
  '\uD800',
  'x\r\ny: z',
  '💥'.repeat(300),
  'x'.repeat(70_000),
  '__proto__',
  'constructor',
  'toString',
  'not a host',
  'http://[',
  'https://user:pw@other.example:99999/x',
  'a..b',
  'xn--',
  '1.2.3.999',
  '0000-00-00T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '+275760-09-13T00:00:01.000Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-30T25:61:61Z',
  'NaN',
  '1e999',
  '-----BEGIN CERTIFICATE-----',
  '00000000-0000-0000-0000-000000000000',
  [],
  {},
  [null],
  [[]],
  [{}],
  { id: null },
  { id: '..' },
  { data: null },
  { error: null },
  { message: 1, errors: 1 },
  { errors: { a: 'b', b: [1], c: null } },
  JSON.parse('{"then": "x"}'),
  { length: 3 },
  { toString: 1, valueOf: null, toJSON: 'x' },
  { constructor: { prototype: 1 } },
  JSON.parse('{"__proto__": {"id": "x"}}'),
  JSON.parse('{"hasOwnProperty": 1, "": 2, "~/": 3}'),
  nested(150),
  nested(900),
  Array.from({ length: 3000 }, (_, at) => at),
  Array.from({ length: 500 }, (_, at) => ({ id: `${at}`, status: 'active', created_at: at })),
  jwt({ iat: 1e300, exp: 1e301 }),
  jwt({ iat: -1e12, exp: 0 }),
  jwt({ iat: 'x', exp: [], tenant_id: {} }),
  jwt(null),
  jwt([1]),
  'a.b.c',
  '..x',
  'JBSWY3DPEHPK3PXP',
];

/** Header lines that a function that reads replies would not expect. */
const HEADERS: readonly (readonly [string, string])[] = [
  ['date', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['date', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ['date', 'Mon, 01 Jan -9999 00:00:00 GMT'],
  ['date', '+275760-09-13T00:00:00.000Z'],
  ['date', '-271821-04-20T00:00:00.000Z'],
  ['date', 'yesterday'],
  ['ratelimit-limit', '0'],
  ['ratelimit-limit', '999999999999999'],
  ['ratelimit-remaining', '0'],
  ['ratelimit-remaining', '-1'],
  ['ratelimit-remaining', '9'.repeat(400)],
  ['ratelimit-reset', '86400'],
  ['ratelimit-reset', '999999999999999'],
  ['x-ratelimit-limit', 'NaN'],
  ['retry-after', '999999999999999'],
  ['retry-after', '0'],
  ['retry-after', '-5'],
  ['retry-after', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ['retry-after', '+275760-09-13T00:00:00.000Z'],
  ['content-type', ''],
  ['content-type', '__proto__'],
  ['content-type', 'constructor; charset=utf-16'],
  ['content-type', 'application/problem+json; charset=none'],
  ['content-type', 'text/html'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br, gzip, deflate, identity'],
  ['content-encoding', '__proto__'],
  ['content-length', '1'],
  ['link', '<https://other.example/v1/orders?page=2>; rel=next'],
  ['link', `${'<'.repeat(4000)}; rel="next"`],
  ['link', `<x>${';'.repeat(4000)}`],
  ['location', 'https://other.example/'],
  ['location', '//['],
  ['www-authenticate', 'Bearer realm="\\"'],
  ['x-total-count', '99999999999999999999'],
  ['x-request-id', ''],
  ['allow', ''],
];

const STATUSES = [
  200, 201, 202, 203, 204, 205, 206, 207, 226, 299, 300, 302, 304, 307, 399, 400, 401, 402, 403,
];
const REFUSALS = [
  404, 405, 406, 408, 409, 410, 412, 413, 415, 418, 422, 423, 429, 431, 451, 499, 500, 501, 505, 599,
];

// Returns the position of every member and element within a value, each as the object or array that contains it and its
// name there.
function places(value: unknown): [holder: Record<string, unknown>, name: string][] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((name) => [
    [holder, name] as [typeof holder, string],
    ...places(holder[name]),
  ]);
}

const inJson =
  (edit: (body: unknown, random: Random) => unknown): Mutation =>
  (reply, random) => {
    try {
      const edited = edit(JSON.parse(new TextDecoder().decode(reply.bytes)), random);
      reply.bytes = text(JSON.stringify(edited) ?? '');
    } catch {
      reply.bytes = text(JSON.stringify(random.pick(VALUES)) ?? '');
    }
  };

/** The mutations that may be applied to a reply, by the name of the mutation. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a value replaced': inJson((body, random) => {
    const all = places(body);
    if (all.length === 0) return random.pick(VALUES);
    const [holder, name] = random.pick(all);
    holder[name] = random.pick(VALUES);
    return body;
  }),
  'every value of a name replaced': inJson((body, random) => {
    const all = places(body);
    if (all.length === 0) return random.pick(VALUES);
    const [, name] = random.pick(all);
    const value = random.pick(VALUES);
    for (const [holder, other] of all) if (other === name) holder[other] = value;
    return body;
  }),
  'every value replaced': inJson((body, random) => {
    for (const [holder, name] of places(body))
      if (typeof holder[name] !== 'object') holder[name] = random.pick(VALUES);
    return body;
  }),
  'a member removed': inJson((body, random) => {
    const all = places(body);
    if (all.length === 0) return {};
    const [holder, name] = random.pick(all);
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
    return body;
  }),
  'another body': inJson((_, random) => random.pick(VALUES)),
  'a body within a body': inJson((body, random) =>
    random.pick<unknown>([
      [body],
      { data: body },
      { data: [body] },
      { data: { data: body } },
      { error: body },
    ]),
  ),
  'a body cut off': (reply, random) => {
    reply.bytes = reply.bytes.slice(0, random.integer(0, reply.bytes.length));
  },
  'bytes changed': (reply, random) => {
    for (let n = 0; n < 8 && reply.bytes.length > 0; n += 1)
      reply.bytes[random.integer(0, reply.bytes.length - 1)] = random.integer(0, 255);
  },
  'a body repeated': (reply) => {
    reply.bytes = new Uint8Array([...reply.bytes, ...reply.bytes]);
  },
  'a body packed twice': (reply) => {
    reply.bytes = new Uint8Array(gzipSync(gzipSync(reply.bytes)));
    reply.headers.push(['content-encoding', 'gzip, gzip']);
  },
  'another status': (reply, random) => {
    reply.status = random.pick(random.number() < 0.5 ? STATUSES : REFUSALS);
  },
  'an odd header': (reply, random) => {
    const [name, value] = random.pick(HEADERS);
    reply.headers = [...reply.headers.filter(([other]) => other !== name), [name, value]];
  },
  'many odd headers': (reply, random) => {
    for (let n = 0; n < 6; n += 1) reply.headers.push([...random.pick(HEADERS)]);
  },
  'no headers': (reply) => {
    reply.headers = [];
  },
};

/**
 * How a hostile target mutates replies. With `sticky` true, the same call always gets the same mutation; otherwise
 * each reply gets a new random mutation.
 */
export type Hostility = {
  seed: number;
  /** the part of the replies that are mutated, from 0 to 1 */
  share: number;
  sticky: boolean;
  /** the names of the mutations to choose from; all mutations by default */
  among?: readonly string[];
  /** prefixes of the ids of checks to leave out */
  skip?: readonly string[];
};

/** Runs the suite against a hostile target, on a virtual clock, and returns the report. */
export function judgeHostile({
  seed,
  share,
  sticky,
  among = Object.keys(MUTATIONS),
  skip = HEAVY_CELLS,
}: Hostility): Promise<Report> {
  const server = createVariedServer();
  const loose = createRandom(seed, 'hostile');
  return conform({
    catalogue,
    clock: server.clock,
    target: server.target,
    seed,
    runId: `hc-hostile-${seed}`,
    maxRequests: 4000,
    maxTime: 6 * 3_600_000,
    profile: 'contract',
    skip,
    allow: seed % 3 === 0 ? ['rate-limit-burst', 'webhooks'] : [],
    fetch: async (request) => {
      const call = `${request.method} ${new URL(request.url).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')}`;
      const sound = await server.fetch(request);
      const random = sticky ? createRandom(seed, call) : loose;
      if (random.number() >= share) return sound;
      const reply: Reply = {
        status: sound.status,
        headers: [...sound.headers],
        bytes: new Uint8Array(await sound.arrayBuffer()),
      };
      MUTATIONS[random.pick(among)]?.(reply, random);
      const headers = new Headers();
      for (const [name, value] of reply.headers) headers.append(name, value);
      const body = [204, 205, 304].includes(reply.status) ? null : new Uint8Array(reply.bytes);
      return new Response(body, { status: reply.status, headers });
    },
  });
}
