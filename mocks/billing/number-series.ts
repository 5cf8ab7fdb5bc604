// What documents are called by: the next number of a tenant's series, and whether a series can be counted on.
import type { InvalidRow } from '../../src/server/mock-definition.ts';
import type { Store } from '../tables.ts';

/** What is counted, from what it starts where nothing was counted yet, and the count in a number as it is written. */
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

/** How far a count may be ahead of every number in use: so far that nobody sees it, and years of counting fit above. */
const MAX_LEAD = 1_000_000_000;

/** Counts a series of a tenant on. */
export function nextNumber(store: Store, series: Series): number {
  const counter = store.counters.by('name', series);
  const value = (counter?.value ?? NUMBER_SERIES[series].first(store)) + 1;
  if (counter) store.counters.update(counter.id, { value });
  else store.counters.insert({ name: series, value });
  return value;
}

/** The counters whose next number is one in use, or lies beyond all counting. @param platform the platform's */
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
