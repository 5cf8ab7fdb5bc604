// Creates exchanges for tests of rules and readers.
import type { Exchange } from '../model/exchange.ts';

/** Creates an exchange, by default `GET /orders` with 200 and `{}`; `json` also sets `received`, `text` and `bytes`. */
export function exchange(overrides: Partial<Exchange> = {}): Exchange {
  const headers = overrides.headers ?? [['Content-Type', 'application/json']];
  const json = 'json' in overrides ? overrides.json : {};
  const text = overrides.text ?? (json === undefined ? '' : JSON.stringify(json));
  return {
    id: 'x1',
    operation: 'listOrders',
    purpose: 'check',
    reason: 'sent by the check',
    by: 'test',
    caller: 'tenantA',
    deliberateFault: null,
    burst: false,
    concurrent: false,
    request: {
      method: 'GET',
      path: '/orders',
      url: 'http://127.0.0.1/v1/orders',
      headers: {},
      body: null,
      json: undefined,
      params: {},
    },
    status: 200,
    startedAt: 0,
    ms: 1,
    failure: null,
    ...overrides,
    headers,
    received: overrides.received ?? json,
    json,
    text,
    bytes: overrides.bytes ?? new TextEncoder().encode(text),
    header(name) {
      const found = headers.filter(([key]) => key.toLowerCase() === name.toLowerCase());
      return found.length === 0 ? null : found.map(([, value]) => value).join(', ');
    },
  };
}
