// Lawful variants of rate limiting: other limits, other headers, and other replies with status 429.
import type { OperationId } from '../../../src/contract/operations.ts';
import { BURST, variant } from '../define-mutant.ts';
import { each, header, refusal, setHeader } from '../edits/response-edits.ts';
import { editReplies, editSuccesses } from '../edits/variant-edits.ts';
import type { Injector, LawfulVariant, ResponseEdit } from '../mutant.ts';

const rateLimited = (seconds: number): ResponseEdit => {
  const { headers, ...rest } = refusal(429, 'RATE_LIMITED', 'Too many requests.');
  return { ...rest, headers: { ...headers, 'Retry-After': String(seconds) } };
};

/**
 * Refuses requests above a limit per minute that no HTTP header announces.
 * @param announced the value of `Retry-After` in seconds; when left out, the time until the next request is allowed
 */
function unannouncedLimit(
  p: Injector,
  limited: (operation: OperationId) => boolean,
  most: number,
  announced?: number,
): void {
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
}

export const variantsLimits: readonly LawfulVariant[] = [
  variant('variant/limit-set-a', 'limits of Set A', (p) => p.option('limits', 'A'), BURST),
  variant(
    'variant/limit-set-b',
    'limits of Set B: 60 a minute, 10 log-ins',
    (p) => p.option('limits', 'B'),
    BURST,
  ),
  variant('variant/orders-limited-lower', 'a separate lower limit for orders', (p) =>
    editSuccesses(p, (reply, { operation }) => {
      if (operation !== 'createOrder') return;
      const scaled = (name: string): void =>
        setHeader(reply, name, String(Math.max(1, Math.round(Number(header(reply, name)) / 2))));
      for (const name of [
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
      ])
        scaled(name);
    }),
  ),
  variant(
    'variant/reset-as-epoch',
    'RateLimit-Reset as epoch seconds',
    (p) =>
      editReplies(p, (reply) => {
        const reset = Number(header(reply, 'RateLimit-Reset'));
        if (header(reply, 'RateLimit-Reset') !== undefined)
          setHeader(reply, 'RateLimit-Reset', String(Math.floor(p.now() / 1000) + reset));
      }),
    BURST,
  ),
  ...each(
    [
      ['ISO 8601', (at: number) => new Date(at).toISOString()],
      ['milliseconds', (at: number) => String(at)],
      ['HTTP date', (at: number) => new Date(at).toUTCString()],
    ] as const,
    ([form, write]) =>
      variant(
        `variant/reset-forms[${form}]`,
        `RateLimit-Reset as ${form}`,
        (p) =>
          editReplies(p, (reply) => {
            const reset = Number(header(reply, 'RateLimit-Reset'));
            if (header(reply, 'RateLimit-Reset') !== undefined)
              setHeader(reply, 'RateLimit-Reset', write(p.now() + reset * 1000));
          }),
        BURST,
      ),
  ),
  variant('variant/token-bucket', 'a token bucket for each caller that fills up again all the time', (p) => {
    const buckets = new Map<string, { tokens: number; at: number }>();
    editSuccesses(p, (reply, { bearer }) => {
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
  }),
  variant('variant/x-ratelimit-reset', 'X-RateLimit-Reset as well', (p) =>
    editReplies(p, (reply) => {
      const reset = header(reply, 'RateLimit-Reset');
      if (reset !== undefined) reply.headers['X-RateLimit-Reset'] = reset;
    }),
  ),
  ...each([7, 23], (every) =>
    variant(
      `variant/other-clients-429[${every}]`,
      `one answer in ${every} is a 429 that others have caused`,
      (p) => {
        let calls = 0;
        p.request('everything', () => {
          calls += 1;
          return calls % every === 0
            ? {
                ...refusal(429, 'RATE_LIMITED', 'Too many requests.'),
                headers: { 'Content-Type': 'application/json', 'Retry-After': '1' },
              }
            : undefined;
        });
      },
    ),
  ),
  variant('variant/three-logins-a-minute', 'three log-ins a minute', (p) => p.option('limitsAuth', 3), BURST),
  variant('variant/unannounced-limits[lists]', 'twenty lists a minute, which no header tells', (p) =>
    unannouncedLimit(p, (operation) => operation.startsWith('list'), 20),
  ),
  variant('variant/unannounced-limits[creations]', 'five creations a minute, which no header tells', (p) =>
    unannouncedLimit(p, (operation) => operation.startsWith('create'), 5),
  ),
  variant(
    'variant/unannounced-limits[soon]',
    'five creations a minute, and a Retry-After of a second each time',
    (p) => unannouncedLimit(p, (operation) => operation.startsWith('create'), 5, 1),
  ),
];
