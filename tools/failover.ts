// npm run failover: kills, stops and disconnects replicas that share worlds while clients work, and checks that what the
// clients saw is linearizable.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomOf } from './attack/model.ts';
import type { StateKind } from './failover/cluster.ts';
import { type FailoverResult, runFailover } from './failover/failover.ts';
import { REQUESTS_OF_A_JOB, runJobs } from './failover/jobs.ts';
import { measureLatency } from './failover/latency.ts';
import { writeHistory } from './histories/history.ts';
import { buildPorcupine, goCommand } from './histories/porcupine.ts';

const USAGE = `npm run failover -- [--minutes N] [--seed N] [--state <kind>] [--replicas N] [--worlds N] [--rate N] [--report <file>]
  --minutes N     how long the clients work (1)
  --seed N        decides the operations and the faults (1)
  --state <kind>  postgres: replicas on a private PostgreSQL; sqlite: one process, which is killed and restarted;
                  memory: mocks without faults (postgres)
  --replicas N    how many processes (3; 1 for sqlite and memory)
  --worlds N      how many worlds the clients use (6)
  --rate N        operations a second, about (250)
  --jobs N        instead: N worlds at once, each used like a job of CI; prints the slowest request and the memory;
                  with --rate, their requests a second
  --latency       instead: the median of a POST in memory and on PostgreSQL, beside the append of one row
  --report <file> writes the summary as JSON
Clients top up wallets and place, pay, cancel and read orders. Meanwhile replicas are killed (SIGKILL) and restarted,
stopped (SIGSTOP) and continued, and their connections to the database are cut, held or silenced. Afterwards the history
of each wallet and order must be linearizable, for our checker and for porcupine (Go); each balance must be the sum of
what was confirmed; a world must export the same bytes after its owner was killed.
Exit: 0 nothing is wrong, 1 something is (the history is kept), 2 called wrongly.

Examples:
  $ npm run failover -- --minutes 10
  $ npm run failover -- --state sqlite --minutes 2
  $ npm run failover -- --jobs 1000 --rate 100`;

const { values } = read();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
// The processes of the replicas end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const state = values.state as StateKind;
if (!['postgres', 'sqlite', 'memory'].includes(state)) fail('--state is postgres, sqlite or memory.');
const replicas = numberOf('replicas', values.replicas ?? (state === 'postgres' ? '3' : '1'));
const minutes = numberOf('minutes', values.minutes);
if (state === 'sqlite' && replicas > 1) fail('One process owns a SQLite file: --replicas 1.');

if (values.latency) finish(await measureLatency(randomOf(1)), []);
if (values.jobs !== undefined) {
  const jobs = numberOf('jobs', values.jobs);
  const random = randomOf(numberOf('seed', values.seed));
  const seconds = Math.max(5, (jobs * REQUESTS_OF_A_JOB) / numberOf('rate', values.rate));
  const options = { state, replicas, jobs, seconds, random };
  const { problems, ...figures } = await runJobs(options);
  finish(figures, problems);
}

if (goCommand === null)
  console.log('Go is not installed, so porcupine is left out: apt-get install golang-go');
const porcupine = goCommand === null ? null : buildPorcupine();
try {
  const result = await runFailover({
    state,
    replicas,
    worlds: numberOf('worlds', values.worlds),
    clients: 24,
    rate: numberOf('rate', values.rate),
    seconds: minutes * 60,
    seed: numberOf('seed', values.seed),
    porcupine,
    ...(state === 'sqlite' && { faults: ['kill'] as const }),
  });
  print(result);
  if (values.report !== undefined)
    writeFileSync(values.report, `${JSON.stringify(summaryOf(result), null, 2)}\n`);
  if (result.problems.length > 0) keep(result);
  process.exitCode = result.problems.length > 0 ? 1 : 0;
} finally {
  porcupine?.remove();
}

/** Prints the figures of a measurement and what was wrong in it, and exits. */
function finish(figures: object, problems: readonly string[]): never {
  const round = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Math.round(value * 100) / 100 : value;
  const text = JSON.stringify(figures, round, 2);
  console.log(text);
  if (values.report !== undefined) writeFileSync(values.report, `${text}\n`);
  for (const problem of problems.slice(0, 40)) console.log(`✗ ${problem}`);
  process.exit(problems.length > 0 ? 1 : 0);
}

function summaryOf(result: FailoverResult): object {
  const { operations, workload, faults, keys, unknown, checkMs, longestGapMs, gaps, rssMb, problems } =
    result;
  const count = (list: readonly string[]): Record<string, number> =>
    Object.fromEntries([...Map.groupBy(list, (one) => one)].map(([name, some]) => [name, some.length]));
  return {
    minutes,
    state,
    replicas,
    operations: operations.length,
    byOperation: count(operations.map(({ operation, outcome }) => `${operation} ${outcome}`)),
    walletsAndOrders: keys,
    repliesOfUnknownOutcome: workload.unknownReplies,
    resumedByTheirKey: workload.resumed,
    stillUnknown: unknown,
    faults: count(faults.map(({ kind }) => kind)),
    longestGapMs: Math.round(longestGapMs),
    longestGapWithSeveralFaultsMs: Math.round(gaps[0]?.ms ?? 0),
    checkMs: {
      ours: Math.round(checkMs.ours),
      porcupine: checkMs.porcupine && Math.round(checkMs.porcupine),
    },
    rssMb,
    problems,
  };
}

function print(result: FailoverResult): void {
  console.log(JSON.stringify(summaryOf({ ...result, problems: [] }), null, 2));
  for (const problem of result.problems.slice(0, 40)) console.log(`✗ ${problem}`);
  const verdict = result.problems.length === 0 ? 'nothing is wrong' : `${result.problems.length} problems`;
  console.log(`${result.operations.length} operations on ${result.keys} wallets and orders: ${verdict}`);
}

/** Writes the history and the faults to a folder, for a later look. */
function keep({ operations, faults, gaps, problems }: FailoverResult): void {
  const folder = mkdtempSync(join(tmpdir(), 'failover-history-'));
  writeFileSync(join(folder, 'history.jsonl'), writeHistory(operations));
  writeFileSync(join(folder, 'faults.json'), JSON.stringify({ faults, gaps, problems }, null, 2));
  console.log(`The history and the faults are kept in ${folder}.`);
}

function read(): ReturnType<typeof parse> {
  try {
    return parse();
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function parse() {
  return parseArgs({
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      state: { type: 'string', default: 'postgres' },
      replicas: { type: 'string' },
      worlds: { type: 'string', default: '6' },
      rate: { type: 'string', default: '250' },
      report: { type: 'string' },
      jobs: { type: 'string' },
      latency: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number <= 0) fail(`--${name} takes a number above 0.`);
  return number;
}

function fail(message: string): never {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}
