// Tests which server errors are a breach: those that a valid request gets each time it is sent.
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/suite/model/define.ts';
import { exchange } from '../../src/suite/testing/exchange.ts';
import { serverErrorRules } from './server-errors.ts';

const [rule] = serverErrorRules;
const A = '3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c';
const B = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** Sends requests one after the other, and returns the sentences that their replies break. */
function judge(
  ...sent: readonly (readonly [method: string, path: string, status: number, more?: Partial<Exchange>])[]
) {
  const judgeOne = rule?.start();
  return sent.flatMap(([method, path, status, more = {}], at) => {
    const id = /[\da-f-]{36}/.exec(path)?.[0];
    const operation = method === 'DELETE' ? 'deleteWebhook' : id ? 'getWebhook' : 'createWebhook';
    const one = exchange({ id: `x${at}`, operation, status, ...more });
    const request = {
      ...one.request,
      method,
      path,
      params: id ? { id } : {},
      body: more.request?.body ?? null,
    };
    const given = { ...one, request };
    if (!rule?.applies(given)) return [];
    return judgeOne?.(given, 0, 'hc-test').breaches.map(({ requirement }) => requirement) ?? [];
  });
}

test('a valid request that gets a server error each time breaks the sentence of its operation', () => {
  const one = ['POST', '/webhooks', 500] as const;
  expect(judge(one)).toEqual([]);
  expect(judge(one, one)).toEqual(['endpoints/create-webhook']);
  expect(judge(one, ['POST', '/webhooks', 201], one, one)).toEqual([]);
});

test('a request of another resource asks the same, and a repeated deletion another thing', () => {
  const deletion = (id: string, status: number) => ['DELETE', `/webhooks/${id}`, status] as const;
  expect(judge(deletion(A, 500), deletion(B, 500))).toEqual(['endpoints/delete-webhook']);
  const twice = (id: string) => [deletion(id, 200), deletion(id, 500)] as const;
  expect(judge(...twice(A))).toEqual([]);
  expect(judge(...twice(A), ...twice(B))).toEqual(['endpoints/delete-webhook']);
});

test('what is deliberately invalid, and what a gateway answers, is no breach', () => {
  const invalid = { deliberateFault: 'url = 5' };
  const faulty = ['POST', '/webhooks', 500, invalid] as const;
  expect(judge(faulty, faulty)).toEqual([]);
  expect(judge(['POST', '/webhooks', 503], ['POST', '/webhooks', 503])).toEqual([]);
});
