// npm run installs: installs the packed package beside the packages that it works with, in their oldest and newest
// supported versions and with each package manager, runs a session in each project, and writes docs/installs.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromiumPath } from './chromium.ts';
import {
  installManagers,
  installRow,
  type Managers,
  managerVersion,
  runInProject,
} from './installs/install.ts';
import { closeBrowser, openPage } from './installs/page.ts';
import { ROWS, type Row } from './installs/rows.ts';

const USAGE = `npm run installs -- [--only <word> …] [--keep] [--list] [--tarball <file>]
  --only <word>     only rows whose name contains it: msw, pnpm, typescript; the page stays as it is
  --tarball <file>  the package to install; without it the checkout is packed
  --keep            keep the projects and say where they are; each has the output of its commands in output.txt
  --list            print the rows and run nothing
Needs the npm registry, and Chromium for the rows of MSW and Playwright.`;
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    tarball: { type: 'string' },
    keep: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const root = fileURLToPath(new URL('../', import.meta.url));
const nameOf = ({ beside, manager }: Row): string => `${beside} (${manager})`;
const rows = ROWS.filter(
  (row) => values.only.length === 0 || values.only.some((word) => nameOf(row).includes(word)),
);
if (values.help || values.list) {
  console.log(values.help ? USAGE : rows.map(nameOf).join('\n'));
  process.exit(0);
}

type Outcome = { row: Row; problem: string | null; seconds: number };
const folder = mkdtempSync(join(tmpdir(), 'hosting-installs-'));
const outcomes: Outcome[] = [];
const managers = await installManagers(join(folder, 'managers'));
try {
  const tarball = values.tarball ?? packed();
  for (const [at, row] of rows.entries()) {
    const startedAt = performance.now();
    const problem = await tryRow(row, join(folder, `project-${at + 1}`), tarball, managers);
    const seconds = (performance.now() - startedAt) / 1000;
    outcomes.push({ row, problem, seconds });
    console.log(`${nameOf(row).padEnd(36)} ${problem ?? 'works'}  ${seconds.toFixed(0)} s`);
  }
  if (values.only.length === 0) {
    writeFileSync(join(root, 'docs/installs.md'), page(outcomes));
    console.log('docs/installs.md is written.');
  }
} finally {
  await closeBrowser();
  if (values.keep) console.log(`The projects are in ${folder}.`);
  else rmSync(folder, { recursive: true, force: true });
}
process.exitCode = outcomes.every(({ problem }) => problem === null) ? 0 : 1;

/** Packs the checkout as `npm pack` does, with its scripts. */
function packed(): string {
  const args = ['pack', '--json', '--pack-destination', folder];
  const output = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [, filename = ''] = /"filename":\s*"([^"]+)"/.exec(output) ?? [];
  return join(folder, filename);
}

/** Installs and runs one row; returns the first problem. */
async function tryRow(row: Row, project: string, tarball: string, made: Managers): Promise<string | null> {
  const problem = await installRow(row, project, tarball, made);
  if (problem !== null) return `is not installed: ${problem}`;
  for (const one of row.runs) {
    const failed =
      one === 'page'
        ? await openPage(project)
        : await runInProject(row, project, one, made, { CHROMIUM: chromiumPath() });
    if (failed !== null) return `${one === 'page' ? 'in Chromium' : one.slice(0, 2).join(' ')}: ${failed}`;
  }
  return null;
}

function page(all: readonly Outcome[]): string {
  const lines = all.map(
    ({ row, problem }) =>
      `| ${row.beside} | ${row.manager} | ${row.what} | ${(problem ?? 'works').replaceAll(folder, '').replaceAll('|', '\\|')} |`,
  );
  const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const peers = Object.entries(peerDependencies).map(([name, range]) => `\`${name}\` ${range}`);
  const [npm] = execFileSync('npm', ['--version'], { encoding: 'utf8' }).trim().split('\n');
  const versions = [
    `npm ${npm}`,
    `pnpm ${managerVersion('pnpm', managers)}`,
    `yarn ${managerVersion('yarn', managers)} and ${managerVersion('@yarnpkg/cli-dist', managers)}`,
  ];
  return `# Installing the package

The package has no required peers. It accepts ${peers.join(', ')}; a project installs those whose entry point it uses. Each row is a new project: the packed package was installed beside the named packages without any flag, and the session was run on Node ${process.versions.node} (the tests run the package on Node 22.19 too). Written by \`npm run installs\`; package managers: ${versions.join(', ')}.

| beside | installed by | what was run | result |
|---|---|---|---|
${lines.join('\n')}

- **CommonJS**: \`require()\` loads every entry point. A TypeScript project that compiles to CommonJS needs \`module: nodenext\` and TypeScript 5.8 or later, which lets \`require\` load ES modules.
`;
}
