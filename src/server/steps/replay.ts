// Step: a call that was answered before, under the same Idempotency-Key, gets that answer again (heading Payload notes).
import { Refusal } from '../../state/refusal.ts';
import { jsonReply } from '../call.ts';
import { recall } from '../once.ts';
import type { Step } from '../step.ts';

export const replay = (): Step => ({
  name: 'replay',
  inside: true,
  run(turn) {
    if (turn.onceKey === null) return undefined;
    const kept = recall(turn);
    if (kept === null) return undefined;
    if (!kept.same) return new Refusal('IDEMPOTENCY_KEY_REUSED');
    return jsonReply(kept.status, kept.body, { 'Idempotent-Replayed': 'true' });
  },
});
