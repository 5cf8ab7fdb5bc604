// What a finding shows of a reply, bounded: a finding must not keep, search or print fifteen megabytes.
import { MAX_MESSAGE_LENGTH } from './limits.ts';

/** Characters of a text, and members and elements of a value; what is shown in the end is shorter still. */
const MAX_TEXT = 65_536;
const MAX_VALUES = 2000;
const MAX_ELEMENTS = 100;
const MAX_LEVELS = 20;

/** A text that is cut where it is too long. */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}… (${text.length - length} more characters)`;

type Shown = { message: string; expected?: unknown; actual?: unknown };

/** The same evidence, with a message, and values, of a size that can be shown. */
export function bounded<T extends Shown>(given: T): T {
  return {
    ...given,
    message: cutText(given.message, MAX_MESSAGE_LENGTH),
    ...('expected' in given ? { expected: boundedValue(given.expected) } : {}),
    ...('actual' in given ? { actual: boundedValue(given.actual) } : {}),
  };
}

/** A value as it is where it is small, else a copy of its beginning. */
function boundedValue(value: unknown): unknown {
  let left = MAX_VALUES;
  const copy = (one: unknown, level: number): unknown => {
    left -= 1;
    if (typeof one === 'string') return cutText(one, MAX_TEXT);
    if (typeof one !== 'object' || one === null) return one;
    if (level === MAX_LEVELS || left < 0) return '…';
    if (Array.isArray(one)) {
      const shown = one.slice(0, MAX_ELEMENTS).map((element) => copy(element, level + 1));
      return one.length > MAX_ELEMENTS ? [...shown, `… (${one.length - MAX_ELEMENTS} more)`] : shown;
    }
    // what a check made itself, such as a Date, says of itself how it is shown
    if (Object.getPrototypeOf(one) !== Object.prototype) return one;
    const entries = Object.entries(one);
    const shown = entries
      .slice(0, MAX_ELEMENTS)
      .map(([name, member]) => [cutText(name, 200), copy(member, level + 1)]);
    if (entries.length > MAX_ELEMENTS) shown.push(['…', `${entries.length - MAX_ELEMENTS} more`]);
    return Object.fromEntries(shown);
  };
  return copy(value, 0);
}
