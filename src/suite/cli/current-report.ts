// Reads a report of an earlier run and replaces former ids with the current ids.

import { escapeConsoleLine } from '../formats/escape.ts';
import { readReport } from '../formats/read-report.ts';
import type { Catalogue } from '../model/define.ts';
import { idResolver } from '../plan/former-ids.ts';
import { withCurrentIds } from '../report/former-ids.ts';
import type { Report } from '../report/report.ts';
import type { Io } from './io.ts';

/**
 * Reads a report and replaces former ids of checks, rules and fixtures. A note on standard error names the ids that
 * were replaced.
 * @throws UsageError when the file is not a report
 */
export function readCurrentReport(file: string, catalogue: Catalogue, io: Io): Report {
  const ids = idResolver(catalogue);
  const report = withCurrentIds(readReport(file), ids);
  writeNotes([ids.note(file)], io);
  return report;
}

/** Writes notes to standard error, one line each. */
export function writeNotes(notes: readonly (string | undefined)[], io: Io): void {
  for (const note of notes) if (note !== undefined) io.stderr.write(`${escapeConsoleLine(note)}\n`);
}
