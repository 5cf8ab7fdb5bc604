// The wallet as checks stand on it: its balance, read once or until it rests, and what a top-up sends.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { type MoneyBody, moneyBody } from './request-bodies.ts';
import { balanceIn } from './response-readers.ts';

/** How many top-ups are released together. */
export const PARALLEL_REQUESTS = 3;

/** The balance of a tenant's wallet; inconclusive when the wallet shows none that is known by its name. */
export async function balanceOf(
  t: CheckContext,
  tenant: 'tenantA' | 'tenantB' = 'tenantA',
  allowCached = false,
): Promise<{ balance: number; reply: Exchange }> {
  const reply = await t.as(tenant).send('getWallet', { allowCached });
  const balance = balanceIn(t.require(reply).success().json);
  if (balance === undefined)
    t.inconclusive('no member of the wallet is known to be its balance', { exchange: reply });
  return { balance, reply };
}

/** The balance before something moves it: what the wallet showed last, where nothing was written since. */
export const balanceBefore = (
  t: CheckContext,
  tenant: 'tenantA' | 'tenantB' = 'tenantA',
): ReturnType<typeof balanceOf> => balanceOf(t, tenant, true);

/**
 * Ends as inconclusive when the balance moves by itself: then others use this wallet, and no difference can be told.
 * Asked before a difference is held against the target.
 */
export async function requireStableWallet(
  t: CheckContext,
  tenant: 'tenantA' | 'tenantB' = 'tenantA',
): Promise<void> {
  const first = await balanceOf(t, tenant);
  await t.sleep(1000);
  const second = await balanceOf(t, tenant);
  if (first.balance === second.balance) return;
  t.inconclusive('others move money in this wallet meanwhile', { exchange: [second.reply, first.reply] });
}

/** The body of a top-up. */
export const topUpBody = (t: CheckContext, amount: number): MoneyBody =>
  moneyBody(t, 'topUpWallet', { amount }, { amount });
