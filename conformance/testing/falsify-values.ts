// Falsifies in replies every value that a request has sent, as a faulty deployment would that stores something else.

import { isObject } from '../../src/contract/is-object.ts';

export type Falsifier = {
  /** remembers the values of a request body */
  note(json: unknown): void;
  /** returns a reply body in which every remembered value is another one */
  falsify(json: unknown): unknown;
};

/** Matches names of members that are kept, because calls depend on them: ids, references, secrets, times, states. */
const KEPT =
  /^(?!sku_id$)((.*_)?ids?|customer|payer|invoice|services|for_invoice|order|account)$|token|secret|^key$|password|_at$|^(status|state|phase|standing|mood|errors|error|next|prev|first|last|href)$/;
/** Matches names of amounts, which are falsified although no request sends them. */
const AMOUNT = /amount|total|price|cents|balance|^(due|sum|left|credit|open)$/;

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const OTHER_VALUES: Record<string, string> = {
  monthly: 'quarterly',
  '1_year': '2_year',
  EUR: 'USD',
  A: 'TXT',
  AAAA: 'TXT',
  MX: 'TXT',
  CNAME: 'TXT',
  TXT: 'A',
  wallet: 'bank_transfer',
};

/**
 * Creates a falsifier.
 * @param renames whether a falsified member also has another name than the one it was sent by
 */
export function createFalsifier({ renames }: { renames: boolean }): Falsifier {
  const texts = new Set<string>();
  const numbers = new Set<number>();
  let amounts = 0;

  function note(value: unknown, name = ''): void {
    if (Array.isArray(value)) for (const item of value) note(item, name);
    else if (isObject(value)) for (const [member, inner] of Object.entries(value)) note(inner, member);
    else if (KEPT.test(name)) return;
    else if (typeof value === 'string' && value !== '' && !UUID.test(value)) texts.add(value);
    else if (typeof value === 'number') numbers.add(value);
  }

  function otherText(text: string): string {
    if (UUID.test(text)) return text;
    const tagged = text.replace(/hc-[a-z0-9]+-\d+/gi, 'zz-other');
    if (tagged !== text) return tagged;
    return texts.has(text) ? (OTHER_VALUES[text] ?? 'Falsified') : text;
  }

  function falsify(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => falsify(item, name));
    if (isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([member, inner]) => {
          if (KEPT.test(member) && !isObject(inner) && !Array.isArray(inner)) return [member, inner];
          const other = falsify(inner, member);
          const isChanged = !isObject(inner) && JSON.stringify(other) !== JSON.stringify(inner);
          const isPlain = !Array.isArray(inner) || inner.every((item) => typeof item !== 'object');
          return [renames && isChanged && isPlain ? `z_${member}` : member, other];
        }),
      );
    }
    if (typeof value === 'string') return otherText(value);
    if (typeof value !== 'number' || KEPT.test(name)) return value;
    if (AMOUNT.test(name)) {
      amounts += 1;
      return value + 1000 + ((amounts * 7919) % 997);
    }
    return numbers.has(value) ? value + 1 : value;
  }

  return { note: (json) => note(json), falsify: (json) => falsify(json) };
}
