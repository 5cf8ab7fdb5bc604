// Tests of `mock --world file.json --watch`: the mock serves the world whenever the file is saved, and a broken file
// changes nothing.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { createApp } from '../../src/server/app.ts';
import { newFolder, replaceFile, startMock } from '../testing/processes.ts';

test('the mock serves a saved world, rejects a broken file in one line, and its tokens stay valid', async () => {
  const file = join(newFolder(), 'world.json');
  const app = createApp(hostingMock, { clock: 'frozen' });
  const world = app.world.export();
  // Some editors save with a byte order mark.
  writeFileSync(file, `\uFEFF${JSON.stringify(world)}`);
  const { baseUrl, controlUrl, personas, next, output } = await startMock(['--world', file, '--watch']);
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
  replaceFile(file, JSON.stringify(app.world.export()));
  expect((await next('reloaded')).world).toBe(file);
  expect(await total()).toBe(before + 1);

  for (const broken of ['{"format": 1', '{"format": 1, "tables": {"customers": 7}}']) {
    const said = output.err.length;
    replaceFile(file, broken);
    const warning = /^warning: .*world\.json is no .* The world is unchanged\.\n$/;
    await expect.poll(() => output.err.slice(said)).toMatch(warning);
    expect(await total()).toBe(before + 1);
  }
  await fetch(`${controlUrl}/reset`, { method: 'POST' });
  expect(await total()).toBe(before + 1);

  replaceFile(file, JSON.stringify(world));
  await next('reloaded');
  expect(await total()).toBe(before);
});
