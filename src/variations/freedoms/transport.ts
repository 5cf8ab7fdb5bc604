// What proxies, gateways and HTTP servers in front of a deployment do: encodings, headers, rate limits, failures.

import { brotliCompressSync, gzipSync } from 'node:zlib';
import { isObject } from '../../contract/is-object.ts';
import type { OperationId } from '../../contract/operations.ts';
import {
  dropHeader,
  header,
  isSuccess,
  page,
  refusal,
  replaceResponse,
  setHeader,
  valueAt,
} from '../edits.ts';
import type { ClientRequest, Hooks, ResponseEdit } from '../exchange.ts';
import {
  type Apply,
  answerWith,
  eachValue,
  editReply,
  type Freedom,
  freedom,
  onlyByName,
} from '../freedom.ts';
import { open } from '../sentences.ts';

const BURST = { allow: ['rate-limit-burst'] as const };
const LIMIT_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
];
const REMAINING = ['RateLimit-Remaining', 'X-RateLimit-Remaining'];

const onReplies = (edit: (reply: ResponseEdit, request: ClientRequest) => void): Apply =>
  editReply('everything', edit);

const compress = (coding: 'gzip' | 'br'): Apply =>
  onReplies((reply, { headers }) => {
    // RFC 9110, 12.5.3: a client that names the codings that it accepts gets no other one.
    if (!(headers['accept-encoding'] ?? coding).includes(coding)) return;
    const text = reply.raw ?? (reply.json === undefined ? '' : JSON.stringify(reply.json));
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    if (bytes.length === 0 || header(reply, 'Content-Encoding') !== undefined) return;
    reply.raw = coding === 'gzip' ? gzipSync(bytes) : brotliCompressSync(bytes);
    reply.headers['Content-Encoding'] = coding;
  });

/** Members whose value is a map: its keys are no members, and a client may write the map back as it was read. */
const MAPS = new Set(['errors', 'metadata', 'by_status', 'by_type']);

/** Adds unknown members to every object in a value, except to maps. */
function addMembers(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) addMembers(one);
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) if (!MAPS.has(name)) addMembers(inner);
  value.x_extra = { note: 'more', list: [1, null], flag: true };
}

const rateLimited = (seconds: number): ResponseEdit => {
  const reply = refusal(429, 'RATE_LIMITED', 'Too many requests.');
  return { ...reply, headers: { ...reply.headers, 'Retry-After': String(seconds) } };
};

const everyNth =
  (nth: number, reply: () => ResponseEdit): Apply =>
  (p) => {
    let calls = 0;
    p.request('everything', () => (++calls % nth === 0 ? reply() : undefined));
  };

/**
 * Refuses requests above a limit per minute that no HTTP header announces.
 * @param announced the value of `Retry-After` in seconds; when left out, the time until the next request is allowed
 */
const unannounced =
  (limited: (operation: OperationId) => boolean, most: number, announced?: number): Apply =>
  (p) => {
    const sent: number[] = [];
    p.request(
      ({ operation, bearer }) => operation !== null && bearer !== null && limited(operation),
      () => {
        const now = p.now();
        while ((sent[0] ?? now) <= now - 60_000) sent.shift();
        if (sent.length >= most)
          return rateLimited(announced ?? Math.ceil(((sent[0] ?? now) + 60_000 - now) / 1000));
        sent.push(now);
        return undefined;
      },
    );
  };

const resetAs =
  (write: (at: number) => string): Apply =>
  (p) =>
    p.reply('everything', (reply) => {
      const reset = header(reply, 'RateLimit-Reset');
      if (reset !== undefined) setHeader(reply, 'RateLimit-Reset', write(p.now() + Number(reset) * 1000));
    });

/** Shows the figures of a token bucket for each caller that fills up again all the time. */
function tokenBucket(p: Hooks): void {
  const buckets = new Map<string, { tokens: number; at: number }>();
  p.reply('everything', (reply, { bearer }) => {
    if (!isSuccess(reply)) return;
    const now = p.now();
    const before = buckets.get(bearer ?? '') ?? { tokens: 100, at: now };
    const filled = Math.min(100, before.tokens + Math.floor((now - before.at) / 600));
    const tokens = filled > 5 ? filled - 1 : 60;
    buckets.set(bearer ?? '', { tokens, at: filled > before.tokens ? now : before.at });
    for (const prefix of ['RateLimit', 'X-RateLimit']) {
      setHeader(reply, `${prefix}-Limit`, '100');
      setHeader(reply, `${prefix}-Remaining`, String(tokens));
    }
    setHeader(reply, 'RateLimit-Reset', String(Math.ceil((100 - tokens) * 0.6)));
  });
}

const halveOrderLimits = onReplies((reply, { operation }) => {
  if (operation !== 'createOrder' || !isSuccess(reply)) return;
  for (const name of LIMIT_HEADERS.filter((one) => !one.endsWith('Reset')))
    setHeader(reply, name, String(Math.max(1, Math.round(Number(header(reply, name)) / 2))));
});

function othersUseLimit(p: Hooks): void {
  let used = 0;
  p.reply('everything', (reply) => {
    used += 1 + (used % 3);
    for (const name of REMAINING) {
      const remaining = header(reply, name);
      // None is left only where the next request is refused.
      if (remaining !== undefined)
        setHeader(
          reply,
          name,
          String(Math.max(Math.min(1, Number(remaining)), Number(remaining) - (used % 40))),
        );
    }
  });
}

export const transport: readonly Freedom[] = [
  freedom('encoding', 'how bodies are encoded', open.TRANSPORT, {
    pretty: onReplies((reply) => {
      if (reply.raw === null && reply.json !== undefined) reply.raw = JSON.stringify(reply.json, null, 4);
    }),
    escaped: onReplies((reply) => {
      if (reply.raw === null && reply.json !== undefined)
        reply.raw = JSON.stringify(reply.json)
          .replaceAll('/', '\\/')
          .replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    }),
    gzip: compress('gzip'),
    br: compress('br'),
    chunked: onReplies((reply) => {
      if (reply.raw !== '' && reply.status !== 204) setHeader(reply, 'Transfer-Encoding', 'chunked');
    }),
  }),
  freedom(
    'media-type',
    'how the media type of JSON is written',
    open.TRANSPORT,
    eachValue(
      ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON'],
      (media) =>
        onReplies((reply) => {
          if (header(reply, 'Content-Type') === 'application/json') setHeader(reply, 'Content-Type', media);
        }),
    ),
  ),
  freedom(
    'header-case',
    'letter case of header names',
    open.TRANSPORT,
    eachValue(['lower', 'upper'], (letters) =>
      onReplies((reply) => {
        const written = (name: string): string =>
          letters === 'lower' ? name.toLowerCase() : name.toUpperCase();
        reply.headers = Object.fromEntries(
          Object.entries(reply.headers).map(([name, value]) => [written(name), value]),
        );
      }),
    ),
    BURST,
  ),
  freedom('further-headers', 'whether replies have further headers', open.TRANSPORT, {
    some: onReplies((reply) =>
      Object.assign(reply.headers, {
        Server: 'nginx/1.27',
        'X-Trace-Id': 'b7ad6b7169203331',
        Via: '1.1 proxy',
        Vary: 'Accept-Encoding',
      }),
    ),
  }),
  ...onlyByName(
    freedom('exposed-headers', 'which headers a page of another origin may read', open.TRANSPORT, {
      none: onReplies((reply) => setHeader(reply, 'Access-Control-Expose-Headers', '')),
    }),
  ),
  freedom(
    'further-members',
    'whether every object of a reply has further members',
    open.MEMBERS,
    {
      some: onReplies((reply) => addMembers(reply.json)),
    },
    { own: 'none', chance: 60 },
  ),
  freedom(
    'limit-headers',
    'which rate-limit headers replies carry, and what they count',
    open.LIMIT_HEADERS,
    {
      'not on errors': onReplies((reply) => {
        if (!isSuccess(reply)) for (const name of LIMIT_HEADERS) dropHeader(reply, name);
      }),
      'orders have less': halveOrderLimits,
      'legacy reset too': onReplies((reply) => {
        const reset = header(reply, 'RateLimit-Reset');
        if (reset !== undefined) reply.headers['X-RateLimit-Reset'] = reset;
      }),
      'token bucket': tokenBucket,
      'used by others too': othersUseLimit,
      'log-ins show the global limit': onReplies((reply, { operation }) => {
        if (operation !== 'login' || !isSuccess(reply)) return;
        for (const name of ['RateLimit-Limit', 'X-RateLimit-Limit']) setHeader(reply, name, '600');
      }),
    },
    BURST,
  ),
  freedom(
    'reset',
    'form of RateLimit-Reset',
    open.LIMIT_HEADERS,
    {
      epoch: resetAs((at) => String(Math.floor(at / 1000))),
      'ISO 8601': resetAs((at) => new Date(at).toISOString()),
      milliseconds: resetAs(String),
      'HTTP date': resetAs((at) => new Date(at).toUTCString()),
    },
    BURST,
  ),
  freedom(
    'limits',
    'which set of limits applies',
    open.LIMIT_SET,
    { B: (p) => p.option('limits', 'B') },
    { ...BURST, own: 'A' },
  ),
  freedom(
    'log-in-limit',
    'log-ins a minute',
    open.SUB_LIMITS,
    // Log-ins are limited more tightly than the rest, also under Set B.
    eachValue([3, 30, 50], (limit) => (p) => p.option('limitsAuth', limit)),
    { ...BURST, own: '60' },
  ),
  freedom('unannounced-limits', 'limits that no header tells', open.SUB_LIMITS, {
    lists: unannounced((operation) => operation.startsWith('list'), 20),
    creations: unannounced((operation) => operation.startsWith('create'), 5),
    'creations, short waits': unannounced((operation) => operation.startsWith('create'), 5, 1),
  }),
  freedom('other-clients', 'whether others use the rate limit up', open.BREACH, {
    'every 7': everyNth(7, () => rateLimited(1)),
    'every 23': everyNth(23, () => rateLimited(1)),
    'every 13, as a page': everyNth(13, () => page(429, { 'Retry-After': '0' })),
    // A log-in over the limit is followed by further refused ones, as if others had used the next window up.
    'crowded log-ins': (p) => {
      let refused = 0;
      p.request('login', () => (refused > 0 && refused-- > 0 ? rateLimited(1) : undefined));
      p.reply('login', (reply, { bearer }) => {
        if (reply.status === 429 && bearer === null && Number(header(reply, 'Retry-After')) > 1) refused = 3;
      });
    },
  }),
  freedom(
    'failures',
    'failures on the way',
    open.TRANSPORT,
    {
      '503 page, every 11': everyNth(11, () => page(503)),
      'connection closed, every 40': (p) => {
        let requests = 0;
        p.closeConnection(() => ++requests % 40 === 0);
      },
    },
    {
      incomplete: {
        'connection closed, every 40': 'an action that may not be repeated may meet the closed connection',
      },
    },
  ),
  freedom('slow-log-ins', 'how long a log-in takes', open.TRANSPORT, {
    'a second': (p) => p.request('login', () => p.sleep(1000)),
  }),
  freedom(
    'method-unknown',
    'the reply to a method that a path does not have',
    open.STATUSES,
    eachValue(['405 with Allow', '405', '501'], (how) =>
      onReplies((reply, { operation, method }) => {
        if (operation !== null || method === 'GET' || reply.status !== 404) return;
        replaceResponse(
          reply,
          refusal(Number(how.slice(0, 3)), 'NO_SUCH_METHOD', 'There is no such method.'),
        );
        if (how.endsWith('Allow')) setHeader(reply, 'Allow', 'GET, POST');
      }),
    ),
  ),
  freedom('body-not-json', 'the reply to a body that is not labelled JSON', open.STATUSES, {
    '415': answerWith(
      'everything',
      refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send JSON.'),
      ({ headers, text }) => text !== '' && !/json/.test(headers['content-type'] ?? ''),
    ),
  }),
  freedom(
    'empty-refusals',
    'refusals without a body',
    open.CREDENTIALS,
    eachValue([401, 403], (status) =>
      onReplies((reply) => {
        if (reply.status !== status || valueAt(reply.json, 'error.challenge_token') !== undefined) return;
        reply.raw = '';
        dropHeader(reply, 'Content-Type');
      }),
    ),
  ),
  freedom('www-authenticate', 'whether a 401 has WWW-Authenticate', open.CREDENTIALS, {
    none: onReplies((reply) => dropHeader(reply, 'WWW-Authenticate')),
  }),
];
