// The results of the comparison: one entry for each run of a tool. The cache holds them until docs/peers.json is
// written.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CACHE } from './tool.ts';

const PUBLISHED = fileURLToPath(new URL('../../docs/peers.json', import.meta.url));
const MEASURED = join(CACHE, 'results.json');

/** One run of a tool on one row. */
export type Run = {
  tool: string;
  /** id of a defect or a variant; `clean` for the mock without defects, `clean 2` for a further run on it */
  row: string;
  /**
   * what the tool reported, each alarm once; for a defect, only alarms that the mock without defects does not raise
   */
  alarms: string[];
  /** number of alarms */
  count: number;
  requests: number;
  seconds: number;
  flaw: string | null;
};

/** All results of the comparison. */
export type Results = {
  /** day of the last run, YYYY-MM-DD */
  date: string;
  tools: { name: string; version: string; how: string; missing: string | null }[];
  defects: { id: string; title: string; basis: string; family: string }[];
  variants: { id: string; title: string }[];
  runs: Run[];
};

/** The row of a run on the mock without defects. */
export const CLEAN = 'clean';
/** Returns whether a run was on the mock without defects. */
export const isClean = ({ row }: Pick<Run, 'row'>): boolean => row.startsWith(CLEAN);

const read = (file: string): Results | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : null;

/** Returns the results of this checkout; null when there are none. */
export const readMeasured = (): Results | null => read(MEASURED);

/** Returns the results that the page was last written from; null when there are none. */
export const readPublished = (): Results | null => read(PUBLISHED);

/** Writes the results into the cache. */
export function writeMeasured(results: Results): void {
  mkdirSync(dirname(MEASURED), { recursive: true });
  // Another run of the command may be reading: the rename gives it either the whole old file or the whole new one.
  const fresh = `${MEASURED}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(results));
  renameSync(fresh, MEASURED);
}

/** Writes docs/peers.json. */
export const writePublished = (results: Results): void =>
  writeFileSync(PUBLISHED, `${JSON.stringify(results, null, 1)}\n`);
