// Step: reads the body and the Idempotency-Key. Whatever cannot be read is 400; what it means is judged later.
import { Refusal } from '../../state/refusal.ts';
import { MAX_BODY } from '../call.ts';
import { readJson } from '../json.ts';
import type { Step } from '../step.ts';
import { need } from '../turn.ts';

const JSON_MEDIA = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

export const parse = (): Step => ({
  name: 'parse',
  run(turn) {
    const { body, headers, bodyTooLarge } = turn.call;
    if (bodyTooLarge || (body !== null && body.length > MAX_BODY)) return new Refusal('PAYLOAD_TOO_LARGE');
    const { operation } = need(turn.plan, 'an operation');
    if (operation.body !== null && body !== null && body.length > 0) {
      const media = headers['content-type'];
      if (media !== 'application/json' && (media === undefined || !JSON_MEDIA.test(media.trim()))) {
        return new Refusal('UNSUPPORTED_MEDIA_TYPE');
      }
      const coding = headers['content-encoding'];
      if (coding !== undefined && coding.toLowerCase() !== 'identity')
        return new Refusal('UNSUPPORTED_MEDIA_TYPE');
      const read = readJson(body);
      if (typeof read === 'string') return new Refusal(read);
      turn.body = read.value;
    }
    const key = operation.idempotency === null ? undefined : headers['idempotency-key'];
    if (key === undefined) return undefined;
    turn.onceKey = onceKeyOf(key);
    return turn.onceKey === null ? new Refusal('IDEMPOTENCY_KEY_INVALID') : undefined;
  },
});

/**
 * The key an `Idempotency-Key` header names; the Structured-Fields spelling `"k"` (RFC 9651 §3.3.3) is the same as `k`.
 * Null for what is no key.
 */
function onceKeyOf(header: string): string | null {
  const text = header.trim();
  const quoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"');
  const key = quoted ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;
  return VISIBLE_ASCII.test(key) ? key : null;
}
