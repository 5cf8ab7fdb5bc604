// Tests of what lies below /_mock/docs: the document for the API reference, and the redirects to it.
import { expect, onTestFinished, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { withRefusals } from '../contract/error-codes.ts';
import type { OpenApiDocument } from '../contract/openapi.ts';
import { type App, createApp } from '../server/app.ts';
import { mountControl } from './mount-control.ts';

function mock(): App {
  const app = createApp(hostingMock, { clock: 'frozen' }) as unknown as App;
  mountControl(app, { token: null, loopback: true });
  onTestFinished(() => app.close());
  return app;
}

const get = (app: App, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.fetch(new Request(`http://127.0.0.1${path}`, { headers, method }));

test('the former address of the reference redirects to the view in the console, in every world', async () => {
  const app = mock();
  for (const [from, to] of [
    ['/_mock/docs', '/?view=reference'],
    ['/_mock/docs/', '/?view=reference'],
    ['/w/mine/_mock/docs', '/w/mine/?view=reference'],
  ] as const) {
    const reply = await get(app, from);
    expect([from, reply.status, reply.headers.get('location')]).toEqual([from, 302, to]);
  }
});

test('in every world the document has its refusals in the descriptions and names this mock as its only server', async () => {
  const app = mock();
  const contract = (await (await get(app, '/v1/openapi.json')).json()) as OpenApiDocument;
  const document = (await (await get(app, '/_mock/docs/openapi.json')).json()) as { servers: object[] };
  expect({ ...document, servers: null }).toEqual({ ...withRefusals(contract), servers: null });
  expect(document.servers).toEqual([{ url: '/v1', description: 'This mock' }]);
  const other = (await (await get(app, '/w/mine/_mock/docs/openapi.json')).json()) as { servers: object[] };
  expect(other.servers).toEqual([{ url: '/w/mine/v1', description: 'This mock' }]);
});

test('the document has an ETag for revalidation', async () => {
  const app = mock();
  const first = await get(app, '/_mock/docs/openapi.json');
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  const etag = first.headers.get('etag') ?? '';
  expect((await get(app, '/_mock/docs/openapi.json', { 'if-none-match': etag })).status).toBe(304);
});

test('unknown paths below /_mock get status 404', async () => {
  const app = mock();
  const missing = ['/_mock/docs/../package.json', '/_mock/docs/index.html', '/_mock/docsx', '/_mock/else'];
  for (const path of [...missing, '/_mock/docs/constructor', '/_mock/docs/%2e%2e/LICENSE']) {
    expect((await get(app, path)).status, path).toBe(404);
  }
  expect((await get(app, '/_mock/docs', {}, 'POST')).status).toBe(404);
});

test('a page of another origin may link to the reference', async () => {
  const app = mock();
  const from = (site: string, mode: string, dest: string) =>
    get(app, '/_mock/docs', { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest });
  expect((await from('cross-site', 'navigate', 'document')).status).toBe(302);
  expect((await from('none', 'navigate', 'document')).status).toBe(302);
});

test("a request whose Host header is another host's name that resolves to this machine is refused", async () => {
  const reply = await mock().handle({
    method: 'GET',
    path: '/_mock/docs',
    query: '',
    headers: { host: 'rebound.example:4010' },
    body: null,
    address: '127.0.0.1',
  });
  expect(reply.status).toBe(403);
});
