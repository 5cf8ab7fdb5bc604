// Runs the suite as a process on hostile targets, and checks its exit code and everything it wrote.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Findings, limitMs, type Try, within } from './model.ts';
import { type Running, run } from './process.ts';
import { secretsIn } from './secret-forms.ts';
import { type Area, lastWords } from './shared-mock.ts';
import type { TargetAttack } from './target/target-attack.ts';
import { targetAttacks } from './target-attacks.ts';
import { type HostileTarget, openTarget, PASSWORD } from './target-server.ts';

/**
 * Maximum resident memory of the suite under any attack, in MB: four times the memory of a normal run of the whole
 * suite.
 */
const SUITE_RSS = 640;
const SUITE_HEAP = 384;
/**
 * Exit codes that no reply of a target may cause: 2 for wrong usage, 6 for an error in the suite, 130 for an
 * interrupted run.
 */
const NOT_FOR_A_TARGET = [2, 6, 130];
const DOCUMENTED = [0, 1, 3, 4, 5, 7];
const FORMS = ['html', 'json', 'junit', 'sarif', 'har', 'ndjson', 'markdown', 'ctrf', 'tap'];
/**
 * Report formats that people and logs read line by line: they must contain no control character except newline and
 * tab.
 */
const TEXT_FORMS = ['junit', 'markdown', 'tap'];

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;
/** Matches the command-line value that writes a machine-readable report format to standard output. */
const MACHINE_FORM = /^(?:html|json|sarif|har|ndjson|ctrf)=-$/;
/**
 * Matches the control characters that reports for programs must escape: all except tab, newline and carriage return.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const C0 = /[\x00-\x08\x0b\x0c\x0e-\x1f]/;

export const targetArea: Area = {
  name: 'target',
  attacks: () => targetAttacks,
  async *tries(chosen) {
    for (const attack of chosen as readonly TargetAttack[]) yield await attempt(attack);
  },
};

async function attempt(attack: TargetAttack): Promise<Try> {
  const { id, only = [], args = [], env, must = {} } = attack;
  const findings = new Findings();
  const folder = mkdtempSync(join(tmpdir(), 'attack-'));
  const began = performance.now();
  const target = await openTarget(attack);
  let process: Running | null = null;
  try {
    const config = join(folder, 'target.json');
    writeFileSync(config, JSON.stringify(target.target));
    const file = (form: string): string => join(folder, `report.${form}`);
    const reports = FORMS.filter((form) => !args.some((one) => one.startsWith(`${form}=`)));
    process = run(
      [
        ...['conform', '--config', config, '--seed', '1', '--ledger', file('ledger'), '--report', 'console'],
        ...reports.flatMap((form) => ['--report', `${form}=${file(form)}`]),
        ...only.flatMap((one) => ['--only', one]),
        ...args,
      ],
      { heapMb: SUITE_HEAP, cwd: folder, ...(env && { env }) },
    );
    const seconds = must.seconds ?? 60;
    if (must.interruptAfter !== undefined) {
      await within(process.over, must.interruptAfter * 1000);
      process.kill('SIGINT');
    }
    if ((await within(process.over, limitMs(seconds * 1000))) === 'late') {
      findings.add('hang', `the run did not end within ${seconds} s`);
      await process.stop(1000);
    } else {
      judge(attack, process, target, findings, (form) =>
        existsSync(file(form)) ? readFileSync(file(form), 'utf8') : null,
      );
    }
  } catch (error) {
    findings.add('wrong', `${error}`);
  } finally {
    await process?.stop(1000);
    await target.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const rssMb = process?.peakMb() ?? null;
  if (rssMb !== null && rssMb > SUITE_RSS)
    findings.add('wrong', `the suite took ${rssMb} MB; the limit is ${SUITE_RSS} MB`);
  const seconds = (performance.now() - began) / 1000;
  return { id, verdict: findings.verdict, notes: findings.notes, rssMb, seconds };
}

function judge(
  { must = {}, args = [] }: TargetAttack,
  process: Running,
  { target, paths, stolen }: HostileTarget,
  findings: Findings,
  report: (form: string) => string | null,
): void {
  const ended = process.ended();
  const exits = must.exits ?? DOCUMENTED;
  const said = `${process.stdout()}\n${process.stderr()}`;
  if (typeof ended === 'string' || (ended ?? 0) > 130)
    findings.add('crash', `the suite ended with ${ended}: ${lastWords(process.stderr())}`);
  else if (ended !== null && !exits.includes(ended))
    findings.add(
      'wrong',
      `exit code ${ended}${NOT_FOR_A_TARGET.includes(ended) ? ', which no target may lead to' : ''}: ${lastWords(said)}`,
    );
  if (/^\s+at .+:\d+:\d+\)?$/m.test(said)) findings.add('wrong', 'a stack trace is printed');
  if (must.says && !must.says.test(said)) findings.add('wrong', `nothing printed matches ${must.says}`);
  if (stolen.length > 0) findings.add('leak', `a foreign host was sent a credential: ${stolen[0]}`);
  const stray = paths.find(
    (path) => !/^[A-Z]+ \/v1(?:\/|\?|$)/.test(path) || /\/\.{1,2}(?:\/|\?|$)/.test(path),
  );
  if (stray !== undefined) findings.add('wrong', `a request left the base URL: ${stray.slice(0, 100)}`);

  const secrets = new Map<string, string>();
  for (const [part, credential] of Object.entries(target.credentials))
    for (const name of ['password', 'token', 'apiKey', 'totpSecret'])
      if (credential[name] !== undefined) secrets.set(`${part}.${name}`, credential[name]);
  // A wrong password that the suite derives from the right password must not reveal the right password, so outputs are
  // searched for most of it too.
  secrets.set('most of the password', PASSWORD.slice(0, -1));
  const outputs: [name: string, text: string, isText: boolean][] = [
    ['standard output', process.stdout(), !args.some((one) => MACHINE_FORM.test(one))],
    ['standard error', process.stderr(), true],
    ['ledger', report('ledger') ?? '', false],
  ];
  for (const form of FORMS) {
    if (args.some((one) => one.startsWith(`${form}=`))) continue;
    const text = report(form);
    if (typeof ended === 'number' && ended !== 2 && ended !== 3 && !text)
      findings.add('wrong', `the report ${form} is ${text === null ? 'missing' : 'empty'}`);
    if (form === 'json' && text) {
      const wrong = jsonProblem(text);
      if (wrong !== null) findings.add('wrong', wrong);
    }
    outputs.push([`report ${form}`, text ?? '', TEXT_FORMS.includes(form)]);
  }
  for (const [name, text, isText] of outputs) {
    const found = secretsIn(text, secrets);
    if (found.length > 0) findings.add('leak', `${name} holds ${found.slice(0, 3).join(', ')}`);
    const control = (isText ? CONTROL : C0).exec(text)?.[0];
    if (control !== undefined)
      findings.add('wrong', `${name} holds the control byte 0x${control.charCodeAt(0).toString(16)}`);
    const command =
      /^[ \t]*(?:::[a-z-]+.*::PWNED|##vso\[.*PWNED|1\.\.0 # PWNED|ok 1 - PWNED|Bail out! PWNED)/m.exec(
        text,
      )?.[0];
    if (command !== undefined && isText)
      findings.add('wrong', `a line of ${name} begins with what the target wrote: ${command.slice(0, 40)}`);
  }
}

function jsonProblem(text: string): string | null {
  try {
    const { verdict, results = [] } = JSON.parse(text) as {
      verdict?: string;
      results?: { id: string; verdict: string; message?: string }[];
    };
    const broken = results.find((one) => one.verdict === 'broken');
    if (broken) return `the report calls ${broken.id} broken: ${broken.message?.slice(0, 120)}`;
    return verdict === 'broken' ? 'the report calls the suite broken' : null;
  } catch {
    return 'the report json is no JSON';
  }
}
