// Secrets that only the run brings to light: learned from requests and replies, then removed from the whole report.
import { documentText } from '../contract/document.ts';
import { SEARCHED_ANYWHERE } from '../redaction/matcher.ts';
import {
  isPlain,
  isSecretHeader,
  isSecretMember,
  isTelling,
  looksSecret,
} from '../redaction/secret-names.ts';
import type { Exchange } from './exchange.ts';
import type { Recorded } from './recorded.ts';
import type { Report } from './report.ts';
import { SENT, Secrets, SHOWN, variable } from './secrets.ts';

/** The operations whose replies show a credential, some of them only once, and not always under the name of one. */
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
/** A target that hands out more credentials than this in a run makes them up: the rest is hidden by name only. */
const MOST = 4000;
/** Texts longer than this hold nothing that is searched for elsewhere. */
const LONGEST = 8192;
/** A text of fewer different characters is no credential; to search for it would hide rulers and blanks. */
const VARIED = 5;

/** As much of an exchange as tells what it shows. */
type Showing = {
  operation: string | null;
  status: number;
  json: unknown;
  headers?: Exchange['headers'];
  request: { body: string | null; json?: unknown };
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Remembers the credentials of an exchange: what the request carries under a secret name (codes, wrong passwords), what
 * the reply, whatever its status, shows under a secret name (tokens, keys, challenges, webhook secrets, session ids), and
 * what looks like a credential in the reply of an operation that hands one out.
 */
export function learn(exchange: Showing, secrets: Secrets): void {
  const { operation, status, request, headers = [] } = exchange;
  if (operation === null || secrets.size > MOST) return;
  const sent = request.json ?? (request.body === null ? undefined : parsed(request.body));
  each(sent, (value, name, secret) => {
    if (secret) secrets.add(value, `${SENT}${variable(name)}`);
  });
  for (const [name, value] of headers) if (isSecretHeader(name)) learnHeader(name, value, secrets);
  const showing = SHOWING.includes(operation) && status >= 200 && status < 300;
  each(exchange.json, (value, name, secret) => {
    // what was sent is no news, and names and addresses come back in replies
    if (!(secret ? isOpaque(value) : showing && !isTelling(name) && looksSecret(value))) return;
    if (secrets.has(value)) return;
    if (request.body?.includes(JSON.stringify(value)) || isPublic(value)) return;
    secrets.add(value, `${SHOWN}${variable(name === '' ? operation : name)}`);
  });
}

/** Calls back for each text of a JSON value, with the member it stands under; what is said under `errors` is left out. */
function each(value: unknown, found: (text: string, name: string, secret: boolean) => void): void {
  const walk = (one: unknown, name: string, secret: boolean, depth: number): void => {
    if (depth > DEEPEST) return;
    if (typeof one === 'string') {
      if (one.length <= LONGEST) found(one, name, secret);
    } else if (Array.isArray(one)) {
      for (const inner of one) walk(inner, name, secret, depth + 1);
    } else if (typeof one === 'object' && one !== null) {
      for (const [key, inner] of Object.entries(one))
        if (key !== 'errors') walk(inner, key, isSecretMember(key), depth + 1);
    }
  };
  walk(value, '', false, 0);
}

/** Whether a text under a secret name may be searched for elsewhere: of one piece, varied, no address. */
const isOpaque = (value: string): boolean =>
  value.length >= SEARCHED_ANYWHERE &&
  !/\s/.test(value) &&
  new Set(value).size >= VARIED &&
  (UUID.test(value) || !isPlain(value));

/**
 * Whether the contract itself has this text: a target that hands out `customers` as its token would otherwise choose
 * what a report does not show.
 */
const isPublic = (value: string): boolean => documentText().includes(value);

/** The value of a secret header, without its scheme; of a cookie the value alone. */
function learnHeader(name: string, value: string, secrets: Secrets): void {
  const given = /^set-?cookie/i.test(name)
    ? value.split(';', 1)[0]?.replace(/^[^=]*=/, '')
    : value.replace(/^(?:Bearer|Basic|Digest)\s+/i, '');
  if (given !== undefined && given.length <= LONGEST && isOpaque(given) && !isPublic(given))
    secrets.add(given, `${SHOWN}${variable(name)}`);
}

/** How a text, an address, a header and a curl line lose their secrets. */
type Cleaner = {
  text(given: string): string;
  url(given: string): string;
  header(name: string, value: string): string;
  curl(line: string): string;
};

/** Takes out what has become known since. */
const again = (secrets: Secrets): Cleaner => ({
  text: (given) => secrets.again(given),
  url: (given) => withoutOrigin(given, (rest) => secrets.again(rest)),
  header: (_, value) => secrets.again(value),
  curl: (one) => line(one, secrets),
});

/** What a header's value is when it was hidden before: `***`, `<tenantA>`, `Bearer <tenantA>`. */
const HIDDEN_HEADER = /^(?:(?:Bearer|Basic|Digest) )?(?:<[\w -]+>|\*\*\*)$/i;

/** Takes out everything that is a secret by its name or look, and leaves what was cleaned before as it is. */
const anew = (secrets: Secrets): Cleaner => ({
  text: (given) => secrets.text(given),
  url: (given) => secrets.url(given),
  header: (name, value) => (HIDDEN_HEADER.test(value) ? value : secrets.header(name, value)),
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

/** Members of a report that hold the suite's own words: ids that lead from one place to another stay what they are. */
const OWN = new Set([
  ...['format', 'suite', 'contract', 'register', 'target', 'profile', 'mode', 'seed', 'filter', 'runId'],
  ...['startedAt', 'verdict', 'summary', 'coverage', 'pacing', 'choice', 'shard', 'called', 'at', 'by'],
  ...[
    'id',
    'kind',
    'area',
    'level',
    'title',
    'requirement',
    'sentence',
    'group',
    'after',
    'blockedBy',
    'need',
  ],
  ...['operation', 'purpose', 'caller', 'replay', 'method', 'baselined', 'capability', 'findings'],
]);

/** Every text of a report is cleaned, wherever it stands, but what the suite says in its own words. */
function cleaned(report: Report, by: Cleaner): Report {
  const { coverage } = report;
  const { media } = coverage;
  // media types are the target's words; operations, requirements and statuses are not
  const seen = media === undefined ? coverage : { ...coverage, media: within(media, by.text) };
  return { ...members(report, by), coverage: seen } as Report;
}

function members(holder: object, by: Cleaner): object {
  return Object.fromEntries(
    Object.entries(holder).map(([name, value]) => {
      if (OWN.has(name)) return [name, value];
      if (name === 'curl' && typeof value === 'string') return [name, by.curl(value)];
      if ((name === 'exchanges' || name === 'results') && Array.isArray(value))
        return [
          name,
          value.map((one) => (name === 'exchanges' ? exchangeCleaned(one, by) : members(one, by))),
        ];
      return [name, within(value, by.text)];
    }),
  );
}

function exchangeCleaned(one: Recorded, by: Cleaner): Recorded {
  const { text } = by;
  const { request, reply, failure } = one;
  return {
    ...one,
    ...(one.spoiled === undefined ? {} : { spoiled: text(one.spoiled) }),
    request: {
      ...request,
      url: by.url(request.url),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, by.header(name, value)]),
      ),
      body: request.body === null ? null : text(request.body),
    },
    reply: reply && {
      ...reply,
      headers: reply.headers.map(([name, value]): [string, string] => [text(name), by.header(name, value)]),
      body: text(reply.body),
    },
    ...(failure === undefined ? {} : { failure: { ...failure, message: text(failure.message) } }),
    curl: by.curl(one.curl),
  };
}

/** An address whose scheme, host and port stay. */
function withoutOrigin(url: string, text: (given: string) => string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i.exec(url)?.[0] ?? '';
  return `${origin}${text(url.slice(origin.length))}`;
}

/** A curl line: a secret that stands in its quotes becomes a shell variable; variables stay what they are. */
const line = (curl: string, secrets: Secrets): string =>
  curl
    .split(/("\$[A-Z][A-Z0-9_]*")/)
    .map((part, at) => (at % 2 === 1 ? part : secrets.again(part, (name) => `'"$${name ?? 'SECRET'}"'`)))
    .join('');

/** Every text and every name inside a value. */
function within(value: unknown, text: (given: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  const clean = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one);
    if (Array.isArray(one)) return one.map(clean);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [text(name), clean(inner)]));
  };
  return clean(value);
}
