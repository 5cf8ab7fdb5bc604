// Reads a world from a file that `lab export` has written, for `mock --world file.json`.
import { closeSync, openSync, readSync } from 'node:fs';
import { hostingMock } from '../mocks/index.ts';
import { JsonPieces } from '../src/contract/json/json-pieces.ts';
import { ControlError } from '../src/control/control-error.ts';
import type { ExportedWorld } from '../src/control/import-export/exported-world.ts';
import { assertImportable } from '../src/control/import-export/import-export.ts';

/**
 * Reads and validates the file of a world.
 * @throws Error with one line that states the problem and how to write such a file
 */
export const readWorldFile = (file: string): ExportedWorld =>
  withFile(file, (json) => assertImportable(hostingMock, 'empty', json));

/**
 * Reads a JSON file and passes its value to `load`.
 * @throws Error with one line when the file cannot be read or `load` throws a ControlError
 */
export function withFile<A>(file: string, load: (json: unknown) => A): A {
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
  const reader = new JsonPieces();
  try {
    let first = true;
    for (const piece of piecesOf(file)) {
      // Some editors write a byte order mark, which JSON does not permit.
      reader.write(first && isMarked(piece) ? piece.subarray(3) : piece);
      first = false;
    }
    return reader.end();
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`--world ${file} is no JSON. ${HOW_TO_EXPORT}`);
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`--world ${file} cannot be read (${code}). Name a file, or a world such as demo.`);
  }
}

const isMarked = ([one, two, three]: Uint8Array): boolean => one === 0xef && two === 0xbb && three === 0xbf;

/**
 * Reads the bytes of a file in pieces of one MiB.
 * @throws the error of the file system, with its `code`
 */
export function* piecesOf(file: string): Generator<Uint8Array, void> {
  const open = openSync(file, 'r');
  try {
    for (;;) {
      const piece = new Uint8Array(1_048_576);
      const size = readSync(open, piece);
      if (size === 0) return;
      yield piece.subarray(0, size);
    }
  } finally {
    closeSync(open);
  }
}

const HOW_TO_EXPORT = 'Write one with: hosting-contract lab export > world.json';
