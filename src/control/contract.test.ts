// Tests that the control API conforms to openapi/control.yaml: it has the same routes and sends only replies that the
// document describes.
import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { createApp } from '../server/app.ts';
import { sendCall } from '../server/testing/minimal-mock.ts';
import { mountControl } from './mount-control.ts';
import { routeList } from './routes.ts';

type Operation = {
  operationId: string;
  responses: Record<string, { content: Record<string, { schema: object }> }>;
};
let paths: Record<string, Record<string, Operation>> = {};
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

beforeAll(async () => {
  const file = fileURLToPath(new URL('../../openapi/control.yaml', import.meta.url));
  const document: unknown = await new SwaggerParser().validate(file);
  paths = (document as { paths: typeof paths }).paths;
});

test('the control API has exactly the routes of openapi/control.yaml', () => {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(routeList().sort());
});

type Sent = [method: string, path: string, status: number, body?: unknown];

/** A sequence of calls with their expected statuses; names in braces stand for ids of the demo world. */
const scenario: Sent[] = [
  ['GET', '/health', 200],
  ['GET', '/ready', 200],
  ['GET', '/health?world=demo', 200],
  ['GET', '/outbox', 200],
  ['GET', '/requests', 200],
  ['GET', '/requests?status=4xx&operation=createOrder&method=post&caller=owner&since=req_1&limit=5', 200],
  ['GET', '/requests?status=bad', 422],
  ['GET', '/requests/wait?timeout_ms=0&count=100', 200],
  ['GET', '/requests/wait?timeout_ms=soon', 422],
  ['GET', '/requests/req_1', 200],
  ['GET', '/requests/req_1/explain', 200],
  ['POST', '/requests/last/repeat', 200, { as: 'owner' }],
  ['POST', '/requests/last/repeat', 409, { as: 'twoFactor' }],
  ['POST', '/requests/req_9999/repeat', 404],
  ['POST', '/requests/last/repeat', 422, { as: 7 }],
  ['GET', '/requests/req_2/explain', 200],
  ['GET', '/requests/req_999', 404],
  ['GET', '/requests.har', 200],
  ['DELETE', '/requests', 200],
  ['GET', '/resources', 200],
  ['GET', '/resources/moons/1', 404],
  ['GET', '/resources/orders/1', 404],
  ['GET', '/resources/orders/{order}', 200],
  ['POST', '/resources/orders/{order}/explode', 404],
  ['POST', '/resources/orders/{order}/complete', 409],
  ['POST', '/resources/services/{service}/suspend', 200],
  ['GET', '/tables', 200],
  ['GET', '/tables/services/rows?where=status=active&where=type=vps&sort=-name&offset=1&limit=2', 200],
  ['GET', '/tables/services/rows?q=vps', 200],
  ['GET', '/tables/services/rows?limit=201', 422],
  ['GET', '/tables/services/rows?where=status', 422],
  ['GET', '/tables/services/rows?sort=colour', 422],
  ['GET', '/tables/moons/rows', 404],
  ['GET', '/tables/services/rows/{service}', 200],
  ['GET', '/tables/services/rows/1', 404],
  ['POST', '/tables/services/rows/{service}/restore', 404, { at: 999 }],
  ['POST', '/tables/services/rows/1/restore', 422, { at: 'now' }],
  ['GET', '/records?q=a', 200],
  ['GET', '/records/{order}', 200],
  ['GET', '/records/1', 404],
  ['GET', '/timeline', 200],
  ['GET', '/timeline?kind=changes&limit=1', 200],
  ['GET', '/timeline?fold=equal&q=order&record=1&until=1', 200],
  ['GET', '/timeline?before=1.req_7&offset=1&limit=0', 200],
  ['GET', '/timeline?before=soon', 422],
  ['GET', '/timeline?kind=some', 422],
  ['GET', '/timeline/1', 200],
  ['GET', '/timeline/0', 200],
  ['GET', '/timeline/first', 404],
  ['GET', '/timeline/0/difference?limit=5', 200],
  ['GET', '/timeline/0/difference?limit=all', 422],
  ['GET', '/timeline/999/difference', 404],
  ['GET', '/timeline/1/test', 200],
  ['GET', '/timeline/999/test', 404],
  ['GET', '/export?at=0', 200],
  ['GET', '/export?at=999', 404],
  ['POST', '/worlds', 201, { name: 'then', at: 0 }],
  ['POST', '/worlds', 404, { at: 999 }],
  ['POST', '/worlds', 422, { at: 0, snapshot: 'start' }],
  ['POST', '/worlds', 422, { at: 0, seed: 1 }],
  ['POST', '/arrange', 200, { customers: [{ as: 'late', invoices: [{ status: 'overdue', count: 2 }] }] }],
  ['POST', '/arrange', 422, { custmers: [] }],
  ['POST', '/webhooks/trigger', 200, { type: 'invoice.paid' }],
  ['POST', '/webhooks/trigger', 422, { type: 'invoice.payed' }],
  ['POST', '/arrange?world=nowhere', 404, {}],
  ['GET', '/worlds', 200],
  ['POST', '/worlds', 201, { name: 'mine', snapshot: 'start' }],
  ['POST', '/worlds', 201, { name: 'anew', world: 'empty', seed: 3, clock: 'frozen', lifecycle: 'manual' }],
  ['POST', '/worlds', 409, { name: 'mine' }],
  ['POST', '/worlds', 422, { name: 'mine', colour: 'red' }],
  ['POST', '/worlds', 404, { from: 'nowhere' }],
  ['DELETE', '/worlds/anew', 200],
  ['DELETE', '/worlds/anew', 404],
  ['POST', '/worlds/anew/undelete', 201],
  ['POST', '/worlds/anew/undelete', 404],
  ['DELETE', '/worlds/anew', 200],
  ['DELETE', '/worlds/demo', 409],
  ['GET', '/clock?world=mine', 200],
  ['GET', '/clock?world=yours', 404],
  ['POST', '/clock/freeze', 200],
  ['GET', '/clock/timers', 200],
  ['GET', '/clock/timers?limit=0', 422],
  ['POST', '/clock/advance', 200, { by: 'next' }],
  ['POST', '/clock/advance', 200, { by: 'P1M' }],
  ['POST', '/clock/advance', 422, { by: 'soon' }],
  ['POST', '/clock/advance', 422],
  ['POST', '/clock/set', 422, { to: '2001-01-01T00:00:00Z' }],
  ['POST', '/clock/set', 200, { to: '2030-01-01T00:00:00Z' }],
  ['POST', '/clock/resume', 200],
  ['POST', '/snapshots', 201, { name: 'here' }],
  ['POST', '/snapshots', 201],
  ['POST', '/snapshots', 409, { name: 'start' }],
  ['GET', '/snapshots', 200],
  ['POST', '/snapshots/here/restore', 200],
  ['GET', '/undo', 200],
  ['POST', '/undo', 200],
  ['GET', '/conditions', 200],
  ['POST', '/snapshots/never/restore', 404],
  ['DELETE', '/snapshots/here', 200],
  ['DELETE', '/snapshots/start', 409],
  ['GET', '/policy', 200],
  ['PUT', '/policy', 200, { error_shape: 'flat', limits: 'B', limits_auth: 5, lifecycle: 'immediate' }],
  ['PUT', '/policy', 422, { limits: 'C' }],
  ['GET', '/personas', 200],
  ['GET', '/personas/owner', 200],
  ['GET', '/personas/nobody', 404],
  [
    'POST',
    '/faults',
    201,
    { kind: 'status', status: 503, operation: 'createOrder', times: 1, retry_after: 2 },
  ],
  ['POST', '/faults', 201, { kind: 'delay', delay_ms: 1, probability: 0.5 }],
  ['POST', '/faults', 422, { kind: 'status' }],
  ['POST', '/faults', 422, { kind: 'reset', status: 500 }],
  ['GET', '/faults', 200],
  ['DELETE', '/faults/fault_1', 200],
  ['DELETE', '/faults/fault_1', 404],
  ['DELETE', '/faults', 200],
  ['POST', '/seed', 200, { seed: 5, world: 'empty' }],
  ['POST', '/seed', 422, { world: 'atlantis' }],
  ['POST', '/clock/advance', 409, { by: 'next' }],
  ['GET', '/export', 200],
  ['POST', '/import', 422, { format: 2 }],
  ['POST', '/reset?world=mine', 200],
  ['POST', '/reset', 200],
  ['GET', '/timeline', 200],
  ['POST', '/tables/services/rows/{service}/restore', 200, { at: 0 }],
];

test('every reply of the control API matches the schema that the document states for its status', async () => {
  const app = createApp(hostingMock, { clock: 'frozen' });
  mountControl(app, { token: null, loopback: true });
  const send = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; json: unknown }> => {
    const reply = await app.fetch(
      new Request(`http://127.0.0.1:4010/_mock/v1${path}`, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      }),
    );
    return { status: reply.status, json: await reply.json() };
  };
  const coveredRoutes = new Set<string>();
  const checkReply = (
    method: string,
    path: string,
    { status, json }: { status: number; json: unknown },
  ): void => {
    const bare = path.split('?')[0] ?? '';
    const [described] = Object.entries(paths)
      .sort(([a], [b]) => a.split('{').length - b.split('{').length)
      .filter(([template]) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(bare));
    const response = described?.[1][method.toLowerCase()]?.responses[status];
    expect(response, `${method} ${path} → ${status} is described`).toBeDefined();
    const validate = ajv.compile(response?.content['application/json']?.schema ?? {});
    expect(validate(json) || validate.errors, `${method} ${path} → ${status}`).toBe(true);
    coveredRoutes.add(`${method} ${described?.[0]}`);
  };
  const token = app.personas.owner?.apiKey;
  await sendCall(app, 'POST', '/orders', { token, body: { items: [] } });
  await sendCall(app, 'GET', '/orders', { token });
  const [order, service] = app.world.transact(null, (store) => [
    store.orders.where('status', 'completed')[0]?.id,
    store.services.where('status', 'active')[0]?.id,
  ]);
  for (const [method, template, status, body] of scenario) {
    const path = template.replace('{order}', order ?? '').replace('{service}', service ?? '');
    const reply = await send(method, path, body);
    expect(reply, `${method} ${path}`).toMatchObject({ status });
    checkReply(method, path, reply);
  }
  // The event stream never ends, so event-stream.test.ts covers it.
  coveredRoutes.add('GET /events');
  const { json } = await send('GET', '/export');
  checkReply('POST', '/import', await send('POST', '/import', json));
  expect(routeList().filter((route) => !coveredRoutes.has(route))).toEqual([]);
});
