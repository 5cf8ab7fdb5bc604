// Stores the results of the comparison, one entry for each run of a tool. They are in the cache until docs/peers.json
// is written.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CACHE } from './tool.ts';

const PUBLISHED = fileURLToPath(new URL('../../docs/peers.json', import.meta.url));
const MEASURED = join(CACHE, 'results.json');

/** The result of running one tool on the mock with one defect or variant. */
export type Run = {
  tool: string;
  /** id of the injected defect or variant; `clean` for the mock without defects, `clean 2` for a second run on it */
  row: string;
  /**
   * the alarms that the tool raised, each once; for a defect, only the alarms that the tool does not raise on the
   * mock without defects
   */
  alarms: string[];
  /** number of alarms that the tool raised */
  count: number;
  requests: number;
  seconds: number;
  flaw: string | null;
};

/** All results of the comparison, as stored in docs/peers.json. */
export type Results = {
  /** day of the last run, as YYYY-MM-DD */
  date: string;
  tools: { name: string; version: string; how: string; missing: string | null }[];
  defects: { id: string; title: string; basis: string; family: string }[];
  variants: { id: string; title: string }[];
  runs: Run[];
};

/** The id that stands for the mock without defects. */
export const CLEAN = 'clean';
/** Returns whether a run was on the mock without defects. */
export const isClean = ({ row }: Pick<Run, 'row'>): boolean => row.startsWith(CLEAN);

const read = (file: string): Results | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : null;

/** Returns the results that are stored in the cache of this checkout; null when there are none. */
export const readMeasured = (): Results | null => read(MEASURED);

/** Returns the results in docs/peers.json, from which docs/peers.md was written; null when there are none. */
export const readPublished = (): Results | null => read(PUBLISHED);

/** Writes the results into the cache of this checkout. */
export function writeMeasured(results: Results): void {
  mkdirSync(dirname(MEASURED), { recursive: true });
  // The file is written under another name and then renamed, so that a parallel run of the command reads either the
  // complete old file or the complete new file.
  const fresh = `${MEASURED}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(results));
  renameSync(fresh, MEASURED);
}

/** Writes the results to docs/peers.json. */
export const writePublished = (results: Results): void =>
  writeFileSync(PUBLISHED, `${JSON.stringify(results, null, 1)}\n`);
