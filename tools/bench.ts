// npm run bench: measures the mock beside bare `node:http` and `prism mock`, with the same document and requests.

import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import autocannon from 'autocannon';
import { freePort } from './testing/free-port.ts';

const canPin = spawnSync('which', ['taskset']).status === 0 && availableParallelism() > 1;

// Moves this process to core 1: servers run on core 0. Does nothing where `taskset` is missing.
function pinLoad(): void {
  if (canPin) execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' });
}

/** The servers that run. They end with this process, also when it fails. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

type Server = {
  port: number;
  /** time from the start of the process to the end of its first reply, in ms */
  startMs: number;
  /** the text that the server has printed to standard output */
  output: string;
  /** CPU time that the process has used, in ms; null where /proc is missing */
  cpuMs(): number | null;
  /** resident memory in MB; null where /proc is missing */
  residentMb(): number | null;
  stop(): Promise<void>;
};

/** Milliseconds of a clock tick in /proc, which Linux fixes at 100 ticks a second for programs. */
const TICK_MS = 10;

// Starts a command and waits for a reply to `GET path`. Throws Error with the output of the command when it ends before
// it replies.
async function startServer(
  [command = '', ...args]: readonly string[],
  { port, path, env = {} }: { port: number; path: string; env?: Record<string, string> },
): Promise<Server> {
  const began = performance.now();
  const words = canPin ? ['taskset', '-c', '0', command, ...args] : [command, ...args];
  const child = spawn(words[0] ?? '', words.slice(1), {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const over = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void over.then(() => running.delete(child));
  const url = `http://127.0.0.1:${port}${path}`;
  while (
    !(await fetch(url).then(
      (reply) => reply.arrayBuffer(),
      () => null,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${words.join(' ')} ended: ${output.slice(-500)}`);
    await new Promise((next) => setTimeout(next, 1));
  }
  const startMs = performance.now() - began;
  const proc = (file: string): string | null => {
    try {
      return readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
    } catch {
      return null;
    }
  };
  return {
    port,
    startMs,
    get output() {
      return output;
    },
    cpuMs() {
      // Fields 14 and 15 of proc_pid_stat(5); the name of the command, which may hold spaces, ends with a parenthesis.
      const fields = proc('stat')?.split(') ')[1]?.split(' ');
      return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : null;
    },
    residentMb() {
      const kb = /VmRSS:\s+(\d+)/.exec(proc('status') ?? '')?.[1];
      return kb === undefined ? null : Number(kb) / 1024;
    },
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
      await over;
      clearTimeout(timer);
    },
  };
}

/** A request; `[<id>]` in its body becomes a text that is unique in the run. */
type Case = { name: string; method: 'GET' | 'POST'; path: string; body?: string };

const CONNECTIONS = 32;
const hasWrk = spawnSync('which', ['wrk']).status === 0;
const GENERATOR = hasWrk ? 'wrk' : 'autocannon';

async function load(server: Server, one: Case, token: string, seconds: number) {
  const cpu = server.cpuMs();
  const { rate, total } = await (hasWrk ? withWrk : withAutocannon)(server.port, one, token, seconds);
  const used = cpu === null ? Number.NaN : (server.cpuMs() ?? 0) - cpu;
  return { rate, cpuUs: (used * 1000) / total };
}

let runs = 0;

async function withWrk(port: number, { method, path, body }: Case, token: string, seconds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const script = join(folder, 'request.lua');
  runs += 1;
  const lines = [
    `wrk.method = '${method}'`,
    `wrk.headers['Authorization'] = 'Bearer ${token}'`,
    `wrk.headers['Content-Type'] = 'application/json'`,
    ...(body === undefined ? [] : [`wrk.body = [==[${body}]==]`]),
    ...(body?.includes('[<id>]')
      ? [
          'local sent = 0',
          'local body = wrk.body',
          'function request()',
          '  sent = sent + 1',
          `  return wrk.format(nil, nil, nil, (body:gsub('%[<id>%]', '${runs}-' .. sent)))`,
          'end',
        ]
      : []),
  ];
  writeFileSync(script, lines.join('\n'));
  const { stdout } = await promisify(execFile)('wrk', [
    ...['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '-s', script],
    `http://127.0.0.1:${port}${path}`,
  ]).finally(() => rmSync(folder, { recursive: true }));
  const [rate, total] = [/Requests\/sec:\s*([\d.]+)/, /(\d+) requests in/].map((one) =>
    Number(one.exec(stdout)?.[1]),
  ) as [number, number];
  if (!(total > 0)) throw new Error(`wrk had no reply: ${stdout}`);
  return { rate, total };
}

async function withAutocannon(port: number, { method, path, body }: Case, token: string, seconds: number) {
  const { requests } = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    ...{ method, connections: CONNECTIONS, duration: seconds, idReplacement: true },
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  return { rate: requests.average, total: requests.total };
}

const USAGE = `npm run bench -- [--only throughput|start] [--rounds 3] [--seconds 4] [--state sqlite:FILE|postgres://…] [--write]
  --only     one part
  --rounds   rounds, each with new servers; the median of their ratios is printed, with the least and the greatest
  --seconds  duration of each measurement of throughput
  --state    also measures a mock that stores its worlds, beside the mock in memory
  --write    makes the medians of this run the landed figures, tools/bench/landed.json, which every run prints beside its own

npm run build first: the mock runs from dist/. A ratio compares servers of the same round, with 32 keep-alive
connections, on one core where taskset is installed, with the load from wrk where it is installed (apt-get install wrk),
else from autocannon. "by CPU" compares the CPU time of a request, which changes little
on a busy machine.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    state: { type: 'string' },
    write: { type: 'boolean', default: false },
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
  `Node ${process.version}, ${GENERATOR}, load ${loadavg()[0]?.toFixed(1)} (above 0.5, elapsed times are not conclusive)`,
);
pinLoad();
const landedFile = join(root, 'tools/bench/landed.json');
const landed = JSON.parse(readFileSync(landedFile, 'utf8')) as Record<string, number>;
for (const name of chosen) await parts[name as keyof typeof parts]();
if (values.write) writeFileSync(landedFile, `${JSON.stringify(landed, null, 2)}\n`);
process.exit(0);

// Prints figures beside the landed ones; with `--write` their medians become the landed ones.
function print(rows: Iterable<[name: string, figures: { [column: string]: number[] }]>): void {
  const table = Array.from(rows, ([name, figures]) => {
    const shown = Object.entries(figures).map(([column, all]) => [column, spread(all)]);
    const row = { ...Object.fromEntries(shown), landed: landed[name] ?? '' };
    if (values.write) landed[name] = Number(median(figures.ratio ?? []).toFixed(2));
    return [name, row];
  });
  console.table(Object.fromEntries(table));
}

// Returns the requests to the mock; `[<id>]` becomes a text that is unique in the run.
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

// Starts the built mock with its demo world. `file`: what starts it, the build itself or the installed command.
async function startMock(
  state?: string,
  file = 'dist/bin/hosting-contract.js',
): Promise<Server & { token: string }> {
  const flags = ['--limits', 'off', '--log', 'json', ...(state === undefined ? [] : ['--state', state])];
  const port = await freePort();
  const command = [process.execPath, join(root, file), 'mock', '--port', String(port)];
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

// Prints the ratios of requests a second of the mock to each other server, and of the CPU times of a request.
async function throughput(): Promise<void> {
  const seconds = Number(values.seconds);
  const figures = new Map<string, { ratio: number[]; 'by CPU': number[] }>();
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
        const figure = figures.get(key) ?? { ratio: [], 'by CPU': [] };
        figure.ratio.push(own.rate / other.rate);
        figure['by CPU'].push(other.cpuUs / own.cpuUs);
        figures.set(key, figure);
      }
    }
    await Promise.all([mock, bare, stored].map((server) => server?.stop()));
    console.error(`round ${round + 1} of ${rounds}`);
  }
  await prism.stop();
  print(figures);
}

// Prints the time from the start of the process to its first reply, beside a minimal server, and its memory.
async function start(): Promise<void> {
  const hello =
    "import { createServer } from 'node:http'; createServer((_, reply) => reply.end('hello')).listen(process.env.PORT, '127.0.0.1')";
  const [direct, launched, memory]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds * 3; round += 1) {
    const bare = await startServer([process.execPath, '--input-type=module', '-e', hello], {
      port: await freePort(),
      path: '/',
    });
    const mock = await startMock();
    direct.push(mock.startMs / bare.startMs);
    const command = await startMock(undefined, 'bin/launch.js');
    launched.push(command.startMs / bare.startMs);
    await new Promise((later) => setTimeout(later, 1000));
    memory.push(mock.residentMb() ?? Number.NaN);
    await Promise.all([bare, mock, command].map((server) => server.stop()));
  }
  print([
    ['start, mock/hello', { ratio: direct }],
    ['start, bin/launch.js/hello', { ratio: launched }],
    ['RSS in MB', { ratio: memory }],
  ]);
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}

function spread(figures: number[]): string {
  return `${median(figures).toFixed(2)} (${Math.min(...figures).toFixed(2)}–${Math.max(...figures).toFixed(2)})`;
}
