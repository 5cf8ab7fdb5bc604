// Reads the files that commands take: documents, target files, scenarios, reports, ledgers, baselines, worlds, keys.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { measureJson } from './json/json-scan.ts';

/** A file that cannot be used. The message is one line that names the file. */
export class FileError extends Error {}

const MIB = 1_048_576;
const MAX_DEPTH = 500;

/** The most bytes of a file that people write. */
export const MAX_WRITTEN_FILE = 16 * MIB;
/** The most bytes of a file that a command has written, such as a report or a world. */
export const MAX_STORED_FILE = 512 * MIB;

/**
 * Checks that a path leads to a regular file of at most `max` bytes, before it is opened: opening a pipe blocks, and a
 * device has no end.
 * @param name names the file in messages; the path by default
 * @throws FileError
 */
export function assertReadable(file: string | URL, max: number, name = String(file)): void {
  const stat = orFileError(name, () => process.getBuiltinModule('fs').statSync(file));
  const other = stat.isDirectory() ? 'a folder' : stat.isFile() ? undefined : 'a pipe or a device';
  if (other !== undefined) throw new FileError(`${name} is ${other}, and no file.`);
  if (stat.size > max) throw new FileError(`${name} is larger than ${max / MIB} MiB.`);
}

/** Reads the bytes of a file of at most `max` bytes. @throws FileError */
export function readBytes(file: string, max = MAX_WRITTEN_FILE, name = file): Buffer {
  assertReadable(file, max, name);
  return orFileError(name, () => process.getBuiltinModule('fs').readFileSync(file));
}

/** Reads a file of at most `max` bytes as UTF-8 without a byte order mark. @throws FileError */
export const readText = (file: string, max = MAX_WRITTEN_FILE, name = file): string =>
  readBytes(file, max, name)
    .toString('utf8')
    .replace(/^\uFEFF/, '');

/** Reads a JSON file of at most `max` bytes. @throws FileError */
export function readJson(file: string, max = MAX_WRITTEN_FILE, name = file): unknown {
  return parseJson(readText(file, max, name), name);
}

/** Parses the JSON of a file. @throws FileError for other text, and for more than 500 levels */
export function parseJson(text: string, name: string): unknown {
  // Code that walks through a deeper value would exceed the stack.
  if (measureJson(text).depth > MAX_DEPTH)
    throw new FileError(`${name} nests more than ${MAX_DEPTH} levels.`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FileError(`${name} is no JSON: ${oneLine(error)}.`);
  }
}

/**
 * Reads a JSON file, or loads the default export of a TypeScript or JavaScript module.
 * @param example a default export that the message names for a module without one
 * @throws FileError
 */
export async function readJsonOrModule(file: string, example: string): Promise<unknown> {
  if (!/\.[cm]?[jt]s$/.test(file)) return readJson(file);
  assertReadable(file, MAX_WRITTEN_FILE);
  let module: { default?: unknown };
  try {
    module = await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    // A package without "type": "module" has CommonJS modules.
    const isOfCommonJs = /outside a module|Unexpected token '?(?:export|import)/.test(String(error));
    const advice = isOfCommonJs
      ? `; call it ${file.replace(/\.[cm]?([jt]s)$/, '.m$1')}, or write "type": "module" into package.json`
      : '';
    throw new FileError(`${file} cannot be loaded: ${oneLine(error)}${advice}.`);
  }
  if (module.default === undefined)
    throw new FileError(`${file} has no default export; write: export default ${example}.`);
  return module.default;
}

function orFileError<A>(name: string, read: () => A): A {
  try {
    return read();
  } catch (error) {
    throw new FileError(
      `${name} cannot be read (${(error as NodeJS.ErrnoException).code ?? oneLine(error)}).`,
    );
  }
}

const oneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ')
    .slice(0, 500);
