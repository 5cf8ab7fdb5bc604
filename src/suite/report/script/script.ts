// Writes the script of a finding: a shell script that logs in, creates what it needs, sends the requests that show the
// finding, and prints what to compare.
import type { RecordedExchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';
import type { Target } from '../../model/target.ts';
import type { Secrets } from '../../redaction/secrets.ts';
import { HEADERS_SET_BY_CURL, shellQuoted as literal } from '../command-lines.ts';
import { isAboutHeaders } from '../findings/findings.ts';
import { redactCommands } from '../redact-report.ts';
import type { History } from './history.ts';
import { type Step, selectSteps } from './history.ts';
import { Variables } from './variables.ts';

type ScriptSource = {
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
    `# Needs ${needs.join(', ')}. It sends ${steps.length === 1 ? 'one request' : `${steps.length} requests`}, creates what it needs, and removes nothing.`,
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
        ? [
            `compare ${at + 1} ${about} ${literal(replyText(recorded, about))}${recorded === result.exchanges[0] ? ' proof' : ''}`,
          ]
        : [];
    }),
    '# 1 while the reply that proves the finding is as in the run, 0 when it is another one',
    'exit "$STILL"',
    '',
  ].join('\n');
  return redactCommands(text, secrets);
}

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

function replyText({ reply, failure }: RecordedExchange, about: 'head' | 'body'): string {
  if (!reply) return `000 ${failure?.message ?? 'no reply'}`;
  const type = reply.headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? '';
  const rest = about === 'body' ? reply.body : reply.headers.map((pair) => pair.join(': ')).join('\n');
  return `${reply.status} ${type} ${rest}`.slice(0, MAX_QUOTED).replace(/[^\P{Cc}\n\t]/gu, '');
}

const line = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ');

type Helper = { name: string; text: readonly string[]; always?: true; needs?: 'openssl' };

/** The functions of scripts. A script defines those that it uses. */
const HELPERS: readonly Helper[] = [
  {
    name: 'send',
    always: true,
    text: [
      'STILL=1; DIR=$(mktemp -d) && trap \'rm -rf "$DIR"\' EXIT',
      "SALT=$(od -An -N4 -tx1 /dev/urandom | tr -d ' \\n')",
      '# send NUMBER LABEL CURL…: sends a request and keeps its reply',
      'send() {',
      '  number=$1; label=$2; shift 2',
      '  : >"$DIR/$number.body"',
      '  curl -sS -g --path-as-is --max-time 30 -D "$DIR/$number.head" -o "$DIR/$number.body" -w \'%{http_code}\' "$@" >"$DIR/$number.status"',
      '  printf \'%s. %s: %s\\n\' "$number" "$label" "$(cat "$DIR/$number.status")"',
      '}',
      '# value NUMBER MEMBER N K [TEXT]: the K-th string after the N-th member of that name in reply NUMBER; with TEXT,',
      '# the members after TEXT are counted, or with a negative N those before it',
      'value() {',
      '  tr \'\\n\' \' \' <"$DIR/$1.body" | awk -v name="\\"$2\\"[ \\t]*:" -v n="$3" -v k="$4" -v beside="$5" \'{',
      '    text = $0; count = 0',
      '    if (beside != "") { at = index(text, beside); if (!at) exit; text = n < 0 ? substr(text, 1, at) : substr(text, at) }',
      '    if (n < 0) { rest = text; while (match(rest, name)) { count++; rest = substr(rest, RSTART + RLENGTH) } n = count + n + 1 }',
      '    while (n-- > 0) { if (!match(text, name)) exit; text = substr(text, RSTART + RLENGTH) }',
      '    while (k-- > 0) { if (!match(text, /"[^"]*"/)) exit; found = substr(text, RSTART + 1, RLENGTH - 2); text = substr(text, RSTART + RLENGTH) }',
      '    gsub(/\\\\\\//, "/", found); print found',
      "  }'",
      '}',
      '# plain PART: standard input without ids, names, numbers and what was redacted; of headers, their names',
      'plain() {',
      '  if [ "$1" = head ]; then cut -d: -f1 | grep -v " " | sort; return; fi',
      "  head -c 1000 | tr -s ' \\t\\r\\n' ' ' | sed -E 's/<[^<>\"]*>|hc-[0-9a-z-]+|[A-Za-z0-9_.~+=-]{20,}|[0-9]+/#/g; s/ $//; s/[^}]*$//'",
      '}',
      '# compare NUMBER PART THEN [proof]: prints the reply in the run and the reply now; STILL is 1 where the proof is alike',
      'compare() {',
      "  type=$(sed -n 's/^[Cc]ontent-[Tt]ype: *//p' \"$DIR/$1.head\" | tr -d '\\r\\n')",
      '  case "$2 $type" in',
      '    head*|*json*|*text*|*xml*|"body ") now=$(head -c 60000 "$DIR/$1.$2" | tr -d \'\\000-\\010\\013-\\037\\177\') ;;',
      '    *) now="($(wc -c <"$DIR/$1.$2") bytes)" ;;',
      '  esac',
      '  now="$(cat "$DIR/$1.status") $type $now"',
      '  printf \'\\n%s. in the run: %s\\n%s. now:        %s\\n\' "$1" "$3" "$1" "$now"',
      '  if [ $# -lt 4 ]; then return; fi',
      '  STILL=0',
      '  if [ "$(printf %s "$3" | cut -c1-3 | head -n 1)" != "$(cat "$DIR/$1.status")" ]; then return; fi',
      '  if [ "$(printf %s "$3" | plain "$2")" = "$(printf %s "$now" | plain "$2")" ]; then STILL=1; fi',
      '}',
    ],
  },
  {
    name: 'await',
    text: [
      '# await TEXT NUMBER LABEL CURL…: sends a read until its reply contains the text, at most 10 times',
      'await() {',
      '  text=$1; tries=0; shift',
      '  while [ $tries -lt 10 ]; do',
      '    send "$@" >"$DIR/log"; tries=$((tries + 1))',
      '    if tr -d \' \\n\' <"$DIR/$1.body" | grep -qF "$(printf %s "$text" | tr -d \' \')"; then break; fi',
      '    sleep 1',
      '  done',
      '  cat "$DIR/log"',
      '}',
    ],
  },
  {
    name: 'repeat',
    text: [
      '# repeat TIMES NUMBER LABEL CURL…: sends a request several times',
      'repeat() {',
      '  times=$1; shift',
      '  while [ "$times" -gt 0 ]; do send "$@"; times=$((times - 1)); done',
      '}',
    ],
  },
  {
    name: 'totp',
    needs: 'openssl',
    text: [
      '# totp SECRET: a TOTP code (RFC 6238) that this script has not sent',
      'totp() {',
      "  key=$(printf %s \"$1\" | tr -d ' =-' | tr 'a-z' 'A-Z' | awk '{ for (i = 1; i <= length($0); i++) { bits = bits * 32 + index(\"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567\", substr($0, i, 1)) - 1; n += 5; if (n >= 8) { n -= 8; p = 2 ^ n; byte = int(bits / p); printf \"%02x\", byte; bits -= byte * p } } }')",
      '  while c=$(($(date +%s) / 30)); [ "$c" = "$(cat "$DIR/totp" 2>/dev/null)" ]; do sleep 1; done',
      '  echo "$c" >"$DIR/totp"',
      '  mac=$(printf "$(printf \'\\\\000\\\\000\\\\000\\\\000\\\\%03o\\\\%03o\\\\%03o\\\\%03o\' $((c >> 24 & 255)) $((c >> 16 & 255)) $((c >> 8 & 255)) $((c & 255)))" | openssl dgst -sha1 -mac HMAC -macopt "hexkey:$key" | awk \'{ print $NF }\')',
      '  at=$((0x$(printf %s "$mac" | cut -c40) * 2 + 1))',
      '  printf %06d $(((0x$(printf %s "$mac" | cut -c$at-$((at + 7))) & 0x7fffffff) % 1000000))',
      '}',
    ],
  },
  {
    name: 'part',
    text: ['# part N TOKEN: the N-th part of a token', 'part() { printf %s "$2" | cut -d. -f"$1"; }'],
  },
  {
    name: 'unbase64',
    needs: 'openssl',
    text: [
      '# unbase64, base64url: decode and encode standard input (RFC 4648, 5)',
      'unbase64() {',
      `  text=$(tr '_-' '/+'); while [ $(($(printf %s "$text" | wc -c) % 4)) -ne 0 ]; do text=$text=; done`,
      '  printf %s "$text" | openssl base64 -d -A',
      '}',
    ],
  },
  {
    name: 'base64url',
    needs: 'openssl',
    text: ["base64url() { openssl base64 -A | tr '/+' '_-' | tr -d =; }"],
  },
];
