// A world in a file, as `lab export` wrote it: what `mock --world file.json` starts from.
import { closeSync, openSync, readSync } from 'node:fs';
import { hostingMock } from '../mocks/index.ts';
import { JsonPieces } from '../src/contract/json-pieces.ts';
import { ControlError } from '../src/control/control-error.ts';
import type { ExportedWorld } from '../src/control/exported-world.ts';
import { assertImportable } from '../src/control/import-export.ts';

/** Reads a file that a world is to start from. @throws Error whose message says in a line what is wrong with it, and what would do */
export const readWorldFile = (file: string): ExportedWorld =>
  withFile(file, (json) => assertImportable(hostingMock, 'empty', json));

/** Reads a file and has it taken in. @throws Error like `worldIn`, also for the Trouble that `take` throws */
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
      // Some editors begin a file with a byte order mark, which is no JSON.
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

/** The bytes of a file, a mebibyte at a time. @throws the error of the file system, with its `code` */
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
