// npm run generators: generates code from the document with the code generators of other projects. Installs each
// generator in a folder below .cache/, runs it, type-checks its output, and makes one call to the mock through the
// output.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'rolldown';
import { hostingMock } from '../mocks/index.ts';
import { createApp } from '../src/server/app.ts';
import { type Generator, generators } from './generators/table.ts';

const USAGE = `npm run generators -- [--only name …] [--no-page] [--list]
  --only name    only generators whose name contains it; more than one may be given; the page stays as it is
  --no-page      leave docs/generators.md as it is
  --list         print the names and run nothing
Needs the registries once (npm, PyPI, the Go module proxy); Python, Java and Go where they are there. What was
installed stays in .cache/generators/.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    'no-page': { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const root = fileURLToPath(new URL('../', import.meta.url));
const CACHE = join(root, '.cache/generators');
const TSC = join(root, 'node_modules/typescript/bin/tsc');

const STRICT = [
  ...['--noEmit', '--ignoreConfig', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext'],
  ...['--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable', '--types', 'node'],
];

type Outcome = { generator: Generator; generated: string; compiled: string; called: string };

if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const chosen = generators.filter(
  ({ name }) => values.only.length === 0 || values.only.some((word) => name.includes(word)),
);
if (values.list) {
  for (const { name, packages } of chosen) console.log(`${name}  ${packages.join(' ')}`);
  process.exit(0);
}

const app = createApp(hostingMock, { clock: 'frozen', limits: 'off' });
const server = await app.listen({ port: 0, host: '127.0.0.1' });
const token = app.personas.owner?.token ?? '';
const environment = { BASE_URL: `${server.origin}/v1`, TOKEN: token };
const asked = await app.fetch(
  new Request('http://mock/v1/customers', { headers: { authorization: `Bearer ${token}` } }),
);
const total = String(((await asked.json()) as { meta: { total: number } }).meta.total);

const outcomes: Outcome[] = [];
for (const generator of chosen) {
  const outcome = await tryGenerator(generator);
  outcomes.push(outcome);
  console.log(
    `${generator.name}: generated ${outcome.generated}, compiled ${outcome.compiled}, called ${outcome.called}`,
  );
}
await server.close();
if (!values['no-page'] && values.only.length === 0) {
  writeFileSync(join(root, 'docs/generators.md'), page(outcomes));
  console.log('docs/generators.md is written.');
}
process.exitCode = outcomes.every(({ called }) => called === 'yes' || called === '–') ? 0 : 1;

/**
 * Tries one generator, from its installation to the reply of the mock. When a step fails, the result tells why in one
 * line, and the later steps do not run.
 */
async function tryGenerator(generator: Generator): Promise<Outcome> {
  const outcome: Outcome = { generator, generated: '–', compiled: '–', called: '–' };
  const folder = join(CACHE, generator.name.replaceAll(/[^a-z0-9-]+/gi, '_'));
  const installed = await install(generator, folder);
  if (installed !== null) return { ...outcome, generated: `not tried: ${installed}` };
  rmSync(join(folder, 'out'), { recursive: true, force: true });
  mkdirSync(join(folder, 'out'));
  copyFileSync(join(root, 'openapi/dist/openapi.json'), join(folder, 'openapi.json'));
  for (const [name, text] of Object.entries(generator.files)) writeFileSync(join(folder, name), text);
  for (const [command = '', ...args] of generator.generate) {
    const { failed } = await run(command, args, folder);
    if (failed !== null) return { ...outcome, generated: failed };
  }
  outcome.generated = 'yes';
  outcome.compiled = await compile(generator, folder);
  const { out, failed } = await call(generator, folder);
  outcome.called = failed ?? (out.trim() === total ? 'yes' : `answered ${out.trim()} instead of ${total}`);
  return outcome;
}

/**
 * Installs the packages of a generator.
 * @returns the reason why the installation failed; null when it succeeded
 */
async function install({ kind, packages }: Generator, folder: string): Promise<string | null> {
  const done = join(
    folder,
    `.installed-${createHash('sha256').update(packages.join()).digest('hex').slice(0, 12)}`,
  );
  if (existsSync(done)) return null;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const steps: Record<Generator['kind'], string[][]> = {
    npm: [['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages]],
    pip: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '--quiet', ...packages],
    ],
    go: [
      ['go', 'mod', 'init', 'use'],
      ...packages.map((one) => (one.includes('/cmd/') ? ['go', 'install', one] : ['go', 'get', one])),
    ],
  };
  if (kind === 'npm') writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  for (const [command = '', ...args] of steps[kind]) {
    const { failed } = await run(command, args, folder);
    if (failed !== null) return failed;
  }
  writeFileSync(done, '');
  return null;
}

/** Type-checks the generated code and the program that uses it, with the strictest settings of the language. */
async function compile({ files, compile: how }: Generator, folder: string): Promise<string> {
  const [program = ''] = Object.keys(files).filter((file) => /^(use|main)\./.test(file));
  const [command = '', ...args] =
    how ??
    (program.endsWith('.py')
      ? ['venv/bin/mypy', '--strict', program]
      : program.endsWith('.go')
        ? ['go', 'vet', './...']
        : [process.execPath, TSC, ...STRICT, '--typeRoots', join(root, 'node_modules/@types'), program]);
  const { out, failed } = await run(command, args, folder);
  if (failed === null) return 'yes';
  const errors = out.split('\n').filter((line) => /error/.test(line) && !/^Found /.test(line));
  return errors.length === 0 ? failed : `${errors.length} errors, the first: ${errors[0]}`;
}

async function call({ files }: Generator, folder: string): Promise<CommandResult> {
  if ('use.py' in files) return run('venv/bin/python', ['use.py'], folder);
  if ('main.go' in files) return run('go', ['run', '.'], folder);
  const file = join(folder, 'use.bundle.mjs');
  try {
    const input = join(folder, 'use.ts');
    await build({ input, platform: 'node', output: { file, format: 'esm' }, logLevel: 'silent' });
  } catch (error) {
    return { out: '', failed: oneLine(error instanceof Error ? error.message : String(error)) };
  }
  return run(process.execPath, [file], folder);
}

/**
 * The result of a command: `out` is its standard output, followed by its standard error when the command failed;
 * `failed` is the reason of the failure.
 */
type CommandResult = { out: string; failed: string | null };
function run(command: string, args: readonly string[], cwd: string): Promise<CommandResult> {
  const bins = [join(cwd, 'node_modules/.bin'), join(cwd, 'venv/bin'), join(cwd, 'bin')];
  const PATH = [...bins, dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = {
    ...process.env,
    ...environment,
    PATH,
    GOBIN: join(cwd, 'bin'),
    MYPYPATH: join(cwd, 'out'),
    CI: 'true',
  };
  return new Promise((done) => {
    const file = command.startsWith('venv/') ? join(cwd, command) : command;
    execFile(file, args, { cwd, env, timeout: 300_000, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      const out = error ? stdout + stderr : stdout;
      done({ out, failed: error && (oneLine(out) || error.message) });
    });
  });
}

/** Returns the most informative line in the output of a tool. */
function oneLine(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? '').slice(0, 300);
}

function page(all: readonly Outcome[]): string {
  const cell = (text: string): string =>
    text.replaceAll(root, '').replaceAll('|', '\\|').replaceAll('<', '&lt;');
  const rows = all.map(({ generator, generated, compiled, called }) => {
    const [main = ''] = generator.packages;
    const version = /(?:@v?|==)([\d.]+)$/.exec(main)?.[1] ?? '';
    return `| ${[generator.name, version, generator.language, generated, compiled, called, generator.workaround].map(cell).join(' | ')} |`;
  });
  return `# Generators on this document

What other projects' generators make of \`npx hosting-contract openapi --out openapi.json\`. Each was run as its own first page says, its output compiled as strictly as its language allows (\`tsc --strict\`, \`mypy --strict\`, \`go vet\`), and one call (\`GET /customers?per_page=2\`, with a token) made through it against the mock. Written by \`npm run generators\`; the command lines and the calls are in [the table](../tools/generators/table.ts).

| generator | version | language | generates | compiles | calls | what to know |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
