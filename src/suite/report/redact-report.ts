// Converts exchanges into the form that reports store, and removes the secrets of a run from the whole report.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import type { Exchange, RecordedExchange } from '../model/exchange.ts';
import { MAX_SEARCHED_LENGTH, MAX_TEXT_LENGTH, type Secrets, VARIABLE_MARK } from '../redaction/secrets.ts';
import { curlCommand } from './command-lines.ts';
import type { Report } from './report.ts';

/**
 * Returns a report without secrets: those that are known when it is called, and those that a name or a form shows. Texts
 * that the suite wrote are kept; so are ids, because they connect the parts of the report.
 */
export function redactReport(report: Report, secrets: Secrets): Report {
  const foreign = (value: unknown): unknown => JSON.parse(secrets.redactText(JSON.stringify(value)));
  /** Of what was learned, only bodies hold values. The names there are the contract's: `bodies.createApiKey` is no key. */
  const learned = ({ bodies, ...form }: JsonObject): unknown => ({
    ...(isObject(bodies) && {
      bodies: Object.fromEntries(Object.entries(bodies).map(([id, body]) => [id, foreign(body)])),
    }),
    ...(known(form) as JsonObject),
  });
  /** The place of a key is no key. Only what is known as a secret is removed. */
  const known = (value: unknown): unknown => {
    if (typeof value === 'string') return secrets.redactText(value);
    if (Array.isArray(value)) return value.map(known);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [secrets.redactText(name), known(inner)]),
    );
  };
  const own = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return name === 'results' ? value : secrets.redactText(value);
    if (name === 'exchanges' && Array.isArray(value)) return value.map((one) => redactExchange(one, secrets));
    if (Array.isArray(value)) return value.map((one) => own(one, name));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, member(key, inner)]));
  };
  const member = (name: string, value: unknown): unknown => {
    if (OWN_MEMBERS.has(name)) return value;
    if (name === 'learned' && isObject(value)) return learned(value);
    if (FOREIGN_MEMBERS.has(name) && typeof value === 'object') return foreign(value);
    if ((name === 'script' || name === 'curl') && typeof value === 'string')
      return redactCommands(value, secrets);
    // A part of a registered name may also be a part of an authorisation code that the suite sent with it.
    if (name === 'names' && Array.isArray(value))
      return value.map((one) => (HOST_NAME.test(`${one}`) ? one : own(one)));
    return own(value, name);
  };
  return own(report) as Report;
}

const HOST_NAME = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/;

const FOREIGN_MEMBERS = new Set(['expected', 'actual', 'media', 'params']);

const OWN_MEMBERS = new Set([
  ...['format', 'suite', 'contract', 'register', 'target', 'profile', 'mode', 'seed', 'filter', 'runId'],
  ...['startedAt', 'verdict', 'summary', 'operations', 'requirements', 'callers', 'pacing', 'choice'],
  ...['called', 'at', 'by', 'cause', 'id', 'kind', 'area', 'level', 'title', 'requirement', 'sentence'],
  ...['group', 'after', 'blockedBy', 'need', 'operation', 'purpose', 'reason', 'caller', 'replay'],
  ...['method'],
  ...['baselined', 'capability', 'findings', 'judged', 'finding', 'sameCauseAs'],
]);

/** Converts an exchange into the form that reports store, with secrets redacted and long bodies cut. */
export function recordExchange(exchange: Exchange, secrets: Secrets): RecordedExchange {
  const { id, operation, purpose, reason, by, caller, failure, status, bytes, deliberateFault } = exchange;
  const media = exchange.header('content-type') ?? '';
  const isBinary = /pdf|zip|octet-stream|image/i.test(media);
  const { method, url, headers, body } = exchange.request;
  const shortened = (text: string): string => {
    const redacted = secrets.redactText(text.slice(0, MAX_SEARCHED_LENGTH));
    const { length } = text.length > MAX_SEARCHED_LENGTH ? text : redacted;
    return length <= MAX_TEXT_LENGTH
      ? redacted
      : `${redacted.slice(0, MAX_TEXT_LENGTH)}… (${length - MAX_TEXT_LENGTH} more characters)`;
  };
  const reply = {
    status,
    headers: exchange.headers.map(([name, value]): [string, string] => [name, value]),
    body: isBinary ? `(${bytes.length} bytes of ${media})` : shortened(exchange.text),
    bytes: bytes.length,
  };
  return redactExchange(
    {
      ...{ id, operation, purpose, reason, by, caller },
      at: new Date(exchange.startedAt).toISOString(),
      ms: Math.round(exchange.ms),
      ...(deliberateFault === null ? {} : { deliberateFault }),
      request: { method, url, headers: { ...headers }, body: body === null ? null : shortened(body) },
      reply: failure === null ? reply : null,
      ...(failure === null ? {} : { failure }),
      curl: curlCommand(exchange, secrets),
    },
    secrets,
  );
}

function redactExchange(recorded: RecordedExchange, secrets: Secrets): RecordedExchange {
  const { caller, request, reply, failure, deliberateFault, curl } = recorded;
  const text = (given: string): string => secrets.redactText(given);
  return {
    ...recorded,
    ...(deliberateFault === undefined ? {} : { deliberateFault: text(deliberateFault) }),
    request: {
      ...request,
      url: secrets.redactUrl(request.url),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [
          name,
          secrets.redactHeader(name, value, caller),
        ]),
      ),
      body: request.body && text(request.body),
    },
    reply: reply && {
      ...reply,
      headers: reply.headers.map(([name, value]) => [text(name), secrets.redactHeader(name, value)]),
      body: text(reply.body),
    },
    ...(failure === undefined ? {} : { failure: { ...failure, message: text(failure.message) } }),
    curl: redactCommands(curl, secrets),
  };
}

/** Redacts shell commands. A secret in quotes becomes a shell variable; existing shell variables are kept. */
export const redactCommands = (commands: string, secrets: Secrets): string =>
  commands
    .split(/("\$[A-Z][A-Z0-9_]*")/)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : secrets
            .markKnown(part)
            .split(VARIABLE_MARK)
            .map((text, n) => (n % 2 === 1 ? `'"$${text}"'` : text))
            .join(''),
    )
    .join('');
