// Converts instants to other spellings, for defects that show times in a wrong form.
import { shiftInstant } from './response-edits.ts';

/** Returns an instant with the UTC offset +02:00. */
export const withOffset = (instant: unknown): unknown =>
  typeof instant === 'string' ? `${shiftInstant(instant, 7_200_000).slice(0, -1)}+02:00` : instant;

/** Returns an instant without its UTC offset. */
export const withoutZone = (instant: unknown): unknown =>
  typeof instant === 'string' ? instant.replace('Z', '') : instant;

/** Returns an instant as a number of Unix seconds. */
export const asEpoch = (instant: unknown): unknown =>
  typeof instant === 'string' ? Math.floor(Date.parse(instant) / 1000) : instant;
