// Secrets that only the run brings to light: learned from the replies that show them once, gone from the whole report.
import type { Exchange } from './exchange.ts';
import type { Recorded } from './recorded.ts';
import type { Report } from './report.ts';
import { isPlain, isSecretMember, isTelling, looksSecret } from './secret-names.ts';
import { type Secrets, SHOWN, variable } from './secrets.ts';

/** The operations whose replies show a credential, some of them only once. */
const SHOWING: readonly string[] = [
  'login',
  'refreshSession',
  'verifyTwoFactor',
  'createApiKey',
  'createWebhook',
  'resetHostingPassword',
];

/** No reply that shows a credential is nested deeper. */
const DEEPEST = 12;

/** Remembers what a reply shows that is, or looks like, a credential, under whatever name it stands there. */
export function learn(exchange: Exchange, secrets: Secrets): void {
  const { operation, status, request } = exchange;
  if (operation === null || !SHOWING.includes(operation) || status < 200 || status >= 300) return;
  const walk = (value: unknown, name: string, secret: boolean, depth: number): void => {
    if (depth > DEEPEST) return;
    if (typeof value === 'string') {
      // what was sent is no news, and names and addresses come back in replies
      const known = isTelling(name) || isPlain(value) || request.body?.includes(JSON.stringify(value));
      const found = secret ? value.length >= 8 && !/\s/.test(value) : looksSecret(value);
      if (!known && found) secrets.add(value, `${SHOWN}${variable(name === '' ? operation : name)}`);
    } else if (Array.isArray(value)) {
      for (const one of value) walk(one, name, secret, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) walk(one, key, isSecretMember(key), depth + 1);
    }
  };
  walk(exchange.json, '', false, 0);
}

/** A report without any secret that is known by now. */
export function scrubbed(report: Report, secrets: Secrets): Report {
  const text = (given: string): string => secrets.again(given);
  return {
    ...report,
    reasons: report.reasons.map(text),
    results: report.results.map((result) => ({
      ...result,
      message: text(result.message),
      ...(result.expected === undefined ? {} : { expected: within(result.expected, text) }),
      ...(result.actual === undefined ? {} : { actual: within(result.actual, text) }),
      ...(result.seen === undefined ? {} : { seen: result.seen.map(text) }),
      ...(result.curl === undefined ? {} : { curl: line(result.curl, secrets) }),
      exchanges: result.exchanges.map((one) => exchangeScrubbed(one, secrets)),
    })),
    cleanup: {
      ...report.cleanup,
      leftovers: report.cleanup.leftovers.map((one) => ({ ...one, why: text(one.why) })),
    },
    ...(report.exchanges === undefined
      ? {}
      : { exchanges: report.exchanges.map((one) => exchangeScrubbed(one, secrets)) }),
  };
}

function exchangeScrubbed(one: Recorded, secrets: Secrets): Recorded {
  const text = (given: string): string => secrets.again(given);
  const { request, reply, failure } = one;
  return {
    ...one,
    ...(one.spoiled === undefined ? {} : { spoiled: text(one.spoiled) }),
    request: {
      ...request,
      url: text(request.url),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, text(value)]),
      ),
      body: request.body === null ? null : text(request.body),
    },
    reply: reply && {
      ...reply,
      headers: reply.headers.map(([name, value]): [string, string] => [name, text(value)]),
      body: text(reply.body),
    },
    ...(failure === undefined ? {} : { failure: { ...failure, message: text(failure.message) } }),
    curl: line(one.curl, secrets),
  };
}

/** A curl line: a secret that stands in its quotes becomes a shell variable; variables stay what they are. */
const line = (curl: string, secrets: Secrets): string =>
  curl
    .split(/("\$[A-Z][A-Z0-9_]*")/)
    .map((part, at) => (at % 2 === 1 ? part : secrets.again(part, (name) => `'"$${name ?? 'SECRET'}"'`)))
    .join('');

function within(value: unknown, text: (given: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  return JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'string' ? text(one) : one));
}
