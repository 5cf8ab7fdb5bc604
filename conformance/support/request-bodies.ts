// Request bodies of the suite. Those of the target file may contain placeholders: "{unique}", "{amount}".
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { CheckContext } from '../../src/suite/model/define.ts';

export type PlaceholderValues = Record<string, string | number>;

/** Fills placeholders: a text that consists of one takes the value's type, any other text its letters. */
export function fillPlaceholders(value: unknown, filling: PlaceholderValues): unknown {
  if (typeof value === 'string') {
    const whole = /^\{(\w+)\}$/.exec(value)?.[1];
    if (whole !== undefined && filling[whole] !== undefined) return filling[whole];
    return value.replace(/\{(\w+)\}/g, (text, name: string) => String(filling[name] ?? text));
  }
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, filling));
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, fillPlaceholders(item, filling)]),
    );
  }
  return value;
}

/** Builds the body of an operation: the contract's, or that of the target file with its placeholders filled. */
export function bodyFor(
  t: CheckContext,
  operation: OperationId,
  standard: object,
  placeholders: PlaceholderValues = {},
): Record<string, unknown> {
  const filled = fillPlaceholders(t.body(operation, standard), { unique: t.unique(), ...placeholders });
  return isObject(filled) ? filled : {};
}

export type Item = {
  sku_id: string;
  quantity: number;
  billing_cycle: string;
  config: { domain: string; plan: string };
};
export type OrderBody = { customer_id: string; items: Item[]; payment_method: string };

/** Builds a valid order item. */
export const orderItem = (t: CheckContext, change: Partial<Item> = {}): Item => ({
  sku_id: t.values.skuId ?? 'hosting-pro',
  quantity: 1,
  billing_cycle: 'monthly',
  config: { domain: `${t.unique()}.example.org`, plan: 'pro' },
  ...change,
});

/** Builds a valid order paid by wallet, of one item by default. */
export const orderBody = (
  t: CheckContext,
  customerId: string,
  change: Partial<OrderBody> = {},
): OrderBody => ({
  customer_id: customerId,
  items: [orderItem(t)],
  payment_method: 'wallet',
  ...change,
});

/**
 * Returns a copy of a body with one member changed. @param path such as `items.0.quantity`; undefined as value
 * removes the member
 */
export function withValueAt(body: unknown, path: string, value: unknown): unknown {
  const [first = '', ...rest] = path.split('.');
  if (Array.isArray(body)) {
    return body.map((element, at) =>
      String(at) !== first
        ? element
        : rest.length === 0
          ? value
          : withValueAt(element, rest.join('.'), value),
    );
  }
  if (!isObject(body)) return body;
  const inner = rest.length === 0 ? value : withValueAt(body[first], rest.join('.'), value);
  const { [first]: _old, ...others } = body;
  return inner === undefined ? others : { ...others, [first]: inner };
}

/** Builds a customer as this contract defines it, tagged with the run. */
export const customerBody = (t: CheckContext): Record<string, unknown> => {
  const tag = t.unique();
  return bodyFor(
    t,
    'createCustomer',
    {
      email: `${tag}@example.org`,
      first_name: 'Zoë 漢字 🦉',
      last_name: `Conformance ${tag}`,
      company_name: 'Otherwise GmbH',
      phone: '+4930123456',
    },
    { unique: tag },
  );
};

/**
 * Returns the first free-text member of a body that the reply shows under its name, so that a change of it is
 * visible.
 */
export const firstTextMember = (body: Record<string, unknown>, shown: unknown): string | undefined =>
  allTextMembers(body, shown)[0];

/** Returns all such members, in order. */
export function allTextMembers(body: Record<string, unknown>, shown: unknown): string[] {
  return Object.keys(body).filter((name) => {
    const value = body[name];
    if (typeof value !== 'string' || value.includes('@')) return false;
    return /name|note|title|label|company/.test(name) && isObject(shown) && typeof shown[name] === 'string';
  });
}

export type MoneyBody = { body: Record<string, unknown>; amount: number; member: string };

/**
 * Builds a body that moves money. The target file may name the amount differently (`{"cents": "{amount}"}`) or fix it
 * (`{"cents": 100}`).
 * @returns the body, the amount that counts in minor units, and the member that holds it
 */
export function moneyBody(
  t: CheckContext,
  operation: OperationId,
  standard: Record<string, unknown>,
  filling: PlaceholderValues & { amount: number },
): MoneyBody {
  const body = bodyFor(t, operation, standard, filling);
  const extraMembers = bodyFor(t, operation, {}, filling);
  const whole = Object.keys(extraMembers).filter((name) => Number.isInteger(extraMembers[name]));
  const member =
    whole.find((name) => name === 'amount' || extraMembers[name] === filling.amount) ?? whole[0] ?? 'amount';
  const amount = body[member];
  return { body, amount: typeof amount === 'number' ? amount : filling.amount, member };
}
