// What was measured: one entry for each run of a tool, kept in the cache until docs/peers.json is written; and what follows from them.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CACHE } from './tool.ts';

const PUBLISHED = fileURLToPath(new URL('../../docs/peers.json', import.meta.url));
const MEASURED = join(CACHE, 'results.json');

export type Run = {
  tool: string;
  /** id of a defect or a variant; `clean` for the mock as it is, `clean 2` for another time */
  row: string;
  /** what it accused the server of, each thing once; of a planted server only what it does not accuse the clean one of */
  alarms: string[];
  /** how many alarms there were */
  count: number;
  requests: number;
  seconds: number;
  flaw: string | null;
};

export type Results = {
  /** day of the last run, YYYY-MM-DD */
  date: string;
  tools: { name: string; version: string; how: string; missing: string | null }[];
  defects: { id: string; title: string; basis: string; family: string }[];
  variants: { id: string; title: string }[];
  runs: Run[];
};

export const CLEAN = 'clean';
export const isClean = ({ row }: Pick<Run, 'row'>): boolean => row.startsWith(CLEAN);

const read = (file: string): Results | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : null;

/** What this checkout has measured so far; null when nothing was. */
export const readMeasured = (): Results | null => read(MEASURED);

/** What the page was last written from; null when it never was. */
export const readPublished = (): Results | null => read(PUBLISHED);

export function writeMeasured(results: Results): void {
  mkdirSync(dirname(MEASURED), { recursive: true });
  // Another run of the command may be reading: it finds the whole file, the old one or the new.
  const fresh = `${MEASURED}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(results));
  renameSync(fresh, MEASURED);
}

export const writePublished = (results: Results): void =>
  writeFileSync(PUBLISHED, `${JSON.stringify(results, null, 1)}\n`);
