// Reads the balance from a wallet. The specification leaves the member names of a wallet open.
import { isObject } from '../../../src/contract/is-object.ts';
import { snakeCase } from '../../../src/suite/mapping/contract-names.ts';
import { leaves } from './response-readers.ts';

const balanceNames = [
  /^balance_amount$/,
  /^balance$/,
  /balance/,
  /^available_amount$/,
  /available|spendable|credits?$|left|funds/,
  /amount|total|value/,
];

/** Matches names of the number within an amount that is an object: `{"funds": {"minor_units": 100}}`. */
const INNER_AMOUNT = /^(minor(_?units)?|amount(_?(minor|cents))?|cents|units|value)$/;

/** Matches names of amounts in a wallet that a top-up need not change. */
const NOT_BALANCE = /opening|start|previous|held|hold|reserv|pending|block|lock|promo|bonus|limit|closing/;

/**
 * Returns the amounts of each currency, from records that contain a currency or from members that are named by a
 * currency. Returns an empty list for fewer than two currencies.
 */
function amountsByCurrency(body: unknown): unknown[] {
  const records = [body, ...leaves(body).map(({ value }) => value)].filter(isObject);
  const named = records.filter(({ currency }) => typeof currency === 'string');
  const inner = named.filter((one) => !named.some((other) => other !== one && hasCurrency(one, other)));
  if (new Set(inner.map(({ currency }) => String(currency).toUpperCase())).size > 1) return inner;
  const table = records.find((one) => {
    const names = Object.keys(one);
    return names.length > 1 && names.every((name) => /^[a-z]{3}$/i.test(name));
  });
  return table
    ? Object.values(table).map((value) => (typeof value === 'number' ? { balance: value } : value))
    : [];
}

const hasCurrency = (one: unknown, other: unknown): boolean =>
  leaves(one).some(({ value }) => value === other);

/**
 * Reads the balance of a wallet: the number whose member name fits best; undefined when no name fits or when several
 * numbers that differ fit. For a wallet with several currencies, returns the sum over the currencies, which changes
 * by the same amount as the balance of any one currency.
 */
export function balanceIn(body: unknown): number | undefined {
  const each = amountsByCurrency(body);
  if (each.length === 0) return singleBalance(body);
  const balances = each.map(singleBalance);
  return balances.every((one) => one !== undefined) ? balances.reduce((sum, one) => sum + one, 0) : undefined;
}

function singleBalance(body: unknown): number | undefined {
  const candidates = [...leaves(body)].flatMap(({ name, pointer, value }) =>
    typeof value === 'number' && !NOT_BALANCE.test(snakeCase(pointer))
      ? [{ name: amountName(snakeCase(name), pointer), value }]
      : [],
  );
  for (const pattern of balanceNames) {
    const [found, ...others] = candidates.filter(({ name }) => pattern.test(name));
    if (found !== undefined)
      return others.every(({ value }) => value === found.value) ? found.value : undefined;
  }
  return undefined;
}

/** Returns the name of an amount: that of the object around it where the amount is an object. */
function amountName(name: string, pointer: string): string {
  const around = snakeCase(pointer.split('/').at(-2) ?? '');
  return INNER_AMOUNT.test(name) && around !== '' && !/^\d+$/.test(around) ? around : name;
}
