// Converts exchanges into the form that reports store: without secrets and with long bodies cut.

import type { Exchange, RecordedExchange } from '../model/exchange.ts';
import { MAX_SEARCHED_LENGTH, MAX_TEXT_LENGTH, type Secrets, VARIABLE_MARK } from '../redaction/secrets.ts';
import { curlCommand } from './curl.ts';

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

/** Redacts a recorded exchange, also one that was redacted before more secrets became known. */
export function redactExchange(recorded: RecordedExchange, secrets: Secrets): RecordedExchange {
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
