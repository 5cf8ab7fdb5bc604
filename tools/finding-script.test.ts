// Tests that the script of a finding shows the finding again: on a new mock with the defect, and not on one without it.
import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { allGenerated, defects, type Injector, type Mutant } from '../conformance/defects/index.ts';
import { HEAVY_CELLS } from '../conformance/testing/heavy-cells.ts';
import type { Call, Reply } from '../src/server/http/call.ts';
import { listen } from '../src/server/http/listen.ts';
import { checksToReplay } from '../src/suite/cli/replay-command.ts';
import { createRandom } from '../src/suite/model/random.ts';
import { secretVariable } from '../src/suite/redaction/secrets.ts';
import { resolveTarget } from '../src/suite/target/config.ts';
import { toClientRequest } from '../src/variations/exchange.ts';
import { createMutantMock } from './bite/mutant-mock.ts';
import { checksOf, runSuiteOn } from './bite/run-mutant.ts';
import { targetConfig } from './bite/target.ts';
import { sampled } from './testing/sampled.ts';

const generated = new Set(allGenerated.map(({ id }) => id));

/** The edits that show only when two requests meet within one turn of the event loop: in a shell, by chance. */
const RACES = ['yieldBefore', 'raceReplay', 'interleave'];

/** The defect that shows only where a script would contain e-mail address and password in another form than its variables. */
const WITHOUT_SCRIPT = 'auth/password-accepted-under-basic';

// Returns whether a script can show a defect. The suite need not catch a generated defect that breaks a sentence which
// this contract chose, no reply shows a defect of the target file alone, and a race does not happen every time.
function isShownByScript({ id, basis, inject }: Mutant): boolean {
  const edits = new Set<string>();
  inject(new Proxy({} as Injector, { get: (_, edit) => () => void edits.add(String(edit)) }));
  const isInServer = edits.size !== 1 || !edits.has('target');
  const isCaught = basis !== 'chosen' || !generated.has(id);
  return id !== WITHOUT_SCRIPT && isInServer && isCaught && !RACES.some((edit) => edits.has(edit));
}

// Returns defects that a script can show, of all areas in turn, each chosen by a seed.
function fromEveryArea(count: number): Mutant[] {
  const random = createRandom(1, 'scripts');
  const areas = [...Map.groupBy(defects.filter(isShownByScript), ({ id }) => id.split('/')[0]).values()].map(
    (rows) => [...rows],
  );
  const chosen: Mutant[] = [];
  while (chosen.length < count) {
    for (const rows of areas) {
      if (rows.length === 0 || chosen.length === count) continue;
      const row = random.pick(rows);
      rows.splice(rows.indexOf(row), 1);
      chosen.push(row);
    }
  }
  return chosen;
}

test.each(sampled(fromEveryArea(40), 2).map((row) => [row.id, row] as const))(
  'the script of the finding shows it on a new mock with the defect, and nothing of it without: %s',
  { timeout: 300_000 },
  async (_, row) => {
    const script = await scriptOfDefect(row);
    const outputs = await Promise.all(
      [[row.inject], []].map(async (injected) => {
        const { env, close } = await serveMutant(injected);
        return runScript(script, env).finally(close);
      }),
    );
    const [defective, sound] = outputs.map(({ output }) => compared(output));
    expect(outputs[0]?.isStill).toBe(true);
    // A script looks past numbers, which differ from run to run.
    const statusesOf = (shown: typeof sound) => shown?.now.map((reply) => reply.slice(0, 3)).join();
    if (statusesOf(sound) !== statusesOf(defective)) expect(outputs[1]?.isStill).toBe(false);
    expect(defective?.now.length).toBeGreaterThan(0);
    expect(defective?.now.map((reply) => reply.slice(0, 3))).toEqual(
      defective?.run.map((reply) => reply.slice(0, 3)),
    );
    expect(defective?.now).not.toEqual(sound?.now);
  },
);

const BASE = '/v1';

// Serves a mock with defects over HTTP.
async function serveMutant(injections: readonly ((p: Injector) => void)[]) {
  const mock = createMutantMock(injections, { clock: 'now' });
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

// Runs the script of a finding and returns its output, and whether it says that the fault is still there.
const runScript = (
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

// Runs the checks that may catch a defect, or else the whole suite, and returns the script that a replay of its finding
// writes.
async function scriptOfDefect(row: Mutant): Promise<string> {
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

// Returns the replies that a script prints last, without the ids, times and names of the run.
const compared = (output: string): { run: string[]; now: string[] } => {
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
