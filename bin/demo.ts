// `conform --demo`: the suite against a mock with three planted faults, and what it says about each.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../conformance/index.ts';
import { hostingMock } from '../mocks/index.ts';
import { variedMock } from '../mocks/vary.ts';
import { createApp } from '../src/server/app.ts';
import type { Io } from '../src/suite/cli/io.ts';
import { checksToReplay } from '../src/suite/cli/replay-command.ts';
import { showProgress } from '../src/suite/cli/show-progress.ts';
import { escapeConsoleLines } from '../src/suite/formats/escape.ts';
import { findingRows, findingsWithResults, obligation } from '../src/suite/formats/finding-text.ts';
import type { TargetConfig } from '../src/suite/model/target-config.ts';
import { secretVariable } from '../src/suite/redaction/secrets.ts';
import type { OnProgress } from '../src/suite/report/report.ts';
import { type ConformOptions, conform } from '../src/suite/run/conform.ts';
import { resolveTarget } from '../src/suite/target/config.ts';
import { setAt } from '../src/variations/edits.ts';
import type { Apply } from '../src/variations/freedom.ts';
import { targetOf } from './mock-target.ts';

const FAULTS: Readonly<Record<string, Apply>> = {
  'a cache of customers, which all tenants share': (p) => {
    const cache = new Map<string, unknown>();
    p.reply('getCustomer', (reply, { path }) => {
      if (reply.status === 200) cache.set(path, structuredClone(reply.json));
      else if (reply.status === 404 && cache.has(path))
        Object.assign(reply, { status: 200, json: cache.get(path) });
    });
  },
  'orders that can be cancelled while they are provisioned': (p) => {
    const cancelled = new Set<string | undefined>();
    p.reply('cancelOrder', async (reply, request) => {
      if (reply.status !== 422) return;
      cancelled.add(request.params.id);
      Object.assign(reply, await p.send(request, { method: 'GET', path: `/orders/${request.params.id}` }));
      setAt(reply.json, 'status', 'cancelled');
    });
    p.reply('getOrder', (reply, { params }) => {
      if (cancelled.has(params.id)) setAt(reply.json, 'status', 'cancelled');
    });
  },
  'a wallet that answers 403 to callers who are not signed in': (p) =>
    p.reply('getWallet', (reply, { bearer }) => {
      if (bearer === null) reply.status = 403;
    }),
};

/** The checks that the demo runs: those of the areas in which the faults are planted. */
const ONLY = ['isolation/', 'orders/', 'authentication/'];

const INTRODUCTION = `The suite gets its base URL and credentials, as of your deployment, and finds them with its checks ${ONLY.join(', ')}:
`;
const HOW_TO_READ = `Each finding stands for itself: the sentence of the specification that is broken, what was expected, what was received,
and what of the request was wrong on purpose. Its script shows it with curl, to anybody.
`;

/**
 * Runs the demo. On a terminal the mock then stays until Ctrl-C, for the scripts.
 * @returns the exit code of the run
 */
export async function demoCommand(io: Io): Promise<number> {
  const app = createApp(hostingMock, { clock: 'frozen' });
  variedMock({ seed: 1, choices: [], faults: FAULTS }).attach(app);
  const { origin } = await app.listen({ port: 0 });
  const { config: target, fetch, clock } = targetOf(app, `${origin}/v1`);
  const { signal } = io;
  const options: ConformOptions = {
    catalogue,
    target,
    fetch,
    clock,
    mode: 'full',
    seed: 1,
    only: ONLY,
    signal,
  };
  const say = (text: string): void => io.stdout(`${escapeConsoleLines(text)}\n`);
  const planted = Object.keys(FAULTS).map((title, at) => `  ${at + 1}. ${title}\n`);
  say(`A mock with three planted faults answers at ${origin}/v1:\n${planted.join('')}\n${INTRODUCTION}`);
  const progress = showProgress(io.stderr, io.env.TERM === 'dumb');
  // A wait on the mock's own clock takes no real time, so it is not shown.
  const onProgress: OnProgress = (event) => void (event.type === 'wait' || progress.onEvent(event));
  const report = await conform({ ...options, onProgress }).finally(progress.done);
  const folder = mkdtempSync(join(tmpdir(), 'hosting-contract-demo-'));
  for (const one of findingsWithResults(report).filter(({ finding }) => finding.verdict === 'fail')) {
    const { id } = one.finding;
    const { exactly } = checksToReplay(id, report, 'the report');
    const again = await conform({ ...options, only: [], exactly, scripts: true });
    const script = again.results.find((result) => result.id === id)?.script ?? '';
    const file = join(folder, `${id.replaceAll('/', '-')}.sh`);
    writeFileSync(file, withCredentials(script, target), { mode: 0o700 });
    const rows = findingRows(one, () => '', 0).filter(([, text]) => text !== '');
    const lines = [...rows, ['script', `sh ${file}`]].map(
      ([name = '', text]) => `  ${name.padEnd(9)} ${text}`,
    );
    say(`FAIL ${id}: ${obligation(one.first)}\n${lines.join('\n')}\n`);
  }
  say(`${HOW_TO_READ}\n${report.verdict}: exit code ${report.exitCode}, with which a job in CI fails`);
  if (process.stdin.isTTY && process.stdout.isTTY && !signal?.aborted) {
    say('The mock stays until Ctrl-C: run the scripts in another terminal.');
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
  } else say('The mock ends with this command: on a terminal it stays, so that the scripts can be run.');
  await app.close();
  return report.exitCode;
}

// Puts the credentials of the mock, which are public, into a script that reads them from the environment.
function withCredentials(script: string, config: TargetConfig): string {
  const lines = Object.entries(resolveTarget(config).credentials).flatMap(([name, credential]) =>
    Object.entries(credential).map(([member, value]) => `${secretVariable(name, member)}='${value}'\n`),
  );
  const used = lines.filter((line) => script.includes(`${line.split('=')[0]}:`));
  return script.replace('set -u\n', (line) => line + used.join(''));
}
