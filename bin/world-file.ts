// A world in a file, as `lab export` wrote it: what `mock --world file.json` starts from.
import { readFileSync } from 'node:fs';
import { content } from '../mocks/index.ts';
import { demandWorld, type Export } from '../src/control/transfer.ts';
import { Trouble } from '../src/control/trouble.ts';

/** Reads a file that a world is to start from. @throws Error whose message says in a line what is wrong with it, and what would do */
export const worldIn = (file: string): Export => taken(file, (json) => demandWorld(content, 'empty', json));

/** Reads a file and has it taken in. @throws Error like `worldIn`, also for the Trouble that `take` throws */
export function taken<A>(file: string, take: (json: unknown) => A): A {
  const json = read(file);
  try {
    return take(json);
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    const [[pointer, [sentence = error.message]] = ['', []]] = Object.entries(error.errors ?? {});
    const flaw = [pointer, sentence.replace(/\.?$/, '.')].filter(Boolean).join(': ');
    throw new Error(`--world ${file} is no exported world: ${flaw} ${DO}`);
  }
}

function read(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`--world ${file} cannot be read (${code}). Name a file, or a world such as demo.`);
  }
  try {
    // Some editors begin a file with a byte order mark, which is no JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Error(`--world ${file} is no JSON. ${DO}`);
  }
}

const DO = 'Write one with: hosting-contract lab export > world.json';
