// Chooses the sample of defects that `npm test` runs: one defect of every family, and the defects that belong to
// changed files.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Mutant } from '../../conformance/defects/index.ts';
import { mutantKind } from '../../conformance/defects/mutant.ts';
import { createRandom } from '../../src/suite/model/random.ts';
import { readKills } from './measured.ts';

const root = new URL('../../', import.meta.url);

/** Maximum numbers of defects in the sample: of different families, and of changed files. */
const MAX_FAMILIES = 60;
const MAX_OF_CHANGES = 30;

/** Returns one defect or variant of each of at most `most` families; the seed chooses the families and their members. */
export function oneOfEachFamily<R extends { id: string }>(
  rows: readonly R[],
  seed: number,
  most = Number.POSITIVE_INFINITY,
): R[] {
  const families = Map.groupBy(rows, ({ id }) => mutantKind(id));
  return atMost(most, [...families.values()], seed).map((members) =>
    createRandom(seed, `sample of ${members[0]?.id}`).pick(members),
  );
}

/** Returns at most `most` of the rows, chosen by the seed. */
function atMost<T>(most: number, rows: readonly T[], seed: number): T[] {
  if (rows.length <= most) return [...rows];
  const random = createRandom(seed, 'order of a sample');
  const order = rows.map((row) => ({ row, place: random.number() })).sort((a, b) => a.place - b.place);
  return order.slice(0, most).map(({ row }) => row);
}

/**
 * Returns a sample of the defects: one of each of 60 families, and 30 of those that changed files concern: the defects
 * that a file defines, and one defect for each of its checks and rules.
 * @param base the commit to compare the working tree with; uncommitted changes count as changes
 */
export async function sampleRows(defects: readonly Mutant[], seed: number, base: string): Promise<Mutant[]> {
  const changed = new Set<Mutant>();
  const byId = new Map(defects.map((row) => [row.id, row]));
  const kills = readKills();
  for (const file of changedFiles(base)) {
    const found = await contentsOf(file);
    const ids = new Set(found.map(({ id }) => id));
    for (const row of defects.filter(({ id }) => ids.has(id))) changed.add(row);
    for (const check of ids) {
      if (byId.has(check)) continue;
      const row = defects.find(({ id }) => kills.get(id)?.includes(check));
      if (row) changed.add(row);
    }
  }
  const chosen = new Set([
    ...oneOfEachFamily(defects, seed, MAX_FAMILIES),
    ...atMost(MAX_OF_CHANGES, [...changed], seed),
  ]);
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
