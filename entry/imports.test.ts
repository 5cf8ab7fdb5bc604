// A world that is read from outside: every way in refuses what the mock could not go on from.
import { expect, test } from 'vitest';
import { exportedWorld } from '../mocks/testing/try-import.ts';
import { createMock, openMock } from './parts/mock.ts';
import { createPersister } from './parts/persistence.ts';

const says = /\/ordinals\/\w+: must be at least/;
/** An export that looks whole and could not go on: the next ids are those of rows that are there. */
const spoiled = (): { ordinals: object } => ({ ...JSON.parse(exportedWorld('empty')), ordinals: {} });

test('createMock({ from }) refuses it', async () => {
  await expect(createMock({ from: spoiled() as never })).rejects.toThrow(says);
});

test('import() and POST /import refuse it, and the world is as before', async () => {
  const { mock, app } = openMock({ world: 'empty', clock: 'frozen' });
  const before = JSON.stringify(mock.export());
  expect(() => mock.import(spoiled())).toThrow(says);
  const reply = await app.fetch(
    new Request('http://127.0.0.1/_mock/v1/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(spoiled()),
    }),
  );
  expect(reply.status).toBe(422);
  expect(await reply.text()).toMatch(says);
  expect(JSON.stringify(mock.export())).toBe(before);
  await mock.close();
});

test('kept state that is no world is not taken up, and the world begins anew', async () => {
  const { mock, app } = openMock({ world: 'empty', clock: 'frozen' });
  const before = JSON.stringify(mock.export());
  const text = JSON.stringify({ format: 1, worlds: [{ name: 'empty', export: spoiled() }] });
  const persister = createPersister(app, {
    get: async (name) => (name === 'worlds' ? text : null),
    put: async () => undefined,
  });
  expect(await persister.restore()).toMatch(says);
  expect(JSON.stringify(mock.export())).toBe(before);
  await mock.close();
});
