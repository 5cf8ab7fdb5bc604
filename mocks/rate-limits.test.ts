// Tests which credentials share a rate limit in the mock: Set A counts per user, Set B counts per credential.
import { expect, test } from 'vitest';
import { createTestMock } from './testing/test-mock.ts';

const remaining = ({ headers }: { headers: Headers }): number => Number(headers.get('ratelimit-remaining'));

test.each([
  ['A', [1199, 1198, 1197, 1199]],
  ['B', [59, 59, 58, 59]],
] as const)(
  'in Set %s a session, an API key of the same user, and another user have the expected remaining counts',
  async (limits, left) => {
    const mock = createTestMock({ limits });
    const { token, apiKey } = mock.app.personas.owner ?? {};
    const replies = [
      await mock.bearing(token)('listOrders'),
      await mock.bearing(apiKey)('listOrders'),
      await mock.bearing(limits === 'A' ? token : apiKey)('listOrders'),
      await mock.bearing(mock.app.personas.otherOwner?.token)('getCurrentUser'),
    ];
    const [first] = left;
    expect(replies.slice(0, 3).map(remaining)).toEqual(left.slice(0, 3));
    expect(Number(replies[0]?.headers.get('ratelimit-limit'))).toBe(first + 1);
    expect(Number(replies[3]?.headers.get('ratelimit-limit')) - 1).toBe(remaining(replies[3] as never));
  },
);

test('under Set A an API key does not give its creator more requests', async () => {
  const mock = createTestMock({ limits: 'A' });
  const { token } = mock.app.personas.owner ?? {};
  const made = await mock.bearing(token)('createApiKey', { body: { name: 'more', scopes: ['orders:read'] } });
  expect(remaining(await mock.bearing(made.data.key)('listOrders'))).toBe(remaining(made) - 1);
});

test('explain reports the rate limit of the user for a request with an API key under Set A', async () => {
  const mock = createTestMock({ limits: 'A' });
  const { data } = await mock.as('owner')('getCurrentUser');
  const reply = await mock.bearing(mock.app.personas.owner?.apiKey)('listOrders');
  const { controlApi } = await import('../src/control/control-api.ts');
  const explained = controlApi(mock.app).requests.explain(reply.headers.get('x-request-id') ?? '');
  expect(explained.limit?.bucket).toBe(`user ${data.id}`);
});
