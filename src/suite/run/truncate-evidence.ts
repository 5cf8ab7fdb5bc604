// Limits the size of the evidence of a finding: replies may be megabytes long.
import { MAX_MESSAGE_LENGTH } from '../model/limits.ts';

/** Characters of a text. The limits below count members, elements and levels of a value. Reports show even less. */
const MAX_TEXT = 65_536;
const MAX_VALUES = 2000;
const MAX_ELEMENTS = 100;
const MAX_LEVELS = 20;

/** Returns a text, cut after `length` characters with a note of how many are missing. */
export const truncateText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}… (${text.length - length} more characters)`;

type EvidenceFields = { message: string; expected?: unknown; actual?: unknown };

/** Returns the same evidence with message, expected and actual value cut to a size that a report can hold. */
export function truncateEvidence<T extends EvidenceFields>(evidence: T): T {
  return {
    ...evidence,
    message: truncateText(evidence.message, MAX_MESSAGE_LENGTH),
    ...('expected' in evidence ? { expected: truncateValue(evidence.expected) } : {}),
    ...('actual' in evidence ? { actual: truncateValue(evidence.actual) } : {}),
  };
}

/** Returns a small value as it is, and a copy of the beginning of a large one. */
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
    // an object with a prototype of its own, such as a Date, comes from the check and serializes itself
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
