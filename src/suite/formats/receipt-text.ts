// Formats the receipt of a run: what it spent, and what stays at the target.
import type { Report } from '../report/report.ts';

/** The most names and ids that one line lists. */
const MAX_LISTED = 5;

/** Returns the rows of the receipt, each with its name; an empty list for a run that bought and left nothing. */
export function receiptRows({ receipt }: Report): [name: string, value: string][] {
  if (!receipt) return [];
  const { spent, purchases, unpriced, names, openSubscriptions, notTakenBack } = receipt;
  const sums = spent.map(
    ({ amount, currency }) => `${amount} minor units${currency === null ? '' : ` of ${currency}`}`,
  );
  const rows: [string, string][] = [
    [
      'spent',
      `${sums.join(' and ') || 'nothing that a reply states'} in ${purchases} ${purchases === 1 ? 'purchase' : 'purchases'}${unpriced === 0 ? '' : `, ${unpriced} of them without a stated price`}`,
    ],
    ['names registered', listed(names)],
    ['subscriptions open', openSubscriptions === null ? 'not read' : listed(openSubscriptions)],
    ['not taken back', listed(notTakenBack)],
  ];
  return rows.filter(([, value]) => value !== '');
}

/** Formats the receipt as one line, without what was not taken back, which the report lists before it. */
export const receiptLine = (report: Report): string =>
  receiptRows(report)
    .filter(([name]) => name !== 'not taken back')
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');

const listed = (all: readonly string[]): string =>
  all.length <= MAX_LISTED
    ? all.join(', ')
    : `${all.slice(0, MAX_LISTED).join(', ')} and ${all.length - MAX_LISTED} more`;
