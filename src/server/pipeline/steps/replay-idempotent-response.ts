// Step: a call that was answered before, under the same Idempotency-Key, gets that answer again (heading Payload notes).
import { Refusal } from '../../../state/refusal.ts';
import { jsonReply } from '../../http/call.ts';
import { findStoredResponse } from '../../idempotency.ts';
import type { Step } from '../step.ts';

export const replayIdempotentResponse = (): Step => ({
  name: 'replay',
  inside: true,
  run(context) {
    if (context.idempotencyKey === null) return undefined;
    const stored = findStoredResponse(context);
    if (stored === null) return undefined;
    if (!stored.sameBody) return new Refusal('IDEMPOTENCY_KEY_REUSED');
    return jsonReply(stored.status, stored.body, { 'Idempotent-Replayed': 'true' });
  },
});
