// Tests that every way to import a world refuses a world that the mock could not continue.
import { expect, test } from 'vitest';
import { exportedWorld } from '../mocks/testing/try-import.ts';
import { createMock, openMock } from './parts/mock.ts';
import { createPersister } from './parts/persistence.ts';

const expectedError = /\/ordinals\/\w+: must be at least/;
/**
 * Builds the export of a world with a problem that only a thorough validation finds: the next ids that the world
 * would assign belong to existing rows.
 */
const invalidExport = (): { ordinals: object } => ({ ...JSON.parse(exportedWorld('empty')), ordinals: {} });

test('createMock({ from }) rejects a world whose next ids belong to existing rows', async () => {
  await expect(createMock({ from: invalidExport() as never })).rejects.toThrow(expectedError);
});

test('import() and POST /import reject a world whose next ids belong to existing rows, and leave the present world unchanged', async () => {
  const { mock, app } = openMock({ world: 'empty', clock: 'frozen' });
  const before = JSON.stringify(mock.export());
  expect(() => mock.import(invalidExport())).toThrow(expectedError);
  const reply = await app.fetch(
    new Request('http://127.0.0.1/_mock/v1/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(invalidExport()),
    }),
  );
  expect(reply.status).toBe(422);
  expect(await reply.text()).toMatch(expectedError);
  expect(JSON.stringify(mock.export())).toBe(before);
  await mock.close();
});

test('a process discards persisted state that contains an invalid world, and its world starts from the seed', async () => {
  const { mock, app } = openMock({ world: 'empty', clock: 'frozen' });
  const before = JSON.stringify(mock.export());
  const text = JSON.stringify({ format: 1, worlds: [{ name: 'empty', export: invalidExport() }] });
  const persister = createPersister(app, {
    get: async (name) => (name === 'worlds' ? text : null),
    put: async () => undefined,
  });
  expect(await persister.restore()).toMatch(expectedError);
  expect(JSON.stringify(mock.export())).toBe(before);
  await mock.close();
});
