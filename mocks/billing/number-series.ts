// Number series: generates the next invoice or ticket number of a tenant, and validates imported counters.
import type { InvalidRow } from '../../src/server/mock-definition.ts';
import type { Store } from '../tables.ts';

// For each number series: the start value when there is no counter row, the numbers in use, and how to parse the count
// from a number.
const NUMBER_SERIES = {
  invoices: {
    first: (store: Store) => store.invoices.count(),
    numbers: (store: Store) => store.invoices.all().map(({ number }) => number),
    counted: (number: string) => /-\d{4}-(\d{6}|[1-9]\d{6,14})$/.exec(number)?.[1],
  },
  tickets: {
    first: () => 100_000,
    numbers: (store: Store) => store.tickets.all().map(({ number }) => number),
    counted: (number: string) => /^T-([1-9]\d{0,14})$/.exec(number)?.[1],
  },
};
type Series = keyof typeof NUMBER_SERIES;

// The maximum difference between an imported counter and the highest number in use. The limit leaves room to count for
// years.
const MAX_LEAD = 1_000_000_000;

/** Increments the counter of a series and returns its new value. */
export function nextNumber(store: Store, series: Series): number {
  const counter = store.counters.by('name', series);
  const value = (counter?.value ?? NUMBER_SERIES[series].first(store)) + 1;
  if (counter) store.counters.update(counter.id, { value });
  else store.counters.insert({ name: series, value });
  return value;
}

/** Lists the counters whose next number is in use already or is too far above the numbers in use. */
export const invalidCounters = (platform: Store): InvalidRow[] =>
  platform.tenants.all().flatMap(({ id, slug }) => {
    const store = platform.forTenant(id);
    return [...invalidCounter(store, slug, 'invoices'), ...invalidCounter(store, slug, 'tickets')];
  });

function invalidCounter(store: Store, slug: string, series: Series): InvalidRow[] {
  const { first, numbers: usedNumbers, counted } = NUMBER_SERIES[series];
  const counter = store.counters.by('name', series);
  const value = counter?.value ?? first(store);
  let highest = 0;
  let highestNumber = '';
  for (const number of usedNumbers(store)) {
    const count = Number(counted(number) ?? 0);
    if (count > highest) [highest, highestNumber] = [count, number];
  }
  const most = Math.max(highest, first(store)) + MAX_LEAD;
  if (value >= highest && value <= most) return [];
  const must =
    value < highest
      ? `at least ${highest}, for ${highestNumber} is in use`
      : `at most ${most}, so that there is room to count on`;
  const sentence = `must be ${must}: ${slug} has counted ${series} to ${value}${counter ? '' : ', without a row'}.`;
  return [{ table: 'counters', id: counter?.id ?? '', member: 'value', message: sentence }];
}
