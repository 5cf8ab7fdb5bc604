// Installs the package into a new project with one of the package managers, and runs commands there.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { env as plainEnv } from '../../entry/testing/nodes.ts';
import { MANAGERS, type Manager, type Row } from './rows.ts';

/** The outcome of a command: null when it succeeded, otherwise its most informative line. */
export type Problem = string | null;

/** The package managers of the matrix, installed in one folder. */
export type Managers = { folder: string; registry: string };

/** Installs the package managers into a folder. */
export async function installManagers(folder: string): Promise<Managers> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const problem = await run('npm', ['install', ...QUIET, ...MANAGERS], folder);
  if (problem !== null) throw new Error(`The package managers cannot be installed: ${problem}`);
  return { folder, registry: (await output('npm', ['config', 'get', 'registry'], folder)).trim() };
}

const QUIET = ['--prefer-offline', '--no-audit', '--no-fund'];

/** Creates the project of a row and installs the package and what stands beside it. */
export async function installRow(
  row: Row,
  project: string,
  tarball: string,
  managers: Managers,
): Promise<Problem> {
  mkdirSync(project, { recursive: true });
  for (const [file, text] of Object.entries(row.files)) writeFileSync(join(project, file), text);
  const manifest = { name: 'project', version: '1.0.0', private: true, license: 'MIT', type: 'module' };
  const wanted = Object.fromEntries(row.packages.map(split));
  const dependencies = { 'hosting-contract': `file:${tarball}`, ...wanted };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ ...manifest, dependencies }, null, 2));
  const bin = (path: string): string => join(managers.folder, 'node_modules', path);
  const berry = (linker: string): Promise<Problem> => {
    writeFileSync(
      join(project, '.yarnrc.yml'),
      `nodeLinker: ${linker}\nenableTelemetry: false\nenableScripts: false\nenableGlobalCache: true\nnpmMinimalAgeGate: 0\n`,
    );
    writeFileSync(join(project, 'yarn.lock'), '');
    const yarn = ['@yarnpkg/cli-dist/bin/yarn.js', 'install', '--no-immutable'];
    return run('node', [bin(yarn[0] ?? ''), ...yarn.slice(1)], project, {
      YARN_NPM_REGISTRY_SERVER: managers.registry,
      YARN_UNSAFE_HTTP_WHITELIST: new URL(managers.registry).hostname,
    });
  };
  const how: Record<Manager, () => Promise<Problem>> = {
    npm: () => run('npm', ['install', ...QUIET], project),
    pnpm: () => run('node', [bin('pnpm/bin/pnpm.mjs'), 'install', '--prefer-offline'], project),
    'yarn 1': () => run('node', [bin('yarn/bin/yarn.js'), 'install', '--ignore-scripts'], project),
    'yarn 4': () => berry('node-modules'),
    "yarn 4, Plug'n'Play": () => berry('pnp'),
  };
  return how[row.manager]();
}

/** Splits `@scope/name@1.2.3` into name and version. */
const split = (spec: string): [name: string, version: string] => {
  const at = spec.lastIndexOf('@');
  return [spec.slice(0, at), spec.slice(at + 1)];
};

/** Runs a command of a project: `node`, or a command that one of its packages has. */
export function runInProject(
  { manager }: Row,
  project: string,
  [command = '', ...args]: readonly string[],
  managers: Managers,
  more: NodeJS.ProcessEnv = {},
): Promise<Problem> {
  if (manager !== "yarn 4, Plug'n'Play") return run(command, args, project, more);
  const yarn = join(managers.folder, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js');
  return run(
    'node',
    [yarn, command === 'node' ? 'node' : 'run', ...(command === 'node' ? [] : [command]), ...args],
    project,
    more,
  );
}

async function output(command: string, args: readonly string[], cwd: string): Promise<string> {
  return (await start(command, args, cwd)).stdout;
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  more: NodeJS.ProcessEnv = {},
): Promise<Problem> {
  const { code, stdout, text } = await start(command, args, cwd, more);
  return code === 0 ? null : informativeLine(text || stdout) || `exit code ${code}`;
}

type Ended = { code: number | null; stdout: string; text: string };
function start(
  command: string,
  args: readonly string[],
  cwd: string,
  more: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const PATH = [join(cwd, 'node_modules/.bin'), dirname(process.execPath), plainEnv.PATH].join(delimiter);
  const env = { ...plainEnv, PATH, CI: 'true', ...more };
  return new Promise((ended) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 240_000 });
    let stdout = '';
    let text = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      text += chunk;
    });
    child.stderr.on('data', (chunk) => (text += chunk));
    child.on('error', ({ message }) => ended({ code: 1, stdout, text: message }));
    child.on('close', (code) => {
      writeFileSync(join(cwd, 'output.txt'), `$ ${command} ${args.join(' ')}\n${text}\n`, { flag: 'a' });
      ended({ code, stdout, text });
    });
  });
}

const informativeLine = (text: string): string => {
  const lines = text.split('\n').map((line) => line.trim());
  return (
    lines.find((line) => /error|fail/i.test(line)) ??
    lines.findLast((line) => line !== '') ??
    ''
  ).slice(0, 200);
};

/** Reads the version of a package manager. */
export function managerVersion(name: string, { folder }: Managers): string {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}
