// Writes the script of a finding: a shell script that logs in, creates what it needs, sends the requests that show the
// finding, and prints what to compare.
import type { RecordedExchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';
import type { Target } from '../../model/target.ts';
import type { Secrets } from '../../redaction/secrets.ts';
import { HEADERS_SET_BY_CURL, shellQuoted as literal } from '../curl.ts';
import { isAboutHeaders } from '../findings/findings.ts';
import { redactCommands } from '../record-exchange.ts';
import type { History } from './history.ts';
import { type Step, selectSteps } from './select-steps.ts';
import { HELPERS } from './shell.ts';
import { Variables } from './variables.ts';

/** What the scripts of a run are written from. */
export type ScriptSource = {
  history: History;
  target: Target;
  secrets: Secrets;
  runId: string;
};

const MAX_QUOTED = 1500;
const MAX_STEPS = 80;
const MAX_BODY = 60_000;

/** Writes the script of a result; undefined when the run has not kept its requests, or a shell cannot send them. */
export function scriptOf(
  result: Result,
  { history, target, secrets, runId }: ScriptSource,
): string | undefined {
  const steps = selectSteps(result, history);
  const isTooLong = steps.some(({ sent }) => (sent.exchange.request.body?.length ?? 0) > MAX_BODY);
  if (steps.length === 0 || steps.length > MAX_STEPS || isTooLong) return undefined;
  const variables = new Variables({ target, runId, history, steps });
  const body = steps.flatMap((step, at) => stepLines(step, at + 1, steps, variables));
  const used = (name: string): boolean => body.some((line) => line.includes(`${name} `));
  const helpers = HELPERS.filter(({ name, always }) => always || used(name));
  const needs = ['sh', 'curl', 'awk', ...(helpers.some(({ needs }) => needs) ? ['openssl'] : [])];
  const about = isAboutHeaders(result) ? 'head' : 'body';
  const print = (label: string, value: unknown): string =>
    `printf '${label} %s\\n' ${literal((typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_QUOTED))}`;
  const text = [
    '#!/bin/sh',
    `# ${line(result.id)}: the target ${result.level} ${line(result.title)}`,
    `# Needs ${needs.join(', ')}. It sends ${steps.length === 1 ? 'one request' : `${steps.length} requests`}, creates what they need, and removes nothing.`,
    'set -u',
    `BASE_URL="\${BASE_URL:-${target.baseUrl}}"`,
    ...variables.credentialLines(),
    ...helpers.flatMap(({ text }) => text),
    ...variables.ownLines(),
    ...body,
    print('\\n', result.sentence ?? `the target ${result.level} ${result.title}`),
    print('found:   ', result.message),
    ...(result.expected === undefined ? [] : [print('expected:', result.expected)]),
    ...(result.actual === undefined ? [] : [print('actual:  ', result.actual)]),
    ...steps.flatMap(({ decisive, sent }, at) => {
      const recorded = result.exchanges.find(({ id }) => id === sent.exchange.id);
      return decisive && recorded
        ? [`compare ${at + 1} ${about} ${literal(replyText(recorded, about))}`]
        : [];
    }),
    '',
  ].join('\n');
  return redactCommands(text, secrets);
}

/** Returns the lines of one request: the pause before it, the request, and the values that later requests need. */
function stepLines(
  { sent, times, awaited, pause }: Step,
  number: number,
  steps: readonly Step[],
  variables: Variables,
): string[] {
  const { request, operation, caller, deliberateFault, concurrent } = sent.exchange;
  const { method, headers, body } = request;
  const fault = deliberateFault === null ? '' : ` (on purpose: ${deliberateFault})`;
  const label = `${method} ${operation ?? 'path of no operation'} as ${caller}${fault}`;
  const before = variables.linesBefore(sent);
  const parts = [
    ...(method === 'HEAD' ? ['--head'] : [`-X ${method}`]),
    `"$BASE_URL"${variables.path(sent)}`,
    ...Object.keys(headers)
      .filter((name) => !HEADERS_SET_BY_CURL.has(name))
      .map((name) => `-H ${variables.header(name, sent)}`),
    ...(body === null ? [] : [`--data-raw ${variables.body(sent)}`]),
  ];
  const call = `${number} ${literal(line(label))} ${parts.join(' ')}`;
  const isNextParallel = steps[number]?.sent.exchange.concurrent === true;
  const isParallel = concurrent && (isNextParallel || steps[number - 2]?.sent.exchange.concurrent === true);
  const send = awaited !== undefined ? `await ${literal(awaited)}` : times > 1 ? `repeat ${times}` : 'send';
  return [
    ...(pause > 0 ? [`sleep ${pause}`] : []),
    ...before,
    `${send} ${call}${isParallel && send === 'send' ? ' &' : ''}`,
    ...(isParallel && !isNextParallel ? ['wait'] : []),
    ...variables.linesAfter(sent, number),
  ];
}

/** Describes a recorded reply as the script describes a new one. */
function replyText({ reply, failure }: RecordedExchange, about: 'head' | 'body'): string {
  if (!reply) return `000 ${failure?.message ?? 'no reply'}`;
  const type = reply.headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? '';
  const rest = about === 'body' ? reply.body : reply.headers.map((pair) => pair.join(': ')).join('\n');
  return `${reply.status} ${type} ${rest}`.slice(0, MAX_QUOTED).replace(/[^\P{Cc}\n\t]/gu, '');
}

const line = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ');
