// Checks of rate limits that are not exhausted: the number of remaining requests falls, once for each request.

import type { OperationId } from '../../../src/contract/operations.ts';
import { rateLimits as documentedLimits } from '../../../src/contract/policies.ts';
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { checksOf, fixture } from '../../define.ts';
import { holds } from '../../expectations.ts';
import { headerNumber } from '../../rules/rate-limits.ts';
import { distinctTenants } from '../../support/fixtures/owned-resources.ts';
import { profile, session } from '../../support/fixtures/sessions.ts';
import { isSuccess } from '../../support/reply-readers/response-readers.ts';

const { check, row } = checksOf({ area: 'everywhere', mode: 'read-only' });

const CALLS = 3;

// Sends one read, then several reads in parallel, then one more read. Another caller sends a read before and after the
// series.
const readSeries = fixture('series of reads', {
  after: ['limits/remaining-falls'],
  async make(t: CheckContext) {
    const series = await runReadSeries(t);
    // The target refilled the limit during the series, so the series does not show a decrease. A second series has a
    // whole new minute.
    return Math.max(...series.remaining) > (series.remaining[0] ?? 0) ? runReadSeries(t) : series;
  },
});

/** Sends a series of reads; `other` is null when the target file has no other caller. */
async function runReadSeries(t: CheckContext) {
  const read = () => t.as('tenantB').send('getCurrentUser');
  const before = t.has('tenantB') ? await read() : null;
  const api = t.as('tenantA');
  // A target may compute the remaining number when it writes the reply, so parallel replies may show the same number.
  // The first and the last reply do not come in parallel.
  const replies = [
    await api.send('getCurrentUser'),
    ...(await api.sendConcurrently(Array.from({ length: CALLS }, () => ['getCurrentUser'] as const))),
    await api.send('getCurrentUser'),
  ];
  const after = before === null ? null : await read();
  const good = replies.filter(isSuccess);
  const remaining = good.flatMap((reply) => headerNumber(reply, 'RateLimit-Remaining') ?? []);
  if (remaining.length < 3)
    t.inconclusive('too few replies state the remaining requests', { exchange: replies });
  return { replies, remaining, other: before && after ? { before, after } : null };
}

export const rateLimits = [
  row('limits/remaining-falls', 'limits/remaining-falls', readSeries, {
    // Counters may be published every few seconds, and a cached reply has those of another one.
    observe: 'let the remaining number fall with every request',
    after: ['limits/ratelimit-remaining', 'limits/whole-numbers'],
    expect(t: CheckContext, { remaining, replies }) {
      const decrease = Math.max(...remaining) - Math.min(...remaining);
      t.observe(
        `${replies.length} requests ${decrease > 0 ? `lowered the number by ${decrease}` : 'left the number as it was'}`,
        { exchange: replies },
      );
    },
  }),
  row('limits/one-per-request', 'limits/one-per-request', readSeries, {
    should: 'count a request once',
    expect(t, { remaining, replies }) {
      const decrease = Math.max(...remaining) - Math.min(...remaining);
      holds(
        t,
        decrease < (remaining.length - 1) * 1.5,
        `${remaining.length} requests lowered the number by ${decrease}`,
        { actual: remaining, exchange: replies },
      );
    },
  }),
  row('limits/per-caller', 'limits/per-caller', [readSeries, distinctTenants], {
    should: 'count the requests of two callers apart',
    needs: ['tenantA', 'tenantB'],
    after: ['limits/ratelimit-remaining', 'limits/whole-numbers'],
    expect(t: CheckContext, { other }) {
      if (other === null) t.notApplicable('there is no other caller');
      const { before: first, after: second } = other;
      const [was, is] = [
        headerNumber(first, 'RateLimit-Remaining'),
        headerNumber(second, 'RateLimit-Remaining'),
      ];
      if (was === undefined || is === undefined) {
        t.inconclusive('the replies do not state the remaining requests', { exchange: [first, second] });
      }
      holds(t, was - is <= CALLS, `${CALLS} requests of one caller lowered the number of another`, {
        expected: was - 1,
        actual: is,
        exchange: [second, first],
      });
    },
  }),
  row('limits/auth-figures', 'limits/sub-limits', [session, profile], {
    observe: 'limit log-ins more tightly than reads',
    needs: ['tenantA.login'],
    expect(t, { login }, read) {
      const [loginLimit, readLimit] = [
        headerNumber(login, 'RateLimit-Limit'),
        headerNumber(read, 'RateLimit-Limit'),
      ];
      t.observe(`a login tells a limit of ${loginLimit ?? 'nothing'}, a read of ${readLimit ?? 'nothing'}`, {
        exchange: [login, read],
      });
    },
  }),
  check('limits/reseller', 'limits/two-sets', {
    must: 'not limit a reseller by the default figure',
    needs: ['reseller', 'tenantA'],
    cost: 3,
    after: ['limits/ratelimit-limit', 'limits/whole-numbers'],
    async run(t: CheckContext) {
      const read = async (who: 'reseller' | 'tenantA' | 'tenantB', id: OperationId) =>
        t.require(await t.as(who).send(id)).success();
      // One endpoint may have a lower limit for all callers together, so the caller's limit is taken from several endpoints
      // that agree.
      const { A, B } = documentedLimits().sets;
      const defaults = [A.tiers.free, B.tiers.default];
      const reads = ['getCurrentUser', 'listCustomers', 'listOrders'] as const;
      const own: Exchange[] = [];
      for (const id of reads) {
        own.push(await read('reseller', id));
        if (
          t.compared(
            ![...defaults, undefined].includes(
              own.map((reply) => headerNumber(reply, 'RateLimit-Limit')).at(-1),
            ),
          )
        )
          return;
      }
      const limits = new Set(own.map((reply) => headerNumber(reply, 'RateLimit-Limit')));
      const [limit] = limits;
      if (limits.has(undefined)) t.inconclusive('the replies do not state the limit', { exchange: own });
      if (t.compared(limits.size > 1) || limit === undefined || !defaults.includes(limit)) return;
      // When a credential of another tier shows the limit of its own tier, no gateway replaces the limit in the headers by
      // one limit for all callers.
      const higherLimits = Object.entries(limit === A.tiers.free ? A.tiers : B.tiers).flatMap(
        ([tier, figure]) => (tier === 'reseller' ? [] : [figure]),
      );
      for (const who of ['tenantA', 'tenantB'] as const) {
        if (!t.has(who)) continue;
        const before = await read(who, 'getCurrentUser');
        const between = await read('reseller', 'getCurrentUser');
        const after = await read(who, 'getCurrentUser');
        const reported = headerNumber(before, 'RateLimit-Limit') ?? 0;
        if (t.compared(reported !== limit && !higherLimits.includes(reported))) continue;
        const [was, is] = [
          headerNumber(before, 'RateLimit-Remaining'),
          headerNumber(after, 'RateLimit-Remaining'),
        ];
        const exchange = [...own, before, between, after];
        if (was === undefined || is === undefined || was - is !== 1)
          t.inconclusive('it may be a limit that all callers share', { exchange });
        t.fail('a reseller has the default limit', {
          expected: `${A.tiers.reseller} (set A) or ${B.tiers.reseller} (set B)`,
          actual: limit,
          exchange,
        });
      }
      t.inconclusive('no other caller has a limit of the two sets', { exchange: own });
    },
  }),
];
