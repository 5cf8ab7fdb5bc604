// The string formats of ajv-formats, for validators that are compiled ahead of time.
import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Matches a usual timestamp on a day that every month has, which needs no further check. */
const COMMON_TIMESTAMP = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;
const dateTime = fullFormats['date-time'] as { validate(text: string): boolean };

/** All formats of ajv-formats. The formats `binary` and `password` are annotations and constrain nothing. */
export const formats: Record<string, unknown> = {
  ...fullFormats,
  'date-time': {
    ...dateTime,
    validate: (text: string) => COMMON_TIMESTAMP.test(text) || dateTime.validate(text),
  },
  binary: true,
  password: true,
};
