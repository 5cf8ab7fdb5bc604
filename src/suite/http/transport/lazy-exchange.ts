// Builds exchanges whose reply body is decoded only when its text or JSON is first read.

import { parsedJson } from '../../../contract/json/parsed-json.ts';
import type { ResponseMapping } from '../../mapping/learned-names.ts';
import type { Exchange, TransportFailure } from '../../model/exchange.ts';
import { exceedsMaxDepth } from '../../model/limits.ts';
import type { TransportReply } from './transport.ts';

type SentFields = Omit<
  Exchange,
  'status' | 'headers' | 'header' | 'bytes' | 'text' | 'received' | 'json' | 'failure' | 'ms'
>;

const UTF8 = new TextDecoder();
const NO_REPLY: TransportReply = { status: 0, headers: [], bytes: new Uint8Array() };

/**
 * Builds an exchange.
 * @param reply null when no reply arrived; `failure` then states why
 * @param ms milliseconds from sending the request to the complete reply
 * @param mapping gives the body the contract's names; without it, `json` is the body as received
 */
export function lazyExchange(
  sent: SentFields,
  reply: TransportReply | null,
  failure: TransportFailure | null,
  ms: number,
  mapping?: Pick<ResponseMapping, 'version' | 'view'>,
): Exchange {
  const { status, headers, bytes } = reply ?? NO_REPLY;
  let text: string | undefined;
  let received: { value: unknown } | undefined;
  let viewed: { value: unknown; version: number } | undefined;
  let byName: Map<string, string> | undefined;
  return {
    ...sent,
    status,
    headers,
    bytes,
    failure,
    ms,
    header(name) {
      byName ??= headersByName(headers);
      return byName.get(name) ?? byName.get(name.toLowerCase()) ?? null;
    },
    get text() {
      text ??= UTF8.decode(bytes);
      return text;
    },
    get received() {
      received ??= { value: exceedsMaxDepth(this.text) ? undefined : parsedJson(this.text) };
      return received.value;
    },
    get json() {
      if (mapping === undefined) return this.received;
      if (viewed?.version !== mapping.version)
        viewed = { version: mapping.version, value: mapping.view(this) };
      return viewed.value;
    },
  };
}

/**
 * Maps lower-case HTTP header names to values; the values of repeated headers are joined into one list (RFC 9110,
 * 5.2).
 */
function headersByName(headers: TransportReply['headers']): Map<string, string> {
  const named = new Map<string, string>();
  for (const [key, value] of headers) {
    const name = key.toLowerCase();
    const before = named.get(name);
    named.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return named;
}
