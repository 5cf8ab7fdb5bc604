// The string formats the document uses, from ajv-formats' table, for validators built ahead of time.
import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Every format of ajv-formats; `binary` and `password` say how to treat a value and constrain nothing. */
export const formats: Record<string, unknown> = { ...fullFormats, binary: true, password: true };
