// Serves a fetch handler on a loopback port.
import { createServer } from 'node:http';

/** Serves a fetch handler on a free loopback port. The base URL ends in `/shop/v1`. */
export async function listenWith(
  fetch: (request: Request) => Promise<Response>,
): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) {
      if (value !== undefined) headers.set(name, String(value));
    }
    const bodiless = incoming.method === 'GET' || incoming.method === 'HEAD' || chunks.length === 0;
    const request = new Request(`http://127.0.0.1${incoming.url ?? '/'}`, {
      method: incoming.method ?? 'GET',
      headers,
      ...(bodiless ? {} : { body: Buffer.concat(chunks) }),
    });
    const response = await fetch(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/shop/v1`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
