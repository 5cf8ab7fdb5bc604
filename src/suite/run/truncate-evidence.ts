// What a finding shows of a reply, bounded: a finding must not keep, search or print fifteen megabytes.
import { MAX_MESSAGE_LENGTH } from '../model/limits.ts';

/** Characters of a text, and members and elements of a value; what is shown in the end is shorter still. */
const MAX_TEXT = 65_536;
const MAX_VALUES = 2000;
const MAX_ELEMENTS = 100;
const MAX_LEVELS = 20;

/** A text that is cut where it is too long. */
export const truncateText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}… (${text.length - length} more characters)`;

type EvidenceFields = { message: string; expected?: unknown; actual?: unknown };

/** The same evidence, with a message, and values, of a size that can be shown. */
export function truncateEvidence<T extends EvidenceFields>(given: T): T {
  return {
    ...given,
    message: truncateText(given.message, MAX_MESSAGE_LENGTH),
    ...('expected' in given ? { expected: truncateValue(given.expected) } : {}),
    ...('actual' in given ? { actual: truncateValue(given.actual) } : {}),
  };
}

/** A value as it is where it is small, else a copy of its beginning. */
function truncateValue(value: unknown): unknown {
  let valuesLeft = MAX_VALUES;
  const copy = (one: unknown, level: number): unknown => {
    valuesLeft -= 1;
    if (typeof one === 'string') return truncateText(one, MAX_TEXT);
    if (typeof one !== 'object' || one === null) return one;
    if (level === MAX_LEVELS || valuesLeft < 0) return '…';
    if (Array.isArray(one)) {
      const truncated = one.slice(0, MAX_ELEMENTS).map((element) => copy(element, level + 1));
      return one.length > MAX_ELEMENTS ? [...truncated, `… (${one.length - MAX_ELEMENTS} more)`] : truncated;
    }
    // what a check made itself, such as a Date, says of itself how it is shown
    if (Object.getPrototypeOf(one) !== Object.prototype) return one;
    const entries = Object.entries(one);
    const truncated = entries
      .slice(0, MAX_ELEMENTS)
      .map(([name, member]) => [truncateText(name, 200), copy(member, level + 1)]);
    if (entries.length > MAX_ELEMENTS) truncated.push(['…', `${entries.length - MAX_ELEMENTS} more`]);
    return Object.fromEntries(truncated);
  };
  return copy(value, 0);
}
