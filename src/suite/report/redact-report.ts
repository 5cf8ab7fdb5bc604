// Removes the secrets of a run from the whole report.

import { isHarmlessText } from '../../redaction/secret-names.ts';
import type { Receipt } from '../model/receipt.ts';
import type { RecordedExchange } from '../model/recorded-exchange.ts';
import { learnSecrets, parsed } from '../redaction/learn-secrets.ts';
import { Secrets } from '../redaction/secrets.ts';
import type { Report } from './report.ts';
import type { JudgedSentences } from './unjudged/judged-sentences.ts';

/** The functions that remove secrets from a text, a URL, a header and a curl line. */
type Redactor = {
  text(given: string): string;
  url(given: string): string;
  header(name: string, value: string): string;
  curl(line: string): string;
};

/** Removes the secrets that are known when it is called. */
const redactKnownSecrets = (secrets: Secrets): Redactor => ({
  text: (given) => secrets.redactKnown(given),
  url: (given) => redactExceptOrigin(given, (rest) => secrets.redactKnown(rest)),
  header: (_, value) => secrets.redactKnown(value),
  curl: (one) => redactCurl(one, secrets),
});

/** Removes every text whose name or form marks it as a secret. Placeholders of an earlier redaction are kept. */
const redactAllSecrets = (secrets: Secrets): Redactor => ({
  text: (given) => secrets.redactText(given),
  url: (given) => secrets.redactUrl(given),
  header: (name, value) => (HIDDEN_HEADER.test(value) ? value : secrets.redactHeader(name, value)),
  curl: (one) => (one.includes('"$') ? redactCurl(one, secrets) : secrets.redactText(one)),
});

/** Returns a report without the secrets that are known when it is called. */
export const redactReport = (report: Report, secrets: Secrets): Report =>
  redactReportWith(report, redactKnownSecrets(secrets));

/**
 * Returns a report that was read from a file without secrets, which an earlier version of the suite or an edit of the
 * file may have left in it.
 */
export function redactStoredReport(report: Report): Report {
  const secrets = new Secrets();
  const recorded = [...report.results.flatMap(({ exchanges }) => exchanges), ...(report.exchanges ?? [])];
  for (const { request, reply, operation } of recorded) {
    const given = Object.entries(request.headers).find(([name]) => /^authorization$/i.test(name))?.[1];
    const credential = given?.replace(/^\w+\s+/, '') ?? '';
    if (!/[<>*\s]/.test(credential) && credential.length >= 8) secrets.add(credential, 'CREDENTIAL');
    if (reply) learnSecrets({ operation, status: reply.status, request, json: parsed(reply.body) }, secrets);
  }
  return redactReportWith(report, redactAllSecrets(secrets));
}

/** Redacts every text of a report except the texts that the suite itself wrote. */
function redactReportWith(report: Report, redactor: Redactor): Report {
  const { coverage } = report;
  const { media } = coverage;
  // Only media types are redacted, because the target chooses them; operations, requirements and statuses come from the
  // contract.
  const { sentences } = report;
  const redactedCoverage =
    media === undefined ? coverage : { ...coverage, media: redactNested(media, redactor.text) };
  const { receipt } = report;
  return {
    ...redactHolder(report, redactor),
    ...(receipt === undefined ? {} : { receipt: redactReceipt(receipt, redactor) }),
    ...(sentences ? { sentences: redactSentences(sentences, redactor) } : {}),
    coverage: redactedCoverage,
    ...(report.learned === undefined ? {} : { learned: redactLearned(report.learned, redactor) }),
  } as Report;
}

/**
 * Redacts a receipt except the host names that the run registered: a part of such a name may also be a part of an
 * authorisation code that the suite sent with it.
 */
const redactReceipt = (receipt: Receipt, { text }: Redactor): Receipt => ({
  ...(redactNested(receipt, text) as Receipt),
  names: receipt.names.map((name) => (isHarmlessText(name) ? name : text(name))),
});

/** Redacts the reasons of unjudged sentences, which may quote replies. */
const redactSentences = ({ judged, unjudged }: JudgedSentences, { text }: Redactor): JudgedSentences => ({
  judged,
  unjudged: unjudged.map((one) => ({
    ...one,
    why: text(one.why),
    ...(one.remedy === undefined ? {} : { remedy: text(one.remedy) }),
    ...(one.accepted ? { accepted: { ...one.accepted, reason: text(one.accepted.reason) } } : {}),
  })),
});

/** Redacts what the run learned except the ids of operations and the kinds of resources. */
const redactLearned = (learned: NonNullable<Report['learned']>, { text }: Redactor): unknown =>
  Object.fromEntries(
    Object.entries(learned).map(([name, byKey]) => [
      name,
      Object.fromEntries(Object.entries(byKey).map(([key, value]) => [key, redactNested(value, text)])),
    ]),
  );

function redactExchange(exchange: RecordedExchange, redactor: Redactor): RecordedExchange {
  const { text } = redactor;
  const { request, reply, failure } = exchange;
  return {
    ...exchange,
    ...(exchange.spoiled === undefined ? {} : { spoiled: text(exchange.spoiled) }),
    request: {
      ...request,
      url: redactor.url(request.url),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, redactor.header(name, value)]),
      ),
      body: request.body === null ? null : text(request.body),
    },
    reply: reply && {
      ...reply,
      headers: reply.headers.map(([name, value]): [string, string] => [
        text(name),
        redactor.header(name, value),
      ]),
      body: text(reply.body),
    },
    ...(failure === undefined ? {} : { failure: { ...failure, message: text(failure.message) } }),
    curl: redactor.curl(exchange.curl),
  };
}

/** Redacts a curl line. A secret in quotes becomes a shell variable; existing shell variables are kept. */
const redactCurl = (curl: string, secrets: Secrets): string =>
  curl
    .split(/("\$[A-Z][A-Z0-9_]*")/)
    .map((part, at) =>
      at % 2 === 1 ? part : secrets.redactKnown(part, (name) => `'"$${name ?? 'SECRET'}"'`),
    )
    .join('');

/** Redacts every text and every member name inside a value. */
function redactNested(value: unknown, text: (given: string) => string): unknown {
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

function redactHolder(holder: object, by: Redactor): object {
  return Object.fromEntries(
    Object.entries(holder).map(([name, value]) => {
      if (OWN_WORDS.has(name)) return [name, value];
      if ((name === 'curl' || name === 'script') && typeof value === 'string') return [name, by.curl(value)];
      if ((name === 'exchanges' || name === 'results') && Array.isArray(value))
        return [
          name,
          value.map((one) => (name === 'exchanges' ? redactExchange(one, by) : redactHolder(one, by))),
        ];
      return [name, redactNested(value, by.text)];
    }),
  );
}

/** Redacts a URL except its scheme, host and port. */
function redactExceptOrigin(url: string, text: (given: string) => string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i.exec(url)?.[0] ?? '';
  return `${origin}${text(url.slice(origin.length))}`;
}

/**
 * The members of a report whose values the suite wrote. Ids are never redacted, because they connect the parts of the
 * report.
 */
const OWN_WORDS = new Set([
  ...['format', 'suite', 'contract', 'register', 'target', 'profile', 'mode', 'seed', 'filter', 'runId'],
  ...['startedAt', 'verdict', 'summary', 'coverage', 'pacing', 'choice', 'called', 'at', 'by', 'cause'],
  'sentences',
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

/** Matches a header value that was already redacted: `***`, `<tenantA>`, `Bearer <tenantA>`. */
const HIDDEN_HEADER = /^(?:(?:Bearer|Basic|Digest) )?(?:<[\w -]+>|\*\*\*)$/i;
