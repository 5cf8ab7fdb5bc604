// The command `conform <base-url>`: takes parsed flags and returns an exit code.
import { didYouMean } from '../../contract/did-you-mean.ts';
import { escapeConsoleLines } from '../formats/escape.ts';
import type { Catalogue } from '../model/define.ts';
import { levelAndTitle } from '../model/define.ts';
import { UsageError } from '../model/outcome.ts';
import { plural } from '../model/text.ts';
import type { Plan } from '../plan/plan.ts';
import type { Selection } from '../plan/select.ts';
import { planRun } from '../run/options.ts';
import { type RunFlags, targetFromFlags } from './flags.ts';
import { type Io, withExitCode } from './io.ts';
import { parseOutput, prepareOutputs } from './outputs.ts';
import { type CommandDeps, cliArgsOf, runAndReport, runOptions, withSelfTarget } from './run-and-report.ts';

/**
 * `conform <base-url>`: runs the suite, or prints which requests a run would send. An id of `--only` that matches
 * nothing is refused before anything is sent. @returns the exit code
 */
export function conformCommand(
  baseUrl: string | undefined,
  flags: RunFlags,
  io: Io,
  deps: CommandDeps,
): Promise<number> {
  return withExitCode(io, async () => {
    const outputs = (flags.report ?? ['console']).map(parseOutput);
    return withSelfTarget(deps, baseUrl, flags, async (self) => {
      const { options, selection, plan } = planRun({
        ...runOptions(flags, io, await deps.catalogue()),
        clock: self?.clock ?? deps.clock,
        fetch: self?.fetch,
        target: self ? self.config : await targetFromFlags(baseUrl, flags, io.env),
      });
      for (const note of unmatchedPrefixes('--skip', 'leaves out', options.skip, options.catalogue))
        io.stderr.write(`${escapeConsoleLines(note)}\n`);
      // A run without one of the checks that were asked for would be green for what nobody judged.
      const mistyped = unmatchedPrefixes('--only', 'chooses', options.only, options.catalogue);
      if (mistyped.length > 0) throw new UsageError(mistyped.join('\n'));
      if (flags.list || flags.plan) {
        io.stdout(escapeConsoleLines(flags.list ? selectionText(selection) : planText(plan)));
        return selection.checks.length + selection.excluded.length === 0 ? 4 : 0;
      }
      prepareOutputs(outputs);
      return runAndReport(options, outputs, io, cliArgsOf(flags));
    });
  });
}

function unmatchedPrefixes(
  flag: string,
  verb: string,
  prefixes: readonly string[] = [],
  { checks, rules }: Catalogue,
): string[] {
  const ids = [...checks, ...rules].map(({ id }) => id);
  return prefixes
    .filter((prefix) => !ids.some((id) => id.startsWith(prefix)))
    .map(
      (prefix) =>
        `${flag} ${prefix} ${verb} nothing: no check and no rule has an id that begins so${didYouMean(prefix, [...ids, ...areasOf(ids)])}`,
    );
}

const areasOf = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.split('/')[0] ?? id))];

const MAX_NAMED_CHECKS = 2;

function planText(plan: Plan): string {
  const { checks, requests, authRequests, minutes, destructive, checksThat, pendingOrders } = plan;
  const total = checks.must + checks.should + checks.observe;
  const left = plan.left.reduce((sum, one) => sum + one.checks, 0);
  return [
    `${plural(total, 'check')} (${checks.must} must, ${checks.should} should, ${checks.observe} observe) and ${plural(plan.rules, 'rule')}, mode ${plan.mode}`,
    `of the checks ${checksThat.read} only read and log in, ${checksThat.write} also write or try to`,
    `${plural(requests, 'request')} when all is well, ${authRequests} of them to auth endpoints; a failure is asked for twice`,
    ...areaRows(plan),
    `${formatMinutes(minutes.at60)} at 60 requests a minute, ${formatMinutes(minutes.at600)} at 600`,
    ...destructiveStepLines(destructive),
    ...(plan.mode === 'read-only' || checksThat.write === 0
      ? []
      : [`an invalid order that the target accepts costs money too, also in mode safe; --budget counts it`]),
    ...(pendingOrders.wanted === 0
      ? []
      : [
          `wanted where no payment method leaves an order pending: ${plural(pendingOrders.wanted, 'order')} that may be spent (values.pendingOrderIds names ${pendingOrders.given})`,
        ]),
    `left out of ${total + left} checks: ${left}`,
    ...plan.left.map((one) => row(one.checks, one.reason)),
    '',
  ].join('\n');
}

const row = (n: number, text: string): string => `${String(n).padStart(6)}  ${text}`;

function areaRows({ areas, learning, shared, credentials }: Plan): string[] {
  return [
    row(
      learning,
      'first, to learn what the target calls things: what checks share is created, read and changed',
    ),
    ...areas.map(({ area, checks, requests }) => row(requests, `${area}: ${plural(checks, 'check')}`)),
    row(shared, 'customers, orders and the like that checks share, and taking them back'),
    row(credentials, 'log-ins and proofs that the credentials work'),
  ];
}

function destructiveStepLines(steps: Plan['destructive']): string[] {
  if (steps.length === 0) return ['no destructive step'];
  return [
    `${plural(
      steps.reduce((sum, { times }) => sum + times, 0),
      'destructive step',
    )}: money that moves, ends that nothing takes back, credentials that are used up`,
    ...steps.map(({ step, times, checks }) => {
      if (checks.length === 0) return `  ${step}${times === 1 ? '' : `: ${times} checks`}`;
      const more = checks.length > MAX_NAMED_CHECKS ? ` and ${checks.length - MAX_NAMED_CHECKS} more` : '';
      return `  ${step}, for ${checks.slice(0, MAX_NAMED_CHECKS).join(', ')}${more}`;
    }),
  ];
}

const formatMinutes = (minutes: number): string => (minutes < 1 ? 'under a minute' : `about ${minutes} min`);

function selectionText({ checks, excluded, rules }: Selection): string {
  const line = (id: string, level: string, title: string, requirement: string, note = ''): string =>
    `${level.padEnd(8)}${id}: ${title} [${requirement}]${note}`;
  return [
    ...checks.map((check) => {
      const { level, title } = levelAndTitle(check);
      return line(check.id, level, title, check.requirement);
    }),
    ...excluded.map(({ check, verdict, reason }) => {
      const { level, title } = levelAndTitle(check);
      return line(check.id, level, title, check.requirement, ` (${verdict}: ${reason})`);
    }),
    ...rules.map((rule) => {
      const { level, title } = levelAndTitle(rule);
      return line(rule.id, level, title, rule.requirement, ' (rule)');
    }),
    '',
  ].join('\n');
}
