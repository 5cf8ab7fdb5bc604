// Formats the problems of a scenario as lines of text.
import type { ControlError } from '../src/control/control-error.ts';

/** Builds one line for each problem: the file, the JSON pointer, and the sentence. */
export const problemLines = (file: string, { errors, message }: ControlError): string[] =>
  errors === null
    ? [`${file}: ${message}`]
    : Object.entries(errors).flatMap(([pointer, sentences]) =>
        sentences.map((sentence) => [file, pointer, sentence].filter(Boolean).join(': ')),
      );
