// An exchange as it is kept and reported: secrets are gone before it is stored.
import { curl } from './curl.ts';
import type { Exchange, TransportFailure } from './exchange.ts';
import type { Secrets } from './secrets.ts';

export type Recorded = {
  id: string;
  operation: string | null;
  purpose: string;
  /** the check or subject that sent it */
  by: string;
  caller: string;
  /** ISO 8601 UTC */
  at: string;
  ms: number;
  spoiled?: string;
  request: { method: string; url: string; headers: Record<string, string>; body: string | null };
  reply: { status: number; headers: [name: string, value: string][]; body: string; bytes: number } | null;
  failure?: TransportFailure;
  curl: string;
};

/** Bodies are kept up to this many characters. */
const LONGEST_BODY = 4096;

export function record(exchange: Exchange, secrets: Secrets): Recorded {
  const { request, caller } = exchange;
  return {
    id: exchange.id,
    operation: exchange.operation,
    purpose: exchange.purpose,
    by: exchange.by,
    caller,
    at: new Date(exchange.startedAt).toISOString(),
    ms: Math.round(exchange.ms),
    ...(exchange.spoiled === null ? {} : { spoiled: secrets.text(exchange.spoiled) }),
    request: {
      method: request.method,
      url: secrets.url(request.url),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, secrets.header(name, value, caller)]),
      ),
      body: request.body === null ? null : clean(request.body, secrets),
    },
    reply:
      exchange.failure === null
        ? {
            status: exchange.status,
            headers: exchange.headers.map(([name, value]) => [
              secrets.text(name),
              secrets.header(name, value),
            ]),
            body: replyBody(exchange, secrets),
            bytes: exchange.bytes.length,
          }
        : null,
    ...(exchange.failure === null
      ? {}
      : { failure: { ...exchange.failure, message: secrets.text(exchange.failure.message) } }),
    curl: curl(exchange, secrets),
  };
}

function replyBody(exchange: Exchange, secrets: Secrets): string {
  const media = exchange.header('content-type') ?? '';
  if (/pdf|zip|octet-stream|image/i.test(media))
    return `(${exchange.bytes.length} bytes of ${secrets.text(media)})`;
  return clean(exchange.text, secrets);
}

/** A long text is cut well beyond what is kept before it is searched for secrets: a cut through one is not shown. */
function clean(text: string, secrets: Secrets): string {
  if (text.length <= 16 * LONGEST_BODY) return shorten(secrets.text(text));
  const kept = secrets.text(text.slice(0, 16 * LONGEST_BODY)).slice(0, LONGEST_BODY);
  return `${kept}… (${text.length - LONGEST_BODY} more characters)`;
}

function shorten(text: string): string {
  if (text.length <= LONGEST_BODY) return text;
  return `${text.slice(0, LONGEST_BODY)}… (${text.length - LONGEST_BODY} more characters)`;
}

/** Characters that a recorded exchange takes, about. */
export const lengthOf = ({ request, reply, curl: line }: Recorded): number =>
  2 * request.url.length +
  line.length +
  (request.body?.length ?? 0) +
  (reply?.body.length ?? 0) +
  (reply?.headers ?? []).reduce((sum, [name, value]) => sum + name.length + value.length, 0);

/** An exchange of a run that has recorded enough already: who called what, when, and the status. */
export const withoutBodies = (recorded: Recorded): Recorded => ({
  ...recorded,
  request: { ...recorded.request, body: recorded.request.body === null ? null : NOT_KEPT },
  reply: recorded.reply && { ...recorded.reply, headers: [], body: NOT_KEPT },
  curl: '',
});
const NOT_KEPT = '(not kept: the run has recorded too much already)';
