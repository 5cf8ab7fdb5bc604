// Functions that read the ISO 8601 timestamps in replies.
import { leaves } from './response-readers.ts';

const extended = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d([.,]\d+)?)?([Zz]|[+-]00:?00)$/;
const basic = /^\d{8}T\d{4}(\d\d([.,]\d+)?)?(Z|[+-]00(00)?)$/;

/** Returns whether a value is an ISO 8601 timestamp in UTC, in any of the spellings that the standard allows. */
export const isUtcTime = (value: unknown): value is string =>
  typeof value === 'string' && (extended.test(value) || basic.test(value));

/** Parses a timestamp to Unix milliseconds; NaN when it cannot be read. */
export const timeOf = (value: unknown): number =>
  typeof value === 'string' ? Date.parse(value.replace(',', '.').replace(/(\.\d{3})\d+/, '$1')) : Number.NaN;

/**
 * Returns the latest timestamp in a body, in Unix milliseconds; NaN when the body has no timestamps. A renewal moves
 * the latest timestamp of a resource.
 */
export function latestTime(body: unknown): number {
  const times = [...leaves(body)].filter(({ value }) => isUtcTime(value)).map(({ value }) => timeOf(value));
  return times.reduce((latest, time) => (time > latest || Number.isNaN(latest) ? time : latest), Number.NaN);
}
