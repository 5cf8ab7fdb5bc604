// npm run bench: measures the mock beside bare `node:http` and `prism mock`, with the same document and requests.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { pinLoad, type Server, startServer } from './bench/server-process.ts';
import { freePort } from './testing/free-port.ts';

const USAGE = `npm run bench -- [--only throughput|start] [--rounds 3] [--seconds 4] [--state sqlite:FILE|postgres://…]
  --only     one part
  --rounds   rounds, each with new servers; the median of their ratios is printed, with the least and the greatest
  --seconds  duration of each measurement of throughput
  --state    also measures a mock that stores its worlds, beside the mock in memory

npm run build first: the mock runs from dist/. A ratio compares servers of the same round, with 32 keep-alive
connections, on one core where taskset is installed. "by CPU" compares the CPU time of a request, which changes little
on a busy machine.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const parts = { throughput, start };
const chosen = values.only === undefined ? Object.keys(parts) : [values.only];
const unknown = chosen.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  console.error(`error: --only ${unknown} is no part\n\n${USAGE}`);
  process.exit(2);
}
const rounds = Number(values.rounds);
const root = fileURLToPath(new URL('../', import.meta.url));
console.log(
  `Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} (above 0.5, elapsed times are not conclusive)`,
);
pinLoad();
for (const name of chosen) await parts[name as keyof typeof parts]();
process.exit(0);

type Case = { name: string; method: 'GET' | 'POST'; path: string; body?: string };

/** Returns the requests to the mock; `[<id>]` becomes a text that is unique in the run. */
function casesFor(customerId: string): Case[] {
  const customer =
    '{"email":"c[<id>]@example.org","first_name":"Jane","last_name":"Doe","external_id":"[<id>]"}';
  const invalid = '{"customer_id":"x","items":[{"sku_id":1,"quantity":1,"billing_cycle":"weekly"}]}';
  return [
    { name: 'GET one', method: 'GET', path: `/v1/customers/${customerId}` },
    { name: 'GET list of 20', method: 'GET', path: '/v1/customers?per_page=20' },
    { name: 'POST 201', method: 'POST', path: '/v1/customers', body: customer },
    { name: 'POST 422', method: 'POST', path: '/v1/orders', body: invalid },
  ];
}

/** Starts the built mock with its demo world. */
async function startMock(state?: string): Promise<Server & { token: string }> {
  const flags = ['--limits', 'off', '--log', 'json', ...(state === undefined ? [] : ['--state', state])];
  const port = await freePort();
  const command = [
    process.execPath,
    join(root, 'dist/bin/hosting-contract.js'),
    'mock',
    '--port',
    String(port),
  ];
  const server = await startServer([...command, ...flags], { port, path: '/_mock/v1/health' });
  const { personas } = JSON.parse(server.output.split('\n')[0] ?? '') as {
    personas: { owner: { token: string } };
  };
  return Object.assign(server, { token: personas.owner.token });
}

async function startPrism(): Promise<Server> {
  const port = await freePort();
  const prism = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const flags = [
    '-v',
    'fatal',
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    join(root, 'openapi/dist/openapi.json'),
  ];
  return startServer([process.execPath, prism, 'mock', ...flags], { port, path: '/customers' });
}

/** Returns requests a second, and the CPU time of a request in µs. */
async function load(server: Server, { method, path, body }: Case, token: string, seconds: number) {
  const cpu = server.cpuMs();
  const { requests } = await autocannon({
    url: `http://127.0.0.1:${server.port}${path}`,
    ...{ method, connections: 32, duration: seconds, idReplacement: true },
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  const used = cpu === null ? null : (server.cpuMs() ?? 0) - cpu;
  return { rate: requests.average, cpuUs: used === null ? Number.NaN : (used * 1000) / requests.total };
}

/** Prints the ratios of requests a second of the mock to each other server, and of the CPU times of a request. */
async function throughput(): Promise<void> {
  const seconds = Number(values.seconds);
  const figures = new Map<string, { elapsed: number[]; cpu: number[] }>();
  const prism = await startPrism();
  for (let round = 0; round < rounds; round += 1) {
    const mock = await startMock();
    const stored = values.state === undefined ? null : await startMock(values.state);
    const headers = { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' };
    const send = async ({ method, path, body = '' }: Case): Promise<string> => {
      const init = { method, headers, ...(method === 'POST' && { body: body.replaceAll('[<id>]', 'x') }) };
      return (await fetch(`http://127.0.0.1:${mock.port}${path}`, init)).text();
    };
    const page = JSON.parse(await send(casesFor('')[1] as Case)) as { data: { id: string }[] };
    const cases = casesFor(page.data[0]?.id ?? '');
    const [one, , created, invalid] = await Promise.all(cases.map(send));
    const bare = await startServer([process.execPath, join(root, 'tools/bench/bare.ts')], {
      port: await freePort(),
      path: '/',
      env: { BENCH_READY: JSON.stringify({ one, page, created, invalid }) },
    });
    for (const one of cases) {
      const servers: [name: string, server: Server, path: string][] = [
        ['bare', bare, one.path],
        ['prism', prism, one.path.replace('/v1', '')],
        ...(stored ? [['memory beside --state', stored, one.path] as [string, Server, string]] : []),
      ];
      await load(mock, one, mock.token, 1);
      const own = await load(mock, one, mock.token, seconds);
      for (const [name, server, path] of servers) {
        const token = server === stored ? stored.token : mock.token;
        await load(server, { ...one, path }, token, 1);
        const other = await load(server, { ...one, path }, token, seconds);
        const key = `${one.name}, mock/${name}`;
        const figure = figures.get(key) ?? { elapsed: [], cpu: [] };
        figure.elapsed.push(own.rate / other.rate);
        figure.cpu.push(other.cpuUs / own.cpuUs);
        figures.set(key, figure);
      }
    }
    await Promise.all([mock, bare, stored].map((server) => server?.stop()));
    console.error(`round ${round + 1} of ${rounds}`);
  }
  await prism.stop();
  const rows = [...figures].map(([key, { elapsed, cpu }]) => [
    key,
    { ratio: spread(elapsed), 'by CPU': spread(cpu) },
  ]);
  console.table(Object.fromEntries(rows));
}

/** Prints the time from the start of the process to its first reply, beside a minimal server, and its memory. */
async function start(): Promise<void> {
  const hello =
    "import { createServer } from 'node:http'; createServer((_, reply) => reply.end('hello')).listen(process.env.PORT, '127.0.0.1')";
  const ratios: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds * 3; round += 1) {
    const bare = await startServer([process.execPath, '--input-type=module', '-e', hello], {
      port: await freePort(),
      path: '/',
    });
    const mock = await startMock();
    ratios.push(mock.startMs / bare.startMs);
    await new Promise((later) => setTimeout(later, 1000));
    memory.push(mock.residentMb() ?? Number.NaN);
    await Promise.all([bare.stop(), mock.stop()]);
  }
  console.table({ 'start, mock/hello': { ratio: spread(ratios) }, 'RSS in MB': { ratio: spread(memory) } });
}

/** Returns the median of figures, with the least and the greatest. */
function spread(figures: number[]): string {
  const sorted = figures.toSorted((a, b) => a - b);
  const [least = 0, greatest = 0] = [sorted[0], sorted.at(-1)];
  return `${(sorted[sorted.length >> 1] ?? 0).toFixed(2)} (${least.toFixed(2)}–${greatest.toFixed(2)})`;
}
