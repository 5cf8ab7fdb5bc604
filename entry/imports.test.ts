// Worlds from outside: every way to import one refuses a world that the mock could not continue.
import { expect, test } from 'vitest';
import { exportedWorld } from '../mocks/testing/try-import.ts';
import { createMock, openMock } from './parts/mock.ts';
import { createPersister } from './parts/persistence.ts';

const expectedError = /\/ordinals\/\w+: must be at least/;
/** An export with a fault that only a thorough check finds: its next ids belong to existing rows. */
const invalidExport = (): { ordinals: object } => ({ ...JSON.parse(exportedWorld('empty')), ordinals: {} });

test('createMock({ from }) rejects the invalid world', async () => {
  await expect(createMock({ from: invalidExport() as never })).rejects.toThrow(expectedError);
});

test('import() and POST /import reject the invalid world, and the present world is unchanged', async () => {
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

test('persisted state with an invalid world is discarded, and the world starts from its seed', async () => {
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
