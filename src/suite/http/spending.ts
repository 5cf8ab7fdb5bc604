// Counts what a run spends, and ends the run before a purchase would exceed its budget.
import { parsedJson } from '../../contract/json/parsed-json.ts';
import { matchRoute, type OperationId } from '../../contract/operations.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import type { Money } from '../model/generated/report.ts';
import { RunStopped } from '../model/outcome.ts';
import type { Order, Receipt, ReceiptReaders } from '../model/receipt.ts';
import type { Call, ComposedCall } from './call.ts';

const isCleanUp = ({ origin }: Call): boolean => origin.purpose === 'cleanup';

/** The purchases of one run. */
export class Spending {
  readonly #readers: ReceiptReaders | undefined;
  readonly #budget: number;
  readonly #orders = new Map<string, Order>();
  /** the keys of the orders that count as spent */
  readonly #spentOn = new Set<string>();
  readonly #names = new Set<string>();
  /** text of equal requests → the price that a reply stated */
  readonly #prices = new Map<string, number>();
  readonly #acceptsInvalid = new Set<OperationId>();

  constructor(readers: ReceiptReaders | undefined, budget = Number.POSITIVE_INFINITY) {
    this.#readers = readers;
    this.#budget = budget;
  }

  /**
   * Checks that the purchases of some calls stay within the budget. A price that no reply has stated yet is taken to
   * be the highest one known; the very first purchase is made at an unknown price, unless the budget is 0. An invalid
   * order is taken to cost nothing until the target accepts one of the same operation.
   * @throws RunStopped when they would exceed it, or when accepted purchases already have
   */
  assertAffordable(calls: readonly Call[]): void {
    if (this.#budget === Number.POSITIVE_INFINITY || calls.every(isCleanUp)) return;
    const spent = this.#spent();
    if (spent > this.#budget)
      throw new RunStopped(
        'budget',
        `the budget of ${this.#budget} minor units is exceeded: ${spent} is spent, because the target accepted a purchase of an unknown price or an invalid order (--budget sets another)`,
      );
    const highest = Math.max(0, ...this.#prices.values());
    let price = 0;
    let purchases = 0;
    for (const call of calls) {
      const { to, options } = call;
      if (typeof to !== 'string' || isCleanUp(call)) continue;
      if (options.deliberateFault !== undefined && !this.#acceptsInvalid.has(to)) continue;
      const key = this.#readers?.priceKey(to, options.body) ?? null;
      if (key === null) continue;
      purchases += 1;
      price += this.#prices.get(key) ?? highest;
    }
    if (purchases === 0 || (spent + price <= this.#budget && this.#budget > 0)) return;
    throw new RunStopped(
      'budget',
      `the budget of ${this.#budget} minor units is spent: ${spent} so far, and the next purchase costs ${price === 0 ? 'an unknown amount' : `up to ${price}`} (--budget sets another)`,
    );
  }

  /**
   * Returns whether a lawful target may accept a call that costs money. It must refuse an invalid call without a
   * credential, to an unknown id, or with a body that breaks a stated constraint; a target that has accepted one of
   * the same operation may accept the next.
   */
  mayBuy({ request, options, caller }: ComposedCall): boolean {
    const route = matchRoute(request.method, request.path.replace(/\?.*/, ''));
    if (!route || !this.#readers?.costs(route.operation.id)) return false;
    const { id, body } = route.operation;
    if (options.deliberateFault === undefined || this.#acceptsInvalid.has(id)) return true;
    if (caller.credential === null || Object.keys(route.params).length > 0) return false;
    return body === null || validateValue(body.schema, parsedJson(request.body), 'stated').length === 0;
  }

  /** Records what an accepted call bought, paid or cancelled; a repeated reply about one purchase counts once. */
  note(exchange: Exchange, isCleanUp: boolean): void {
    const readers = this.#readers;
    if (!readers || !isSuccess(exchange) || exchange.operation === null) return;
    const closed = readers.closes(exchange);
    for (const [key, order] of this.#orders)
      if (closed !== undefined && [order.id, order.invoice].includes(closed))
        this.#orders.set(key, { ...order, open: false });
    if (isCleanUp) return;
    for (const name of readers.names(exchange)) this.#names.add(name);
    const purchase = readers.purchase(exchange);
    if (purchase === null) return;
    const { operation, deliberateFault } = exchange;
    const orderKey = `${operation} ${purchase.id}`;
    if (!this.#orders.has(orderKey)) this.#orders.set(orderKey, { operation, ...purchase });
    // What an accepted invalid order costs is not known from its payment method, so it counts in full.
    if (deliberateFault === null && purchase.open) return;
    this.#spentOn.add(orderKey);
    if (deliberateFault !== null) this.#acceptsInvalid.add(operation);
    const key = readers.priceKey(exchange.operation, exchange.request.json);
    if (key !== null && purchase.price !== null) this.#prices.set(key, purchase.price.amount);
  }

  get hasPurchases(): boolean {
    return this.#orders.size > 0;
  }

  toReceipt(): Pick<Receipt, 'spent' | 'purchases' | 'unpriced' | 'orders' | 'names'> {
    const prices = this.#paidPrices();
    const priced = prices.filter((price) => price !== null);
    return {
      spent: addUp(priced),
      purchases: prices.length,
      unpriced: prices.length - priced.length,
      orders: [...this.#orders.values()].sort((a, b) => Number(b.open) - Number(a.open)),
      names: [...this.#names].sort(),
    };
  }

  #spent(): number {
    return this.#paidPrices().reduce((sum, price) => sum + (price?.amount ?? 0), 0);
  }

  #paidPrices(): Order['price'][] {
    return [...this.#orders].flatMap(([key, { price }]) => (this.#spentOn.has(key) ? [price] : []));
  }
}

function addUp(amounts: readonly Money[]): Money[] {
  const sums = new Map<string | null, number>();
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ amount, currency }));
}
