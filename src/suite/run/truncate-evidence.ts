// Limits the size of the evidence for a finding, because replies may be megabytes long.
import { MAX_MESSAGE_LENGTH } from '../model/limits.ts';

/**
 * The most characters of a text in the evidence. The constants below limit the members, elements and levels of a
 * value. Reports show fewer.
 */
const MAX_TEXT = 65_536;
const MAX_VALUES = 2000;
const MAX_ELEMENTS = 100;
const MAX_LEVELS = 20;

/** Returns a text cut after `length` characters, followed by a note that states how many characters are missing. */
export const truncateText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}… (${text.length - length} more characters)`;

type EvidenceFields = { message: string; expected?: unknown; actual?: unknown };

/** Returns the evidence with its message, expected value and actual value cut to a size that fits into a report. */
export function truncateEvidence<T extends EvidenceFields>(evidence: T): T {
  return {
    ...evidence,
    message: truncateText(evidence.message, MAX_MESSAGE_LENGTH),
    ...('expected' in evidence ? { expected: truncateValue(evidence.expected) } : {}),
    ...('actual' in evidence ? { actual: truncateValue(evidence.actual) } : {}),
  };
}

/** Returns a small value unchanged, and a copy of the beginning of a large value. */
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
    // An object of a class, such as a Date, comes from the check and has its own JSON form.
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
