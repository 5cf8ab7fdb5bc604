// What a network and a platform under load do to a client: early limits, outages, slow replies, sessions that end.
import { operations } from '../../contract/operations.ts';
import { isSuccess, page, refusal, replaceResponse, setAt, textAt } from '../edits.ts';
import type { ClientRequest, Hooks, RequestMatcher, ResponseEdit } from '../exchange.ts';
import { type Apply, type Freedom, freedom, onlyByName } from '../freedom.ts';
import { ConnectionClosed } from '../layer.ts';
import { randomOf } from '../random.ts';
import { open } from '../sentences.ts';
import { SESSIONS } from '../tokens.ts';

const keyed = new Set<string>(operations.flatMap(({ id, idempotency }) => (idempotency === null ? [] : id)));

/** Matches the requests that a client may repeat: idempotent methods (RFC 9110, 9.2.2), and an Idempotency-Key. */
const mayRepeat: RequestMatcher = ({ operation, method }) =>
  operation !== null && (/^(GET|PUT|DELETE)$/.test(method) || keyed.has(operation));

const isSearch: RequestMatcher = ({ method, query }) => method === 'GET' && query !== '';

const isSession = (operation: string): boolean => SESSIONS.some((one) => one === operation);

/** Matches what nothing allows to repeat: after a reply that is lost, a client has to look before it tries again. */
const isWithoutKey: RequestMatcher = ({ operation, method, headers }) =>
  operation !== null &&
  method === 'POST' &&
  !operation.startsWith('check') &&
  !isSession(operation) &&
  headers['idempotency-key'] === undefined;

/** How many requests of an operation there are from one that is disturbed to the next. */
const EVERY = 5;

/**
 * Disturbs one of the first requests of each operation, and each fifth one after it: which ones are disturbed does not
 * depend on the order in which tests that run side by side send their requests.
 * @param first how many requests of an operation come before the first that is disturbed
 * @param every how many there are from one that is disturbed to the next; Infinity for one in all
 */
const disturb = (
  p: Hooks,
  where: RequestMatcher,
  by: (request: ClientRequest) => ResponseEdit | undefined | Promise<void>,
  { first = 0, every = EVERY }: { first?: number; every?: number } = {},
) => {
  const counts = new Map<string, number>();
  p.request(where, (_edit, request) => {
    const count = counts.get(request.operation ?? '') ?? 0;
    counts.set(request.operation ?? '', count + 1);
    return count % every === first ? by(request) : undefined;
  });
};

const afterEffect =
  (change: (reply: ResponseEdit) => void, where: RequestMatcher = mayRepeat): Apply =>
  (p) => {
    const counts = new Map<string, number>();
    p.reply(where, (reply, { operation }) => {
      if (!isSuccess(reply)) return;
      const count = counts.get(operation ?? '') ?? 0;
      counts.set(operation ?? '', count + 1);
      if (count % EVERY === 0) change(reply);
    });
  };

const withRetryAfter = (reply: ResponseEdit, seconds: string): ResponseEdit => ({
  ...reply,
  headers: { ...reply.headers, 'Retry-After': seconds },
});

const called: RequestMatcher = ({ operation }) => operation !== null;

const tooMany = (seconds = 1): ResponseEdit =>
  withRetryAfter(refusal(429, 'RATE_LIMITED', 'Too many requests.'), String(seconds));

/** How many of the operations that are refused once make a client wait for a second; the others may be repeated at once. */
const WAITING = 1;

/** Of how many operations the first request is refused several times. */
const SEVERAL_TIMES = 2;

/** Refuses the first requests of some operations several times, as where others use what comes free. */
const refuseAgain =
  (times: number): Apply =>
  (p) => {
    const counts = new Map<string, number>();
    p.request(called, (_edit, { operation }) => {
      const count = counts.get(operation ?? '') ?? 0;
      if (count === times || (count === 0 && counts.size === SEVERAL_TIMES)) return;
      counts.set(operation ?? '', count + 1);
      return tooMany(count === 0 ? 1 : 0);
    });
  };

function refuseOnce(p: Hooks): void {
  let refused = 0;
  disturb(p, called, () => tooMany(++refused > WAITING ? 0 : 1), { every: Infinity });
}

const unavailable = (): ResponseEdit =>
  withRetryAfter(refusal(503, 'SERVICE_UNAVAILABLE', 'Try again later.'), '1');

const expired = (): ResponseEdit => refusal(401, 'TOKEN_EXPIRED', 'The token has expired.');

/** Answers as gateways do: with pages, without a body, and with a date in `Retry-After`. */
function gateway(p: Hooks): void {
  let count = 0;
  const replies = [
    () => page(502),
    () => ({ ...page(504), raw: '' }),
    () => page(503, { 'Retry-After': new Date(Date.now() + 1000).toUTCString() }),
  ];
  disturb(p, mayRepeat, () => replies[count++ % replies.length]?.(), { first: 1 });
}

/** How many requests a session is good for, where it ends early. */
const MAX_REQUESTS = 10;

/** How long a session lasts that the client has to refresh, and one that it need not, in ms. */
const SHORT_MS = 4000;
const FIVE_MINUTES_MS = 300_000;

/** Lets sessions end some time after they began, as `expires_at` says; a refresh gives the client another one. */
const sessionsOf =
  (ms: number): Apply =>
  (p) => {
    const ends = new Map<string, number>();
    p.reply(SESSIONS, (reply) => {
      if (!isSuccess(reply)) return;
      ends.set(textAt(reply.json, 'token'), p.now() + ms);
      setAt(reply.json, 'expires_at', new Date(p.now() + ms).toISOString());
    });
    p.request(
      ({ path }) => !path.startsWith('/auth/'),
      (_edit, { bearer }) => ((ends.get(bearer ?? '') ?? Infinity) > p.now() ? undefined : expired()),
    );
  };

/** Ends each session that a client begins or refreshes after some requests; a refresh gives it another one. */
function shortSessions(p: Hooks): void {
  const left = new Map<string, number>();
  p.reply(SESSIONS, (reply) => {
    if (isSuccess(reply)) left.set(textAt(reply.json, 'token'), MAX_REQUESTS);
  });
  p.request(
    ({ path, bearer }) => !path.startsWith('/auth/') && left.has(bearer ?? ''),
    (_edit, { bearer }) => {
      const more = left.get(bearer ?? '') ?? 0;
      left.set(bearer ?? '', more - 1);
      return more > 0 ? undefined : expired();
    },
  );
}

/** How long a write takes where it takes long, and a request to which no reply comes: longer than most clients wait, in ms. */
const SLOW_WRITE_MS = 6_000;
const NO_REPLY_MS = 60_000;

/** How long a reply takes that the next reply to the same operation overtakes, in ms. */
const OVERTAKEN_MS = 600;

const slow =
  (wait: (draw: number) => number): Apply =>
  (p) => {
    let requests = 0;
    p.request('everything', () => p.sleep(wait(randomOf(1, `wait ${++requests}`))));
  };

export const weather: readonly Freedom[] = onlyByName(
  freedom(
    'early-limits',
    'whether requests are refused by a limit before the announced one',
    open.BREACH,
    {
      once: refuseOnce,
      'twice in a row': refuseAgain(2),
      'three times in a row': refuseAgain(3),
      'some requests': (p) => disturb(p, called, () => tooMany()),
    },
    { own: 'none' },
  ),
  freedom(
    'outages',
    'what becomes of reads, updates, deletions, and requests that take an Idempotency-Key, while the platform fails for a moment',
    open.OUTAGES,
    {
      '503 before the effect': (p) => disturb(p, mayRepeat, unavailable),
      'a gateway before the effect': gateway,
      '503 after the effect': afterEffect((reply) => replaceResponse(reply, unavailable())),
      'connection cut after the effect': afterEffect(() => {
        throw new ConnectionClosed();
      }),
      'connection cut after a POST without a key': afterEffect(() => {
        throw new ConnectionClosed();
      }, isWithoutKey),
    },
    { own: 'none' },
  ),
  freedom(
    'network',
    'how long replies take',
    open.TRANSPORT,
    {
      slow: slow((draw) => 200 + 400 * draw),
      jittery: slow((draw) => (draw > 0.85 ? 2000 * draw : 20 * draw)),
      overtaken: (p) => disturb(p, isSearch, () => p.sleep(OVERTAKEN_MS), { every: 2 }),
      'slow writes': (p) =>
        p.request(
          ({ method, operation }) => method !== 'GET' && operation !== null && !isSession(operation),
          () => p.sleep(SLOW_WRITE_MS),
        ),
      'no reply, once': (p) => {
        let isSent = false;
        p.request(mayRepeat, async (_edit, { method }) => {
          if (method !== 'GET' || isSent) return;
          isSent = true;
          await p.sleep(NO_REPLY_MS);
          throw new ConnectionClosed();
        });
      },
    },
    { own: 'none' },
  ),
  freedom(
    'session-length',
    'how long a session lasts',
    open.JWT,
    {
      'five minutes': sessionsOf(FIVE_MINUTES_MS),
      'four seconds': sessionsOf(SHORT_MS),
      'ten requests': shortSessions,
    },
    { own: 'none' },
  ),
);
