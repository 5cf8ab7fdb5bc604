// Counting and refusing: how the remaining number falls, and, when it is allowed, what happens when it is spent.
import type { Context, Exchange } from '../src/suite/define.ts';
import { apart } from './exhibits.ts';
import { isSuccess } from './reading.ts';
import { count } from './rules/limits.ts';
import { profile, session } from './sessions.ts';
import { check, subject } from './suite.ts';

const area = 'everywhere';
const calls = 6;
/** The most requests an exhaustion may take. */
const ceiling = 70;

type Series = {
  replies: Exchange[];
  remaining: number[];
  limit: number;
  ms: number;
  /** a call of another caller before and one after; null when there is none */
  other: { before: Exchange; after: Exchange } | null;
};

/** A handful of equal reads, released together, between two reads of another caller. */
const series = subject('series of reads', {
  cost: calls + 2,
  async make(t: Context): Promise<Series> {
    const read = () => t.as('tenantB').send('getCurrentUser');
    const before = t.has('tenantB') ? await read() : null;
    const started = t.now();
    const replies = await t
      .as('tenantA')
      .together(Array.from({ length: calls }, () => ['getCurrentUser'] as const));
    const ms = t.now() - started;
    const after = before === null ? null : await read();
    const good = replies.filter(isSuccess);
    const remaining = good.flatMap((reply) => count(reply, 'RateLimit-Remaining') ?? []);
    const limit = Math.max(0, ...good.flatMap((reply) => count(reply, 'RateLimit-Limit') ?? []));
    if (remaining.length < 3)
      t.inconclusive('too few replies tell how many requests remain', { exchange: replies });
    return { replies, remaining, limit, ms, other: before && after ? { before, after } : null };
  },
});

/** How many requests a bucket that refills steadily may have won back meanwhile. */
const regained = ({ limit, ms }: Series): number => Math.ceil((limit * ms) / 60_000);

type Burst = { replies: Exchange[]; breach: Exchange | undefined; general: number | undefined };

/** Log-ins of an unknown address until one is refused, up to the ceiling. */
const burst = subject('burst of log-ins', {
  cost: ceiling,
  authCost: ceiling,
  uses: [session],
  async make(t: Context): Promise<Burst> {
    const { api } = await t.use(session);
    const general = count(await api.send('getCurrentUser'), 'RateLimit-Limit');
    const body = { email: `${t.unique()}@nobody.example`, password: 'a password nobody has' };
    const replies: Exchange[] = [];
    let breach: Exchange | undefined;
    while (replies.length < ceiling - 1 && breach === undefined) {
      const reply = await t.anonymous.send('login', { body, burst: true, spoiled: 'one of a burst' });
      replies.push(reply);
      if (reply.status === 429 || reply.status === 503) breach = reply;
    }
    return { replies, breach, general };
  },
});

const last = {
  phase: 'last',
  allow: 'rate-limit-burst',
  retry: false,
  area,
  needs: ['tenantA.login'],
} as const;

export const rateLimits = [
  check('limits/remaining-falls', {
    must: 'let the remaining number fall with every request',
    says: 'limits/remaining-falls',
    area,
    mode: 'read-only',
    cost: 0,
    uses: [series],
    after: ['limits/ratelimit-remaining', 'limits/whole-numbers'],
    async run(t: Context) {
      const all = await t.use(series);
      if (regained(all) >= calls - 1)
        t.inconclusive('the replies took so long that the limit may have refilled');
      const fell = Math.max(...all.remaining) - Math.min(...all.remaining);
      if (fell > 0) return;
      t.fail(`${calls} requests left the number as it was`, { actual: all.remaining, exchange: all.replies });
    },
  }),
  check('limits/one-per-request', {
    should: 'count a request once',
    says: 'limits/one-per-request',
    area,
    mode: 'read-only',
    cost: 0,
    uses: [series],
    after: ['limits/remaining-falls'],
    async run(t: Context) {
      const { remaining, replies } = await t.use(series);
      const fell = Math.max(...remaining) - Math.min(...remaining);
      if (fell < remaining.length * 1.5) return;
      t.fail(`${remaining.length} requests lowered the number by ${fell}`, {
        actual: remaining,
        exchange: replies,
      });
    },
  }),
  check('limits/per-caller', {
    must: 'count the requests of two callers apart',
    says: 'limits/per-caller',
    area,
    needs: ['tenantA', 'tenantB'],
    mode: 'read-only',
    cost: 0,
    uses: [apart, series],
    after: ['limits/remaining-falls', 'limits/ratelimit-remaining', 'limits/whole-numbers'],
    async run(t: Context) {
      await t.use(apart);
      const { other } = await t.use(series);
      if (other === null) t.notApplicable('there is no other caller');
      const { before: first, after: second } = other;
      const [was, is] = [count(first, 'RateLimit-Remaining'), count(second, 'RateLimit-Remaining')];
      if (was === undefined || is === undefined) {
        t.inconclusive('the replies do not tell how many requests remain', { exchange: [first, second] });
      }
      if (was - is <= calls) return;
      t.fail(`${calls} requests of one caller lowered the number of another`, {
        expected: was - 1,
        actual: is,
        exchange: [second, first],
      });
    },
  }),
  check('limits/auth-figures', {
    observe: 'limit log-ins more tightly than reads',
    says: 'limits/sub-limits',
    area,
    needs: ['tenantA.login'],
    mode: 'read-only',
    cost: 0,
    uses: [session, profile],
    async run(t) {
      const { login } = await t.use(session);
      const read = await t.use(profile);
      const [one, other] = [count(login, 'RateLimit-Limit'), count(read, 'RateLimit-Limit')];
      t.seen(`a login tells a limit of ${one ?? 'nothing'}, a read of ${other ?? 'nothing'}`, {
        exchange: [login, read],
      });
    },
  }),
  check('limits/reseller', {
    must: 'not limit a reseller by the default figure',
    says: 'limits/two-sets',
    area,
    needs: ['reseller'],
    mode: 'read-only',
    cost: 1,
    after: ['limits/ratelimit-limit', 'limits/whole-numbers'],
    async run(t: Context) {
      const reply = t.require(await t.as('reseller').send('listCustomers')).success();
      const limit = count(reply, 'RateLimit-Limit');
      if (limit === undefined) t.inconclusive('the reply does not tell the limit', { exchange: reply });
      if (limit !== 600 && limit !== 60) return;
      t.fail('a reseller has the default limit', {
        expected: '2400 (set A) or 300 (set B)',
        actual: limit,
        exchange: reply,
      });
    },
  }),
  check('limits/breach-is-429', {
    ...last,
    must: 'answer 429 once the limit is spent',
    says: 'limits/breach-is-429',
    cost: 0,
    uses: [session, burst],
    async run(t: Context) {
      const { replies, breach } = await t.use(burst);
      if (breach !== undefined) {
        t.expect(breach).status(429);
        return;
      }
      const told = replies
        .map((reply) => count(reply, 'RateLimit-Limit'))
        .find((limit) => limit !== undefined);
      const login = count((await t.use(session)).login, 'RateLimit-Limit') ?? told;
      if (login !== undefined && login < replies.length) {
        t.fail(`${replies.length} log-ins within the limit of ${login} were all let through`, {
          expected: 429,
          exchange: replies.slice(-2),
        });
      }
      t.inconclusive(`${replies.length} log-ins did not reach the limit of ${login ?? 'an unknown number'}`);
    },
  }),
  check('limits/auth-tighter', {
    ...last,
    must: 'limit log-ins more tightly than other requests',
    says: 'limits/auth-tighter',
    cost: 0,
    uses: [session, burst],
    after: ['limits/breach-is-429'],
    async run(t: Context) {
      const { replies, breach, general } = await t.use(burst);
      if (breach !== undefined && (general === undefined || replies.length <= general)) return;
      const login = count((await t.use(session)).login, 'RateLimit-Limit');
      if (general === undefined || login === undefined || login < general) {
        t.inconclusive(`the limit of log-ins was not reached within ${replies.length} requests`);
      }
      t.fail(`log-ins have the same limit as reads, and ${replies.length} of them were let through`, {
        expected: `less than ${general}`,
        actual: login,
        exchange: replies.slice(-1),
      });
    },
  }),
  check('limits/others-unharmed', {
    ...last,
    must: 'serve other callers while one has spent its limit',
    says: 'limits/per-caller',
    needs: ['tenantA.login', 'tenantB'],
    cost: 1,
    uses: [session, burst],
    after: ['limits/breach-is-429'],
    async run(t: Context) {
      const { breach } = await t.use(burst);
      if (breach?.status !== 429) t.inconclusive('no limit was spent');
      let reply = breach;
      // others may share tenant B's limit: one refusal alone says nothing
      for (let attempt = 0; attempt < 3 && reply.status === 429; attempt++) {
        if (attempt > 0) await t.sleep(1000);
        reply = await t.as('tenantB').send('getCurrentUser', { burst: true });
      }
      if (reply.status !== 429) return;
      t.fail("one caller's log-ins used up another's requests", { actual: 429, exchange: [reply, breach] });
    },
  }),
  check('limits/wait-then-retry', {
    ...last,
    must: 'serve a caller again who waited as told',
    says: 'limits/wait-then-retry',
    cost: 2,
    authCost: 2,
    uses: [session, burst],
    after: [
      'limits/breach-is-429',
      'limits/retry-after',
      'limits/retry-after-in-seconds',
      'limits/retry-after-plausible',
    ],
    async run(t: Context) {
      const { breach } = await t.use(burst);
      if (breach?.status !== 429) t.inconclusive('no limit was spent');
      const seconds = Number(breach.header('retry-after') ?? Number.NaN);
      if (!(seconds >= 0 && seconds <= 120))
        t.inconclusive('`Retry-After` is no wait to sit out', { exchange: breach });
      const body = { email: `${t.unique()}@nobody.example`, password: 'a password nobody has' };
      let reply = breach;
      for (let attempt = 0; attempt < 2 && reply.status === 429; attempt++) {
        await t.sleep((seconds + 1) * 1000);
        reply = await t.anonymous.send('login', { body, burst: true, spoiled: 'an unknown address' });
      }
      if (reply.status !== 429) return;
      t.fail(`it is refused again after a wait of ${seconds + 1} seconds`, { exchange: [reply, breach] });
    },
  }),
];
