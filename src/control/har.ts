// Requests as an HTTP Archive (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/), without their secrets.
import { packageIdentity } from '../contract/package.ts';
import { redactBody, redactHeaders, redactUrl } from '../redaction/redact.ts';
import type { Recorded } from '../server/requests.ts';
import { reasonOf } from './reason.ts';

type Named = { name: string; value: string };
type Entry = {
  startedDateTime: string;
  time: number;
  request: {
    method: string;
    url: string;
    httpVersion: string;
    cookies: [];
    headers: Named[];
    queryString: Named[];
    postData?: { mimeType: string; text: string };
    headersSize: -1;
    bodySize: number;
  };
  response: {
    status: number;
    statusText: string;
    httpVersion: string;
    cookies: [];
    headers: Named[];
    content: { size: number; mimeType: string; text: string };
    redirectURL: string;
    headersSize: -1;
    bodySize: number;
  };
  cache: Record<string, never>;
  timings: { send: 0; wait: number; receive: 0 };
  comment?: string;
};
export type Har = { log: { version: '1.2'; creator: { name: string; version: string }; entries: Entry[] } };

export const harOf = (recorded: readonly Recorded[]): Har => ({
  log: { version: '1.2', creator: packageIdentity(), entries: recorded.map(entryOf) },
});

function entryOf({ turn, reply, sent: bytes, at, ms }: Recorded): Entry {
  const { call, operation } = { call: turn.call, operation: turn.plan?.operation.id };
  const host = call.headers.host ?? 'mock.invalid';
  const url = redactUrl((call.base ?? '') + call.path, call.query);
  const asked = call.headers['content-type'] ?? '';
  const media = reply.headers['Content-Type'] ?? '';
  const text = textOf(redactBody(reply.body, media));
  const sent = bytes === null ? undefined : textOf(redactBody(bytes, asked));
  return {
    startedDateTime: new Date(at).toISOString(),
    time: ms,
    request: {
      method: call.method,
      url: `${call.secure ? 'https' : 'http'}://${host}${url}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(redactHeaders(call.headers)),
      queryString: named(Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? ''))),
      ...(sent !== undefined && { postData: { mimeType: asked, text: sent } }),
      headersSize: -1,
      bodySize: bytes?.length ?? 0,
    },
    response: {
      status: reply.status,
      statusText: reasonOf(reply.status),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(redactHeaders(reply.headers)),
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

const named = (values: Readonly<Record<string, string>>): Named[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

const textOf = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
