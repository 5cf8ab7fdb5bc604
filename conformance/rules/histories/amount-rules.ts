// The rule about amounts that are known: the total of an order and the sum of a payment are the same integer wherever a
// reply shows them, under whatever name.
import type { Exchange } from '../../../src/suite/model/define.ts';
import { rule } from '../../define.ts';
import { isSuccess, isUniqueId, leaves } from '../../support/reply-readers/response-readers.ts';
import { type ResourceView, viewsIn } from './run-history.ts';

/** An amount in minor units, the request that made it known, and the numbers which that request sent. */
type Known = { amount: number; by: Exchange; sent: ReadonlySet<unknown> };

/** Returns what is left of an amount that is not shown in minor units: a hundredth, cut, rounded, without its cents. */
function reduced(amount: number): number[] {
  const [cut, round] = [Math.trunc(amount / 100), Math.round(amount / 100)];
  return [amount / 100, cut, round, cut * 100, round * 100, Math.trunc(amount / 10)];
}

/** The position of a tenth in what `reduced` returns. */
const TENTH = 5;

/** Smaller numbers are numbers of units, days or percent. */
const SMALLEST = 5;

/** Matches members that state an amount for people beside the amount, a share of it, or what the caller sent. */
const OTHER_FORM = /format|display|decimal|major|tax|vat|fee|discount|\/(config|metadata|settings)(\/|$)/i;

/** Returns the amounts that an order or a payment makes known, by the keys of the resources that show it. */
function amountsOf(exchange: Exchange): [key: string, amount: unknown][] {
  const [made] = viewsIn(exchange);
  if (made === undefined || exchange.deliberateFault !== null) return [];
  const { key, view } = made;
  const invoice = `${view.invoice_id}`.toLowerCase();
  if (exchange.operation === 'createOrder')
    return [key, isUniqueId(invoice) ? invoice : `Invoice#${invoice}`].map((one) => [one, view.total_amount]);
  if (exchange.operation !== 'createPayment') return [];
  const [sent, ...others] = leaves(exchange.request.json).filter(({ value }) => typeof value === 'number');
  return others.length === 0 ? [[key, sent?.value]] : [];
}

/** Returns the amount that a view is about: its own, or the only one whose id it mentions. */
function knownOf(known: ReadonlyMap<string, Known>, key: string, view: ResourceView): Known | undefined {
  const mentioned = leaves(view).flatMap(({ value }) =>
    typeof value === 'string' ? (known.get(value.toLowerCase()) ?? []) : [],
  );
  const isOne = mentioned.every(({ by }) => by === mentioned[0]?.by);
  return known.get(key) ?? (isOne ? mentioned[0] : undefined);
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
      for (const [key, amount] of amountsOf(exchange)) {
        if (!Number.isSafeInteger(amount) || known.has(key)) continue;
        const sent = new Set(leaves(exchange.request.json).map(({ value }) => value));
        known.set(key, { amount: Number(amount), by: exchange, sent });
      }
      for (const { key, view } of viewsIn(exchange)) {
        const about = knownOf(known, key, view);
        if (about === undefined || about.by === exchange) continue;
        const numbers = numbersIn(view);
        // Beside the amount itself, a tenth of it may be a tax.
        const isBeside = [...numbers.values()].includes(about.amount);
        for (const [position, shown] of numbers) {
          const place = `${exchange.operation} ${position}`;
          const seen = places.get(place) ?? new Map<number, { shown: number; known: Known }>();
          places.set(place, seen);
          const before = seen.get(about.amount);
          // A number that changes, such as what is due, is not that of the amount.
          seen.set(about.amount, { shown: before && before.shown !== shown ? -1 : shown, known: about });
          // One number may be another one by chance; two different amounts are reduced alike by a fault only.
          const isLeftOf = (number: number, left = 0): boolean => Math.abs(number - left) < 1e-6;
          const isReduced = (way: number): boolean => {
            if (!isLeftOf(shown, reduced(about.amount)[way])) return false;
            const left = [...seen].map(([amount, one]) => ({
              ...one,
              amount,
              is: reduced(amount)[way] ?? 0,
            }));
            const telling = left.filter(
              ({ amount, is, known: { sent } }) => is !== amount && is >= SMALLEST && !sent.has(is),
            );
            return (
              new Set(telling.map(({ is }) => is)).size > 1 &&
              left.every(({ shown, is }) => isLeftOf(shown, is))
            );
          };
          if (
            compared(!reduced(about.amount).some((_, way) => !(isBeside && way === TENTH) && isReduced(way)))
          )
            continue;
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
