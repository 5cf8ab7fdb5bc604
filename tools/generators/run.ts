// Runs one generator: installs it, generates, compiles the whole output with the session, and runs the session
// against a mock of its own.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { hostingMock } from '../../mocks/index.ts';
import type { OpenApiDocument } from '../../src/contract/openapi.ts';
import { withoutWebhooks } from '../../src/contract/without-webhooks.ts';
import { createApp } from '../../src/server/app.ts';
import { checkSession } from './check-session.ts';
import { languages, TSCONFIG } from './languages.ts';
import { numberedNames } from './names.ts';
import type { Generator, Registry, Result } from './types.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(root, '.cache/generators');
const SESSIONS = join(root, 'tools/generators/sessions');
const DOCUMENT = join(root, 'openapi/dist/openapi.json');
/** A cold build of the generated Rust crate takes minutes. */
const TIMEOUT_MS = 900_000;

/** Returns a hash of everything of this repository that a generator's result depends on. */
export function inputsOf(generator: Generator): string {
  const hash = createHash('sha256').update(readFileSync(DOCUMENT));
  const { options, notes, ...commands } = generator;
  hash.update(JSON.stringify(commands));
  const folder = join(SESSIONS, generator.session);
  for (const file of globSync('**/*', { cwd: folder, withFileTypes: true })) {
    if (file.isFile()) hash.update(readFileSync(join(file.parentPath, file.name)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** Returns the commands that the generator needs and that are not on this machine. */
async function missingCommands(generator: Generator): Promise<readonly string[]> {
  const registry = { npm: ['npm'], pip: ['python3', 'java'], go: ['go'], cargo: ['cargo'] }[
    generator.registry
  ];
  const needed = new Set([...registry, ...languages[generator.language].needs]);
  const missing: string[] = [];
  for (const command of needed) if (!(await isInstalled(command))) missing.push(command);
  return missing;
}

/** Tells whether a command is on the machine. */
export async function isInstalled(command: string): Promise<boolean> {
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.some((folder) => existsSync(join(folder, command)));
}

/**
 * Tries one generator, from its installation to the end of its session. When a step fails, the result tells why in
 * one line; the session runs even when the compiler reports errors, because not every language needs a compiler.
 */
export async function tryGenerator(generator: Generator): Promise<Result> {
  const language = languages[generator.language];
  const result: Result = {
    version: /(?:@v?|==)([\d.]+)$/.exec(generator.packages[0] ?? '')?.[1] ?? '',
    date: new Date().toISOString().slice(0, 10),
    inputs: inputsOf(generator),
    generated: '–',
    generatorWarnings: 0,
    compiled: '–',
    files: 0,
    compilerWarnings: 0,
    steps: {},
    numberedNames: [],
  };
  const folder = join(CACHE, generator.name.replaceAll(/[^a-z0-9-]+/gi, '_'));
  const missing = await missingCommands(generator);
  if (missing.length > 0)
    return { ...result, generated: `not tried: no ${missing.join(', ')} on the machine` };
  const app = createApp(hostingMock, { clock: 'frozen', limits: 'off' });
  const server = await app.listen({ port: 0, host: '127.0.0.1' });
  const owner = app.personas.owner;
  const environment = {
    BASE_URL: `${server.origin}/v1`,
    EMAIL: owner?.email ?? '',
    PASSWORD: owner?.password ?? '',
  };
  const run = runnerIn(folder, environment);
  try {
    const installed = await install(generator, folder, run);
    if (installed !== null) return { ...result, generated: `not tried: ${installed}` };
    prepare(generator, folder);
    for (const command of generator.generate) {
      const { out, failed } = await run(command);
      result.generatorWarnings += out.split('\n').filter((line) => /\bwarn(ing)?\b/i.test(line)).length;
      if (failed !== null) return { ...result, generated: failed };
    }
    result.generated = 'yes';
    const files = globSync(`out/**/*${language.extension}`, { cwd: folder });
    result.files = files.length;
    result.numberedNames = numberedNames(
      files.map((file) => readFileSync(join(folder, file), 'utf8')),
      language.declaration,
      JSON.parse(readFileSync(DOCUMENT, 'utf8')),
    );
    result.compiled = 'yes';
    for (const command of generator.compile ?? language.compile) {
      const { out, failed } = await run(command);
      const lines = out.split('\n');
      result.compilerWarnings += lines.filter((line) => language.warning.test(line)).length;
      if (failed === null) continue;
      const errors = lines.filter((line) => language.error.test(line));
      result.compiled = errors.length === 0 ? failed : `${errors.length} errors, the first: ${errors[0]}`;
      break;
    }
    const bundled = language.run ? null : await bundle(folder);
    const { out, failed } = bundled ?? (await run(language.run ?? [process.execPath, 'use.bundle.mjs']));
    if (failed !== null) console.error(`${generator.name}: the session ended with: ${failed}`);
    result.steps = await checkSession(app, out);
    return { ...result, compiled: result.compiled.replaceAll(`${folder}/`, '').slice(0, 300) };
  } finally {
    await server.close();
  }
}

type CommandResult = { out: string; failed: string | null };
type Run = (command: readonly string[]) => Promise<CommandResult>;

/**
 * Returns a function that runs a command in a generator's folder. Its result has the whole output, and the reason when
 * the command failed.
 */
function runnerIn(folder: string, environment: Readonly<Record<string, string>>): Run {
  const bins = [join(folder, 'node_modules/.bin'), join(folder, 'venv/bin'), join(folder, 'bin')];
  const env = {
    ...process.env,
    ...environment,
    PATH: [...bins, dirname(process.execPath), process.env.PATH].join(delimiter),
    GOBIN: join(folder, 'bin'),
    MYPYPATH: join(folder, 'out'),
    PYTHONPATH: join(folder, 'out'),
    CARGO_TARGET_DIR: join(CACHE, 'target'),
    CI: 'true',
  };
  return ([command = '', ...args]) =>
    new Promise((done) => {
      const file = command.startsWith('venv/') ? join(folder, command) : command;
      const options = { cwd: folder, env, timeout: TIMEOUT_MS, maxBuffer: 1e9 };
      execFile(file, args, options, (error, stdout, stderr) => {
        const out = `${stdout}${stderr}`;
        done({ out, failed: error && (oneLine(out) || error.message) });
      });
    });
}

/**
 * Installs the packages of a generator.
 * @returns the reason why the installation failed; null when it succeeded
 */
async function install({ registry, packages }: Generator, folder: string, run: Run): Promise<string | null> {
  const hash = createHash('sha256').update(packages.join()).digest('hex').slice(0, 12);
  const done = join(folder, `.installed-${hash}`);
  if (existsSync(done)) return null;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const steps: Record<Registry, string[][]> = {
    npm: [['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages]],
    pip: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '--quiet', ...packages],
    ],
    go: [
      ['go', 'mod', 'init', 'use'],
      ...packages.map((one) => (one.includes('/cmd/') ? ['go', 'install', one] : ['go', 'get', one])),
    ],
    cargo: packages.map((one) => ['cargo', 'install', '--root', '.', one]),
  };
  if (registry === 'npm')
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  for (const command of steps[registry]) {
    const { failed } = await run(command);
    if (failed !== null) return failed;
  }
  writeFileSync(done, '');
  return null;
}

const INSTALLED = /^(?:node_modules|venv|bin|package(?:-lock)?\.json|go\.(?:mod|sum)|\.installed-.*)$/;

/** Empties a generator's folder except for what is installed, and puts the document and the session there. */
function prepare({ language, session, noWebhooks }: Generator, folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!INSTALLED.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  mkdirSync(join(folder, 'out'));
  const document: OpenApiDocument = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  const given = noWebhooks ? withoutWebhooks(document) : document;
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(given, null, 1));
  const { extension } = languages[language];
  const shared = join(SESSIONS, `shared${extension}`);
  if (existsSync(shared)) cpSync(shared, join(folder, `shared${extension}`));
  const own = join(SESSIONS, session);
  if (existsSync(own)) cpSync(own, folder, { recursive: true });
  if (language === 'TypeScript') writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
}

/** Bundles a TypeScript session with the generated code; the result is null when that succeeded. */
async function bundle(folder: string): Promise<CommandResult | null> {
  const output = { file: join(folder, 'use.bundle.mjs'), format: 'esm' } as const;
  try {
    await build({ input: join(folder, 'use.ts'), platform: 'node', output, logLevel: 'silent' });
    return null;
  } catch (error) {
    return { out: '', failed: oneLine(error instanceof Error ? error.message : String(error)) };
  }
}

/** Returns the most informative line in the output of a tool. */
function oneLine(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (lines.find((line) => /error/i.test(line) && !/Warning/.test(line)) ?? lines.at(-1) ?? '').slice(
    0,
    300,
  );
}
