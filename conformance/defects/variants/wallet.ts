// Lawful variants of top-ups: credits that arrive later, and a fee.
import { variant } from '../define-mutant.ts';
import { changeAt, each, numberAt, onSuccess, setAt, valueAt } from '../edits/response-edits.ts';
import type { Db, LawfulVariant } from '../mutant.ts';

/** Changes the balance of the caller's wallet. */
function changeBalance(db: Db, by: number): void {
  const [wallet] = db.table('wallets').all();
  const balance = valueAt(wallet, 'balance_amount');
  if (wallet !== undefined && typeof balance === 'number')
    db.table('wallets').update(wallet.id, { balance_amount: balance + by });
}

export const variantsWallet: readonly LawfulVariant[] = [
  ...each(['pending', 'awaiting_settlement', 'completed', undefined] as const, (status) =>
    variant(
      `variant/topup-later[${status ?? 'no status'}]`,
      `a top-up is answered ${status ?? 'without a status'} and credited the next day`,
      (p) => {
        p.handler('topUpWallet', ({ db, body }, go) => {
          const result = go();
          changeBalance(db, -numberAt(body, 'amount'));
          return result;
        });
        onSuccess(p, 'topUpWallet', (json) => {
          setAt(json, 'status', status);
          changeAt(json, 'wallet', () => undefined);
          changeAt(json, 'balance_after_amount', () => undefined);
        });
      },
    ),
  ),
  ...each(
    [
      ['fixed', () => 25],
      ['percent', (amount: number) => Math.ceil(amount * 0.029)],
    ] as const,
    ([label, fee]) =>
      variant(`variant/topup-fee[${label}]`, `a top-up costs a ${label} fee`, (p) =>
        p.handler('topUpWallet', ({ db, body }, go) => {
          const result = go();
          changeBalance(db, -Math.min(numberAt(body, 'amount'), fee(numberAt(body, 'amount'))));
          return result;
        }),
      ),
  ),
];
