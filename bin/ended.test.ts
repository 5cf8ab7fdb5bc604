// Tests of runs that end early: the report says so and has a verdict, and the created resources are deleted or
// listed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EMAIL, PASSWORD, tinyTarget } from '../src/suite/testing/tiny-target.ts';
import { listen } from '../tools/testing/servers.ts';
import { newFolder, start } from './testing/processes.ts';

type ReplyOverride = Parameters<typeof serve>[0];

// Serves a tiny target on a port. `instead`: returns replies that replace those of the target, or undefined.
async function serve(instead: ReturnType<typeof tinyTarget>['override'] = () => undefined) {
  const target = tinyTarget();
  target.override = instead;
  const server = createServer(async (request, response) => {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part as Uint8Array);
    const body = Buffer.concat(parts);
    const reply = await target.fetch(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method ?? 'GET',
        headers: { authorization: request.headers.authorization ?? '' },
        ...(body.length > 0 ? { body } : {}),
      }),
    );
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  return { target, baseUrl: `http://127.0.0.1:${await listen(server)}/v1` };
}

// Starts a run of the suite as a process.
function run(baseUrl: string, flags: readonly string[], node: string[] = []) {
  const report = join(newFolder(), 'r.json');
  const temp = newFolder();
  const args = ['conform', baseUrl, '--email', EMAIL, '--password', PASSWORD, '--seed', '1'];
  const own = ['--only', 'customers', '--report', `json=${report}`, ...flags];
  const started = start([...args, ...own], { node, env: { ...process.env, TMPDIR: temp } });
  const read = () => JSON.parse(readFileSync(report, 'utf8'));
  return { ...started, read, temp };
}

// Lists the folders of automatic ledgers, without the folder of Node's compile cache.
const ledgersIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('hosting-contract-'));

test('after kill -9, the report says that the run did not end and names the automatic ledger', async () => {
  const { target, baseUrl } = await serve();
  const { child, ended, read, temp } = run(baseUrl, ['--rate', '10/min']);
  const written = (): string =>
    ledgersIn(temp)
      .map((name) => readFileSync(join(temp, name, 'ledger.jsonl'), 'utf8'))
      .join('');
  await expect.poll(() => target.customers.size > 0 && written().includes('deactivateCustomer')).toBe(true);
  child.kill('SIGKILL');
  expect((await ended).code).toBe(null);
  const { verdict, exitCode, reasons } = read();
  expect({ verdict, exitCode }).toEqual({ verdict: 'interrupted', exitCode: 130 });
  expect(reasons[0]).toContain('the run did not end');
  const ledger = /stands in (\S+), for conform cleanup --ledger/.exec(reasons[1])?.[1] ?? '';
  expect(readFileSync(ledger, 'utf8')).toContain('"deactivateCustomer"');
});

test('large replies do not end the process of a run that has little memory', async () => {
  let replies = 0;
  const pad = 'é'.repeat(3_000_000);
  const instead: ReplyOverride = (method, path) => {
    if (method !== 'GET' || path !== '/customers') return undefined;
    replies += 1;
    return { status: 200, body: { data: [], pad } };
  };
  const { baseUrl } = await serve(instead);
  const { ended, read, output } = run(baseUrl, [], ['--max-old-space-size=96']);
  const { code } = await ended;
  expect(output.err).not.toContain('heap out of memory');
  expect([0, 1, 4, 5, 7]).toContain(code);
  expect(replies).toBeGreaterThan(0);
  expect(read()).toMatchObject({ exitCode: code, cleanup: { leftovers: [] } });
});

test.runIf(existsSync('/dev/full'))(
  'a report file on a full disk prevents neither the other report nor the clean-up',
  async () => {
    const { baseUrl } = await serve();
    const { ended, read, output, temp } = run(baseUrl, ['--report', 'html=/dev/full']);
    const { code } = await ended;
    expect(output.err).toContain('error: the report /dev/full cannot be written (ENOSPC)');
    expect(read()).toMatchObject({ cleanup: { leftovers: [] } });
    expect(code).toBe(read().exitCode === 0 ? 2 : read().exitCode);
    // The automatic ledger is deleted after the clean-up.
    expect(ledgersIn(temp)).toEqual([]);
  },
);
