// The sample of defects and of pairs of variants that `npm test` runs: drawn by a seed, and of the changed files.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Mutant } from '../../conformance/defects/index.ts';
import { createRandom } from '../../src/suite/model/random.ts';

const root = new URL('../../', import.meta.url);

/** Maximum numbers of defects in the sample: of different families, and of changed files. */
const MAX_FAMILIES = 2;
const MAX_OF_CHANGES = 2;

/** Returns the id of a defect without its label in brackets, which all defects of one kind share. */
const mutantKind = (id: string): string => id.replace(/\[.*$/, '');

/**
 * Returns one defect or variant of each of at most `most` families; the seed chooses the families and their members.
 */
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

// Returns at most `most` of the rows, chosen by the seed.
function atMost<T>(most: number, rows: readonly T[], seed: number): T[] {
  if (rows.length <= most) return [...rows];
  const random = createRandom(seed, 'order of a sample');
  const order = rows.map((row) => ({ row, place: random.number() })).sort((a, b) => a.place - b.place);
  return order.slice(0, most).map(({ row }) => row);
}

/**
 * Returns a seeded sample of different pairs of lawful variants. Those of one family change the same behaviour in
 * different ways and form no pair. `wanted`: the number of pairs; the sample is smaller when there are not enough
 * pairs.
 */
export function samplePairs(ids: readonly string[], wanted: number, seed: number): [string, string][] {
  const random = createRandom(seed, 'bite pairs');
  const found = new Map<string, [string, string]>();
  for (let tries = 0; found.size < wanted && tries < wanted * 20 && ids.length > 1; tries += 1) {
    const [one, other] = [random.pick(ids), random.pick(ids)].sort();
    if (one === undefined || other === undefined || mutantKind(one) === mutantKind(other)) continue;
    found.set(`${one} ${other}`, [one, other]);
  }
  return [...found.values()];
}

/**
 * Returns a sample of the defects: one of each of 2 families, and 2 of those that changed files concern: the defects
 * that a file defines, and one for each sentence of its checks and rules. Changed since the last commit but one, that
 * is; uncommitted changes count.
 */
export async function sampleRows(defects: readonly Mutant[], seed: number): Promise<Mutant[]> {
  const changed = new Set<Mutant>();
  for (const file of changedFiles()) {
    const found = await contentsOf(file);
    const ids = new Set(found.map(({ id }) => id));
    for (const row of defects.filter(({ id }) => ids.has(id))) changed.add(row);
    for (const { requirement } of found) {
      const row = defects.find((defect) => defect.requirement === requirement);
      if (row) changed.add(row);
    }
  }
  const chosen = new Set([
    ...oneOfEachFamily(defects, seed, MAX_FAMILIES),
    ...atMost(MAX_OF_CHANGES, [...changed], seed),
  ]);
  return defects.filter((row) => chosen.has(row));
}

// Returns the changed files that contain checks, rules or defects; an empty list where git is not available.
function changedFiles(): string[] {
  const git = (...args: string[]): string[] => {
    const { status, stdout } = spawnSync('git', args, { cwd: fileURLToPath(root), encoding: 'utf8' });
    return status === 0 ? stdout.split('\n') : [];
  };
  const changed = [
    ...git('diff', '--name-only', '--diff-filter=d', 'HEAD~1'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(changed)].filter(
    (file) => /^conformance\/(checks|rules|defects)\/.+\.ts$/.test(file) && !file.endsWith('.test.ts'),
  );
}

// Returns the checks, rules, defects and variants that a file exports, as single values or in lists.
async function contentsOf(file: string): Promise<{ id: string; requirement?: string }[]> {
  const exported: unknown[] = Object.values((await import(new URL(file, root).href)) as object);
  return exported
    .flat()
    .filter(
      (one): one is { id: string; requirement?: string } =>
        typeof one === 'object' && one !== null && 'id' in one,
    )
    .filter(({ id }) => typeof id === 'string');
}
