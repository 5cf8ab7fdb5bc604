// Checks the import directions that ARCHITECTURE.md states, by reading the import lines of every source file,
// including type imports.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const TOP_FOLDERS = ['bin', 'entry', 'src', 'mocks', 'conformance', 'fixtures', 'tools', 'openapi'];

/**
 * Lists for each folder the folders that it may import from. Tests and tools may import both the mock and the suite.
 */
const MAY_IMPORT: Record<string, string[]> = {
  bin: ['bin', 'mocks', 'conformance', 'fixtures', 'src'],
  entry: ['entry', 'bin', 'mocks', 'conformance', 'fixtures', 'src'],
  mocks: ['mocks', 'fixtures', 'src/control', 'src/server', 'src/state', 'src/variations', 'src/contract'],
  conformance: ['conformance', 'fixtures', 'src/suite', 'src/variations', 'src/form', 'src/contract'],
  fixtures: ['fixtures', 'src/contract'],
  'src/storage': ['src/storage', 'src/control', 'src/server', 'src/state', 'src/redaction', 'src/contract'],
  'src/control': ['src/control', 'src/server', 'src/state', 'src/redaction', 'src/contract'],
  'src/server': ['src/server', 'src/state', 'src/redaction', 'src/contract'],
  'src/state': ['src/state', 'src/contract'],
  'src/form': ['src/form', 'src/contract'],
  'src/variations': ['src/variations', 'src/form', 'src/contract'],
  'src/client': ['src/client', 'src/contract'],
  // The console stands on the public control API alone, so it shares no code with the mock. How the calls of the contract
  // are written in programming languages is the contract's.
  'src/console': ['src/console', 'src/contract'],
  'src/contract': ['src/contract'],
  'src/suite': ['src/suite', 'src/form', 'src/redaction', 'src/contract'],
  'src/cope': ['src/cope', 'src/suite', 'src/variations', 'src/contract'],
  'src/redaction': ['src/redaction', 'src/contract'],
};

/**
 * The order of the folders inside src/suite: a file may import from its own folder and from folders on later lines
 * only.
 */
const SUITE_ORDER: string[][] = [
  ['cli'],
  ['formats'],
  ['run'],
  ['report'],
  ['plan'],
  ['http'],
  ['mapping'],
  ['lists'],
  ['target', 'redaction'],
  ['model'],
];

type Import = { from: string; to: string };

const files = TOP_FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|js)$/.test(file) && !file.includes('node_modules'))
    .map((file) => posix.join(folder, file.replaceAll('\\', '/'))),
);
const sources = files.filter(
  (file) => !file.endsWith('.test.ts') && !/^(tools|openapi)\//.test(file) && !file.includes('/generated/'),
);

function imports(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = [
    ...text.matchAll(/^(?:import|export)\b[^;'"]*?from\s+'([^']+)'/gms),
    ...text.matchAll(/^import\s+'([^']+)'/gm),
    ...text.matchAll(/\bimport\('([^']+)'\)/g),
  ];
  return found.map((one) => ({ from: file, to: one[1] ?? '' }));
}

/** Returns the top folder of a file, or for a file below src the name of its folder there. */
function folderOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'src' ? `src/${second}` : first;
}

const targetOf = (one: Import): string =>
  relative(root, join(root, dirname(one.from), one.to)).replaceAll('\\', '/');
const all = sources.flatMap(imports);

test('the imports between top folders have one direction only', () => {
  const wrong = all
    .filter(({ to }) => to.startsWith('.'))
    .map((one) => ({ ...one, target: targetOf(one) }))
    .filter(({ from, target }) => {
      // Test helpers are no part of the product, so they may use the project's tools.
      if (from.includes('/testing/') && folderOf(target) === 'tools') return false;
      const allowed = MAY_IMPORT[folderOf(from)];
      return allowed !== undefined && !allowed.some((one) => `${folderOf(target)}/`.startsWith(`${one}/`));
    })
    .map(({ from, target }) => `${from} → ${target}`);
  expect(wrong).toEqual([]);
});

test('conformance/support imports no check and no rule, and rules import no check', () => {
  const wrong = all
    .filter(({ from }) => /^conformance\/(support|rules)\//.test(from))
    .map((one) => ({ ...one, target: one.to.startsWith('.') ? targetOf(one) : one.to }))
    .filter(({ from, target }) => {
      const forbidden = from.startsWith('conformance/support/') ? ['checks', 'rules'] : ['checks'];
      return forbidden.some((folder) => target.startsWith(`conformance/${folder}/`));
    })
    .map(({ from, target }) => `${from} → ${target}`);
  expect(wrong).toEqual([]);
});

test('each npm dependency is imported in one file only, except by the command line', () => {
  const users = new Map<string, Set<string>>();
  for (const { from, to } of all) {
    // Every file of the command line may import commander.
    if (to.startsWith('.') || to.startsWith('node:') || to === 'commander') continue;
    // Test helpers are no part of the product, so they may import any dependency.
    if (from.includes('/testing/')) continue;
    // The entry for vitest has two parts: the suite as tests, and the fixtures of a mock.
    if (from.startsWith('entry/parts/') && to === 'vitest') continue;
    // The console is built from Preact components, so any of its files may import Preact.
    if (from.startsWith('src/console/') && /^(?:@preact\/signals|preact)(?:\/|$)/.test(to)) continue;
    const name = to
      .split('/')
      .slice(0, to.startsWith('@') ? 2 : 1)
      .join('/');
    // A file that replaces a module in the build for browsers counts as this module.
    users.set(name, (users.get(name) ?? new Set()).add(from.replace(/\.browser\..+$/, '.ts')));
  }
  const scattered = [...users]
    .filter(([, from]) => from.size > 1)
    .map(([name, from]) => `${name}: ${[...from].join(', ')}`);
  expect(scattered).toEqual([]);
});

test('only tools/chromium.ts starts browsers, in tests as well', () => {
  const starters = files
    .flatMap(imports)
    .filter(({ to }) => to === 'playwright-core')
    .map(({ from }) => from);
  expect([...new Set(starters)]).toEqual(['tools/chromium.ts']);
});

test('every source file starts with a comment that says what it contains', () => {
  const silent = sources.filter((file) => {
    const [first = '', second = ''] = readFileSync(join(root, file), 'utf8').split('\n');
    return !/^(\/\/|\/\*)/.test(first.startsWith('#!') ? second : first) && !file.endsWith('schema.ts');
  });
  expect(silent).toEqual([]);
});

test('the imports between the folders of src/suite have one direction only', () => {
  const levels = new Map(SUITE_ORDER.flatMap((folders, level) => folders.map((folder) => [folder, level])));
  const wrong = all
    .filter(({ from, to }) => from.startsWith('src/suite/') && to.startsWith('.'))
    .map((one) => ({ from: one.from, target: targetOf(one) }))
    .filter(({ from, target }) => {
      const [, , folder = ''] = from.split('/');
      const [, top, other = ''] = target.split('/');
      if (top !== 'suite' || folder === other || folder === 'testing') return false;
      return (levels.get(other) ?? -1) <= (levels.get(folder) ?? Number.POSITIVE_INFINITY);
    })
    .map(({ from, target }) => `${from} → ${target}`);
  expect(wrong).toEqual([]);
});

test('no files import each other in a circle, counting type imports', () => {
  const graph = new Map<string, string[]>();
  const checked = [...sources, ...files.filter((file) => /^(tools|openapi)\/(?!.*\.test\.ts$)/.test(file))];
  for (const one of checked.flatMap(imports).filter(({ to }) => to.startsWith('.')))
    graph.set(one.from, [...(graph.get(one.from) ?? []), targetOf(one)]);
  const circles: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of checked) visit(file, []);
  expect(circles).toEqual([]);
});
