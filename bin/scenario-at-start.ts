// Arranges a scenario file in the world with which a mock starts, for `mock --scenario`.

import { controlApi } from '../src/control/control-api.ts';
import { ControlError } from '../src/control/control-error.ts';
import type { App } from '../src/server/app.ts';
import type { Tables } from '../src/state/tables/table.ts';
import { problemLines, readScenarioFile } from './scenario-file.ts';

/**
 * Arranges a scenario file in the main world; `reset` restores the world with it.
 * @throws Error whose message names every problem
 */
export async function arrangeAtStart<T extends Tables>(app: App<T>, file: string): Promise<void> {
  const scenario = await readScenarioFile(file);
  try {
    await controlApi(app).arrange(scenario);
  } catch (error) {
    throw error instanceof ControlError
      ? new Error(problemLines(`--scenario ${file}`, error).join('\n'))
      : error;
  }
  app.worlds.main.setResetPoint();
}
