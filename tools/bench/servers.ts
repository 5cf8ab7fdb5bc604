// The servers that the mock is measured beside: bare `node:http`, a minimal server, and `prism mock`.
import { join } from 'node:path';
import { ROOT } from './build.ts';
import type { Prepared } from './cases.ts';
import { freePort, type Server, start } from './process.ts';

/** Source of a minimal HTTP server, in plain JavaScript, so that Node does not have to strip types. */
const HELLO =
  "import { createServer } from 'node:http'; createServer((_, reply) => reply.end('hello')).listen(process.env.PORT, '127.0.0.1')";

/** Starts bare `node:http` that sends prepared replies. */
export async function startBare(prepared: Prepared): Promise<Server> {
  return start([process.execPath, join(ROOT, 'tools/bench/bare.ts')], {
    port: await freePort(),
    path: '/',
    env: { BENCH_READY: JSON.stringify(prepared) },
  });
}

/** Starts `node:http` that sends `hello`. */
export async function startHello(): Promise<Server> {
  const command = [process.execPath, '--input-type=module', '-e', HELLO];
  return start(command, { port: await freePort(), path: '/' });
}

/** Starts `prism mock` with the document of the working tree; its paths have no `/v1`. */
export async function startPrism(): Promise<Server> {
  const port = await freePort();
  const command = [
    ...[process.execPath, join(ROOT, 'node_modules/@stoplight/prism-cli/dist/index.js'), 'mock'],
    ...['-v', 'fatal', '-h', '127.0.0.1', '-p', String(port)],
    join(ROOT, 'openapi/dist/openapi.json'),
  ];
  return start(command, { port, path: '/customers' });
}
