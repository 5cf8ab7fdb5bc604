// Reads a scenario from a JSON file or from a module, and formats its problems, for `mock --scenario`, `lab arrange` and `scenario`.
import { readJsonOrModule } from '../src/contract/read-file.ts';
import type { ControlError } from '../src/control/control-error.ts';

/**
 * Reads a scenario: JSON, or the default export of a TypeScript or JavaScript module.
 * @throws FileError
 */
export const readScenarioFile = (file: string): Promise<unknown> =>
  readJsonOrModule(file, '{ customers: [{}] };');

/** Builds one line for each problem: the file, the JSON pointer, and the sentence. */
export const problemLines = (file: string, { errors, message }: ControlError): string[] =>
  errors === null
    ? [`${file}: ${message}`]
    : Object.entries(errors).flatMap(([pointer, sentences]) =>
        sentences.map((sentence) => [file, pointer, sentence].filter(Boolean).join(': ')),
      );
