// Serves the baseline of the benchmarks: bare `node:http` that sends prepared replies with the same five HTTP headers
// as the mock.
import { createServer } from 'node:http';

// Prepared replies, passed as JSON: one text or page for each benchmark case. The mock itself sent these replies, so
// that the mock and this server send the same number of bytes.
type Ready = { one: string; page: unknown; created: string; invalid: string };

const ready = JSON.parse(
  process.env.BENCH_READY ?? '{"one":"{}","page":{},"created":"{}","invalid":"{}"}',
) as Ready;
const limits = ['RateLimit-Limit', '1200', 'RateLimit-Remaining', '1199', 'RateLimit-Reset', '60'];
const legacy = ['X-RateLimit-Limit', '1200', 'X-RateLimit-Remaining', '1199'];

const server = createServer((request, response) => {
  const send = (status: number, text: string): void => {
    response.writeHead(status, [
      ...['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(text))],
      ...limits,
      ...legacy,
    ]);
    response.end(text);
  };
  if (request.method === 'GET') {
    // The list case serializes its page again for each request, because any server that stores records must do so.
    send(200, request.url?.includes('?') ? JSON.stringify(ready.page) : ready.one);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const invalid = request.url?.startsWith('/v1/orders');
    send(invalid ? 422 : 201, invalid ? ready.invalid : ready.created);
  });
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(JSON.stringify({ port: address.port }));
});
