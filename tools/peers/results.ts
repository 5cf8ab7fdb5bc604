// The measurements: one entry per run of a tool, in the cache until docs/peers.json is written.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CACHE } from './tool.ts';

const PUBLISHED = fileURLToPath(new URL('../../docs/peers.json', import.meta.url));
const MEASURED = join(CACHE, 'results.json');

export type Run = {
  tool: string;
  /** id of a defect or a variant; `clean` for the mock without a defect, `clean 2` for its second run */
  row: string;
  /** the distinct alarms; of a server with a defect only those that it does not raise on the clean one */
  alarms: string[];
  /** number of alarms in all */
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

/** Reads the measurements of this checkout; null without any. */
export const readMeasured = (): Results | null => read(MEASURED);

/** Reads the results that the page was last written from; null without any. */
export const readPublished = (): Results | null => read(PUBLISHED);

export function writeMeasured(results: Results): void {
  mkdirSync(dirname(MEASURED), { recursive: true });
  // another run of the command may be reading: renaming gives it the whole old or new file
  const fresh = `${MEASURED}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(results));
  renameSync(fresh, MEASURED);
}

export const writePublished = (results: Results): void =>
  writeFileSync(PUBLISHED, `${JSON.stringify(results, null, 1)}\n`);
