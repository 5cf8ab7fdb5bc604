// Tests that a hostile scenario is refused with few words, at the cost of one record, and changes nothing.
import v8 from 'node:v8';
import { expect, test, vi } from 'vitest';
import { controlApi } from '../../src/control/control-api.ts';
import { createTestMock } from '../testing/test-mock.ts';

const LONG = 'x'.repeat(60_000);
const numbered = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]));

test.for<[string, unknown]>([
  ['an unknown member with a name of 60,000 characters in 5,000 records', { count: 4990, [LONG]: 1 }],
  ['4,000 unknown members in 5,000 records', { count: 4990, ...numbered(4000, 1) }],
  ['a status of 60,000 characters in 5,000 records', { count: 4990, status: LONG }],
  ['5,000 records with 5,000 records in each', { count: 4990, orders: [{ count: 5000 }] }],
  ['a member __proto__', JSON.parse('{"__proto__":{"status":"active"}}')],
  ['a member constructor', { constructor: { prototype: { polluted: true } } }],
  [
    'metadata that is nested 1,000 times',
    { metadata: JSON.parse(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`) },
  ],
  ['an instant of 5,000 digits', { created_at: `-P${'9'.repeat(5000)}Y` }],
  ['an age of 275,000 years', { created_at: '-P275000Y' }],
  ['a service that is older than 1,000 billing cycles', { services: [{ created_at: '-P900Y' }] }],
])('a scenario of %s is refused and changes nothing', async ([, customer]) => {
  const mock = createTestMock();
  const lab = controlApi(mock.app);
  const before = JSON.stringify(lab.export());
  const refused = await lab.arrange({ customers: [customer] }).then(
    () => null,
    (error: { status: number; errors: object }) => error,
  );
  expect(refused).toMatchObject({ status: 422 });
  expect(Object.keys(refused?.errors ?? {}).length).toBeLessThanOrEqual(50);
  expect(JSON.stringify(lab.export())).toBe(before);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('a scenario is refused while the memory is nearly full, and changes nothing', async () => {
  const mock = createTestMock();
  const lab = controlApi(mock.app);
  const before = JSON.stringify(lab.export());
  const measured = v8.getHeapStatistics();
  const heap = vi
    .spyOn(v8, 'getHeapStatistics')
    .mockReturnValue({ ...measured, used_heap_size: 900, heap_size_limit: 1000 });
  await expect(lab.arrange({ customers: [{}] })).rejects.toMatchObject({ status: 409, code: 'TOO_MANY' });
  expect(JSON.stringify(lab.export())).toBe(before);
  heap.mockRestore();
  await lab.arrange({ customers: [{}] });
});
