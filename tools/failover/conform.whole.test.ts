// The conformance suite against three replicas behind a load balancer that sends each request to the next replica.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { describeWithPostgres } from '../../src/storage/testing/postgres-server.ts';
import { run } from '../attack/process.ts';
import { type StateKind, startCluster } from './cluster.ts';
import { startRoundRobin } from './round-robin.ts';

const cleanUps: (() => Promise<unknown> | undefined)[] = [];

afterEach(async () => {
  for (const end of cleanUps.splice(0).reverse()) await end();
});

/** The whole run takes minutes; CI has 15 for everything. */
const QUICK_IN_CI = process.env.CI ? ['--quick'] : [];

type Report = {
  verdict: string;
  requests: number;
  results: { id: string; verdict: string; message?: string }[];
};

/** Runs `conform --mode full` through the load balancer. */
async function conformThrough(
  state: StateKind,
  replicas: number,
  flags: readonly string[] = [],
): Promise<{ report: Report; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-replicas-'));
  cleanUps.push(async () => rmSync(folder, { recursive: true }));
  const target = join(folder, 'target.json');
  const report = join(folder, 'report.json');
  const cluster = await startCluster({
    state,
    replicas,
    limits: 'A',
    flags: (index) => (index === 0 ? ['--target-file', target] : []),
  });
  cleanUps.push(cluster.close);
  const balancer = await startRoundRobin(cluster.baseUrls);
  cleanUps.push(balancer.close);
  const origin = cluster.baseUrls[0] ?? '';
  writeFileSync(target, readFileSync(target, 'utf8').replaceAll(origin, balancer.baseUrl));
  const command = ['conform', `${balancer.baseUrl}/v1`, '--config', target, '--mode', 'full', ...flags];
  const suite = run([...command, '--report', `json=${report}`], { heapMb: 1024 });
  await suite.over;
  const output = `${suite.stdout().slice(-3000)}\n${suite.stderr().slice(-1000)}`;
  return { report: JSON.parse(readFileSync(report, 'utf8')) as Report, output };
}

const failed = ({ results }: Report): string[] =>
  results
    .filter(({ verdict }) => ['fail', 'broken'].includes(verdict))
    .map(({ id, message }) => `${id}: ${message}`);

describeWithPostgres('replicas on PostgreSQL behind a load balancer', () => {
  test('three replicas are conformant', async () => {
    const { report, output } = await conformThrough('postgres', 3, QUICK_IN_CI);
    expect(failed(report), output).toEqual([]);
    expect(report.verdict).toBe('conformant');
  }, 600_000);
});

test('three mocks that share no state are not conformant', async () => {
  const { report } = await conformThrough('memory', 3, ['--only', 'customers/']);
  expect(report.verdict).not.toBe('conformant');
}, 600_000);
