// `mock --world file.json`: reads a world from a file that `lab export` has written, and with --watch imports it again
// when the file changes; a file that is not valid changes nothing.
import { hostingMock } from '../mocks/index.ts';
import { FileError, MAX_STORED_FILE, parseJson, readText } from '../src/contract/read-file.ts';
import { controlApi } from '../src/control/control-api.ts';
import { ControlError } from '../src/control/control-error.ts';
import type { ExportedWorld } from '../src/control/import-export/export-text.ts';
import { assertImportable } from '../src/control/import-export/import-export.ts';
import type { App } from '../src/server/app.ts';
import type { Tables } from '../src/state/tables/table.ts';
import { watchFiles } from './mock/watch-files.ts';

/**
 * Reads and validates the file of a world.
 * @throws Error with one line that states the problem and how to write such a file
 */
export const readWorldFile = (file: string): ExportedWorld =>
  withFile(file, (json) => assertImportable(hostingMock, 'empty', json));

/**
 * Watches the file until the process ends. The tokens and keys that the mock printed at its start stay valid.
 * @param loaded called when the mock has imported the file; the imported state is also the new reset point
 */
export function watchWorld<T extends Tables>(
  app: App<T>,
  file: string,
  loaded: (file: string) => void,
): void {
  const load = async (): Promise<void> => {
    try {
      const { main } = app.worlds;
      withFile(file, (json) => controlApi(app).worlds.get(main.name).import(json, 'owned'));
      main.setResetPoint();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      process.stderr.write(`warning: ${message} The world is unchanged.\n`);
      return;
    }
    loaded(file);
  };
  watchFiles(() => [file], load).unref();
}

// Reads a JSON file and passes its value to `load`. Throws Error with one line when the file cannot be read or `load`
// throws a ControlError.
function withFile<A>(file: string, load: (json: unknown) => A): A {
  const json = readJsonFile(file);
  try {
    return load(json);
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    const [[pointer, [sentence = error.message]] = ['', []]] = Object.entries(error.errors ?? {});
    const problem = [pointer, sentence.replace(/\.?$/, '.')].filter(Boolean).join(': ');
    throw new Error(`--world ${file} is no exported world: ${problem} ${HOW_TO_EXPORT}`);
  }
}

function readJsonFile(file: string): unknown {
  const name = `--world ${file}`;
  const text = addAdvice('Name a file, or a world such as demo.', () =>
    readText(file, MAX_STORED_FILE, name),
  );
  return addAdvice(HOW_TO_EXPORT, () => parseJson(text, name));
}

function addAdvice<A>(advice: string, read: () => A): A {
  try {
    return read();
  } catch (error) {
    throw error instanceof FileError ? new Error(`${error.message} ${advice}`) : error;
  }
}

const HOW_TO_EXPORT = 'Write one with: hosting-contract lab export > world.json';
