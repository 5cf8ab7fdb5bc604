// Tests the document's example requests as one story: sent one after the other to the same world, over HTTP.
import { expect, test } from 'vitest';
import { createMock } from '../../entry/index.ts';
import { document } from '../../src/contract/document.ts';
import { documentedRequests } from './documented-requests.ts';
import { sendInOneWorld } from './send-in-one-world.ts';
import { inStoryOrder } from './story-order.ts';

const requests = documentedRequests(document());
const story = inStoryOrder(document(), requests);

test.for([{ clock: 'frozen' }, { seed: 7, clock: '2032-02-29T23:59:30Z' }])(
  'every example request succeeds in one world, but for the two that need the code of the minute: %o',
  async (options) => {
    await using mock = await createMock({ limits: 'off', webhooks: 'none', ...options });
    const sent = await sendInOneWorld(mock, await mock.listen(), story);
    const refused = sent.filter(({ status, refusedWith }) => status >= 300 && status !== refusedWith);
    expect(refused.map(({ operation, refusal }) => `${operation}: ${refusal}`)).toEqual([]);
    expect(sent.filter(({ status }) => status < 300)).toHaveLength(requests.length - 2);
  },
);

test('the story begins with reads, and ends with what ends records and the session', () => {
  const at = (operation: string): number => story.findIndex((one) => one.operation === operation);
  expect(story).toHaveLength(requests.length);
  expect(story[0]?.method).toBe('GET');
  expect(at('createOrder')).toBeLessThan(at('renewService'));
  expect(at('rebootVps')).toBeLessThan(at('stopVps'));
  expect(at('resetHostingPassword')).toBeLessThan(at('suspendService'));
  expect(at('deleteDnsRecord')).toBeLessThan(at('deleteDnsZone'));
  expect(at('suspendService')).toBeLessThan(at('terminateService'));
  expect(story.slice(-2).map(({ operation }) => operation)).toEqual(['refreshSession', 'logout']);
});
