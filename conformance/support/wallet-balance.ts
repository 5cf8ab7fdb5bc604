// Reads the balance in a wallet whose member names the specification leaves open.
import { isObject } from '../../src/contract/is-object.ts';
import { leaves } from './response-readers.ts';

const balanceNames = [
  /^balance_amount$/,
  /^balance$/,
  /balance/,
  /^available_amount$/,
  /available|credits?$|left|funds/,
  /amount|total|value/,
];

/** Numbers of a wallet that a top-up need not move. */
const NOT_BALANCE = /opening|start|previous|held|hold|reserv|pending|block|lock|promo|bonus|limit|closing/;

/** What stands beside what for each currency: records that name theirs, or members named by it. Fewer than two: none. */
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
 * The balance of a wallet: the number whose name says so best; undefined when none does, or several that differ. Of
 * several currencies the sum: what moves one of them moves the sum by as much.
 */
export function balanceIn(body: unknown): number | undefined {
  const each = amountsByCurrency(body);
  if (each.length === 0) return singleBalance(body);
  const balances = each.map(singleBalance);
  return balances.every((one) => one !== undefined) ? balances.reduce((sum, one) => sum + one, 0) : undefined;
}

function singleBalance(body: unknown): number | undefined {
  const candidates = [...leaves(body)].flatMap(({ name, pointer, value }) =>
    typeof value === 'number' && !NOT_BALANCE.test(pointer) ? [{ name, value }] : [],
  );
  for (const pattern of balanceNames) {
    const [found, ...others] = candidates.filter(({ name }) => pattern.test(name));
    if (found !== undefined)
      return others.every(({ value }) => value === found.value) ? found.value : undefined;
  }
  return undefined;
}
