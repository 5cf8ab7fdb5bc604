// Runs the commands of docs/deployment.md, word for word, against a mock.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { newFolder } from '../bin/testing/processes.ts';
import { snippets } from '../entry/testing/snippets.ts';
import { hostingMock } from '../mocks/index.ts';
import { createApp } from '../src/server/app.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = newFolder();

// Creates a temporary project in which `npx hosting-contract` and the library run from the unbuilt source of this
// checkout.
function project(): string {
  const place = join(folder, 'node_modules/hosting-contract');
  mkdirSync(place, { recursive: true });
  const exports = { './conformance': './conformance.js' };
  writeFileSync(join(place, 'package.json'), JSON.stringify({ type: 'module', exports }));
  writeFileSync(
    join(place, 'conformance.js'),
    `export * from ${JSON.stringify(join(root, 'entry/conformance.ts'))};\n`,
  );
  mkdirSync(join(folder, 'bin'));
  const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'bin/hosting-contract.ts')}" "$@"\n`;
  writeFileSync(join(folder, 'bin/npx'), npx, { mode: 0o755 });
  return folder;
}

test('the commands of docs/deployment.md succeed when they run one after the other', async () => {
  const app = createApp(hostingMock, { limits: 'off', limitsAuth: 1000 });
  const server = await app.listen({ port: 0, host: '127.0.0.1' });
  const here = (text: string): string => text.replaceAll('http://127.0.0.1:4010', server.origin);
  const cwd = project();
  const found = snippets('docs/deployment.md');
  for (const { info, text } of found) {
    const [, file] = /file=(\S+)/.exec(info) ?? [];
    if (file !== undefined) writeFileSync(join(cwd, file), here(text));
  }
  const typed = found.filter(({ info }) => info === 'sh run').map(({ text }) => here(text));
  expect(typed.length).toBeGreaterThan(5);
  const { code, text } = await shell(`set -e\n${typed.join('\n')}`, cwd);
  await server.close();
  expect(code, text).toBe(0);
  for (const file of ['report.json', 'report.html', 'report.md', 'report.sarif', 'baseline.json']) {
    expect(existsSync(join(cwd, file)), file).toBe(true);
  }
  expect(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'))).toMatchObject({
    verdict: 'conformant',
    mode: 'safe',
  });
});

function shell(script: string, cwd: string): Promise<{ code: number; text: string }> {
  return new Promise((done) => {
    const PATH = [join(cwd, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
    const child = spawn('sh', ['-c', script], { cwd, env: { ...process.env, PATH, NO_COLOR: '1' } });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    child.on('close', (code) => done({ code: code ?? 1, text }));
  });
}
