// Tests of runs that are interrupted by Ctrl-C or killed, or whose target is killed; suite and mock are processes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { operations } from '../src/contract/operations.ts';
import { whole } from '../tools/testing/sampled.ts';
import { newFolder, run as runCommand, start, startMock } from './testing/processes.ts';

async function mock() {
  const folder = newFolder();
  const config = join(folder, 'target.json');
  const { child, baseUrl, controlUrl } = await startMock(['--limits-auth', '300', '--target-file', config]);
  const files = { config, ledger: join(folder, 'ledger.jsonl'), report: join(folder, 'r.json') };
  return { child, baseUrl, controlUrl, ...files };
}

const conform = ({ baseUrl, config, ledger, report }: Awaited<ReturnType<typeof mock>>, ...flags: string[]) =>
  start(['conform', baseUrl, '--config', config, '--ledger', ledger, '--report', `json=${report}`, ...flags]);

const cleanUp = ({ ledger, config }: Awaited<ReturnType<typeof mock>>) =>
  runCommand('conform', 'cleanup', '--ledger', ledger, '--config', config);

/**
 * The rate limit for a run that is to be interrupted: it waits for most of a minute once it has sent 400 requests. By
 * then it has found the id of the first resource of every kind, so that no such search is interrupted.
 */
const PAUSE = ['--rate', '400/min'];

// Waits until a run with `PAUSE` has no request in progress: its ledger has not grown for two seconds.
async function paused(run: ReturnType<typeof conform>, { ledger }: { ledger: string }): Promise<void> {
  await run.until(/--rate/);
  let [before, times] = ['', 0];
  const timesUnchanged = (): number => {
    const now = readFileSync(ledger, 'utf8');
    times = now === before ? times + 1 : 0;
    before = now;
    return times;
  };
  await expect.poll(timesUnchanged, { interval: 400 }).toBeGreaterThanOrEqual(5);
}

// Delays the replies to whatever deletes or ends a resource, so that no clean-up ends. Returns a function that ends the
// delay of later replies.
async function delayCleanUp({ controlUrl }: Awaited<ReturnType<typeof mock>>): Promise<() => Promise<void>> {
  const send = async (method: string, body?: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${controlUrl}/faults`, {
      method,
      ...(body && { headers, body: JSON.stringify(body) }),
    });
    expect(reply.ok, await reply.text()).toBe(true);
  };
  const ending = operations.filter(({ id }) => /^(delete|deactivate|terminate|cancel|revoke|close)/.test(id));
  for (const { id } of ending) await send('POST', { kind: 'delay', delay_ms: 60_000, operation: id });
  return () => send('DELETE');
}

// Lists the resources that carry the id of a run, from every list that the tenant can read.
async function tagged(
  { baseUrl, config }: Awaited<ReturnType<typeof mock>>,
  runId: string,
): Promise<string[]> {
  const { credentials } = JSON.parse(readFileSync(config, 'utf8')) as {
    credentials: { tenantA: { email: string; password: string } };
  };
  const login = await fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials.tenantA),
  });
  const { token } = (await login.json()) as { token: string };
  const found: string[] = [];
  for (const list of LISTS) {
    const reply = await fetch(`${baseUrl}${list}?per_page=100&sort=-created_at`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await reply.json()) as { data: { status?: string }[] };
    // A resource that cannot be deleted counts as cleaned up when its status is final.
    const live = data.filter(({ status }) => !ENDED.includes(status ?? ''));
    for (const row of live)
      if (JSON.stringify(row).includes(runId)) found.push(`${list} ${JSON.stringify(row)}`);
  }
  return found;
}
const LISTS = ['/customers', '/services', '/dns/zones', '/webhooks', '/api-keys', '/support/tickets', '/vps'];
const ENDED = ['inactive', 'terminated', 'cancelled', 'closed', 'revoked', 'deleted', 'disabled'];

test('after Ctrl-C, the run deletes its resources and exits with 130', async () => {
  const target = await mock();
  const run = conform(target);
  await run.until(/200\/\d+ checks/);
  run.child.kill('SIGINT');
  expect((await run.ended).code).toBe(130);
  expect(run.output.err).toContain('interrupted: taking back what was created');
  const report = JSON.parse(readFileSync(target.report, 'utf8'));
  expect(report).toMatchObject({ verdict: 'interrupted', exitCode: 130, cleanup: { leftovers: [] } });
  expect(report.cleanup.created).toBeGreaterThan(3);
  expect(await tagged(target, report.runId)).toEqual([]);
});

if (whole)
  test('after a second Ctrl-C, the run exits at once and names the ledger, and `conform cleanup` deletes the remaining resources', async () => {
    const target = await mock();
    const run = conform(target, ...PAUSE);
    await paused(run, target);
    const goOn = await delayCleanUp(target);
    run.child.kill('SIGINT');
    await run.until(/taking back \d+ things/);
    // Signals within 100 ms are one request.
    await setTimeout(200);
    run.child.kill('SIGINT');
    expect((await run.ended).code).toBe(130);
    await goOn();
    expect(run.output.err).toMatch(
      /left as it is; take it back later: npx hosting-contract conform cleanup http\S+ --ledger \S+ --config \S+/,
    );
    const again = await cleanUp(target);
    expect(again).toMatchObject({ code: 0 });
    expect(await tagged(target, runIdIn(target.ledger))).toEqual([]);
  });

if (whole)
  test("kill -9 leaves a ledger, and `conform cleanup` deletes every resource with the run's id", async () => {
    const target = await mock();
    const run = conform(target, ...PAUSE);
    await paused(run, target);
    run.child.kill('SIGKILL');
    await run.ended;
    const runId = runIdIn(target.ledger);
    expect((await tagged(target, runId)).length).toBeGreaterThan(0);
    const again = await cleanUp(target);
    expect(again).toMatchObject({ code: 0 });
    expect(again.out).toMatch(/^(\d+) of \1 things taken back/m);
    expect(await tagged(target, runId)).toEqual([]);
  });

if (whole)
  test('a run whose target is killed reports at most one finding and exits with code 3', async () => {
    const target = await mock();
    const run = conform(target);
    await run.until(/200\/\d+ checks/);
    target.child.kill('SIGKILL');
    expect((await run.ended).code).toBe(3);
    const report = JSON.parse(readFileSync(target.report, 'utf8'));
    expect(report).toMatchObject({ verdict: 'unreachable', findings: [] });
    expect(report.reasons.join()).toContain('the target stopped answering');
  });

const runIdIn = (ledger: string): string => /"runId":"([^"]+)"/.exec(readFileSync(ledger, 'utf8'))?.[1] ?? '';
