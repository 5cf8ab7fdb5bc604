// Tests the document's example requests as one story: sent one after the other to the same world, over HTTP.
import { expect, test } from 'vitest';
import { createMock } from '../../entry/index.ts';
import { document } from '../../src/contract/document.ts';
import { type ResponseObject, resolveRef } from '../../src/contract/openapi.ts';
import { documentedRequests } from './documented-requests.ts';
import { sendInOneWorld } from './send-in-one-world.ts';
import { inStoryOrder } from './story-order.ts';

const requests = documentedRequests(document());
const story = inStoryOrder(document(), requests);

/**
 * The requests that another example makes impossible: two that register one name, two that resize one server to the
 * same size, and the payment and the cancellation of one order.
 */
const CONTRADICTED = [
  'registerDomain full: DOMAIN_UNAVAILABLE',
  'resizeVps keepDisk: VALIDATION_FAILED',
  'cancelOrder: INVALID_STATE',
];

test.for([{ clock: 'frozen' }, { seed: 7, clock: '2032-02-29T23:59:30Z' }])(
  'every example request succeeds in one world, or is refused as the document describes: %o',
  async (options) => {
    await using mock = await createMock({ limits: 'off', webhooks: 'none', ...options });
    const sent = await sendInOneWorld(mock, await mock.listen(), story);
    const refused = sent.filter(({ status, refusedWith }) => status >= 300 && status !== refusedWith);
    const named = refused.map(({ operation, example, status, refusal }) => {
      const { error } = JSON.parse(refusal ?? '') as { error: { code: string } };
      expect(documentedCodes(operation, status), operation).toContain(error.code);
      return `${operation} ${example ?? ''}`.trim().concat(`: ${error.code}`);
    });
    expect(named).toEqual(CONTRADICTED);
    expect(sent.filter(({ status }) => status < 300)).toHaveLength(requests.length - 2 - CONTRADICTED.length);
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

/** Lists the error codes in the examples of an operation's reply with a status. */
function documentedCodes(operation: string, status: number): string[] {
  const operations = Object.values(document().paths).flatMap(({ get, post, put, delete: remove }) => [
    get,
    post,
    put,
    remove,
  ]);
  const responses = operations.find((one) => one?.operationId === operation)?.responses ?? {};
  const reply = resolveRef<ResponseObject>(document(), responses[status] ?? { description: '' });
  return Object.values(reply.content?.['application/json']?.examples ?? {}).flatMap((example) => {
    const { value } = resolveRef<{ value?: { error?: { code?: string } } }>(document(), example as object);
    return value?.error?.code ?? [];
  });
}
