// Tests that one cause is one finding, and that a request without a reply ends its own checks only.
import { expect, test } from 'vitest';
import { isObject } from '../src/contract/is-object.ts';
import type { Report } from '../src/suite/run/conform.ts';
import { refusalResponse, runAgainstDegraded } from './testing/degraded-server.ts';

const failures = ({ results }: Report) => results.filter(({ verdict }) => verdict === 'fail');

test('403 for every missing credential is one breach with a place for each operation', async () => {
  const report = await runAgainstDegraded({
    run: { only: ['authentication/missing/'] },
    intercept: ({ request, operation, bearer, forward }) =>
      bearer === '' && operation !== null && operation.auth !== 'anonymous' && request.method !== 'OPTIONS'
        ? refusalResponse(403)
        : forward(),
  });
  const missing = report.findings.find(({ id }) => id.startsWith('authentication/missing/'));
  expect(missing?.count).toBeGreaterThan(85);
  const unlinked = failures(report).filter(({ sameCauseAs }) => sameCauseAs === undefined);
  expect(unlinked.filter(({ id }) => id.startsWith('authentication/missing/'))).toHaveLength(1);
  expect(report.summary.fail).toBe(unlinked.length);
  expect(report.summary.fail).toBeLessThan(6);
  expect(report.reasons[0]).toMatch(/^\d breach(es)? in \d+ places$/);
});

test("another tenant's deletion that succeeds is the first finding, apart from a server error beside it", async () => {
  const report = await runAgainstDegraded({
    run: {
      only: ['isolation/deleteWebhook', 'isolation/getWebhook', 'isolation/getInvoice', 'isolation/getOrder'],
    },
    intercept: async ({ request, operation, forward }) => {
      const reply = await forward();
      if (reply.status !== 404 && reply.status !== 403) return reply;
      if (operation?.id === 'deleteWebhook')
        return new Response('{}', { status: 200, headers: reply.headers });
      return request.method === 'GET' && operation?.id === 'getInvoice' ? refusalResponse(500) : reply;
    },
  });
  const [first] = report.findings;
  expect(first?.id).toBe('isolation/deleteWebhook');
  expect(first?.results.some((id) => id.includes('getInvoice'))).toBe(false);
  const crash = report.findings.find(({ results }) => results.some((id) => id.includes('getInvoice')));
  expect(crash?.verdict).toBe('fail');
  expect(crash?.results).not.toContain('isolation/deleteWebhook');
});

test('an operation that gets no reply is one warning, and what depends on it refers to the warning', async () => {
  const report = await runAgainstDegraded({
    choices: ['services=own', 'words=own'],
    run: { only: ['billing/', 'lists/', 'statuses/', 'isolation/getInvoice'] },
    intercept: ({ operation, forward }) => {
      if (operation?.id === 'listInvoices') throw new Error('socket hang up');
      return forward();
    },
  });
  expect(failures(report)).toEqual([]);
  expect(report.verdict).toBe('incomplete');
  const silence = report.results.find(({ id }) => id === 'statuses/every-request-is-answered');
  expect(silence).toMatchObject({ verdict: 'warn', operations: ['listInvoices'] });
  const open = report.results.filter(
    ({ verdict, exchanges: [proof] }) => verdict === 'inconclusive' && proof?.operation === 'listInvoices',
  );
  expect(open.length).toBeGreaterThan(0);
  expect(open.filter(({ blockedBy }) => blockedBy === undefined)).toEqual([]);
  expect(report.cleanup.leftovers).toEqual([]);
});

test('a connection that is dropped on every array body is reported', async () => {
  const report = await runAgainstDegraded({
    run: {
      only: ['validation/unusable-body/createOrder', 'validation/unusable-body/createCustomer', 'statuses/'],
    },
    intercept: async ({ request, forward }) => {
      if (request.method === 'POST' && (await request.clone().text()) === '[]') throw new Error('hang up');
      return forward();
    },
  });
  expect(failures(report)).toEqual([]);
  const silence = report.results.find(({ id }) => id === 'statuses/every-request-is-answered');
  expect(silence?.verdict).toBe('warn');
  expect(report.findings.map(({ id }) => id)).toContain('statuses/every-request-is-answered');
});

test('an update that takes over an id from the request is one finding, and other customers are accused of nothing', async () => {
  const ids = new Map<string, string>();
  const report = await runAgainstDegraded({
    run: { only: ['customers/'] },
    intercept: async ({ request, operation, params, forward }) => {
      const body = request.method === 'GET' ? '' : await request.clone().text();
      const claimed = /"id":"([0-9a-f-]{36})"/.exec(body)?.[1];
      if (operation?.id === 'getCustomer' && ids.has(params.id ?? '')) return refusalResponse(404);
      let url = request.url;
      for (const [own, other] of ids) url = url.replace(other, own);
      const reply = await forward(
        new Request(url, { method: request.method, headers: request.headers, body: body || null }),
      );
      if (operation?.id === 'updateCustomer' && claimed !== undefined && reply.ok)
        ids.set(params.id ?? '', claimed);
      if (!/json/.test(reply.headers.get('content-type') ?? '')) return reply;
      let text = await reply.text();
      for (const [own, other] of ids) text = text.replaceAll(own, other);
      return new Response(text, reply);
    },
  });
  expect(failures(report).map(({ id }) => id)).toEqual(['customers/update-keeps-identity']);
});

test('a total that only the reply to an order has otherwise is not held against the list', async () => {
  const report = await runAgainstDegraded({
    run: { only: ['orders/'] },
    intercept: async ({ operation, forward }) => {
      const reply = await forward();
      if (!reply.ok || !['createOrder', 'getOrder'].includes(operation?.id ?? '')) return reply;
      const order: unknown = await reply.json();
      const total = operation?.id === 'getOrder' ? undefined : 1;
      return Response.json(isObject(order) ? { ...order, total_amount: total } : order, reply);
    },
  });
  expect(failures(report).map(({ id }) => id)).not.toContain('values/list-as-detail');
});
