// Holds the house to its import directions, by reading the import lines of every source file.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const ROOMS = ['bin', 'entry', 'src', 'mocks', 'conformance', 'fixtures', 'tools', 'openapi'];

/** Which rooms a room may import from, itself included. Tests and tools may hold both wings. */
const MAY_IMPORT: Record<string, string[]> = {
  bin: ['bin', 'mocks', 'conformance', 'fixtures', 'src'],
  // what other projects import: like the command line, it wires machinery and content, and nobody inside imports it
  entry: ['entry', 'mocks', 'conformance', 'fixtures', 'src'],
  mocks: ['mocks', 'fixtures', 'src/control', 'src/server', 'src/state', 'src/contract'],
  conformance: ['conformance', 'fixtures', 'src/suite', 'src/contract'],
  fixtures: ['fixtures', 'src/contract'],
  'src/control': ['src/control', 'src/server', 'src/state', 'src/redaction', 'src/contract'],
  'src/server': ['src/server', 'src/state', 'src/redaction', 'src/contract'],
  'src/state': ['src/state', 'src/contract'],
  // what browsers load too: it knows the contract's types, and of its machinery nothing
  'src/client': ['src/client', 'src/contract'],
  'src/contract': ['src/contract'],
  'src/suite': ['src/suite', 'src/redaction', 'src/contract'],
  // the names and encodings of secrets: the mock's log and control API and the suite hide the same
  'src/redaction': ['src/redaction'],
};

type Import = { from: string; to: string };

const files = ROOMS.flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|js)$/.test(file) && !file.includes('node_modules'))
    .map((file) => posix.join(room, file.replaceAll('\\', '/'))),
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

function room(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'src' ? `src/${second}` : first;
}

const inside = (one: Import): string =>
  relative(root, join(root, dirname(one.from), one.to)).replaceAll('\\', '/');
const all = sources.flatMap(imports);

test('imports run one way: no room reaches into a room that is not its to know', () => {
  const wrong = all
    .filter(({ to }) => to.startsWith('.'))
    .map((one) => ({ ...one, target: inside(one) }))
    .filter(({ from, target }) => {
      const allowed = MAY_IMPORT[room(from)];
      return allowed !== undefined && !allowed.some((one) => `${room(target)}/`.startsWith(`${one}/`));
    })
    .map(({ from, target }) => `${from} → ${target}`);
  expect(wrong).toEqual([]);
});

test('what checks and rules stand on knows none of them', () => {
  const wrong = all
    .filter(({ from }) => /^conformance\/(kit|rules)\//.test(from))
    .map((one) => ({ ...one, target: one.to.startsWith('.') ? inside(one) : one.to }))
    .filter(({ from, target }) => {
      const below = from.startsWith('conformance/kit/') ? ['checks', 'rules'] : ['checks'];
      return below.some((room) => target.startsWith(`conformance/${room}/`));
    })
    .map(({ from, target }) => `${from} → ${target}`);
  expect(wrong).toEqual([]);
});

test('each dependency is imported in one file only, the command line apart', () => {
  const users = new Map<string, Set<string>>();
  for (const { from, to } of all) {
    // Commands are made of the command line's own words, one file a command.
    if (to.startsWith('.') || to.startsWith('node:') || to === 'commander') continue;
    // What tests share is no part of the product.
    if (from.includes('/testing/')) continue;
    const name = to
      .split('/')
      .slice(0, to.startsWith('@') ? 2 : 1)
      .join('/');
    // What goes into the build for browsers instead of a module is that module.
    users.set(name, (users.get(name) ?? new Set()).add(from.replace(/\.browser\..+$/, '.ts')));
  }
  const scattered = [...users]
    .filter(([, from]) => from.size > 1)
    .map(([name, from]) => `${name}: ${[...from].join(', ')}`);
  expect(scattered).toEqual([]);
});

test('browsers are started in one place, by tests too', () => {
  const starters = files
    .flatMap(imports)
    .filter(({ to }) => to === 'playwright-core')
    .map(({ from }) => from);
  expect([...new Set(starters)]).toEqual(['tools/chromium.ts']);
});

test('every source file says in its first line what lives in it', () => {
  const silent = sources.filter((file) => {
    const [first = '', second = ''] = readFileSync(join(root, file), 'utf8').split('\n');
    return !/^(\/\/|\/\*)/.test(first.startsWith('#!') ? second : first) && !file.endsWith('schema.ts');
  });
  expect(silent).toEqual([]);
});

test('no import cycle ties files of one room into a knot', () => {
  const graph = new Map<string, string[]>();
  for (const one of all.filter(({ to }) => to.startsWith('.'))) {
    graph.set(one.from, [...(graph.get(one.from) ?? []), inside(one)]);
  }
  const typeOnly = (from: string, to: string): boolean =>
    [
      ...readFileSync(join(root, from), 'utf8').matchAll(
        /^(import|export)\s+(type\s)?[^;'"]*?from\s+'([^']+)'/gms,
      ),
    ]
      .filter((one) => one[3] && inside({ from, to: one[3] }) === to)
      .every((one) => one[2] !== undefined);
  const knots: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      knots.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const next of graph.get(file) ?? []) if (!typeOnly(file, next)) visit(next, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of sources) visit(file, []);
  expect(knots).toEqual([]);
});
