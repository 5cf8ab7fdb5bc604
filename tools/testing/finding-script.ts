// Runs the script of a finding against the mock with the defect that it is about, and against the mock without it.
import { execFile } from 'node:child_process';
import type { Injector, Mutant } from '../../conformance/defects/index.ts';
import { HEAVY_CELLS } from '../../conformance/testing/heavy-cells.ts';
import { hostingMock } from '../../mocks/index.ts';
import type { Call, Reply } from '../../src/server/http/call.ts';
import { listen } from '../../src/server/http/listen.ts';
import { checksToReplay } from '../../src/suite/cli/replay-command.ts';
import { secretVariable } from '../../src/suite/redaction/secrets.ts';
import { resolveTarget } from '../../src/suite/target/config.ts';
import { toClientRequest } from '../../src/variations/exchange.ts';
import { type AnyContent, createMutantMock } from '../bite/mutant-mock.ts';
import { checksOf, runSuiteOn } from '../bite/run-mutant.ts';
import { targetConfig } from '../bite/target.ts';

const BASE = '/v1';

/** Serves a mock with defects over HTTP. */
export async function serveMutant(injections: readonly ((p: Injector) => void)[]) {
  const mock = createMutantMock(
    hostingMock as unknown as AnyContent,
    { seed: 1, world: 'demo', fault: () => {} },
    injections,
  );
  const answer = (call: Call): Reply | Promise<Reply> => {
    const { method, path, query, headers, body } = call;
    if (call.malformed || call.bodyTooLarge) return mock.app.handle(call);
    const below = path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : `/..${path}`;
    const request = { method, path: below, query, headers, headerNames: Object.keys(headers), bytes: body };
    return mock.answer(toClientRequest(request));
  };
  const server = await listen(answer, { port: 0 });
  // Some defects let strangers act as whoever called last.
  await fetch(`${server.origin}${BASE}/auth/me`, {
    headers: { authorization: `Bearer ${mock.app.personas.owner?.token}` },
  });
  const { credentials } = resolveTarget(targetConfig(mock));
  const env = Object.fromEntries(
    Object.entries(credentials).flatMap(([name, credential]) =>
      Object.entries(credential).map(([member, secret]) => [secretVariable(name, member), secret]),
    ),
  );
  return { close: () => server.close(), env: { ...env, BASE_URL: `${server.origin}${BASE}` } };
}

/** Runs the script of a finding and returns its output, and whether it says that the fault is still there. */
export const runScript = (
  script: string,
  env: Record<string, string>,
): Promise<{ output: string; isStill: boolean }> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      'sh',
      { env: { PATH: process.env.PATH ?? '', ...env }, timeout: 120_000 },
      (error, stdout, stderr) =>
        error && error.code !== 1
          ? reject(new Error(`${error.message}\n${stdout}${stderr}`))
          : resolve({ output: stdout + stderr, isStill: error !== null }),
    );
    child.stdin?.end(script);
  });

/** Runs the checks that may catch a defect, or else the whole suite, and returns the script that a replay of its finding writes. */
export async function scriptOfDefect(row: Mutant): Promise<string> {
  const { id, inject, allow, basis, requirement } = row;
  const run = { mutations: [inject], allow, profile: basis === 'chosen' ? 'contract' : 'stated' } as const;
  for (const only of [checksOf(row), []]) {
    const report = await runSuiteOn({ ...run, only, skip: only.length > 0 ? [] : HEAVY_CELLS });
    const violations = report.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    const finding = violations.find((one) => one.requirement === requirement) ?? violations[0];
    if (finding === undefined) continue;
    const { exactly } = checksToReplay(finding.id, report, 'the report');
    const { findings, results } = await runSuiteOn(run, { exactly, scripts: true });
    const named = findings.find((one) => one.results.includes(finding.id)) ?? findings[0];
    const script = results.find((result) => result.id === named?.id)?.script;
    if (script !== undefined) return script;
  }
  throw new Error(`no finding on ${id} has a script`);
}

/** Returns the replies that a script prints last, without the ids, times and names of the run. */
export const compared = (output: string): { run: string[]; now: string[] } => {
  const plain = output
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi, '<id>')
    .replace(/hc-(?:bite|[\da-f]{8})/g, '<run>')
    .replace(/(?<=\d{4}-\d\d-\d\d)T[\d:.]+Z|\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/g, '<time>')
    .replace(/\b(?:\w[\w-]*\.){2}[\w-]*\b/g, '<token>')
    .replace(/(x-request-id|x-mock-[\w-]+): \S+/gi, '$1');
  const of = (label: string): string[] =>
    [...plain.matchAll(new RegExp(`^\\d+\\. ${label}:\\s+([^]*?)(?=\\n\\n|$(?![^]))`, 'gm'))].map(
      ([, text = '']) => text.trim(),
    );
  return { run: of('in the run'), now: of('now') };
};
