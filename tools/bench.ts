// npm run bench: measures the mock, bare `node:http` and `prism mock` in one run, with the same document.
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consoleFigures } from './bench/console.ts';
import { type Case, canLoad, load } from './bench/load.ts';
import { freePort, residentMegabytes, type Server, start } from './bench/process.ts';
import { worlds } from './bench/worlds.ts';
import { median } from './median.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const option = (name: string, otherwise: number): number =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const only = process.argv.find((word) => word.startsWith('--only='))?.split('=')[1];
const rounds = option('rounds', 5);
const seconds = option('seconds', 2);
const starts = option('starts', 15);

const MOCK = [process.execPath, join(root, 'bin/launch.js'), 'mock', '--log', 'silent'];
const PRISM = [
  ...[process.execPath, join(root, 'node_modules/@stoplight/prism-cli/dist/index.js'), 'mock'],
  ...['-v', 'fatal', '-h', '127.0.0.1', join(root, 'openapi/dist/openapi.json')],
];
const BARE = [process.execPath, join(root, 'tools/bench/bare.ts')];
/** Source of a minimal HTTP server, in plain JavaScript, so that Node does not have to strip types. */
const HELLO = [
  ...[process.execPath, '--input-type=module', '-e'],
  "import { createServer } from 'node:http'; createServer((_, reply) => reply.end('hello')).listen(process.env.PORT, '127.0.0.1')",
];

if (!existsSync(join(root, 'dist/bin/hosting-contract.js'))) {
  console.error('Build first: npm run build');
  process.exit(2);
}

type Target = { baseUrl: string; credentials: { tenantA: { token: string } } };

async function throughput(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'target.json');
  const mockPort = await freePort();
  const flags = ['--port', String(mockPort), '--limits', 'off', '--target-file', file];
  const servers: Server[] = [];
  try {
    const mock = await start([...MOCK, ...flags], mockPort, '/_mock/v1/health');
    servers.push(mock);
    const token = (JSON.parse(readFileSync(file, 'utf8')) as Target).credentials.tenantA.token;
    const call = (path: string, init: RequestInit = {}): Promise<string> =>
      fetch(`http://127.0.0.1:${mockPort}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      }).then((response) => response.text());
    const list = '/v1/customers?per_page=20';
    const page = JSON.parse(await call(list)) as { data: { id: string }[] };
    const customer =
      '{"email":"c%d@example.org","first_name":"Jane","last_name":"Doe","external_id":"crm-%d"}';
    const invalid = '{"customer_id":"x","items":[{"sku_id":1,"quantity":1,"billing_cycle":"weekly"}]}';
    const cases: Case[] = [
      { name: 'GET one', method: 'GET', path: `/v1/customers/${page.data[0]?.id}`, status: 200 },
      { name: 'GET list of 20', method: 'GET', path: list, status: 200 },
      { name: 'POST 201', method: 'POST', path: '/v1/customers', body: customer, status: 201 },
      { name: 'POST 422', method: 'POST', path: '/v1/orders', body: invalid, status: 422 },
    ];
    const ready = {
      one: await call(cases[0]?.path ?? ''),
      page,
      created: await call('/v1/customers', { method: 'POST', body: customer.replaceAll('%d', 'x') }),
      invalid: await call('/v1/orders', { method: 'POST', body: invalid }),
    };
    const barePort = await freePort();
    servers.push(await start(BARE, barePort, '/', { BENCH_READY: JSON.stringify(ready) }));
    const prismPort = await freePort();
    servers.push(await start([...PRISM, '-p', String(prismPort)], prismPort, '/customers'));

    const rates = new Map<string, number[]>();
    for (let round = 0; round < rounds; round++) {
      for (const one of cases) {
        for (const [name, port] of [
          ['bare', barePort],
          ['mock', mockPort],
          ['prism', prismPort],
        ] as const) {
          const asked = name === 'prism' ? { ...one, path: one.path.replace('/v1', '') } : one;
          const rate = await load(port, asked, token, seconds);
          const key = `${one.name} ${name}`;
          rates.set(key, [...(rates.get(key) ?? []), rate]);
        }
      }
      console.error(`round ${round + 1} of ${rounds}`);
    }
    console.log('\nRequests a second (median), one core, 32 keep-alive connections');
    console.table(
      Object.fromEntries(
        cases.map(({ name }) => {
          const rate = (server: string): number => median(rates.get(`${name} ${server}`) ?? []);
          const perRound = (rates.get(`${name} mock`) ?? []).map(
            (mine, i) => mine / (rates.get(`${name} bare`)?.[i] ?? 1),
          );
          return [
            name,
            {
              bare: Math.round(rate('bare')),
              mock: Math.round(rate('mock')),
              prism: Math.round(rate('prism')),
              'mock/bare': (rate('mock') / rate('bare')).toFixed(2),
              spread: `${Math.min(...perRound).toFixed(2)}–${Math.max(...perRound).toFixed(2)}`,
              'mock/prism': (rate('mock') / rate('prism')).toFixed(1),
            },
          ];
        }),
      ),
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function startUp(): Promise<void> {
  const kinds = {
    hello: [HELLO, '/'],
    mock: [MOCK, '/_mock/v1/health'],
    prism: [PRISM, '/customers'],
  } as const;
  const times: Record<string, number[]> = { hello: [], mock: [], prism: [] };
  const memory: Record<string, number[]> = { hello: [], mock: [], prism: [] };
  for (let round = 0; round < starts; round++) {
    for (const [name, [command, path]] of Object.entries(kinds)) {
      if (name === 'prism' && round >= 5) continue;
      const port = await freePort();
      const flags = name === 'mock' ? ['--port', String(port)] : name === 'prism' ? ['-p', String(port)] : [];
      const server = await start([...command, ...flags], port, path);
      times[name]?.push(server.startMs);
      if (round < 3) {
        await new Promise((later) => setTimeout(later, 1000));
        memory[name]?.push(residentMegabytes(server.pid));
      }
      await server.stop();
    }
  }
  const hello = median(times.hello ?? []);
  console.log('\nProcess start to first answer, and resident memory a second later (medians)');
  console.table(
    Object.fromEntries(
      Object.keys(kinds).map((name) => {
        const ms = median(times[name] ?? []);
        return [
          name,
          {
            'start ms': ms.toFixed(1),
            'times hello': (ms / hello).toFixed(2),
            'RSS MB': median(memory[name] ?? []).toFixed(0),
          },
        ];
      }),
    ),
  );
}

async function firstPost(): Promise<void> {
  const differences: number[] = [];
  for (let round = 0; round < 5; round++) {
    const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'target.json');
    const port = await freePort();
    const server = await start(
      [...MOCK, '--port', String(port), '--target-file', file],
      port,
      '/_mock/v1/health',
    );
    const token = (JSON.parse(readFileSync(file, 'utf8')) as Target).credentials.tenantA.token;
    await fetch(`http://127.0.0.1:${port}/_mock/v1/health`).then((response) => response.text());
    const times: number[] = [];
    for (let i = 0; i < 10; i++) {
      const began = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}/v1/customers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: `first${i}@example.org`, first_name: 'A', last_name: 'B' }),
      });
      await response.text();
      times.push(performance.now() - began);
    }
    differences.push((times[0] ?? 0) - (times[9] ?? 0));
    await server.stop();
  }
  console.log(
    `\nFirst POST slower than the tenth by ${median(differences).toFixed(1)} ms (median of 5 fresh processes)`,
  );
}

const parts: Record<string, () => Promise<void>> = {
  start: startUp,
  first: firstPost,
  worlds,
  throughput,
  console: () => consoleFigures(MOCK),
};
for (const [name, part] of Object.entries(parts)) {
  if (only !== undefined && only !== name) continue;
  if (name === 'throughput' && !canLoad()) {
    console.log('\nThroughput is not measured: install wrk (apt-get install wrk).');
    continue;
  }
  await part();
}
