// Defects of the wallet: its balance, what a top-up adds, and what an order debits.

import { chosen, follows, stated } from './define-mutant.ts';
import { changeBalance } from './edits/db-edits.ts';
import { editObject } from './edits/request-edits.ts';
import { isSuccess, numberAt, textAt } from './edits/response-edits.ts';
import type { Db, Injector, Mutant } from './mutant.ts';

const balanceOf = (db: Db): number => numberAt(db.table('wallets').all()[0], 'balance_amount');

/**
 * Changes the amount that a top-up adds to the balance.
 * @param by returns the difference from the requested amount, in minor units
 */
const changeTopUps = (p: Injector, by: (amount: number) => number): void =>
  p.handler('topUpWallet', ({ db, body }, go) => {
    const result = go();
    changeBalance(db, by(numberAt(body, 'amount')));
    return result;
  });

export const billingWallet: readonly Mutant[] = [
  stated(
    'wallet/topup-not-credited',
    'a top-up does not raise the balance',
    'endpoints/wallet-topup',
    'billing/topup',
    (p) => changeTopUps(p, (amount) => -amount),
  ),
  chosen(
    'wallet/topup-amount-wrong[doubled]',
    'a top-up is credited twice',
    'billing/topup-exact',
    'billing/topup-exact',
    (p) => changeTopUps(p, (amount) => amount),
  ),
  stated(
    'wallet/topup-amount-wrong[unit]',
    'the amount of a top-up is read as major units',
    ['service/integer-amounts', 'billing/topup-exact'],
    'billing/topup-in-minor-units',
    (p) => changeTopUps(p, (amount) => amount * 99),
  ),
  chosen(
    'wallet/order-not-debited',
    'an order paid by wallet does not lower the balance',
    'billing/wallet-pays-total',
    'billing/wallet-pays-the-total',
    (p) =>
      p.handler('createOrder', ({ db, body }, go) => {
        const before = balanceOf(db);
        const result = go();
        if (textAt(body, 'payment_method') === 'wallet') changeBalance(db, before - balanceOf(db));
        return result;
      }),
  ),
  chosen(
    'wallet/order-debits-other-sum',
    'an order paid by wallet lowers the balance by another sum',
    'billing/wallet-pays-total',
    'billing/wallet-pays-the-total',
    (p) =>
      p.handler('createOrder', ({ db, body }, go) => {
        const result = go();
        if (textAt(body, 'payment_method') === 'wallet') changeBalance(db, -50);
        return result;
      }),
  ),
  follows(
    'wallet/order-debited-twice',
    'an order is paid twice',
    'billing/wallet-pays-once',
    'billing/wallet-pays-once',
    (p) =>
      p.handler('createOrder', ({ db, body }, go) => {
        const before = balanceOf(db);
        const result = go();
        if (textAt(body, 'payment_method') === 'wallet') changeBalance(db, balanceOf(db) - before);
        return result;
      }),
  ),
  follows(
    'wallet/parallel-topups-lost',
    'top-ups sent at the same time overwrite each other',
    ['billing/topups-all-count', 'billing/topup-exact'],
    'billing/topups-all-count',
    (p) =>
      p.interleave(
        'topUpWallet',
        ({ db }) => balanceOf(db),
        (before, { db, body }, go) => {
          const result = go();
          changeBalance(db, before + numberAt(body, 'amount') - balanceOf(db));
          return result;
        },
      ),
  ),
  stated('wallet/balance-missing', 'the wallet shows no balance', 'endpoints/wallet', 'billing/wallet', (p) =>
    p.reply('getWallet', (reply) => {
      if (isSuccess(reply)) reply.json = {};
    }),
  ),
  chosen(
    'wallet/topup-costs-fee',
    'a top-up costs a fee',
    'billing/topup-exact',
    'billing/topup-exact',
    (p) =>
      p.handler('topUpWallet', ({ db }, go) => {
        const data = go();
        const [wallet] = db.table('wallets').all();
        if (wallet)
          db.table('wallets').update(wallet.id, {
            balance_amount: numberAt(wallet, 'balance_amount') - 1,
            available_amount: numberAt(wallet, 'available_amount') - 1,
          });
        return data;
      }),
  ),
  stated(
    'wallet/topup-in-major-units',
    'the amount of a top-up is credited in major units',
    ['service/integer-amounts', 'billing/topup-exact'],
    'billing/topup-in-minor-units',
    (p) =>
      p.handler('topUpWallet', ({ body }, go) =>
        go({ body: editObject(body, (body) => ({ ...body, amount: numberAt(body, 'amount') * 100 })) }),
      ),
  ),
];
