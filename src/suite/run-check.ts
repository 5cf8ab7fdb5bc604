// One check with its second try: a finding is reported only when it shows twice.
import { attempt, type Outcome } from './attempt.ts';
import { bounded, cutText } from './bounded.ts';
import { type Check, sentenceOf } from './define.ts';
import type { Exchange } from './exchange.ts';
import type { Judge } from './judge.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';
import type { Tools } from './make-context.ts';
import { record } from './recorded.ts';
import { breachVerdict, type Result } from './result.ts';
import { Scope } from './scope.ts';
import { hint } from './select.ts';
import { ledByServerError } from './server-error.ts';

export type CheckTools = Tools & {
  judge: Judge;
  scope: Scope;
  profile: 'stated' | 'contract';
  /** checks that failed or warned so far */
  failed: ReadonlySet<string>;
};

export async function runCheck(tools: CheckTools, check: Check): Promise<Result> {
  const before = tools.door.sent;
  const first = await attempt(tools, check, 1, tools.scope);
  const { level } = sentenceOf(check);
  const done = (outcome: Outcome, extra: Partial<Result> = {}, attempts = 1): Result => ({
    ...resultOf(tools, check, outcome),
    attempts,
    requests: tools.door.sent - before,
    ...extra,
  });
  if (first.ending !== 'fail') return done(first);
  if (level === 'observe') return done({ ...first, seen: [...first.seen, said(first)] });

  const cause = explanation(tools, check, first);
  if (cause !== undefined) return done({ ...first, ending: 'inconclusive', blockedBy: cause });
  if (check.retry === false) return done(first);

  const second = await attempt(tools, check, 2, new Scope());
  if (second.ending === 'fail') return done(first, {}, 2);
  const then =
    second.ending === 'pass' ? 'on fresh data it passed' : `a second try could not tell: ${second.message}`;
  const message = `two tries disagreed: ${first.message}; ${then}`;
  const proof = [...first.proof, ...second.proof];
  return done({ ...first, ending: 'inconclusive', message, proof }, {}, 2);
}

const said = ({ message, evidence }: Outcome): Outcome['seen'][number] => ({ text: message, evidence });

/** The check or rule named in `after` whose breach explains this one. */
function explanation(tools: CheckTools, check: Check, outcome: Outcome): string | undefined {
  return (check.after ?? []).find(
    (id) => tools.failed.has(id) || tools.judge.broke(id, [...outcome.proof, ...outcome.exchanges]),
  );
}

function resultOf({ secrets, profile }: CheckTools, check: Check, outcome: Outcome): Result {
  const { level, title } = sentenceOf(check);
  const { ending, blockedBy, need, seen } = outcome;
  const { message: given, ...evidence } = bounded({ ...outcome.evidence, message: outcome.message });
  const unsound = ending === 'fail' || (ending === 'inconclusive' && blockedBy === undefined);
  const told = unsound && level !== 'observe' ? ledByServerError(given, outcome.proof[0]) : given;
  const plain: Result = {
    id: check.id,
    kind: 'check',
    area: check.area,
    level,
    verdict: ending === 'fail' ? breachVerdict(level, profile) : ending,
    title,
    requirement: check.says,
    message: secrets.text(told),
    ...(check.group === undefined ? {} : { group: check.group }),
    attempts: 1,
    requests: 0,
    exchanges: [],
  };
  if (level === 'observe' && (ending === 'pass' || ending === 'fail')) {
    const texts = seen.map(({ text }) => secrets.text(cutText(text, MAX_MESSAGE_LENGTH)));
    const message = texts.length > 0 ? texts.join('; ') : 'nothing out of the ordinary';
    return { ...plain, verdict: 'seen', message, seen: texts, ...kept(proofOf(outcome), secrets) };
  }
  if (ending === 'pass') return plain;
  if (ending === 'not-applicable') {
    const message = need === undefined ? plain.message : hint(need);
    return { ...plain, message, ...(need === undefined ? {} : { need }) };
  }
  return {
    ...plain,
    ...(evidence.expected === undefined ? {} : { expected: secrets.value(evidence.expected) }),
    ...(evidence.actual === undefined ? {} : { actual: secrets.value(evidence.actual) }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
    ...(ending === 'fail' && check.after ? { after: check.after } : {}),
    ...kept(outcome.proof, secrets),
  };
}

function proofOf({ seen }: Outcome): Exchange[] {
  return seen.flatMap(({ evidence: { exchange } }) =>
    exchange === undefined ? [] : 'id' in exchange ? [exchange] : [...exchange],
  );
}

function kept(proof: readonly Exchange[], secrets: Tools['secrets']): Pick<Result, 'exchanges' | 'curl'> {
  const exchanges = [...new Set(proof)].map((exchange) => record(exchange, secrets));
  return { exchanges, ...(exchanges[0] ? { curl: exchanges[0].curl } : {}) };
}
