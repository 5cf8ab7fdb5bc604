// Tests the text that `lab timeline` prints for people.
import { expect, test } from 'vitest';
import { activeCustomerId, createTestMock, orderBody } from '../mocks/testing/test-mock.ts';
import { controlApi } from '../src/control/control-api.ts';
import { labText } from './lab-text.ts';

test('lab timeline prints one line an item, a moment by members, and what differs by table', async () => {
  const mock = createTestMock();
  const lab = controlApi(mock.app);
  const customer = await activeCustomerId(mock);
  expect(labText('listTimeline', lab.timeline.list({ kind: 'changes' }))).toBe(
    'Nothing has happened in this world since it began.',
  );
  const { data } = await mock.as('owner')('createOrder', { body: orderBody(customer, 'wallet') });
  await mock.as('owner')('createOrder', { body: {} });
  lab.clock.advance('PT1M');
  const page = lab.timeline.list({ limit: 50 });
  const lines = labText('listTimeline', page).split('\n');
  expect(lines).toHaveLength(page.items.length + 1);
  expect(lines.at(-1)).toMatch(/listCustomers by owner \(req_1, 200\)/);
  expect(lines.at(-2)).toMatch(/^1 .*createOrder by owner \(req_2\) .*\d+: .*orders/);
  expect(lines.at(-3)).toMatch(/createOrder by owner \(req_3, 422\)/);
  expect(lines[1]).toMatch(/the timer /);
  expect(labText('listTimeline', lab.timeline.list({ limit: 1 }))).toContain(
    `older ones: lab timeline --before ${page.items[0]?.id}`,
  );
  const moment = labText('getMoment', lab.timeline.get(1));
  expect(moment).toContain('Moment 1, 2026-11-20T08:00:00Z: just after createOrder by owner (req_2).');
  expect(moment).toContain(`+ orders ${data.id}`);
  expect(moment).toContain('    status: "processing"');
  const difference = labText('compareMoment', lab.timeline.difference(1));
  expect(difference).toMatch(/^Since moment 1 \(2026-11-20T08:00:00Z\), \d+ rows differ from now/);
  expect(difference).toContain('    status: "processing" → "completed"');
  expect(labText('getMomentTest', { text: lab.timeline.test(1) })).toContain('createMockTest({ from })');
});
