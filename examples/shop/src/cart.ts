// The cart. It is kept in the tab's storage, so that a reload does not empty it.
import { effect, signal } from '@preact/signals';
import { type Cycle, type Product, productOf } from './products.ts';

/** A line of the cart. `quantity` is the text of its field: whether it is valid is for the platform to say. */
export type CartLine = { key: number; sku: string; quantity: string; cycle: Cycle; domain: string };

const KEY = 'hosting-shop cart';

/** The lines of the cart. */
export const cart = signal<readonly CartLine[]>(stored());
effect(() => sessionStorage.setItem(KEY, JSON.stringify(cart.value)));

/** Adds a product to the cart. */
export function addToCart({ sku, prices }: Product): void {
  const [cycle = 'monthly'] = Object.keys(prices) as Cycle[];
  const key = Math.max(0, ...cart.value.map((line) => line.key)) + 1;
  cart.value = [...cart.value, { key, sku, quantity: '1', cycle, domain: '' }];
}

/** Changes a line of the cart. */
export function changeLine(key: number, change: Partial<CartLine>): void {
  cart.value = cart.value.map((line) => (line.key === key ? { ...line, ...change } : line));
}

/** Removes a line from the cart. */
export function removeLine(key: number): void {
  cart.value = cart.value.filter((line) => line.key !== key);
}

/** Returns the price of a line before tax, in euro cents; 0 while its quantity is no number. */
export function priceOf({ sku, cycle, quantity }: CartLine): number {
  return (productOf(sku)?.prices[cycle] ?? 0) * (Number(quantity) || 0);
}

function stored(): CartLine[] {
  try {
    const lines = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as CartLine[];
    return lines.filter(({ sku }) => productOf(sku));
  } catch {
    return [];
  }
}
