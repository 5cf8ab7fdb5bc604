// Chooses the sample of defects that `npm test` runs: one defect of every family, and the defects that belong to
// changed files.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Mutant } from '../../conformance/defects/index.ts';
import { mutantKind } from '../../conformance/defects/mutant.ts';
import { createRandom } from '../../src/suite/model/random.ts';
import { readKills } from './measured.ts';

const root = new URL('../../', import.meta.url);

/** Maximum number of defects that one changed file adds to the sample. */
const MAX_ROWS_OF_A_FILE = 60;

/** Returns one defect or variant of every family, chosen by the seed. */
export function oneOfEachFamily<R extends { id: string }>(rows: readonly R[], seed: number): R[] {
  const families = Map.groupBy(rows, ({ id }) => mutantKind(id));
  return [...families].map(([name, members]) => createRandom(seed, `sample of ${name}`).pick(members));
}

/**
 * Returns a sample of the defects: one of every family, one for every check and rule in a changed file, and the
 * defects that a changed file defines.
 * @param base the commit to compare the working tree with; uncommitted changes count as changes
 */
export async function sampleRows(defects: readonly Mutant[], seed: number, base: string): Promise<Mutant[]> {
  const chosen = new Set(oneOfEachFamily(defects, seed));
  const byId = new Map(defects.map((row) => [row.id, row]));
  const kills = readKills();
  for (const file of changedFiles(base)) {
    const found = await contentsOf(file);
    const ids = new Set(found.map(({ id }) => id));
    for (const row of defects.filter(({ id }) => ids.has(id)).slice(0, MAX_ROWS_OF_A_FILE)) chosen.add(row);
    for (const check of ids) {
      if (byId.has(check)) continue;
      const row =
        defects.find(({ caughtBy }) => caughtBy === check) ??
        defects.find(({ id }) => kills.get(id)?.includes(check));
      if (row) chosen.add(row);
    }
  }
  return defects.filter((row) => chosen.has(row));
}

/** Returns the changed files that contain checks, rules or defects; an empty list where git is not available. */
function changedFiles(base: string): string[] {
  const git = (...args: string[]): string[] => {
    const { status, stdout } = spawnSync('git', args, { cwd: fileURLToPath(root), encoding: 'utf8' });
    return status === 0 ? stdout.split('\n') : [];
  };
  const changed = [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(changed)].filter(
    (file) => /^conformance\/(checks|rules|defects)\/.+\.ts$/.test(file) && !file.endsWith('.test.ts'),
  );
}

/** Returns the checks, rules, defects and variants that a file exports, as single values or in lists. */
async function contentsOf(file: string): Promise<{ id: string }[]> {
  const exported: unknown[] = Object.values((await import(new URL(file, root).href)) as object);
  return exported
    .flat()
    .filter((one): one is { id: string } => typeof one === 'object' && one !== null && 'id' in one)
    .filter(({ id }) => typeof id === 'string');
}
