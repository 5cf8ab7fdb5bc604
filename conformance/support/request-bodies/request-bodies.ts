// Request bodies of the suite.

import { createHash } from 'node:crypto';
import { document } from '../../../src/contract/document.ts';
import { isObject } from '../../../src/contract/is-object.ts';
import { valueAtPointer } from '../../../src/contract/json/pointer.ts';
import { type OperationId, operation as operationOf } from '../../../src/contract/operations.ts';
import { snakeCase } from '../../../src/form/names.ts';
import type { CheckContext, SendOptions } from '../../../src/suite/model/define.ts';
import type { PlaceholderValues } from '../../../src/suite/target/bodies.ts';
import { deploymentDocument } from '../deployment-document.ts';
import { leaves } from '../reply-readers/response-readers.ts';

export const billingCycles = (): string[] =>
  (document().components.schemas.BillingCycle?.enum ?? []).map(String);

/**
 * Builds the request body of an operation: the body of this contract, with the members that the target file sets and
 * its placeholders filled.
 * @param fixed names of members that the check itself sets, which a refusal never changes
 */
export function bodyFor(
  t: CheckContext,
  operation: OperationId,
  standard: object,
  placeholders: PlaceholderValues = {},
  fixed: readonly string[] = [],
): Record<string, unknown> {
  const fitted = deploymentDocument?.fittedBody(operationOf(operation), { ...standard }, fixed) ?? standard;
  return t.body(operation, fitted, { placeholders: { unique: t.unique(), ...placeholders }, fixed });
}

/** Returns the body of an operation that needs none: the members that the target file sets, if any. */
export const optionalBody = (t: CheckContext, operation: OperationId): SendOptions => {
  const body = bodyFor(t, operation, {});
  return Object.keys(body).length > 0 ? { body } : {};
};

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
export function orderBody(t: CheckContext, customerId: string, change: Partial<OrderBody> = {}): OrderBody {
  const standard = { customer_id: customerId, items: [orderItem(t)], payment_method: 'wallet', ...change };
  const fixed = ['customer_id', ...Object.keys(change)];
  return t.body(
    'createOrder',
    deploymentDocument?.fittedBody(operationOf('createOrder'), standard, fixed) ?? standard,
    {
      placeholders: { unique: t.unique(), customerId },
      fixed: Object.keys(change),
    },
  );
}

/**
 * Returns a copy of a body with one member changed.
 * @param path such as `items.0.quantity`
 * @param value the new value; undefined removes the member
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

/** Builds the request body of a customer as this contract defines it, with the tag of the run in its texts. */
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
 * Returns the name of the first free-text member of a request body that the reply shows under the same name, so that
 * a change of the member is visible.
 */
export const firstTextMember = (body: Record<string, unknown>, shown: unknown): string | undefined =>
  allTextMembers(body, shown)[0];

/**
 * Returns the names of all free-text members of a request body that the reply shows under the same name, in the order
 * of the body.
 */
export function allTextMembers(body: Record<string, unknown>, shown: unknown): string[] {
  return Object.keys(body).filter((name) => {
    const value = body[name];
    if (typeof value !== 'string' || value.includes('@')) return false;
    const isFree = /\s/.test(value) || /name|note|title|label|company/.test(snakeCase(name));
    return isFree && isObject(shown) && typeof shown[name] === 'string';
  });
}

export type MoneyBody = { body: Record<string, unknown>; amount: number; member: string };

/**
 * Builds a request body that moves money. The target file may name the amount differently (`{"cents": "{amount}"}`)
 * or set a fixed amount (`{"cents": 100}`).
 * @returns the body, the amount in minor units, and the dotted path of the member that contains the amount
 */
export function moneyBody(
  t: CheckContext,
  operation: OperationId,
  standard: Record<string, unknown>,
  filling: PlaceholderValues & { amount: number },
): MoneyBody {
  const body = bodyFor(t, operation, standard, filling);
  const extraMembers = bodyFor(t, operation, {}, filling);
  const whole = leaves(extraMembers).filter(({ value }) => Number.isInteger(value));
  const { pointer = '/amount' } =
    whole.find(({ name, value }) => name === 'amount' || value === filling.amount) ?? whole[0] ?? {};
  const amount = valueAtPointer(body, pointer);
  return {
    body,
    amount: typeof amount === 'number' ? amount : filling.amount,
    member: pointer.slice(1).replaceAll('/', '.'),
  };
}

/**
 * Returns the payment methods that may leave an order pending: the method that the target file names, else those of
 * this contract.
 */
export const deferredMethods = (t: CheckContext): string[] => {
  const configured = t.values.paymentMethod;
  return configured !== undefined && configured !== 'wallet' ? [configured] : ['bank_transfer', 'manual'];
};

/**
 * Returns an Idempotency-Key that no other request of any run has. The key is a UUID (version 8, RFC 9562), because a
 * server may accept no other form: the specification shows none.
 */
export function newIdempotencyKey(t: CheckContext): string {
  const hex = createHash('sha256').update(t.unique('key')).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

export const idempotencyHeader = (key: string): { 'Idempotency-Key': string } => ({ 'Idempotency-Key': key });
