// A world in a file, as `World.export` gave it: what `mock --world file.json` starts from.
import { readFileSync } from 'node:fs';
import type { WorldExport } from '../src/state/export.ts';

/** Reads the file. @throws Error whose message says what is wrong with it, and what would do */
export function readWorld(file: string): WorldExport {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`--world ${file} cannot be read (${code}). Name a file, or a world such as demo.`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`--world ${file} is no JSON. ${DO}`);
  }
  const flaw = flawOf(json);
  if (flaw !== null) throw new Error(`--world ${file} is no exported world: ${flaw} ${DO}`);
  return json as WorldExport;
}

const DO = 'Write one with: hosting-contract lab export > world.json';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is missing for an export, in a sentence; null when nothing is. */
function flawOf(json: unknown): string | null {
  if (!isObject(json)) return 'it holds no object.';
  if (json.format !== 1) return `its format is ${JSON.stringify(json.format)}, not 1.`;
  for (const name of ['clock', 'settings', 'ordinals', 'tables'])
    if (!isObject(json[name])) return `${name} is no object.`;
  if (!Array.isArray(json.timers)) return 'timers is no list.';
  const { tables } = json;
  for (const [name, rows] of Object.entries(isObject(tables) ? tables : {})) {
    const sound =
      Array.isArray(rows) &&
      rows.every((row) => isObject(row) && typeof row.id === 'string' && typeof row.created_at === 'string');
    if (!sound) return `tables.${name} is no list of rows with id and created_at.`;
  }
  return null;
}
