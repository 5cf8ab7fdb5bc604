// Tests of webhooks that arrive twice, out of order, unsigned or under other names.
import { expect, test } from 'vitest';
import type { DeliveryForm } from '../../contract/delivery-forms.ts';
import { inForms, signedForReceivers } from './delivery-forms.ts';
import type { SendRequest } from './http-sender.ts';

// Sends bodies one after the other, and returns what arrived.
async function arrived(
  form: DeliveryForm | DeliveryForm[],
  bodies: readonly string[],
  count = bodies.length,
): Promise<string[]> {
  const all: string[] = [];
  const record: SendRequest = async ({ body, headers }) => {
    all.push(`${body}${headers['webhook-id'] ?? ' unsigned'}`);
    return { status: 200, ms: 1, retryAfter: null };
  };
  const send = inForms([form].flat(), record, 1);
  for (const body of bodies)
    await send(
      { url: 'http://127.0.0.1:1/', headers: { 'Content-Type': 'application/json', 'webhook-id': '' }, body },
      new AbortController().signal,
    );
  await expect.poll(() => all).toHaveLength(count);
  return all;
}

test('webhooks arrive once and in order, twice, in the reverse order, unsigned, or under other names', async () => {
  expect(await arrived('once', ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(await arrived('twice', ['a', 'b'], 4)).toEqual(['a', 'a', 'b', 'b']);
  expect(await arrived('out of order', ['a', 'b', 'c', 'd', 'e'])).toEqual(['e', 'd', 'c', 'b', 'a']);
  const event = { id: '1', type: 'order.completed', timestamp: '2026-11-20T08:00:00Z', data: { id: '2' } };
  const other = [
    ...(await arrived('of other records', [JSON.stringify(event)], 2)),
    ...(await arrived('with further members', [JSON.stringify(event)])),
  ];
  expect(other.map((body) => body.includes('"data":{"id":"2"'))).toEqual([false, true, true]);
  expect(other[2]).toContain('"data":{"id":"2","x_extra":');
  expect(await arrived('with white space', ['{"a":1}'])).toEqual(['{\n  "a": 1\n}\n']);
  expect(await arrived(['twice', 'with white space'], ['{"a":1}'], 2)).toEqual([
    '{\n  "a": 1\n}\n',
    '{\n  "a": 1\n}\n',
  ]);
  const made = { id: 'evt_1', type: 'vps.provisioned', data: { status: 'running', created_at: 'then' } };
  const [, earlier] = await arrived('out of order', [JSON.stringify(made)], 2);
  expect(earlier).toContain('"type":"vps.accepted","data":{"status":"pending"');
  expect(await arrived('unsigned', ['a'])).toEqual(['a unsigned']);
  expect(await arrived('other names', [JSON.stringify(event)])).toEqual([
    '{"event_id":"1","event":"order.completed","at":"2026-11-20T08:00:00Z","resource":{"id":"2"}} unsigned',
  ]);
});

test('a webhook is signed with the time of this machine, where the clock of its world shows another one', () => {
  const sign = (body: string, id: string, seconds = 1) => ({
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `${seconds} ${body}`,
  });
  const timeIn = (seconds: number): number => {
    const request = { url: 'https://receiver.example/', headers: sign('{}', 'a', seconds), body: '{}', sign };
    const { headers } = signedForReceivers(request);
    expect(headers['webhook-signature']).toBe(`${headers['webhook-timestamp']} {}`);
    return Number(headers['webhook-timestamp']);
  };
  const now = Math.floor(Date.now() / 1000);
  expect(timeIn(now - 5)).toBe(now - 5);
  expect(timeIn(now + 86_400)).toBeCloseTo(now, -1);
});

test('a webhook arrives half a minute after its time, with a charset and two signatures, one of which is valid', async () => {
  const sign = (body: string, id: string, seconds = 100) => ({
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${seconds} ${body}`,
  });
  const sent: Record<string, string>[] = [];
  const send = inForms(
    ['half a minute late', 'with a charset', 'with further members', 'two signatures'],
    async ({ headers, body }) => {
      sent.push({ ...headers, valid: `v1,70 ${body}` });
      return { status: 200, ms: 1, retryAfter: null };
    },
  );
  const headers = { 'Content-Type': 'application/json', ...sign('{}', 'a') };
  await send({ url: 'http://127.0.0.1:1/', headers, body: '{}', sign }, new AbortController().signal);
  expect(sent).toMatchObject([
    { 'Content-Type': 'application/json; charset=utf-8', 'webhook-timestamp': '70' },
  ]);
  expect(sent[0]?.['webhook-signature']).toMatch(/^v1,\S+ v1,70 /);
  expect(sent[0]?.['webhook-signature']?.endsWith(String(sent[0]?.valid))).toBe(true);
});
