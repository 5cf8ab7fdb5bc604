// The string formats that the document uses, from the table of ajv-formats, for validators that are compiled ahead of
// time.
import { fullFormats } from 'ajv-formats/dist/formats.js';

/**
 * Matches the usual notation of a timestamp on a day that every month has. Such a timestamp is valid and needs no
 * further check.
 */
const COMMON_TIMESTAMP = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** All formats of ajv-formats. The formats `binary` and `password` are annotations and constrain nothing. */
export const formats: Record<string, unknown> = {
  ...fullFormats,
  'date-time': withFastPath(fullFormats['date-time']),
  binary: true,
  password: true,
};

/**
 * Wraps a timestamp check: a timestamp in the usual notation passes at once, and ajv-formats' own check parses every
 * other text.
 */
function withFastPath(format: unknown): unknown {
  const { validate, ...rest } = format as { validate: (text: string) => boolean };
  return { ...rest, validate: (text: string) => COMMON_TIMESTAMP.test(text) || validate(text) };
}
