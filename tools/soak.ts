// npm run soak: sends a million mixed requests to the mock process, and checks the process's memory and the number of
// stored rows.
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { startMock } from './attack/mock-server.ts';
import { pause, randomOf } from './attack/model.ts';
import { measuresMemory, run } from './attack/process.ts';
import { lastWords } from './attack/shared-mock.ts';
import { type Call, draw, type Known, LISTS } from './soak/mix.ts';

const USAGE = `npm run soak -- [--requests N] [--seed N] [--minutes N]
  --requests N   how many requests are sent (1000000)
  --seed N       decides the mix (1)
  --minutes N    give up after so many minutes (60)
Resident memory is printed at 10,000, 100,000 and 1,000,000 requests, with the tables that have grown.
Exit: 0 memory is bounded and the export works, 1 it is not, 2 called wrongly, 5 time was up.

Examples:
  $ npm run soak
  $ npm run soak -- --requests 20000`;

/** Maximum ratio of the memory after all requests to the memory after a tenth of the requests. */
const GROWTH = 1.5;
/**
 * Memory in MB below which growth is accepted, because the JavaScript heap grows to its allowed size before garbage
 * is collected.
 */
const FLOOR = 300;
/** Maximum memory of the mock process in MB, at any ratio of growth. */
const CEILING = 700;
const HEAP = 512;
const TOGETHER = 16;
/**
 * Number of requests after which the world's clock is advanced, so that the mock drops data that it keeps only for
 * days.
 */
const CLOCK_EVERY = 2000;
const CLOCK_STEP = 'PT6H';
/** Share of webhook deliveries that get a 503 and are retried: one delivery in this many. */
const FAILS = 40;

const { values } = read();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const [requests, seed, minutes] = [values.requests, values.seed, values.minutes].map(Number);
if (!Number.isSafeInteger(requests) || !requests || !Number.isSafeInteger(seed) || !minutes || minutes <= 0)
  fail('--requests, --seed and --minutes take numbers.');
if (!measuresMemory) console.log('Resident memory is not measured: this system has no /proc.');

let delivered = 0;
const receiver = createServer((request, response) => {
  request.resume();
  delivered += 1;
  response.writeHead(delivered % FAILS === 0 ? 503 : 200).end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const mock = await startMock({ flags: ['--lifecycle', 'immediate'], heapMb: HEAP });
const pool = new Pool(`http://${mock.authority}`, { connections: TOGETHER, pipelining: 1 });
process.once('SIGINT', () => process.exit(130));

const random = randomOf(seed ?? 1);
const number = (below: number): number => Math.floor(random() * below);
const statuses = new Map<number, number>();
const problems: string[] = [];
const end = Date.now() + (minutes ?? 60) * 60_000;
const points = [...new Set([10_000, 100_000, 1_000_000, requests])]
  .filter((at) => at <= requests)
  .sort((a, b) => a - b);
let sent = 0;
let answered = 0;

const known: Known = {
  ids: {},
  owner: loginOf('owner'),
  careful: loginOf('twoFactor'),
  receiver: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`,
};
for (let at = 0; at < 3; at += 1)
  await mock.call('/v1/webhooks', { method: 'POST', body: { url: known.receiver, events: ['*'] } });
for (const list of LISTS) {
  const { json } = await mock.call(`/v1/${list}?per_page=100`);
  known.ids[list] = ((json as { data?: { id: string }[] }).data ?? []).map(({ id }) => id);
}
const rssAt = new Map<number, number>();
const first = await counts();
console.log(`start: ${mock.process.rssMb() ?? '?'} MB`);
const began = performance.now();
for (const point of points) {
  await Promise.all(Array.from({ length: TOGETHER }, () => send(point)));
  if (mock.process.ended() !== null || Date.now() > end) break;
  await pause(1500);
  const rss = mock.process.rssMb();
  if (rss !== null) rssAt.set(point, rss);
  const rate = Math.round(answered / ((performance.now() - began) / 1000));
  console.log(
    `${point.toLocaleString('en')} requests: ${rss ?? '?'} MB, ${delivered} deliveries, ${rate} requests a second`,
  );
  const grown = growth(first, await counts());
  console.log(`  grown: ${grown || 'nothing'}`);
}

const ended = mock.process.ended();
if (ended !== null) problems.push(`the mock ended with ${ended}: ${lastWords(mock.process.stderr())}`);
else await exportWorks();
judgeMemory();
const failed = [...statuses].filter(([status]) => status >= 500);
if (failed.length > 0)
  problems.push(`replies with ${failed.map(([status, times]) => `${status}: ${times}`).join(', ')}`);
console.log(
  `statuses: ${[...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ')}`,
);
for (const problem of problems) console.log(`FAILED: ${problem}`);
await pool.destroy();
receiver.closeAllConnections();
receiver.close();
if ((await mock.process.stop()) === null) problems.push('SIGTERM did not end the mock within 5 s');
const late = problems.length === 0 && answered < requests;
if (late) console.log(`Time was up after ${answered} of ${requests} requests.`);
if (problems.length === 0 && !late) console.log('Memory is bounded, and the export works.');
process.exitCode = problems.length > 0 ? 1 : late ? 5 : 0;

/** Sends requests until the total number of sent requests reaches `until`. */
async function send(until: number): Promise<void> {
  const queue: Call[] = [];
  while (sent < until && mock.process.ended() === null && Date.now() < end) {
    sent += 1;
    if (sent % CLOCK_EVERY === 0) {
      await mock
        .call('/_mock/v1/clock/advance', { method: 'POST', body: { by: CLOCK_STEP }, patience: 60_000 })
        .catch((error: Error) => problems.push(`the clock was not moved: ${error.message}`));
    }
    const call = queue.shift() ?? draw(number, sent, known);
    try {
      const { statusCode, body } = await pool.request({
        method: call.method as 'GET',
        path: `/v1${call.path}`,
        headers: {
          ...(call.bearer !== null && { authorization: `Bearer ${call.bearer ?? mock.owner.apiKey}` }),
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
          ...call.headers,
        },
        headersTimeout: 30_000,
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      if (statusCode < 300 && call.next)
        queue.unshift(...call.next((await body.json()) as Record<string, unknown>));
      else await body.dump({ limit: 16_777_216 });
      if (statusCode === 500 && problems.length < 3)
        problems.push(`${call.method} ${call.path} is answered 500`);
    } catch (error) {
      if (mock.process.ended() === null && problems.length < 3)
        problems.push(`${call.method} ${call.path}: ${error}`);
    }
    answered += 1;
  }
}

/** Returns the number of rows in each table. */
async function counts(): Promise<Map<string, number>> {
  try {
    const { json } = await mock.call('/_mock/v1/export', { patience: 60_000 });
    const { tables = {} } = (json ?? {}) as { tables?: Record<string, unknown[]> };
    return new Map(Object.entries(tables).map(([name, rows]) => [name, rows.length]));
  } catch (error) {
    problems.push(`the rows cannot be counted: ${error}`);
    return new Map();
  }
}

function growth(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  return [...after]
    .map(([name, rows]) => ({ name, by: rows - (before.get(name) ?? 0), rows }))
    .filter(({ by }) => by > 0)
    .sort((a, b) => b.by - a.by)
    .slice(0, 12)
    .map(({ name, by, rows }) => `${name} +${by} (${rows})`)
    .join(', ');
}

/** Asserts that the command `lab export`, run as a process, writes a complete world. */
async function exportWorks(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  try {
    const file = join(folder, 'world.json');
    const lab = run(['lab', '--url', `http://${mock.authority}`, 'export'], {
      heapMb: HEAP,
      output: createWriteStream(file),
    });
    const code = await lab.over;
    const text = readFileSync(file, 'utf8');
    const { format } = JSON.parse(text) as { format?: number };
    if (code !== 0 || format !== 1)
      problems.push(`lab export ended with ${code}: ${lastWords(lab.stderr())}`);
    else console.log(`lab export: ${Math.round(text.length / 1e6)} MB`);
  } catch (error) {
    problems.push(`lab export gave no world: ${error}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function judgeMemory(): void {
  const last = points.at(-1) ?? 0;
  const now = rssAt.get(last);
  const peak = mock.process.peakMb();
  if (peak !== null && peak > CEILING)
    problems.push(`the mock took ${peak} MB; the ceiling is ${CEILING} MB`);
  const earlier = [...rssAt].filter(([at]) => at <= last / 10).at(-1);
  if (now === undefined || !earlier) return;
  const [at, before] = earlier;
  if (now > FLOOR && now > before * GROWTH)
    problems.push(
      `memory grew from ${before} MB at ${at} requests to ${now} MB at ${last}, more than ${GROWTH} times`,
    );
}

function loginOf(persona: string): { email: string; password: string } {
  const { email = '', password = '' } = mock.personas[persona] ?? {};
  return { email, password };
}

function read() {
  try {
    return parseArgs({
      options: {
        requests: { type: 'string', default: '1000000' },
        seed: { type: 'string', default: '1' },
        minutes: { type: 'string', default: '60' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function fail(message: string): never {
  console.error(`error: ${message}\n\n${USAGE}`);
  process.exit(2);
}
