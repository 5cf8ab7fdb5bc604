// Converts exchanges into the form that reports store: without secrets and with long bodies cut.

import type { Exchange } from '../model/exchange.ts';
import type { RecordedExchange } from '../model/recorded-exchange.ts';
import { curlCommand } from './curl.ts';
import type { Secrets } from './secrets.ts';

/** The most characters of a body in a report. */
const MAX_BODY_LENGTH = 4096;

/** Converts an exchange into the form that reports store, with secrets redacted and long bodies cut. */
export function recordExchange(exchange: Exchange, secrets: Secrets): RecordedExchange {
  const { request, caller } = exchange;
  return {
    id: exchange.id,
    operation: exchange.operation,
    purpose: exchange.purpose,
    by: exchange.by,
    caller,
    at: new Date(exchange.startedAt).toISOString(),
    ms: Math.round(exchange.ms),
    ...(exchange.deliberateFault === null ? {} : { spoiled: secrets.redactText(exchange.deliberateFault) }),
    request: {
      method: request.method,
      url: secrets.redactUrl(request.url),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [
          name,
          secrets.redactHeader(name, value, caller),
        ]),
      ),
      body: request.body === null ? null : redactBody(request.body, secrets),
    },
    reply:
      exchange.failure === null
        ? {
            status: exchange.status,
            headers: exchange.headers.map(([name, value]) => [
              secrets.redactText(name),
              secrets.redactHeader(name, value),
            ]),
            body: recordedReplyBody(exchange, secrets),
            bytes: exchange.bytes.length,
          }
        : null,
    ...(exchange.failure === null
      ? {}
      : { failure: { ...exchange.failure, message: secrets.redactText(exchange.failure.message) } }),
    curl: curlCommand(exchange, secrets),
  };
}

function recordedReplyBody(exchange: Exchange, secrets: Secrets): string {
  const media = exchange.header('content-type') ?? '';
  if (/pdf|zip|octet-stream|image/i.test(media))
    return `(${exchange.bytes.length} bytes of ${secrets.redactText(media)})`;
  return redactBody(exchange.text, secrets);
}

/**
 * Redacts a body and cuts it. More characters are searched than are stored, so that a secret at the cut is still
 * found.
 */
function redactBody(text: string, secrets: Secrets): string {
  if (text.length <= 16 * MAX_BODY_LENGTH) return truncateBody(secrets.redactText(text));
  const redacted = secrets.redactText(text.slice(0, 16 * MAX_BODY_LENGTH)).slice(0, MAX_BODY_LENGTH);
  return `${redacted}… (${text.length - MAX_BODY_LENGTH} more characters)`;
}

function truncateBody(text: string): string {
  if (text.length <= MAX_BODY_LENGTH) return text;
  return `${text.slice(0, MAX_BODY_LENGTH)}… (${text.length - MAX_BODY_LENGTH} more characters)`;
}

/** Estimates the size of a recorded exchange in characters. */
export const lengthOf = ({ request, reply, curl }: RecordedExchange): number =>
  2 * request.url.length +
  curl.length +
  (request.body?.length ?? 0) +
  (reply?.body.length ?? 0) +
  (reply?.headers ?? []).reduce((sum, [name, value]) => sum + name.length + value.length, 0);

/**
 * Removes headers and bodies from an exchange when the run has recorded too many characters; caller, request line and
 * status are kept.
 */
export const withoutBodies = (recorded: RecordedExchange): RecordedExchange => ({
  ...recorded,
  request: { ...recorded.request, body: recorded.request.body === null ? null : BODY_OMITTED },
  reply: recorded.reply && { ...recorded.reply, headers: [], body: BODY_OMITTED },
  curl: '',
});
const BODY_OMITTED = '(not kept: the run has recorded too much already)';
