// Lawful variants of request validation: values of another JSON type that are converted, members that are ignored, and
// other keys in `errors`.
import { isObject } from '../../../src/contract/is-object.ts';
import { variant } from '../define-mutant.ts';
import {
  changeAt,
  each,
  errorsOf,
  isInvalid,
  listAt,
  removeAt,
  setErrors,
  valueAt,
} from '../edits/response-edits.ts';
import type { LawfulVariant, RequestEdit } from '../mutant.ts';

const asNumber = (value: unknown): unknown =>
  typeof value === 'boolean' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
    ? Number(value)
    : value;

const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** Converts the scalar members of a request to their stated types, as coercing validators do. */
const convertsScalars = ({ json }: RequestEdit): undefined => {
  changeAt(json, 'items.*.quantity', asNumber);
  for (const path of [
    'items.*.sku_id',
    'items.*.config.plan',
    'items.*.config.domain',
    'items.*.billing_cycle',
  ])
    changeAt(json, path, asText);
  for (const path of [
    'payment_method',
    'customer_id',
    'sku_id',
    'domain',
    'billing_cycle',
    'email',
    'password',
  ])
    changeAt(json, path, asText);
  return undefined;
};

/** Reads numbers with a fraction as the whole number below them, in members that name an amount. */
const roundsDown = ({ json }: RequestEdit): undefined => {
  if (isObject(json) && typeof json.amount === 'number') json.amount = Math.floor(json.amount);
  return undefined;
};

export const variantsValidation: readonly LawfulVariant[] = [
  variant('variant/types-converted[order]', 'scalars of an order are converted to their stated types', (p) =>
    p.request('createOrder', convertsScalars),
  ),
  variant(
    'variant/types-converted[everywhere]',
    'scalars of orders, hosting accounts and log-ins are converted to their stated types',
    (p) => p.request(['createOrder', 'createHostingAccount', 'login'], convertsScalars),
  ),
  variant('variant/types-converted[null]', 'a member that is null is read like one that is left out', (p) =>
    p.request(['createOrder', 'createHostingAccount'], ({ json }) => {
      changeAt(json, 'items.*.config', (config) => config ?? {});
      for (const item of listAt(json, 'items')) {
        if (!isObject(item)) continue;
        if (item.sku_id === null) item.sku_id = 'hosting-pro';
        if (item.quantity === null) item.quantity = 1;
      }
      if (isObject(json) && json.payment_method === null) json.payment_method = 'wallet';
      return undefined;
    }),
  ),
  variant(
    'variant/config-ignored[members]',
    'the members of `config` are ignored where a product has no use for them',
    (p) =>
      p.request('createOrder', ({ json }) => {
        for (const item of listAt(json, 'items'))
          if (isObject(valueAt(item, 'config')))
            for (const name of ['domain', 'plan']) removeAt(item, `config.${name}`);
        return undefined;
      }),
  ),
  variant('variant/amounts-rounded-down', 'a fraction of a cent is dropped', (p) =>
    p.request(['topUpWallet', 'createPayment'], roundsDown),
  ),
  ...each(['items', 'items.0'], (key) =>
    variant(`variant/error-keys[${key}]`, `an error inside an item is reported under \`${key}\``, (p) =>
      p.reply('createOrder', (reply) => {
        if (!isInvalid(reply)) return;
        const merged: Record<string, string[]> = {};
        for (const [name, messages] of Object.entries(errorsOf(reply.json))) {
          const at = /^items\.(\d+)\./.exec(name)?.[1];
          const to = at === undefined ? name : key === 'items' ? 'items' : `items.${at}`;
          merged[to] = [...(merged[to] ?? []), ...(Array.isArray(messages) ? messages : [])];
        }
        setErrors(reply.json, merged);
      }),
    ),
  ),
];
