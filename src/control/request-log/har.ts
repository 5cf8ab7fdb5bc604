// Writes logged requests as HAR 1.2 without secrets (http://www.softwareishard.com/blog/har-12-spec/).
import { packageIdentity } from '../../contract/package.ts';
import { redactBody, redactHeaders, redactUrl } from '../../redaction/redact.ts';
import type { LoggedRequest } from '../../server/request-log.ts';

type NameValue = { name: string; value: string };
/** An HTTP Archive, version 1.2. */
export type Har = ReturnType<typeof toHar>;

/** Writes logged requests as an HTTP Archive, without secrets. */
export const toHar = (recorded: readonly LoggedRequest[]) => ({
  log: { version: '1.2' as const, creator: packageIdentity(), entries: recorded.map(toHarEntry) },
});

function toHarEntry({ context, reply, sent: bytes, at, ms }: LoggedRequest) {
  const { call, operation } = { call: context.call, operation: context.plan?.operation.id };
  const host = call.headers.host ?? 'mock.invalid';
  const url = redactUrl((call.base ?? '') + call.path, call.query);
  const contentType = call.headers['content-type'] ?? '';
  const media = reply.headers['Content-Type'] ?? '';
  const text = textOf(redactBody(reply.body, media));
  const sent = bytes === null ? undefined : textOf(redactBody(bytes, contentType));
  return {
    startedDateTime: new Date(at).toISOString(),
    time: ms,
    request: {
      method: call.method,
      url: `${call.secure ? 'https' : 'http'}://${host}${url}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toNameValuePairs(redactHeaders(call.headers)),
      queryString: toNameValuePairs(Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? ''))),
      ...(sent !== undefined && { postData: { mimeType: contentType, text: sent } }),
      headersSize: -1,
      bodySize: bytes?.length ?? 0,
    },
    response: {
      status: reply.status,
      // A browser has no reason phrases, like HTTP/2 (RFC 9113 §8.3.2).
      statusText: globalThis.process?.getBuiltinModule?.('http').STATUS_CODES[reply.status] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toNameValuePairs(redactHeaders(reply.headers)),
      content: { size: reply.body.length, mimeType: media, text },
      redirectURL: '',
      headersSize: -1,
      bodySize: reply.body.length,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    ...(operation !== undefined && { comment: operation }),
  };
}

const toNameValuePairs = (values: Readonly<Record<string, string>>): NameValue[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

const textOf = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
