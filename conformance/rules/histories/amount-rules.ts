// The rule about amounts that are known: the total of an order and the sum of a payment are the same integer wherever a
// reply shows them, under whatever name.
import type { Exchange } from '../../../src/suite/model/define.ts';
import { rule } from '../../define.ts';
import { isSuccess, leaves } from '../../support/reply-readers/response-readers.ts';
import { type ResourceView, viewsIn } from './run-history.ts';

/** An amount in minor units, the request that made it known, and the numbers which that request sent. */
type Known = { amount: number; by: Exchange; sent: ReadonlySet<unknown> };

/** What is left of an amount that is not shown in minor units. */
const REDUCED: readonly ((amount: number) => number)[] = [
  (amount) => amount / 100,
  (amount) => Math.trunc(amount / 100),
  (amount) => Math.round(amount / 100),
  (amount) => Math.trunc(amount / 100) * 100,
  (amount) => Math.round(amount / 100) * 100,
  (amount) => Math.trunc(amount / 10),
];

/** Smaller numbers are numbers of units, days or percent. */
const SMALLEST = 5;

/** Matches members that state an amount for people beside the amount, or that the caller sent. */
const OTHER_FORM = /format|display|decimal|major|\/(config|metadata|settings)(\/|$)/i;

const isSame = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6;

/** Returns the amounts that an order or a payment makes known, by the ids under which replies speak of it. */
function amountsOf(exchange: Exchange): [id: unknown, amount: unknown][] {
  const view = viewsIn(exchange)[0]?.view;
  if (view === undefined || exchange.deliberateFault !== null) return [];
  if (exchange.operation === 'createOrder')
    return [view.id, view.invoice_id].map((id) => [id, view.total_amount]);
  if (exchange.operation !== 'createPayment') return [];
  const [sent, ...others] = leaves(exchange.request.json).filter(({ value }) => typeof value === 'number');
  return others.length === 0 ? [[view.id, sent?.value]] : [];
}

/** Returns the amount that a view is about: its own, or the only one whose id it mentions. */
function knownOf(known: ReadonlyMap<string, Known>, view: ResourceView): Known | undefined {
  const own = known.get(`${view.id}`.toLowerCase());
  if (own !== undefined) return own;
  const mentioned = leaves(view).flatMap(({ value }) =>
    typeof value === 'string' ? (known.get(value.toLowerCase()) ?? []) : [],
  );
  return mentioned.every(({ by }) => by === mentioned[0]?.by) ? mentioned[0] : undefined;
}

/** Returns the numbers of a view by their position, those of the elements of an array as their sum. */
function numbersIn(view: ResourceView): Map<string, number> {
  const sums = new Map<string, { sum: number; size: number }>();
  for (const { pointer, value } of leaves(view)) {
    if (typeof value !== 'number' || OTHER_FORM.test(pointer)) continue;
    const place = pointer.replace(/\/\d+(?=\/|$)/g, '/*');
    const { sum, size } = sums.get(place) ?? { sum: 0, size: 0 };
    sums.set(place, { sum: sum + value, size: size + 1 });
  }
  return new Map([...sums].map(([place, { sum, size }]) => [`${place} of ${size}`, Math.abs(sum)]));
}

export const amountRules = [
  rule('billing/amounts-by-value', {
    must: 'show the amount of an order or a payment as the same integer everywhere',
    requirement: 'service/integer-amounts',
    area: 'billing',
    after: ['orders/response-total_amount', 'bodies/integer-amounts'],
    conditional: true,
    applies: (exchange) => exchange.operation !== null && isSuccess(exchange),
    state: () => ({
      known: new Map<string, Known>(),
      /** a position in the replies to an operation → the amount → the number that stood there */
      places: new Map<string, Map<number, { shown: number; known: Known }>>(),
    }),
    judge(exchange, { state: { known, places }, compared }) {
      for (const [id, amount] of amountsOf(exchange)) {
        const isId = typeof id === 'string' || typeof id === 'number';
        if (!isId || !Number.isSafeInteger(amount) || known.has(`${id}`.toLowerCase())) continue;
        const sent = new Set(leaves(exchange.request.json).map(({ value }) => value));
        known.set(`${id}`.toLowerCase(), { amount: Number(amount), by: exchange, sent });
      }
      for (const { view } of viewsIn(exchange)) {
        const about = knownOf(known, view);
        if (about === undefined || about.by === exchange) continue;
        for (const [position, shown] of numbersIn(view)) {
          const place = `${exchange.operation} ${position}`;
          const seen = places.get(place) ?? new Map<number, { shown: number; known: Known }>();
          places.set(place, seen);
          const before = seen.get(about.amount);
          // A number that changes, such as what is due, is not that of the amount.
          seen.set(about.amount, { shown: before && before.shown !== shown ? -1 : shown, known: about });
          // One number may be another one by chance; two different amounts are reduced alike by a fault only.
          const isReduced = (reduced: (amount: number) => number): boolean => {
            const all = [...seen];
            const telling = all.filter(([amount, { known }]) => {
              const number = reduced(amount);
              return number !== amount && number >= SMALLEST && !known.sent.has(number);
            });
            return (
              new Set(telling.map(([amount]) => reduced(amount))).size > 1 &&
              all.every(([amount, { shown }]) => isSame(shown, reduced(amount)))
            );
          };
          if (compared(!REDUCED.some(isReduced))) continue;
          return {
            message: `\`${position.replace(/ of \d+$/, '')}\` is not the amount of ${about.by.operation}, but what is left of it in another unit`,
            expected: about.amount,
            actual: shown,
            dependsOn: [about.by],
          };
        }
      }
      return undefined;
    },
  }),
];
