// npm run generators: generates code from the document with the code generators of other projects, compiles all of it,
// and runs a session against the mock through it. Each generator works in a folder of its own below .cache/.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'rolldown';
import { hostingMock } from '../mocks/index.ts';
import { withoutWebhooks } from '../src/contract/without-webhooks.ts';
import { createApp } from '../src/server/app.ts';
import { checkSession, STEPS } from './generators/check-session.ts';
import { type Generator, generators } from './generators/table.ts';

const USAGE = `npm run generators -- [--only name …]
  --only name  only generators whose name contains it; more than one may be given

Prints a line for each generator. Needs the registries once (npm, PyPI, the Go module proxy, Maven Central); what was
installed stays in .cache/generators/. Exits with 1 when a generator fails to generate, to compile, or in its session.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

const root = fileURLToPath(new URL('../', import.meta.url));
const CACHE = join(root, '.cache/generators');
const SESSIONS = join(root, 'tools/generators/sessions');
/** A cold run of Maven takes minutes. */
const TIMEOUT_MS = 900_000;
/** Compiler options of the TypeScript sessions: `include` names the whole generated folder. */
const TSCONFIG = {
  compilerOptions: {
    ...{ noEmit: true, strict: true, skipLibCheck: true, target: 'es2022', module: 'esnext' },
    ...{ moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'] },
    typeRoots: [join(root, 'node_modules/@types')],
  },
  include: ['out', '*.ts'],
};

/**
 * Installs a generator, generates, compiles the whole output with the session, and runs the session against a mock of
 * its own.
 * @returns one line for each step of the session that failed
 * @throws Error when a command fails; its message is one line
 */
async function tryGenerator({
  name,
  packages,
  registry,
  noWebhooks,
  commands,
  run,
}: Generator): Promise<string[]> {
  const folder = join(CACHE, name);
  const app = createApp(hostingMock, { clock: 'frozen', limits: 'off' });
  const server = await app.listen({ port: 0, host: '127.0.0.1' });
  const { email = '', password = '' } = app.personas.owner ?? {};
  const execute = runnerIn(folder, { BASE_URL: `${server.origin}/v1`, EMAIL: email, PASSWORD: password });
  try {
    const done = join(
      folder,
      `.installed-${createHash('sha256').update(packages.join()).digest('hex').slice(0, 12)}`,
    );
    if (!existsSync(done)) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
      for (const command of INSTALL[registry](packages)) await execute(command);
      writeFileSync(done, '');
    }
    for (const file of readdirSync(folder))
      if (!INSTALLED.test(file)) rmSync(join(folder, file), { recursive: true, force: true });
    mkdirSync(join(folder, 'out'));
    const document = JSON.parse(readFileSync(join(root, 'openapi/dist/openapi.json'), 'utf8'));
    const given = noWebhooks ? withoutWebhooks(document) : document;
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(given, null, 1));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    for (const shared of ['shared.py', 'shared.ts']) cpSync(join(SESSIONS, shared), join(folder, shared));
    cpSync(join(SESSIONS, name), folder, { recursive: true });
    for (const command of commands) await execute(command);
    if (registry === 'npm')
      await build({
        input: join(folder, 'use.ts'),
        platform: 'node',
        output: { file: join(folder, 'use.bundle.mjs'), format: 'esm' },
        logLevel: 'silent',
      });
    const steps = await checkSession(app, await execute(run));
    return STEPS.filter((step) => steps[step] !== 'ok').map(
      (step) => `${step}: ${steps[step] ?? 'not reached'}`,
    );
  } finally {
    await server.close();
  }
}

const INSTALL: Record<Generator['registry'], (packages: readonly string[]) => (readonly string[])[]> = {
  npm: (packages) => [['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages]],
  pip: (packages) => [
    ['python3', '-m', 'venv', 'venv'],
    ['venv/bin/pip', 'install', '--quiet', ...packages],
  ],
  go: (packages) => [
    ['go', 'mod', 'init', 'use'],
    ...packages.map((one) => ['go', one.includes('/cmd/') ? 'install' : 'get', one]),
  ],
};
const INSTALLED = /^(?:node_modules|venv|bin|package(?:-lock)?\.json|go\.(?:mod|sum)|\.installed-.*)$/;

/** Returns a function that runs a command in a generator's folder and returns its output. */
function runnerIn(folder: string, environment: Readonly<Record<string, string>>) {
  const bins = ['node_modules/.bin', 'venv/bin', 'bin'].map((bin) => join(folder, bin));
  const env = {
    ...{ ...process.env, ...environment, CI: 'true', GOBIN: join(folder, 'bin') },
    ...{ MYPYPATH: join(folder, 'out'), PYTHONPATH: join(folder, 'out') },
    PATH: [...bins, dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH].join(
      delimiter,
    ),
  };
  return ([command = '', ...args]: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const file = command.startsWith('venv/') ? join(folder, command) : command;
      execFile(
        file,
        args,
        { cwd: folder, env, timeout: TIMEOUT_MS, maxBuffer: 1e9 },
        (error, stdout, stderr) => {
          if (!error) return resolve(`${stdout}${stderr}`);
          const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
          const first = lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? error.message;
          reject(new Error(`\`${command} ${args.join(' ')}\` failed: ${first.trim().slice(0, 300)}`));
        },
      );
    });
}

for (const generator of generators) {
  if (values.only.length > 0 && !values.only.some((word) => generator.name.includes(word))) continue;
  const failures = await tryGenerator(generator).catch((error: Error) => [error.message]);
  console.log(
    `${generator.name}: ${failures.length === 0 ? `session ${STEPS.length} of ${STEPS.length}` : ''}`,
  );
  for (const failure of failures) console.log(`  ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}
