// Step: keeps the answer of a call that is to happen once, in the same transaction as what it did.
import { storeResponse } from '../../idempotency.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

export const saveIdempotentResponse = (): Step => ({
  name: 'remember',
  inside: true,
  run(context) {
    if (context.idempotencyKey !== null) {
      storeResponse(
        context,
        required(context.store, 'a store'),
        required(context.plan, 'an operation').operation.success,
        context.replyText,
      );
    }
    return undefined;
  },
});
