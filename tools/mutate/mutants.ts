// Instruments a copy of the sources with mutants that are switched on one at a time; draws a seeded sample of them, and
// estimates a share from it.
import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import ts from 'typescript';
import { createRandom } from '../../src/suite/model/random.ts';

/** Where a mutant stands, written so that it survives changes of other code. */
export type MutantKey = {
  file: string;
  /** the enclosing functions, methods, classes, members and module constants, from the outside in */
  in: string;
  from: string;
  to: string;
  /** tells mutants with equal texts in one place apart: 2 for the second, and so on */
  nth?: number;
};

/** A mutant: one change of one expression or block. `id` is its switch in this build. */
export type Mutant = MutantKey & { id: string; line: number; mutator: string; area: string };

export const keyText = ({ file, in: where, from, to, nth = 1 }: MutantKey): string =>
  JSON.stringify([file, where, from, to, nth]);

/** What an instrumented copy needs to run the suite in one process. */
const COPIED = ['bin', 'conformance', 'fixtures', 'mocks', 'openapi', 'src', 'tools', 'package.json'];

/** What is mutated: the code that a request passes through. */
const MUTATED = [
  'mocks/**/*.ts',
  'src/server/idempotency.ts',
  'src/server/{pipeline,rate-limit}/**/*.ts',
  'src/state/{lifecycle,references,store,store-factory,timers,transaction}.ts',
  'src/state/tables/{page-query,row-group,table-data,table-reader,table-view}.ts',
];

/** What prepares data for users of the mock, or checks it: no request of a deployment passes through it. */
const LEFT_OUT = /\.test\.ts$|\.browser\.|\/testing\/|^mocks\/((arrange|invariants|worlds)\/|levers)/;

/** The longest text of a key; of a longer one the key has the beginning and a digest. */
const MAX_TEXT = 160;

type Logger = ConstructorParameters<typeof Instrumenter>[0];
/** A logger of which every function returns false, so that the instrumenter says nothing. */
const LOGGER = new Proxy({} as Logger, { get: () => () => false });

/**
 * Copies the sources and instruments the copy.
 * @param only prefixes of the files to instrument; every file when empty
 */
export async function instrument(root: URL, build: URL, only: readonly string[] = []): Promise<Mutant[]> {
  const folder = fileURLToPath(root);
  const copy = fileURLToPath(build);
  rmSync(copy, { recursive: true, force: true });
  for (const name of COPIED)
    cpSync(join(folder, name), join(copy, name), {
      recursive: true,
      filter: (path) => !/\.test\.ts$|node_modules/.test(path.slice(folder.length)),
    });
  const files = filesToMutate(folder)
    .filter(
      (file) => !LEFT_OUT.test(file) && (only.length === 0 || only.some((part) => file.startsWith(part))),
    )
    .sort()
    .map((name) => ({ name, content: readFileSync(join(folder, name), 'utf8') }));
  const done = await instrumentTexts(files);
  for (const { name, content } of done.files) writeFileSync(join(copy, name), content);
  return done.mutants;
}

/**
 * Lists the files that a request passes through.
 * @throws Error naming a pattern of `MUTATED` that matches no file, because a renamed file would never be mutated
 */
export const filesToMutate = (folder: string, patterns: readonly string[] = MUTATED): string[] =>
  patterns.flatMap((pattern) => {
    // globSync takes a brace expression without a match in silence, so each name of it is a pattern of its own.
    const [, names = pattern] = /\{([^{}]*)\}[^{}]*$/.exec(pattern) ?? [];
    return names.split(',').flatMap((name) => {
      const single = pattern.replace(`{${names}}`, name);
      const found = globSync(single, { cwd: folder });
      if (found.length === 0) throw new Error(`No file matches ${single}, which is to be mutated.`);
      return found;
    });
  });

/** Instruments the texts of files. @returns the instrumented texts, and every mutant in them */
export async function instrumentTexts(
  texts: readonly { name: string; content: string }[],
): Promise<{ files: readonly { name: string; content: string }[]; mutants: Mutant[] }> {
  const { files, mutants } = await new Instrumenter(LOGGER).instrument(
    texts.map((text) => ({ ...text, mutate: true })),
    { ignorers: [], excludedMutations: [], plugins: null },
  );
  const sources = new Map(
    texts.map(({ name, content }) => [
      name,
      ts.createSourceFile(name, content, ts.ScriptTarget.Latest, true),
    ]),
  );
  const seen = new Map<string, number>();
  const toMutant = ({
    id,
    fileName: file,
    mutatorName: mutator,
    replacement,
    location,
  }: (typeof mutants)[number]): Mutant => {
    const source = sources.get(file);
    if (!source) throw new Error(`The instrumenter names an unknown file: ${file}`);
    const at = ({ line, column }: { line: number; column: number }): number =>
      source.getPositionOfLineAndCharacter(line, column);
    const [from, to] = [at(location.start), at(location.end)];
    const key = {
      file,
      in: namesAround(source, from, to).join(' > '),
      from: shortText(source.text.slice(from, to)),
      to: shortText(replacement),
    };
    const nth = (seen.get(keyText(key)) ?? 0) + 1;
    seen.set(keyText(key), nth);
    const area = /^mocks\/areas\/[a-z]+/.exec(file)?.[0] ?? file.replace(/\/[^/]+$/, '');
    return { ...key, ...(nth > 1 ? { nth } : {}), id, line: location.start.line + 1, mutator, area };
  };
  return { files, mutants: mutants.map(toMutant) };
}

// Returns the names of what encloses a range: functions, methods, classes, members and constants of the module.
function namesAround(source: ts.SourceFile, from: number, to: number): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.getStart(source) > from || node.end < to) return;
    const isConstant =
      ts.isVariableDeclaration(node) &&
      (node.parent.parent.parent === source || (node.initializer && ts.isFunctionLike(node.initializer)));
    const isMember = ts.isPropertyAssignment(node) || ts.isClassElement(node);
    if (isConstant || isMember || ts.isClassLike(node) || ts.isFunctionDeclaration(node))
      names.push(node.name?.getText(source) ?? 'constructor');
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return names;
}

function shortText(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= MAX_TEXT) return flat;
  return `${flat.slice(0, MAX_TEXT)}… ${createHash('sha256').update(flat).digest('hex').slice(0, 8)}`;
}

/**
 * Draws a sample in which every area and mutator has its share. The key of a mutant decides its place in line: while
 * the seed stays, a change of other code changes little of the sample.
 */
export function sampleOf<M extends Pick<Mutant, 'area' | 'mutator' | 'file' | 'in' | 'from' | 'to' | 'nth'>>(
  mutants: readonly M[],
  size: number,
  seed: number,
): M[] {
  const strata = Map.groupBy(mutants, ({ area, mutator }) => `${area} ${mutator}`);
  const share = Math.min(1, size / mutants.length);
  // Strata smaller than one of the sample take turns, from a random start.
  let taken = createRandom(seed, 'start').number();
  return [...strata.keys()].sort().flatMap((name) => {
    const members = strata.get(name) ?? [];
    const before = Math.floor(taken);
    taken += members.length * share;
    const lot = new Map(members.map((one) => [one, createRandom(seed, keyText(one)).number()]));
    const inLine = members.toSorted((a, b) => (lot.get(a) ?? 0) - (lot.get(b) ?? 0));
    return inLine.slice(0, Math.floor(taken + 1e-9) - before);
  });
}

/** Returns the 95 % interval of a share, by Wilson's formula. */
export function wilson(hits: number, trials: number): [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const z = 1.96;
  const p = hits / trials;
  const centre = p + z ** 2 / (2 * trials);
  const spread = z * Math.sqrt((p * (1 - p)) / trials + z ** 2 / (4 * trials ** 2));
  const scale = 1 + z ** 2 / trials;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}
