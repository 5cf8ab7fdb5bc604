// Reads a scenario from a JSON file or from a module, for `mock --scenario` and `lab arrange`.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const MODULE = /\.[cm]?[jt]s$/;

/**
 * Reads a scenario: JSON, or the default export of a TypeScript or JavaScript module.
 * @throws Error with one line that names the file and the problem
 */
export async function readScenarioFile(file: string): Promise<unknown> {
  const path = resolve(file);
  if (MODULE.test(file)) {
    let module: { default?: unknown };
    try {
      module = await import(pathToFileURL(path).href);
    } catch (error) {
      throw new Error(`${file} cannot be loaded: ${firstLine(error)}.`);
    }
    if (module.default === undefined)
      throw new Error(`${file} has no default export; write: export default { customers: [{}] };`);
    return module.default;
  }
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(
      `${file} cannot be read (${error instanceof Error && 'code' in error ? error.code : error}).`,
    );
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`${file} is no JSON: ${firstLine(error)}.`);
  }
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .split('\n')[0]
    ?.replace(/\.$/, '') ?? '';
