// What rows that no list shows must hold, so that nothing breaks on them once they are in.
import type { Held, TableSpec } from '../state/table.ts';
import { isObject } from './reading.ts';

/** Ids are drawn by counting on from here: with room to spare before numbers are no longer whole. */
export const MOST_COUNTED = 1_000_000_000_000_000;

export const isIso = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) &&
  !Number.isNaN(Date.parse(value));

const isText = (value: unknown): boolean => typeof value === 'string';
export const isCounted = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MOST_COUNTED;

const KINDS: Readonly<Record<Held, readonly [is: (value: unknown) => boolean, must: string]>> = {
  text: [isText, 'a text'],
  'text?': [(value) => value === null || isText(value), 'a text or null'],
  instant: [isIso, 'an instant (ISO 8601)'],
  amount: [
    (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
  ],
  count: [isCounted, `a whole number from 0 to ${MOST_COUNTED}`],
  counts: [(value) => Array.isArray(value) && value.every(isCounted), 'a list of whole numbers'],
  texts: [(value) => isObject(value) && Object.values(value).every(isText), 'an object of texts'],
};

/** What is wrong with a row of a table, by the name of the member. */
export function flawsOf(spec: TableSpec<never>, row: object): [name: string, sentence: string][] {
  const flaws: [string, string][] = [];
  if (spec.tenant && !isText(Reflect.get(row, 'tenant_id'))) flaws.push(['tenant_id', 'must be a text.']);
  const holds: Readonly<Record<string, Held | undefined>> = { ...spec.holds };
  for (const [name, kind] of Object.entries(holds)) {
    if (kind === undefined) continue;
    const [is, must] = KINDS[kind];
    if (!is(Reflect.get(row, name))) flaws.push([name, `must be ${must}.`]);
  }
  return flaws;
}
