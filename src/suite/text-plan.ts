// `--plan` and `--list` for a person.
import { sentenceOf } from './define.ts';
import type { Plan } from './plan.ts';
import type { Selection } from './select.ts';

export function planText(plan: Plan): string {
  const { checks, requests, authRequests, minutes, destructive } = plan;
  const total = checks.must + checks.should + checks.observe;
  return [
    `${total} checks (${checks.must} must, ${checks.should} should, ${checks.observe} observe) and ${plan.rules} rules, mode ${plan.mode}`,
    `${requests} requests, ${authRequests} of them to auth endpoints`,
    `${took(minutes.at60)} at 60 requests a minute, ${took(minutes.at600)} at 600`,
    destructive.length === 0
      ? 'no destructive step'
      : `${destructive.length} destructive steps, on things the run created: ${destructive.join(', ')}`,
    ...plan.left.map(({ reason, checks: n }) => `left out: ${n} (${reason})`),
    '',
  ].join('\n');
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
