// Tests which reads the cache returns and what invalidates them.
import { expect, test } from 'vitest';
import { ReadCache } from './read-cache.ts';
import { lazyExchange } from './transport/send-once.ts';

const id = '0d9e1f7c-3a52-4c1b-9a64-2f2a9c6f1e11';
const other = '7b3f2f0a-55c1-4a1e-8d24-90b6f6f2a7aa';

let count = 0;
const exchange = (method: string, path: string, status = 200, body: string | null = null, reply = '{}') => {
  count += 1;
  return lazyExchange(
    {
      id: `x${count}`,
      operation: null,
      purpose: 'check',
      reason: 'sent by the check',
      by: 'test',
      caller: 'tenantA',
      deliberateFault: null,
      burst: false,
      concurrent: false,
      request: { method, path, url: path, headers: {}, body, json: undefined, params: {} },
      startedAt: 0,
    },
    { status, headers: [], bytes: new TextEncoder().encode(reply) },
    null,
    0,
  );
};

test('a read by id stays cached until a write contains the id; a refused write leaves it cached', () => {
  const memory = new ReadCache();
  const seen = exchange('GET', `/orders/${id}`);
  memory.add(seen);
  memory.add(exchange('POST', `/orders/${other}/cancel`));
  expect(memory.get('tenantA', `/orders/${id}`)).toBe(seen);
  for (const status of [401, 403, 404, 422]) memory.add(exchange('POST', `/orders/${id}/cancel`, status));
  expect(memory.get('tenantA', `/orders/${id}`)).toBe(seen);
  memory.add(exchange('POST', `/orders/${id}/cancel`));
  expect(memory.get('tenantA', `/orders/${id}`)).toBeUndefined();
});

test('a failed call whose effect is unknown invalidates reads like a write', () => {
  for (const status of [0, 408, 429, 500]) {
    const memory = new ReadCache();
    memory.add(exchange('GET', `/orders/${id}`));
    memory.add(exchange('POST', `/orders/${id}/cancel`, status));
    expect(memory.get('tenantA', `/orders/${id}`)).toBeUndefined();
  }
});

test('the cached profile that proved a credential stays cached after writes', () => {
  const memory = new ReadCache();
  const proof = { ...exchange('GET', '/auth/me'), purpose: 'proof' as const };
  memory.add(proof);
  memory.add(exchange('POST', '/customers', 201));
  memory.invalidateLists();
  expect(memory.get('tenantA', '/auth/me')).toBe(proof);
});

test('a read by id is invalidated when the request body or the reply of a write contains the id', () => {
  for (const write of [
    exchange('POST', '/payments', 201, `{"invoice_id":"${id}"}`),
    exchange('POST', '/orders', 201, null, `{"invoice_id":"${id.toUpperCase()}"}`),
  ]) {
    const memory = new ReadCache();
    memory.add(exchange('GET', `/invoices/${id}`));
    memory.add(write);
    expect(memory.get('tenantA', `/invoices/${id}`)).toBeUndefined();
  }
});

test('a read without an id is invalidated by any write and when time passes', () => {
  const memory = new ReadCache();
  const list = exchange('GET', '/orders?page=1');
  memory.add(list);
  memory.add(exchange('GET', '/wallet'));
  expect(memory.get('tenantA', '/orders?page=1')).toBe(list);
  memory.add(exchange('POST', '/customers', 201));
  expect(memory.get('tenantA', '/orders?page=1')).toBeUndefined();
  memory.add(list);
  memory.invalidateLists();
  expect(memory.get('tenantA', '/orders?page=1')).toBeUndefined();
});

test('reads are cached per caller, and failed reads are not cached', () => {
  const memory = new ReadCache();
  memory.add(exchange('GET', `/orders/${id}`));
  expect(memory.get('tenantB', `/orders/${id}`)).toBeUndefined();
  memory.add(exchange('GET', `/orders/${id}`, 500));
  expect(memory.get('tenantA', `/orders/${id}`)).toBeUndefined();
});

test('a read of a resource that proved its id is outdated by the next write, as any other read is', () => {
  const memory = new ReadCache();
  memory.add({ ...exchange('GET', `/vps/${id}`), purpose: 'proof' as const });
  memory.add(exchange('POST', `/vps/${id}/stop`));
  expect(memory.get('tenantA', `/vps/${id}`)).toBeUndefined();
});
