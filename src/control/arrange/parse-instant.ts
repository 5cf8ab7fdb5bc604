// Parses an instant of a scenario: an ISO 8601 instant, or a duration from the world's present time.
import { isRepresentable, parseIso } from '../../state/instant.ts';
import { addDuration, parseDuration } from '../clock/duration.ts';

/** What an instant of a scenario may be, to complete "must be …". */
export const INSTANT_FORMS =
  'an ISO 8601 instant such as 2026-11-20T08:00:00Z, or a duration from now: -P10D is ten days ago, P3D in three days';

/**
 * Parses an instant of a scenario.
 * @param now the world's present time in milliseconds since 1970
 * @returns milliseconds since 1970; null for a value in no permitted form
 */
export function parseInstant(value: unknown, now: number): number | null {
  if (typeof value !== 'string') return null;
  const [, sign = '+', rest = ''] = /^([+-]?)(.*)$/s.exec(value) ?? [];
  const duration = parseDuration(rest);
  if (duration) {
    const factor = sign === '-' ? -1 : 1;
    return within(addDuration(now, { months: factor * duration.months, ms: factor * duration.ms }));
  }
  try {
    return within(parseIso(value));
  } catch {
    return null;
  }
}

const within = (ms: number): number | null => (isRepresentable(ms) ? ms : null);
