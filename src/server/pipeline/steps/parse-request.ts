// Step: parses the body and the Idempotency-Key header, and refuses with 400 what it cannot parse. Later steps
// validate the content.
import { Refusal } from '../../../state/refusal.ts';
import { MAX_BODY } from '../../http/call.ts';
import { parseJson } from '../../http/json.ts';
import { parseIdempotencyKey } from '../../idempotency.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

const JSON_MEDIA = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

/** Creates the step that parses the body and the idempotency key. */
export const parseRequest = (): Step => ({
  name: 'parse',
  run(context) {
    const { body, headers, bodyTooLarge } = context.call;
    if (bodyTooLarge || (body !== null && body.length > MAX_BODY)) return new Refusal('PAYLOAD_TOO_LARGE');
    const { operation } = required(context.plan, 'an operation');
    if (operation.body !== null && body !== null && body.length > 0) {
      const media = headers['content-type'];
      if (media !== 'application/json' && (media === undefined || !JSON_MEDIA.test(media.trim()))) {
        return new Refusal('UNSUPPORTED_MEDIA_TYPE');
      }
      const coding = headers['content-encoding'];
      if (coding !== undefined && coding.toLowerCase() !== 'identity')
        return new Refusal('UNSUPPORTED_MEDIA_TYPE');
      const read = parseJson(body);
      if (typeof read === 'string') return new Refusal(read);
      context.body = read.value;
    }
    const key = operation.idempotency === null ? undefined : headers['idempotency-key'];
    if (key === undefined) return undefined;
    context.idempotencyKey = parseIdempotencyKey(key);
    return context.idempotencyKey === null ? new Refusal('IDEMPOTENCY_KEY_INVALID') : undefined;
  },
});
