// Declares one entry of the report: the result of a check, a rule, a credential or a baseline entry.
import { levelAndTitle, type Sentence } from './define.ts';
import type { Result, Verdict } from './generated/report.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';

/** The most exchanges that one result records as evidence. */
export const MAX_RECORDED_EXCHANGES = 3;

export type { Result };

/** Returns the message of a result, cut where it is too long, with the number of characters that are missing. */
export const truncateText = (text: string): string =>
  text.length <= MAX_MESSAGE_LENGTH
    ? text
    : `${text.slice(0, MAX_MESSAGE_LENGTH)}… (${text.length - MAX_MESSAGE_LENGTH} more characters)`;

/** Returns the result of a check or rule without evidence. */
export function resultOf(
  item: Sentence & Pick<Result, 'kind' | 'id' | 'area' | 'requirement' | 'group'>,
  verdict: Verdict,
  message: string,
): Result {
  const { kind, id, area, requirement, group } = item;
  return {
    ...{ id, kind, area, ...levelAndTitle(item), verdict, requirement, message },
    ...(group === undefined ? {} : { group }),
    ...{ comparisons: 0, attempts: 0, requests: 0, exchanges: [] },
  };
}

/** The breach of a `should` is a fail only in the profile `contract`. */
export function verdictForBreach(level: Result['level'], profile: 'stated' | 'contract'): Verdict {
  if (level === 'must') return 'fail';
  if (level === 'observe') return 'observed';
  return profile === 'contract' ? 'fail' : 'warn';
}
