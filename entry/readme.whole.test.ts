// Runs the commands and programs of README.md and docs/ in a project with the installed package, on every supported
// Node version. The table GIVEN adds the variables and assertions that a code block needs to run alone.
import { spawn } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mockCommand } from '../bin/mock/mock-command.ts';
import { targetConfig } from '../bin/mock-target.ts';
import { hostingMock } from '../mocks/index.ts';
import { type App, createApp } from '../src/server/app.ts';
import { env, LEAST, leastNode } from './testing/nodes.ts';
import { createConsumerProject, type PackedPackage, pack } from './testing/packed.ts';
import { type Snippet, snippets } from './testing/snippets.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const PEERS = [
  ...['vitest', 'msw', '@playwright/test', 'playwright', '@types/node', 'undici-types'],
  '@tanstack/query-core',
];
const all = ['README.md', ...globSync('docs/*.md', { cwd: root })].flatMap(snippets);
const programs = all.filter(({ info }) => /^ts\b/.test(info));
const typed = all.filter(({ info }) => /^sh\b/.test(info));

/** The code to insert before and after each code block that contains the given words. */
const GIVEN: [word: string, before: string, after: string][] = [
  [
    'createClient({',
    `import type { Body } from 'hosting-contract/types';
type Given = { email: string; password: string; customer_id: string; items: Body<'createOrder'>['items'] };
const { email, password, customer_id, items } = JSON.parse(process.env.GIVEN ?? '') as Given;
`,
    `if (same.id !== order.id) throw new Error('It is another order.');\n`,
  ],
  [
    "state: 'sqlite:",
    '',
    `if (mock.clock.now().now < '2026-02') throw new Error('The clock stands still.');\n`,
  ],
  [
    'await using mock',
    '',
    `const { total } = (await (await mine.fetch(\`http://mock/v1/invoices\`, { headers: { authorization: \`Bearer \${mock.personas.owner.token}\` } })).json()).meta;
if (response.status !== 200 || !/^http:/.test(baseUrl) || total < 1) throw new Error('There is no such platform.');
`,
  ],
  ["from 'msw/node'", '', `if (data.length < 1) throw new Error('Nobody answered.');\nprocess.exit();\n`],
];

let packed: PackedPackage;
let project: string;
let app: App<typeof hostingMock.tables>;
let withOrigin: (text: string) => string;
beforeAll(async () => {
  packed = pack();
  project = createConsumerProject(packed, PEERS);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  app = createApp(hostingMock, { limits: 'off', limitsAuth: 10_000, lifecycle: 'immediate' });
  const { origin } = await app.listen({ port: 0, host: '127.0.0.1' });
  withOrigin = (text) => text.replaceAll(/http:\/\/127\.0\.0\.1:4010|https:\/\/staging\.example/g, origin);
  writeFileSync(join(project, 'target.json'), JSON.stringify(targetConfig(`${origin}/v1`, app)));
  for (const snippet of programs) {
    const { text } = snippet;
    const [, before = '', after = ''] = GIVEN.find(([word]) => text.includes(word)) ?? [];
    writeFileSync(join(project, fileOf(snippet)), `${before}${withOrigin(text)}${after}`);
  }
});
afterAll(async () => {
  await app?.close();
  packed?.remove();
});

// Returns the file name of a code block: the name that the block states, or a generated name.
function fileOf({ page, line, info, text }: Snippet): string {
  const [, file] = /file=(\S+)/.exec(info) ?? /^\/\/ (\S+\.test\.ts):/.exec(text) ?? [];
  const ending = text.includes('hosting-contract/vitest') ? 'test.ts' : 'ts';
  return file ?? `${basename(page, '.md')}-${line}.${ending}`;
}

type CommandResult = { code: number | null; text: string };
function run(node: string, command: string, args: readonly string[], cwd = project): Promise<CommandResult> {
  const customer = app.world.transact(app.personas.owner?.tenantId ?? '', (store) => {
    const [one] = store.customers.where('status', 'active');
    return one?.id;
  });
  const { email, password } = app.personas.owner ?? {};
  const items = [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }];
  const GIVEN = JSON.stringify({ email, password, customer_id: customer, items });
  const PATH = [join(cwd, 'bin'), dirname(node), env.PATH].join(delimiter);
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env: { ...env, PATH, GIVEN, CI: 'true' } });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    child.on('close', (code) => done({ code, text }));
  });
}

test('every TypeScript program in the documentation compiles with strict types', async () => {
  expect(programs.length).toBeGreaterThan(6);
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
  const { text } = await run(process.execPath, process.execPath, [
    tsc,
    ...['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2024', '--types', 'node'],
    ...['--lib', 'es2024,dom,dom.iterable,esnext.disposable', '--module', 'nodenext'],
    ...programs.map(fileOf),
  ]);
  expect(text).toBe('');
});

/**
 * The programs that run without a test runner. Conformance tests, Playwright tests and the service worker of the
 * documentation run in other test files.
 */
const alone = programs.filter(
  ({ text }) =>
    !/conformanceTests\(|await conform\(|startWorker\(|hosting-contract\/playwright|export default defineTarget/.test(
      text,
    ),
);
const name = ({ page, line }: Snippet): string => `${page}:${line}`;

async function runs(node: string, snippet: Snippet): Promise<void> {
  const file = fileOf(snippet);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--root', '.', file];
  const { code, text } = await run(node, node, file.endsWith('.test.ts') ? vitest : [file]);
  expect(code, text).toBe(0);
}

test.each(alone.map((one) => [name(one), one] as const))(
  'the documented program %s runs without an error',
  (_, snippet) => runs(process.execPath, snippet),
);

// Programs with `await using` are left out, because they need Node 24, as the documentation says.
const anywhere = alone.filter(({ text }) => !text.includes('await using'));
test(`the documented programs run on Node ${LEAST}`, { timeout: 600_000 }, async (context) => {
  const node = leastNode(context, packed.folder);
  expect(anywhere.length).toBeGreaterThan(2);
  for (const snippet of anywhere) await runs(node, snippet);
  for (const command of commands.filter((one) => /--quick|types/.test(one))) await typedOn(node, command);
});

// Splits a shell script into commands: drops comments and joins continued lines.
const lines = ({ text }: Snippet): string[] =>
  text
    .replaceAll(/ \\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

test('every documented command that starts the mock uses only known flags', () => {
  const starts = typed
    .flatMap(lines)
    .flatMap((line) => /^(?:npm start --|npx hosting-contract mock)\s+(.*)$/.exec(line)?.[1] ?? []);
  expect(starts.length).toBeGreaterThan(3);
  for (const flags of starts)
    expect(mockCommand(() => {}).parseOptions(flags.split(/\s+/)), flags).toMatchObject({
      operands: [],
      unknown: [],
    });
});

/** The commands of README.md that end without being stopped. */
const commands = typed
  .filter(({ page }) => page === 'README.md')
  .flatMap(lines)
  .filter((line) => /^npx hosting-contract (?:conform|types|openapi|worker)\b/.test(line));

test.each(commands)('the documented command %s succeeds', (command) => typedOn(process.execPath, command));

async function typedOn(node: string, command: string): Promise<void> {
  const cwd = mkdtempSync(join(packed.folder, 'typed-'));
  cpSync(join(project, 'target.json'), join(cwd, 'target.json'));
  const launch = join(project, 'node_modules/hosting-contract/bin/launch.js');
  mkdirSync(join(cwd, 'bin'));
  const npx = `#!/bin/sh\nshift\nexec "${node}" "${launch}" "$@"\n`;
  writeFileSync(join(cwd, 'bin/npx'), npx, { mode: 0o755 });
  const { code, text } = await run(node, 'sh', ['-c', withOrigin(command)], cwd);
  // The demonstration shows findings, so it ends as a nonconformant run does.
  expect(code, text).toBe(command.includes('--demo') ? 1 : 0);
}
