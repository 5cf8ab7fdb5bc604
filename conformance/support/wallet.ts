// Reads the balance of the wallet, confirms differences in the balance, and builds the body of a top-up.
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Evidence, Exchange, SendOptions } from '../../src/suite/model/define.ts';
import { UNDECLARED_LAG_MS } from '../../src/suite/model/limits.ts';
import { fixture } from '../define.ts';
import { waitForReadLag } from './fixtures/customers-and-orders.ts';
import { isSuccess } from './reply-readers/response-readers.ts';
import {
  idempotencyHeader,
  type MoneyBody,
  moneyBody,
  newIdempotencyKey,
} from './request-bodies/request-bodies.ts';

/** Returns the balance in a view of a wallet, in minor units; undefined while the run does not know which member it is. */
export const balanceIn = (wallet: unknown): number | undefined =>
  isObject(wallet) && typeof wallet.balance_amount === 'number' ? wallet.balance_amount : undefined;

export const PARALLEL_REQUESTS = 3;

/** Sends one request as tenant A several times at once. */
export const sendTogether = (
  t: CheckContext,
  operation: OperationId,
  options: SendOptions,
  count = PARALLEL_REQUESTS,
): Promise<Exchange[]> =>
  t.as('tenantA').sendConcurrently(Array.from({ length: count }, () => [operation, options] as const));

/** An amount that nothing else moves, in minor units. */
const PROBE_AMOUNT = 4177;

/** A top-up between two reads of the wallet, which tells the run which member is the balance. */
const probeTopUp = fixture('top-up that shows the balance', {
  learns: true,
  destructive: true,
  cost: 4,
  async make(t: CheckContext) {
    await t.as('tenantA').send('getWallet');
    const { body } = topUpBody(t, PROBE_AMOUNT);
    const headers = idempotencyHeader(newIdempotencyKey(t));
    const topUp = await t.as('tenantA').send('topUpWallet', { body, headers });
    if (!isSuccess(topUp)) return topUp;
    await readMoved(
      t,
      () => t.as('tenantA').send('getWallet'),
      ({ json }) => balanceIn(json) !== undefined,
    );
    return topUp;
  },
});

/**
 * Reads the balance of a tenant's wallet. Ends the check as inconclusive when no member of the wallet is known to be
 * the balance.
 */
export async function balanceOf(
  t: CheckContext,
  tenant: 'tenantA' | 'tenantB' = 'tenantA',
  allowCached = false,
): Promise<{ balance: number; reply: Exchange }> {
  let reply = await t.as(tenant).send('getWallet', { allowCached });
  if (balanceIn(t.require(reply).success().json) === undefined && tenant === 'tenantA') {
    await t.use(probeTopUp);
    reply = await t.as(tenant).send('getWallet', { allowCached });
  }
  const balance = balanceIn(reply.json);
  if (balance === undefined)
    t.inconclusive('no member of the wallet is known to be its balance', { exchange: reply });
  return { balance, reply };
}

/**
 * Reads the balance before a request that changes the balance. Returns an earlier read when nothing has been written
 * since.
 */
export const balanceBefore = (
  t: CheckContext,
  tenant: 'tenantA' | 'tenantB' = 'tenantA',
): ReturnType<typeof balanceOf> => balanceOf(t, tenant, true);

/** Reads a wallet that must have moved; a read may lag behind although the target file does not say so. */
async function readMoved<T>(t: CheckContext, read: () => Promise<T>, hasMoved: (value: T) => boolean) {
  await waitForReadLag(t);
  const first = await read();
  if (hasMoved(first)) return first;
  await t.sleep(UNDECLARED_LAG_MS);
  return read();
}

/**
 * Reads the balance after requests that change it.
 * @param rise by how much they raise it, where a read that lags may show a part of them
 */
export const balanceAfter = (t: CheckContext, before: number, rise?: number): ReturnType<typeof balanceOf> =>
  readMoved(
    t,
    () => balanceOf(t),
    ({ balance }) => (rise === undefined ? balance !== before : balance >= before + rise),
  );

/** How many times the wallet is read, one second apart, before a check reports a difference in the balance. */
const STABILITY_READS = 4;

// Reads the balance several times. Ends the check as inconclusive when the balance changes although the suite writes
// nothing.
async function requireStableWallet(t: CheckContext, tenant: 'tenantA' | 'tenantB'): Promise<void> {
  const first = await balanceOf(t, tenant);
  for (let read = 1; read < STABILITY_READS; read += 1) {
    await t.sleep(1000);
    const next = await balanceOf(t, tenant);
    if (first.balance !== next.balance)
      t.inconclusive('others move money in this wallet meanwhile', { exchange: [next.reply, first.reply] });
  }
}

/** A difference in a balance that a check is about to report. Amounts are in minor units. */
type BalanceDeviation = {
  /** the measured change of the balance less the expected change */
  measured: number;
  /** measures the deviation again, on fresh resources */
  remeasure(fresh: CheckContext): Promise<number>;
  /**
   * deviations that are multiples of this amount count as equal, because parallel requests do not lose the same
   * number of updates each time
   */
  unit?: number;
  tenant?: 'tenantA' | 'tenantB';
};

/** Returns the deviation that the value of a fixture shows; it is measured again on another value of the fixture. */
export const deviationOf = <T>(
  of: Fixture<T>,
  value: T,
  deviation: (value: T) => number,
): Pick<BalanceDeviation, 'measured' | 'remeasure'> => ({
  measured: deviation(value),
  remeasure: async (fresh) => deviation(await fresh.use(of)),
});

/**
 * Asserts that a balance is right. Ends the check as inconclusive when other users of the wallet may have caused the
 * deviation: when the balance changes by itself, or when a second measurement on fresh resources yields another
 * deviation.
 */
export async function expectBalance(
  t: CheckContext,
  isRight: boolean,
  message: string,
  { measured, remeasure, unit, tenant = 'tenantA', ...evidence }: BalanceDeviation & Evidence,
): Promise<void> {
  if (t.compared(isRight)) return;
  await requireStableWallet(t, tenant);
  const repeated = await t.withFreshFixtures(remeasure);
  const isMultiple = (amount: number): boolean =>
    unit !== undefined && unit > 1 && amount !== 0 && amount % unit === 0;
  if (repeated !== measured && !(isMultiple(repeated) && isMultiple(measured)))
    t.inconclusive(
      `the balance deviated by ${measured}, and by ${repeated} when it was measured again: others may move money in this wallet`,
    );
  await requireStableWallet(t, tenant);
  t.fail(message, evidence);
}

/**
 * Builds the request body of a top-up.
 * @param amount minor units; a platform may refuse less than some units of its currency
 */
export const topUpBody = (t: CheckContext, amount: number): MoneyBody =>
  moneyBody(t, 'topUpWallet', { amount }, { amount });
