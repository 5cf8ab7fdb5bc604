// One call on its way through the pipeline: what the steps find out, each reading what earlier ones wrote.
import type { Store } from '../../state/store.ts';
import type { Tables } from '../../state/table.ts';
import type { Call } from '../http/call.ts';
import type { RateLimitStatus } from '../rate-limit/rate-limiter.ts';
import { anonymousCaller, type Caller } from './caller.ts';
import type { OperationPlan } from './operation-plan.ts';

export class RequestContext {
  readonly call: Call;
  readonly requestId: string;
  /** who calls, as far as the credential tells; a stranger until then, and after a refusal */
  caller: Caller;
  /** why the credential was refused; null when it was taken, or when none was sent */
  credentialRefusal: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED' | null = null;
  /** whose session it was that has expired */
  expiredCaller: Caller | null = null;
  plan: OperationPlan | null = null;
  params: Record<string, string> = {};
  rateLimit: RateLimitStatus | null = null;
  /** the parsed body; undefined when none was sent, null once the request log has the call */
  body: unknown = undefined;
  query: Record<string, unknown> = {};
  /** where this call's answer is kept, for an operation that is to happen once; null without an Idempotency-Key */
  idempotencyKey: string | null = null;
  /** the same body has the same fingerprint */
  bodyFingerprint = '';
  /** the caller's tenant's; there is one only inside the transaction */
  store: Store<Tables> | null = null;
  /** has the handler begun? */
  handlerStarted = false;
  /** what the handler gave back */
  result: unknown = undefined;
  /** the result as JSON text */
  replyText = '';
  /** what was done to it on purpose, in words; null for nothing */
  injectedFault: string | null = null;
  readonly arrivedAt: number;

  constructor(call: Call, requestId: string, arrived: number) {
    this.call = call;
    this.requestId = requestId;
    this.arrivedAt = arrived;
    this.caller = anonymousCaller(call.address);
  }
}

/** What a step needs that an earlier step must have written. @throws Error when the steps are out of order */
export function required<A>(value: A | null, what: string): A {
  if (value === null) throw new Error(`A step needs ${what}, which no earlier step has found.`);
  return value;
}
