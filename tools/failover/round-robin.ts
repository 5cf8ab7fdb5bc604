// A load balancer that knows nothing of worlds: it sends each request to the next server, over a new connection.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RoundRobin = { readonly baseUrl: string; close(): Promise<void> };

/** The headers of a connection, which a proxy does not pass on (RFC 9110 §7.6.1). */
const OF_A_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding']);

/** Starts the load balancer on a free port of 127.0.0.1. */
export async function startRoundRobin(baseUrls: readonly string[]): Promise<RoundRobin> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing, new URL(baseUrls[turn++ % baseUrls.length] ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, { hostname, port }: URL): void {
  const { method, url: path } = incoming;
  const headers = passedOn(incoming.rawHeaders);
  const isChunked = incoming.headers['transfer-encoding'] !== undefined;
  if (isChunked) headers.push('Transfer-Encoding', 'chunked');
  const upstream = request({ hostname, port, method, path, headers, agent: false }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.statusMessage, passedOn(reply.rawHeaders));
    reply.pipe(outgoing);
    reply.once('error', () => outgoing.destroy());
  });
  // A connection that fails is shown to the client as one that fails.
  upstream.once('error', () => outgoing.destroy());
  outgoing.once('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

/** The headers to pass on, as names and values in turn. */
function passedOn(raw: readonly string[]): string[] {
  const passed: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (!OF_A_CONNECTION.has(name.toLowerCase())) passed.push(name, value);
  }
  return passed;
}
