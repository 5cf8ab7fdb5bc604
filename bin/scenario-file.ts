// Reads a scenario from a JSON file or from a module, formats its problems, and arranges it at the start of a mock, for
// `mock --scenario` and `scenario`.
import { readJsonOrModule } from '../src/contract/read-file.ts';
import { controlApi } from '../src/control/control-api.ts';
import { ControlError } from '../src/control/control-error.ts';
import type { App } from '../src/server/app.ts';
import type { Tables } from '../src/state/tables/table.ts';

/** An example of a scenario, for the message about a module without one. */
export const SCENARIO_EXAMPLE = '{ customers: [{}] }';

/** Builds one line for each problem: the file, the JSON pointer, and the sentence. */
export const problemLines = (file: string, { errors, message }: ControlError): string[] =>
  errors === null
    ? [`${file}: ${message}`]
    : Object.entries(errors).flatMap(([pointer, sentences]) =>
        sentences.map((sentence) => [file, pointer, sentence].filter(Boolean).join(': ')),
      );

/**
 * Arranges a scenario file in the main world; `reset` restores the world with it.
 * @throws Error whose message names every problem
 */
export async function arrangeAtStart<T extends Tables>(app: App<T>, file: string): Promise<void> {
  const scenario = await readJsonOrModule(file, SCENARIO_EXAMPLE);
  try {
    await controlApi(app).arrange(scenario);
  } catch (error) {
    throw error instanceof ControlError
      ? new Error(problemLines(`--scenario ${file}`, error).join('\n'))
      : error;
  }
  app.worlds.main.setResetPoint();
}
