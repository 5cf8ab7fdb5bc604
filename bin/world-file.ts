// A world in a file, as `lab export` wrote it: what `mock --world file.json` starts from.
import { readFileSync } from 'node:fs';
import { content } from '../mocks/index.ts';
import { demandWorld, type Export } from '../src/control/transfer.ts';
import { Trouble } from '../src/control/trouble.ts';

/** Reads a file that a world is to start from. @throws Error whose message says in a line what is wrong with it, and what would do */
export function worldIn(file: string): Export {
  const json = readWorld(file);
  try {
    return demandWorld(content, 'empty', json);
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    const [[pointer, [sentence]] = ['', [error.message]]] = Object.entries(error.errors ?? {});
    throw new Error(`--world ${file} is no exported world: ${pointer || 'it'} ${sentence} ${DO}`);
  }
}

/** Reads the file as JSON. @throws Error like `worldIn` */
export function readWorld(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`--world ${file} cannot be read (${code}). Name a file, or a world such as demo.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`--world ${file} is no JSON. ${DO}`);
  }
}

const DO = 'Write one with: hosting-contract lab export > world.json';
