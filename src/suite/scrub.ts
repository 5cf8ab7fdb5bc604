// Secrets that only the run brings to light: learned from the replies that show them once, gone from the whole report.
import type { Recorded } from './recorded.ts';
import type { Report } from './report.ts';
import { isPlain, isSecretMember, isTelling, looksSecret } from './secret-names.ts';
import { Secrets, SHOWN, variable } from './secrets.ts';

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

/** As much of an exchange as tells what it shows. */
type Showing = { operation: string | null; status: number; json: unknown; request: { body: string | null } };

/** Remembers what a reply shows that is, or looks like, a credential, under whatever name it stands there. */
export function learn(exchange: Showing, secrets: Secrets): void {
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

/** How a text, a header and a curl line lose their secrets. */
type Cleaner = {
  text(given: string): string;
  header(name: string, value: string): string;
  curl(line: string): string;
};

/** Takes out what has become known since. */
const again = (secrets: Secrets): Cleaner => ({
  text: (given) => secrets.again(given),
  header: (_, value) => secrets.again(value),
  curl: (one) => line(one, secrets),
});

/** Takes out everything that is a secret by its name or look, and leaves what was cleaned before as it is. */
const anew = (secrets: Secrets): Cleaner => ({
  text: (given) => secrets.text(given),
  header: (name, value) => (/(<[^<>]+>|\*\*\*)$/.test(value) ? value : secrets.header(name, value)),
  curl: (one) => (one.includes('"$') ? line(one, secrets) : secrets.text(one)),
});

/** A report without any secret that is known by now. */
export const scrubbed = (report: Report, secrets: Secrets): Report => cleaned(report, again(secrets));

/** A report that was read from a file, without any secret: an earlier version, or another hand, may have left some in it. */
export function rescrubbed(report: Report): Report {
  const secrets = new Secrets();
  const kept = [...report.results.flatMap(({ exchanges }) => exchanges), ...(report.exchanges ?? [])];
  for (const { request, reply, operation } of kept) {
    const given = Object.entries(request.headers).find(([name]) => /^authorization$/i.test(name))?.[1];
    const credential = given?.replace(/^\w+\s+/, '') ?? '';
    if (!/[<>*\s]/.test(credential) && credential.length >= 8) secrets.add(credential, 'CREDENTIAL');
    if (reply) learn({ operation, status: reply.status, request, json: parsed(reply.body) }, secrets);
  }
  return cleaned(report, anew(secrets));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function cleaned(report: Report, by: Cleaner): Report {
  const { text } = by;
  return {
    ...report,
    // the first versions wrote no reasons
    ...(report.reasons && { reasons: report.reasons.map(text) }),
    results: report.results.map((result) => ({
      ...result,
      message: text(result.message),
      ...(result.expected === undefined ? {} : { expected: within(result.expected, text) }),
      ...(result.actual === undefined ? {} : { actual: within(result.actual, text) }),
      ...(result.seen === undefined ? {} : { seen: result.seen.map(text) }),
      ...(result.curl === undefined ? {} : { curl: by.curl(result.curl) }),
      exchanges: result.exchanges.map((one) => exchangeCleaned(one, by)),
    })),
    cleanup: {
      ...report.cleanup,
      ...(report.cleanup.leftovers && {
        leftovers: report.cleanup.leftovers.map((one) => ({ ...one, why: text(one.why) })),
      }),
    },
    ...(report.exchanges === undefined
      ? {}
      : { exchanges: report.exchanges.map((one) => exchangeCleaned(one, by)) }),
  };
}

function exchangeCleaned(one: Recorded, by: Cleaner): Recorded {
  const { text } = by;
  const { request, reply, failure } = one;
  return {
    ...one,
    ...(one.spoiled === undefined ? {} : { spoiled: text(one.spoiled) }),
    request: {
      ...request,
      url: text(request.url),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, by.header(name, value)]),
      ),
      body: request.body === null ? null : text(request.body),
    },
    reply: reply && {
      ...reply,
      headers: reply.headers.map(([name, value]): [string, string] => [name, by.header(name, value)]),
      body: text(reply.body),
    },
    ...(failure === undefined ? {} : { failure: { ...failure, message: text(failure.message) } }),
    curl: by.curl(one.curl),
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
