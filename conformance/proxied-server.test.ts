// Tests that the suite reports no breach by a conforming server behind the proxies that deployments have. The
// tests use real sockets.
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import type { TargetConfig } from '../src/suite/model/target-config.ts';
import { conform, type Report } from '../src/suite/run/conform.ts';
import { virtualClock } from '../src/suite/testing/virtual-clock.ts';
import { sampled, whole } from '../tools/testing/sampled.ts';
import { listen } from '../tools/testing/servers.ts';
import { createVariedServer } from '../tools/testing/varied-server.ts';
import { catalogue } from './index.ts';
import { accusedIds } from './testing/degraded-server.ts';
import { HEAVY_CELLS, REPEATED_CELLS } from './testing/heavy-cells.ts';
import { type ProxiedServer, type ProxyOptions, startProxiedServer } from './testing/proxied-server.ts';

/** What `npm test` asks through each proxy: every method, form of body, header and kind of reply that a run knows. */
const only = whole ? [] : ['auth/', 'customers/', 'orders/', 'lists/', 'limits/', 'statuses/', 'errors/'];

async function judge(
  dress: ProxyOptions,
  more: (baseUrl: string) => TargetConfig = () => ({}),
): Promise<{ report: Report; server: ProxiedServer }> {
  const { fetch, clock, target: file } = createVariedServer();
  const server = await startProxiedServer(fetch, dress);
  const target = { ...file, baseUrl: server.baseUrl, ...more(server.baseUrl) };
  const skip = whole ? [] : [...HEAVY_CELLS, ...REPEATED_CELLS];
  return {
    report: await conform({ catalogue, clock, seed: 7, runId: 'hc-proxied', target, only, skip }),
    server,
  };
}

const clothes: Record<string, ProxyOptions> = {
  'a proxy that adds a path prefix': { prefix: '/api/hosting' },
  'a proxy that compresses replies with gzip': { contentEncoding: 'gzip' },
  'a proxy that compresses replies with brotli': { contentEncoding: 'br' },
  'a proxy that sends replies in chunks': { chunks: 5 },
  'a proxy that compresses with brotli and sends chunks': { contentEncoding: 'br', chunks: 3 },
  'a proxy that closes the connection after each reply': { closesConnection: true },
  'a proxy that delays the response headers': { delayMs: 3 },
  'a proxy that adds headers': {
    rewriteHeaders: (headers) => [
      ['Via', '1.1 edge'],
      ['X-Cache', 'MISS'],
      ['Set-Cookie', 'lb=1; Path=/'],
      ['Set-Cookie', 'route=2; Path=/'],
      ['Strict-Transport-Security', 'max-age=31536000'],
      ...headers,
    ],
  },
  'a proxy that writes header names in capitals and reverses their order': {
    rewriteHeaders: (headers) =>
      headers.map(([name, value]): [string, string] => [name.toUpperCase(), value]).reverse(),
  },
};

test.each(sampled(Object.keys(clothes), 1))(
  'the suite calls a conforming server conformant behind %s',
  async (name) => {
    const { report } = await judge(clothes[name] ?? {});
    expect(accusedIds(report)).toEqual([]);
    expect(report.verdict).toBe('conformant');
  },
);

test('a run over HTTP/2 with a self-signed certificate ends with advice, and succeeds when the target file allows the certificate', async () => {
  const { report: refused } = await judge({ tls: true });
  expect(refused).toMatchObject({ verdict: 'unreachable', exitCode: 3 });
  expect(refused.reasons.join()).toMatch(/no TLS connection.*--insecure/);
  expect(refused.summary.fail).toBe(0);
  const { report } = await judge({ tls: true }, () => ({ insecure: true }));
  expect(accusedIds(report)).toEqual([]);
  expect(report.verdict).toBe('conformant');
});

test('the suite does not follow a redirect to another host and sends no credential there', async () => {
  const elsewhere = await startProxiedServer(async () => new Response('{}'), {});
  const moving = createServer(({ url }, response) => {
    response.writeHead(301, { location: `${new URL(elsewhere.baseUrl).origin}${url}` }).end();
  });
  const report = await conform({
    catalogue,
    clock: virtualClock(),
    target: {
      baseUrl: `http://127.0.0.1:${await listen(moving)}/v1`,
      credentials: {
        tenantA: { email: 'a@first.example', password: 'pass phrase' },
        tenantB: { token: 'tok' },
      },
    },
  });
  expect(elsewhere.receivedHeaders).toEqual([]);
  expect(report).toMatchObject({ verdict: 'vacuous', exitCode: 4 });
  expect(JSON.stringify(report.results)).toContain('a redirect to');
  expect(report.summary.fail).toBe(0);
});
