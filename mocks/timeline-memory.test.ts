// Tests that the timeline counts the memory of what it keeps: imported rows of any size, and faults.
import { expect, test } from 'vitest';
import { controlApi } from '../src/control/control-api.ts';
import { createTestMock } from './testing/test-mock.ts';

test('the states before imports are kept as long as their rows fit, however large a row is', () => {
  const mock = createTestMock({ timeline: { count: 100, bytes: 4_000_000 } });
  const lab = controlApi(mock.app);
  const withRow = (length: number) => {
    const world = JSON.parse(JSON.stringify(lab.export()));
    world.tables.credentials[0].salt = 'z'.repeat(length);
    return world;
  };
  for (let at = 0; at < 2; at += 1) lab.import(withRow(100));
  expect(lab.timeline.list().total).toBe(2);
  for (let at = 0; at < 2; at += 1) lab.import(withRow(4_100_000));
  expect(lab.timeline.list().total).toBeLessThan(4);
});

test('a change while there are 1,000 faults takes the place of hundreds of changes', async () => {
  const mock = createTestMock({ timeline: { count: 100, bytes: 1_000_000 } });
  const lab = controlApi(mock.app);
  const createCustomers = async (from: number) => {
    for (let at = from; at < from + 20; at += 1)
      await mock.as('owner')('createCustomer', {
        body: { email: `c${at}@customers.example`, first_name: 'C', last_name: 'D' },
      });
  };
  await createCustomers(0);
  expect(lab.timeline.list().total).toBe(20);
  for (let at = 0; at < 1000; at += 1) lab.faults.add({ kind: 'delay', delay_ms: 0, operation: 'getWallet' });
  await createCustomers(20);
  expect(lab.timeline.list().total).toBeLessThan(5);
});
