// Checks of what a request takes from the wallet: a replay with the same Idempotency-Key takes nothing, and a renewal that
// was paid extends what it renewed.
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { UNDECLARED_LAG_MS } from '../../src/suite/model/limits.ts';
import { checksOf } from '../define.ts';
import { holds } from '../expectations.ts';
import { waitForReadLag } from './fixtures/customers-and-orders.ts';
import { statusIn } from './reply-readers/response-readers.ts';
import { latestTime, timeOf } from './reply-readers/times.ts';
import { balanceIn, deviationOf, expectBalance } from './wallet.ts';

/** What an act returned and what it took from the wallet of tenant A, in minor units; undefined when that is not known. */
type Charged<T> = { value: T; charge: number | undefined; wallet: Exchange };

/** Reads the wallet before and after an act. */
export async function chargeOf<T>(t: CheckContext, act: () => Promise<T>): Promise<Charged<T>> {
  const api = t.as('tenantA');
  const before = balanceIn((await api.send('getWallet', { allowCached: true })).json);
  const value = await act();
  await waitForReadLag(t);
  const wallet = await api.send('getWallet');
  const after = balanceIn(wallet.json);
  return { value, charge: before === undefined || after === undefined ? undefined : before - after, wallet };
}

/** Builds the check of a replay. @param replayIn returns the replay in the value of the fixture that sends it */
export const chargedOnce = <T>(
  id: string,
  area: string,
  of: Fixture<T>,
  replayIn: (value: T) => Charged<unknown>,
  after: readonly string[] = [],
) =>
  checksOf({ area, mode: 'full' }).row(
    `idempotency/charged/${id}`,
    'idempotency/replay-is-one-operation',
    of,
    {
      must: `take no money for a replayed ${id}`,
      group: 'idempotency/charged',
      after: ['idempotency/topup-replay', 'billing/topup', ...after],
      async expect(t: CheckContext, value) {
        const { charge = Number.NaN, wallet } = replayIn(value);
        if (Number.isNaN(charge))
          t.inconclusive('no member of the wallet is known to be its balance', { exchange: wallet });
        await expectBalance(t, charge <= 0, 'the replay was charged', {
          ...deviationOf(of, value, (one) => replayIn(one).charge ?? Number.NaN),
          expected: 0,
          actual: charge,
          exchange: wallet,
        });
      },
    },
  );

/** A renewal of a resource, with the owner's reads around it. */
type Renewed = { before: Exchange; renewal: Charged<Exchange>; after: Exchange; read(): Promise<Exchange> };

/**
 * Asserts that a renewal which was paid moved the end of the term. How a record shows its term is open, and so is when a
 * renewal that is not paid yet takes effect.
 */
export async function expectExtended(
  t: CheckContext,
  { before, renewal, after, read }: Renewed,
): Promise<void> {
  const { value: reply, charge = 0, wallet } = renewal;
  t.require(reply).success();
  const end = latestTime(before.json);
  if (end === undefined || timeOf(end) < t.now() || reply.status === 202 || charge <= 0)
    t.inconclusive('it took no money, or the record shows no end of its term', { exchange: [before, reply] });
  const isExtended = ({ status, json }: Exchange): boolean =>
    status >= 300 || timeOf(latestTime(json)) > timeOf(end) || statusIn(json) !== statusIn(before.json);
  if (t.compared(isExtended(after))) return;
  await t.sleep(UNDECLARED_LAG_MS);
  const later = await read();
  holds(t, isExtended(later), 'it was paid, and the term ends as before', {
    expected: `later than ${end}`,
    actual: later.json,
    exchange: [later, reply, wallet],
  });
}
