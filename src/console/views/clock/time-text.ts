// Times of a world as texts. They are shown in UTC, as the API writes them.
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });
const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });

/** Writes the day of an instant with its weekday. */
export const dayText = (iso: string): string => DAY.format(new Date(iso));

/** Writes date and time of an instant in UTC: `2026-11-20 08:00:03`. */
export const utcText = (iso: string): string => iso.replace('T', ' ').replace('Z', '');

/** Writes how far an instant is from another: `in 3 days`. */
export function distanceText(iso: string, from: string): string {
  const seconds = Math.round((Date.parse(iso) - Date.parse(from)) / 1000);
  if (seconds <= 0) return 'now';
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1];
  return RELATIVE.format(Math.round(seconds / size), unit);
}
