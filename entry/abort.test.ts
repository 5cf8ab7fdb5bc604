// Tests that a mock in the process, and clients that stand on it, end a request when its signal or their timeout says so.
import { expect, test } from 'vitest';
import { createClient } from './client.ts';
import { createMock } from './index.ts';

test.each([
  ['a reply that never comes', { kind: 'delay', delay_ms: 600_000 }],
  ['a reply that stalls', { kind: 'stall' }],
] as const)('timeoutMs of a client ends the wait for %s of a mock in the process', async (_, fault) => {
  await using mock = await createMock({ clock: 'frozen' });
  mock.faults.add(fault);
  const { fetch } = mock;
  const api = createClient({
    baseUrl: 'http://mock/v1',
    credential: { token: mock.personas.owner.token },
    fetch,
    timeoutMs: 20,
    retries: 0,
  });
  await expect(api.getWallet()).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('the signal of a call reaches a mock in the process: the call rejects with the reason of the signal', async () => {
  await using mock = await createMock({ latency: 'slow' });
  const leave = new AbortController();
  const reason = new Error('another page');
  const headers = { authorization: `Bearer ${mock.personas.owner.token}` };
  const sent = mock.fetch('http://mock/v1/wallet?__prefer=delay_ms=600000', {
    headers,
    signal: leave.signal,
  });
  leave.abort(reason);
  await expect(sent).rejects.toBe(reason);
  await expect(mock.fetch('http://mock/v1/wallet', { signal: leave.signal })).rejects.toBe(reason);
});
