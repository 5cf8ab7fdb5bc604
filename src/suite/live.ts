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
  return {
    ...sent,
    status,
    headers,
    bytes,
    failure,
    ms,
    header(name) {
      const lower = name.toLowerCase();
      let found: string | null = null;
      for (const [key, value] of headers) {
        if (key.length === lower.length && key.toLowerCase() === lower) {
          found = found === null ? value : `${found}, ${value}`;
        }
      }
      return found;
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

function parse(text: string): unknown {
  if (text === '' || tooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
