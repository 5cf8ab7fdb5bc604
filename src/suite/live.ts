// A live exchange: the reply is decoded when it is first looked at.
import { tooDeep } from './depth.ts';
import type { Exchange, TransportFailure } from './exchange.ts';
import type { WireReply } from './transport.ts';

type Sent = Omit<Exchange, 'status' | 'headers' | 'header' | 'bytes' | 'text' | 'json' | 'failure' | 'ms'>;

const UTF8 = new TextDecoder();
const NOTHING: WireReply = { status: 0, headers: [], bytes: new Uint8Array() };

/** @param reply null when none came; then `failure` says why */
export function liveExchange(
  sent: Sent,
  reply: WireReply | null,
  failure: TransportFailure | null,
  ms: number,
): Exchange {
  const { status, headers, bytes } = reply ?? NOTHING;
  let text: string | undefined;
  let json: { value: unknown } | undefined;
  let named: Map<string, string> | undefined;
  return {
    ...sent,
    status,
    headers,
    bytes,
    failure,
    ms,
    header(name) {
      named ??= byName(headers);
      return named.get(name) ?? named.get(name.toLowerCase()) ?? null;
    },
    get text() {
      text ??= UTF8.decode(bytes);
      return text;
    },
    get json() {
      json ??= { value: parse(this.text) };
      return json.value;
    },
  };
}

/** Headers by their names in lower case; what is sent twice is one list (RFC 9110, 5.2). */
function byName(headers: WireReply['headers']): Map<string, string> {
  const named = new Map<string, string>();
  for (const [key, value] of headers) {
    const name = key.toLowerCase();
    const before = named.get(name);
    named.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return named;
}

function parse(text: string): unknown {
  if (text === '' || tooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
