// Writes the script of a finding: a shell script that logs in, creates what it needs, sends the requests that show the
// finding, and prints what to compare.
import type { RecordedExchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';
import type { Target } from '../../model/target.ts';
import type { Secrets } from '../../redaction/secrets.ts';
import { isAboutHeaders } from '../findings/about-headers.ts';
import type { History } from './history.ts';
import { Sources, type Step, selectSteps } from './select-steps.ts';
import { HELPERS, literal } from './shell.ts';
import { Variables } from './variables.ts';

/** What the scripts of a run are written from. */
export type ScriptSource = {
  history: History;
  target: Target;
  secrets: Secrets;
  runId: string;
};

/** The most characters of a reply that a script quotes. */
const MAX_QUOTED = 1500;
/** The most requests of a script, each burst counted once. */
const MAX_STEPS = 80;
/** The most characters of a request body that a command line takes. */
const MAX_BODY = 60_000;

/** A script, and whether it sends one request that needs nothing but configured credentials. */
export type Script = { text: string; isOneRequest: boolean };

/** Returns a function that writes the script of a result; undefined when the run has not kept its requests. */
export function scriptWriter(source: ScriptSource): (result: Result) => Script | undefined {
  const sources = new Sources(source.history);
  return (result) => {
    const steps = selectSteps(result, source.history, sources);
    if (steps.length === 0 || steps.length > MAX_STEPS) return undefined;
    if (steps.some(({ sent }) => (sent.request.body?.length ?? 0) > MAX_BODY)) return undefined;
    return scriptText(result, steps, sources, source);
  };
}

function scriptText(
  result: Result,
  steps: readonly Step[],
  sources: Sources,
  { target, secrets, runId }: ScriptSource,
): Script {
  const variables = new Variables({ target, runId, sources, steps });
  const body = steps.flatMap((step, at) => stepLines(step, at + 1, steps, variables));
  const used = (name: string): boolean => body.some((line) => line.includes(`${name} `));
  const helpers = HELPERS.filter(({ name, always }) => always || used(name));
  const needs = ['sh', 'curl', 'awk', ...(helpers.some(({ needs }) => needs) ? ['openssl'] : [])];
  const about = isAboutHeaders(result) ? 'head' : 'body';
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
    '',
    `printf '\\n%s\\n' ${literal(`${result.sentence ?? `the target ${result.level} ${result.title}`}`)}`,
    `printf 'found:    %s\\n' ${literal(result.message)}`,
    ...(result.expected === undefined ? [] : [`printf 'expected: %s\\n' ${literal(shown(result.expected))}`]),
    ...(result.actual === undefined ? [] : [`printf 'actual:   %s\\n' ${literal(shown(result.actual))}`]),
    ...steps.flatMap(({ decisive, sent }, at) => {
      const recorded = result.exchanges.find(({ id }) => id === sent.id);
      if (!decisive || !recorded) return [];
      return [`compare ${at + 1} ${about} ${literal(replyText(recorded, about))}`];
    }),
    '',
  ].join('\n');
  return {
    text: secrets.redactKnown(text, (name) => `'"$${name ?? 'SECRET'}"'`),
    isOneRequest: steps.length === 1 && steps[0]?.times === 1 && !variables.areMade,
  };
}

/** Returns the lines of one request: the pause before it, the request, and the values that later requests need. */
function stepLines(
  { sent, times, awaited, pause }: Step,
  number: number,
  steps: readonly Step[],
  variables: Variables,
): string[] {
  const { method, headers, body } = sent.request;
  const label = `${method} ${sent.operation ?? 'path of no operation'} as ${sent.caller}${sent.fault === null ? '' : ` (on purpose: ${sent.fault})`}`;
  const before = variables.linesBefore(sent);
  const parts = [
    ...(method === 'HEAD' ? ['--head'] : [`-X ${method}`]),
    `"$BASE_URL"${variables.path(sent)}`,
    ...Object.keys(headers)
      .filter((name) => !SET_BY_CURL.has(name))
      .map((name) => `-H ${variables.header(name, sent)}`),
    ...(body === null ? [] : [`--data-raw ${variables.body(sent)}`]),
  ];
  const call = `${number} ${literal(line(label))} ${parts.join(' ')}`;
  const isParallel =
    sent.concurrent && (steps[number]?.sent.concurrent || steps[number - 2]?.sent.concurrent);
  const endsBatch = isParallel && !steps[number]?.sent.concurrent;
  return [
    ...(pause > 0 ? [`sleep ${pause}`] : []),
    ...before,
    awaited !== undefined
      ? `await ${literal(awaited)} ${call}`
      : times > 1
        ? `repeat ${times} ${call}`
        : `send ${call}${isParallel ? ' &' : ''}`,
    ...(endsBatch ? ['wait'] : []),
    ...variables.linesAfter(sent, number),
  ];
}

const SET_BY_CURL = new Set(['user-agent', 'accept-encoding', 'content-length', 'host', 'connection']);

/** Describes a recorded reply as the script describes a new one. */
function replyText({ reply, failure }: RecordedExchange, about: 'head' | 'body'): string {
  if (!reply) return `000 ${failure?.message ?? 'no reply'}`;
  const type = reply.headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? '';
  const rest = about === 'body' ? reply.body : reply.headers.map((pair) => pair.join(': ')).join('\n');
  return `${reply.status} ${type} ${rest}`.slice(0, MAX_QUOTED).replace(/[^\P{Cc}\n\t]/gu, '');
}

const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_QUOTED);

/** Returns a text on one line, for a comment. */
const line = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ');
