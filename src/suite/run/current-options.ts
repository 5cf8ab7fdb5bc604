// Prepares the options of a run: adds the checks of the target file to the catalogue, and replaces former ids with
// current ids.

import { withExploration } from '../plan/exploration.ts';
import { type IdResolver, idResolver } from '../plan/former-ids.ts';
import { withPlugIns } from '../plan/plug-in.ts';
import { withCurrentEntryIds } from '../report/former-ids.ts';
import type { ConformOptions } from './options.ts';

/**
 * Returns the options of a run as the engine uses them, and one note for each option that named a check or rule by a
 * former id. Returns its own result unchanged and without notes when it is given it again.
 * @throws UsageError that names every mistake in the checks of the target file
 */
export function currentOptions(given: ConformOptions): { options: ConformOptions; notes: string[] } {
  const notes: string[] = [];
  const options = withExploration(withPlugIns(given, (note) => notes.push(note)));
  const { catalogue, only, skip, exactly, baseline } = options;
  const resolved = <T>(source: string, resolve: (ids: IdResolver) => T): T => {
    const ids = idResolver(catalogue);
    const value = resolve(ids);
    const note = ids.note(source);
    if (note !== undefined) notes.push(note);
    return value;
  };
  return {
    options: {
      ...options,
      ...(only ? { only: resolved('--only', (ids) => only.flatMap(ids.prefix)) } : {}),
      ...(skip ? { skip: resolved('--skip', (ids) => skip.flatMap(ids.prefix)) } : {}),
      ...(exactly
        ? {
            exactly: resolved('the list of checks', (ids) => ({
              ...exactly,
              checks: exactly.checks.map(ids.id),
              rules: exactly.rules.map(ids.id),
            })),
          }
        : {}),
      ...(baseline
        ? {
            baseline: resolved('the baseline', (ids) => withCurrentEntryIds(baseline, ids)),
          }
        : {}),
    },
    notes,
  };
}
