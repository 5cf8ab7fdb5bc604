// Formats the receipt of a run: what it spent, and what stays at the target.
import type { Money, Order } from '../model/receipt.ts';
import { plural } from '../model/text.ts';
import type { Report } from '../report/report.ts';

const MAX_LISTED = 5;

/**
 * Returns the rows of the receipt, each with its name; an empty list for a run that bought and left nothing.
 * @param most the most entries that a row lists
 */
export function receiptRows(
  { receipt }: Report,
  most = Number.POSITIVE_INFINITY,
): [name: string, value: string][] {
  if (!receipt) return [];
  const listed = (all: readonly string[]): string =>
    all.length <= most ? all.join(', ') : `${all.slice(0, most).join(', ')} and ${all.length - most} more`;
  const { spent, purchases, unpriced, orders, names, openSubscriptions, notTakenBack } = receipt;
  const sums = spent.map(moneyText);
  const rows: [string, string][] = [
    [
      'spent',
      `${sums.join(' and ') || 'nothing that a reply states'} in ${plural(purchases, 'purchase')}${unpriced === 0 ? '' : `, ${unpriced} of them without a stated price`}`,
    ],
    ['names registered', listed(names)],
    ['subscriptions open', openSubscriptions === null ? 'not read' : listed(openSubscriptions)],
    ['orders', listed(orders.map(orderText))],
    ['not taken back', listed(notTakenBack)],
  ];
  return rows.filter(([, value]) => value !== '');
}

/** Formats the receipt as one line, without what was not taken back, which the report lists before it. */
export const receiptLine = (report: Report): string =>
  receiptRows(report, MAX_LISTED)
    .filter(([name]) => name !== 'not taken back')
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');

const moneyText = ({ amount, currency }: Money): string =>
  `${amount} minor units${currency === null ? '' : ` of ${currency}`}`;

const orderText = ({ operation, id, invoice, price, open }: Order): string =>
  `${operation} ${id} (${open ? 'open, ' : ''}${invoice === null ? '' : `invoice ${invoice}, `}${price === null ? 'no stated price' : moneyText(price)})`;
