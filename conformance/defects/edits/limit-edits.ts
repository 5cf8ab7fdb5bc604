// Functions with which defects read and change rate-limit headers.
import type { ClientRequest, Injector, ResponseEdit } from '../mutant.ts';
import { header, isSuccess, setHeader } from './response-edits.ts';

const STANDARD_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

const LEGACY_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const;

/** The names of all rate-limit headers, standard and legacy. */
export const LIMIT_HEADERS = [...STANDARD_HEADERS, ...LEGACY_HEADERS];

/** Sets a rate-limit header under both its standard and its legacy name. */
export function setLimitHeaders(reply: ResponseEdit, what: 'Limit' | 'Remaining', value: string): void {
  setHeader(reply, `RateLimit-${what}`, value);
  setHeader(reply, `X-RateLimit-${what}`, value);
}

/** Returns the number in the given rate-limit header of a reply. */
export const limitHeader = (reply: ResponseEdit, name: (typeof LIMIT_HEADERS)[number]): number =>
  Number(header(reply, name));

/** Changes every reply that has a 2xx status. */
export const onEverySuccess = (
  p: Injector,
  change: (reply: ResponseEdit, request: ClientRequest) => void,
): void =>
  p.reply('everything', (reply, request) => {
    if (isSuccess(reply)) change(reply, request);
  });
