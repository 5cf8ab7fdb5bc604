// Tests of `mock --world file.json --watch`: the mock serves the world whenever the file is saved, and a broken file
// changes nothing.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { hostingMock } from '../mocks/index.ts';
import { createApp } from '../src/server/app.ts';

const entry = fileURLToPath(new URL('./hosting-contract.ts', import.meta.url));
let child: ChildProcess | undefined;
let folder = '';
afterEach(() => {
  child?.kill('SIGKILL');
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

/** Replaces a file atomically, so that the mock never reads a half-written world. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

test('the mock serves a saved world, rejects a broken file in one line, and its tokens stay valid', async () => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'));
  const file = join(folder, 'world.json');
  const app = createApp(hostingMock, { clock: 'frozen' });
  const world = app.world.export();
  // Some editors save with a byte order mark.
  writeFileSync(file, `\uFEFF${JSON.stringify(world)}`);
  const args = ['mock', '--world', file, '--watch', '--port', '0', '--log', 'json'];
  const mock = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  child = mock;
  const out = createInterface(mock.stdout)[Symbol.asyncIterator]();
  const err = createInterface(mock.stderr);
  /** Returns the next line of the mock's log that has the given event, and skips lines about requests. */
  const next = async (event: string): Promise<Record<string, unknown>> => {
    for (;;) {
      const line = JSON.parse(String((await out.next()).value)) as Record<string, unknown>;
      if (line.event === event) return line;
    }
  };
  const { baseUrl, controlUrl, personas } = (await next('ready')) as {
    baseUrl: string;
    controlUrl: string;
    personas: Record<string, { token?: string }>;
  };
  const total = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${personas.owner?.token}` };
    const body = (await (await fetch(`${baseUrl}/customers`, { headers })).json()) as {
      meta: { total: number };
    };
    return body.meta.total;
  };
  const before = await total();

  app.world.transact(app.personas.owner?.tenantId ?? '', (store) => {
    const [one] = store.customers.all();
    if (!one) throw new Error('The owner has no customers.');
    const { id: _, ...rest } = one;
    store.customers.insert({ ...rest, email: 'new@acme.example', external_id: null });
  });
  replace(file, JSON.stringify(app.world.export()));
  expect((await next('reloaded')).world).toBe(file);
  expect(await total()).toBe(before + 1);

  for (const broken of ['{"format": 1', '{"format": 1, "tables": {"customers": 7}}']) {
    const warned = once(err, 'line');
    replace(file, broken);
    const [line] = (await warned) as [string];
    expect(line).toMatch(/^warning: .*world\.json is no .* The world is unchanged\.$/);
    expect(await total()).toBe(before + 1);
  }
  await fetch(`${controlUrl}/reset`, { method: 'POST' });
  expect(await total()).toBe(before + 1);

  replace(file, JSON.stringify(world));
  await next('reloaded');
  expect(await total()).toBe(before);
});

test('--watch without a file of a world is refused with a message', () => {
  const run = spawnSync(process.execPath, [entry, 'mock', '--watch', '--port', '0'], { encoding: 'utf8' });
  expect([run.status, run.stdout]).toEqual([2, '']);
  expect(run.stderr).toBe(
    'error: --watch needs a file: --world world.json --watch, or --openapi openapi.json --watch.\n',
  );
});
