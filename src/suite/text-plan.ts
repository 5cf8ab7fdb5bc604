// `--plan` and `--list` for a person.
import { sentenceOf } from './define.ts';
import type { Plan } from './plan.ts';
import type { Selection } from './select.ts';

/** Checks named after a step, before "and … more". */
const NAMED = 2;

export function planText(plan: Plan): string {
  const { checks, requests, authRequests, minutes, destructive, checksThat } = plan;
  const total = checks.must + checks.should + checks.observe;
  return [
    `${total} checks (${checks.must} must, ${checks.should} should, ${checks.observe} observe) and ${plan.rules} rules, mode ${plan.mode}`,
    `of the checks ${checksThat.read} only read and log in, ${checksThat.write} also write or try to`,
    `${requests} requests when all is well, ${authRequests} of them to auth endpoints; a finding is asked for twice`,
    ...rows(plan),
    `${took(minutes.at60)} at 60 requests a minute, ${took(minutes.at600)} at 600`,
    ...destruction(destructive),
    ...plan.left.map(({ reason, checks: n }) => `left out: ${n} (${reason})`),
    '',
  ].join('\n');
}

function rows({ areas, shared, credentials }: Plan): string[] {
  const row = (n: number, text: string): string => `${String(n).padStart(6)}  ${text}`;
  return [
    ...areas.map(({ area, checks, requests, groups }) => {
      const within = groups.filter((group) => group.requests > 0);
      const named = within.map((group) => `${group.group} ${group.requests}`).join(', ');
      return row(
        requests,
        `${area}: ${checks === 1 ? '1 check' : `${checks} checks`}${named === '' ? '' : ` (of these ${named})`}`,
      );
    }),
    row(shared, 'customers, orders and the like that checks share, and taking them back'),
    row(credentials, 'log-ins and proofs that the credentials work'),
  ];
}

function destruction(steps: Plan['destructive']): string[] {
  if (steps.length === 0) return ['no destructive step'];
  return [
    `${steps.length} destructive steps: money that moves, ends that nothing takes back, credentials that are used up`,
    ...steps.map(({ step, checks }) => {
      if (checks.length === 1 && checks[0] === step) return `  ${step}`;
      const more = checks.length > NAMED ? ` and ${checks.length - NAMED} more` : '';
      return `  ${step}, for ${checks.slice(0, NAMED).join(', ')}${more}`;
    }),
  ];
}

const took = (minutes: number): string => (minutes < 1 ? 'under a minute' : `about ${minutes} min`);

export function listText({ run, out, rules }: Selection): string {
  const line = (id: string, level: string, title: string, says: string, note = ''): string =>
    `${level.padEnd(8)}${id}: ${title} [${says}]${note}`;
  return [
    ...run.map((check) => {
      const { level, title } = sentenceOf(check);
      return line(check.id, level, title, check.says);
    }),
    ...out.map(({ check, verdict, reason }) => {
      const { level, title } = sentenceOf(check);
      return line(check.id, level, title, check.says, ` (${verdict}: ${reason})`);
    }),
    ...rules.map((rule) => {
      const { level, title } = sentenceOf(rule);
      return line(rule.id, level, title, rule.says, ' (rule)');
    }),
    '',
  ].join('\n');
}
