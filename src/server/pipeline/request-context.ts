// The context of one request in the pipeline, and the type of steps: each step reads what earlier steps wrote.
import type { ValidationProblem } from '../../contract/validation/validate.ts';
import type { Cause } from '../../state/journal.ts';
import type { Refusal } from '../../state/refusal.ts';
import type { Store } from '../../state/store.ts';
import type { Tables } from '../../state/tables/table.ts';
import type { Call, Reply, Varied } from '../http/call.ts';
import type { RateLimitStatus } from '../rate-limit/rate-limiter.ts';
import { anonymousCaller, type Caller } from './caller.ts';
import type { OperationPlan } from './operation-plan.ts';

/** Who answered a request of a mock that passes requests on to an upstream, and why. */
export type Answered = {
  by: 'upstream' | 'mock';
  because: string;
};

export class RequestContext {
  /** the call; once the request is answered, as the log keeps it */
  call: Call;
  readonly requestId: string;
  /** the caller; anonymous before the credential is resolved, and when it is refused */
  caller: Caller;
  /** why the credential was refused; null when it was not, or there is none */
  credentialRefusal: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED' | null = null;
  /** what the resolution of a refused credential found out besides; null when the credential was accepted */
  credentialDetails: { expiredAt?: string; hint?: string } | null = null;
  /** the caller whose session has expired; null when the request carries no expired session */
  expiredCaller: Caller | null = null;
  plan: OperationPlan | null = null;
  params: Record<string, string> = {};
  rateLimit: RateLimitStatus | null = null;
  /** the parsed body; undefined when the request has no body, null once the request log contains the request */
  body: unknown = undefined;
  /** the schema of the body when an edited document describes several media types; null otherwise */
  bodySchema: string | null = null;
  /** the media type of a generated reply that is no JSON; null for every other reply */
  generatedMedia: string | null = null;
  query: Record<string, unknown> = {};
  /** what is wrong in the headers that the document describes */
  headerProblems: readonly ValidationProblem[] = [];
  /** the idempotency key; null without one, and for operations that take none */
  idempotencyKey: string | null = null;
  /** the fingerprint of the body; equal bodies have equal fingerprints */
  bodyFingerprint = '';
  /** the store of the caller's tenant; null outside the transaction */
  store: Store<Tables> | null = null;
  handlerStarted = false;
  result: unknown = undefined;
  /** what the result of an operation without a handler was made from; null when a handler returned it */
  generatedFrom: string | null = null;
  /** the result as JSON text */
  replyText = '';
  /** the bytes of `replyText`; null where they are not known */
  replyBytes: string | null = null;
  /** what a lawful variation changed in the request or the reply */
  varied: readonly Varied[] = [];
  /** a description of the injected fault; null when no fault was injected */
  injectedFault: string | null = null;
  /** who answered the request; null for a mock without an upstream */
  answered: Answered | null = null;
  /**
   * the call and the reply as the log keeps them, without credentials of an upstream, and whether it was sent there; null
   * when they are kept as they are
   */
  logged: { call: Call; reply?: Reply; passed?: true } | null = null;
  readonly arrivedAt: number;

  /** the number of the commit that the request made; null when it made none */
  commit: number | null = null;

  constructor(call: Call, requestId: string, arrived: number) {
    this.call = call;
    this.requestId = requestId;
    this.arrivedAt = arrived;
    this.caller = anonymousCaller(call.address);
  }
}

/** The result of a step: undefined to continue with the next step, or the reply, or the refusal. */
export type StepResult = Reply | Refusal | undefined;

/**
 * One step of the pipeline, which reads and writes the request context. A step refuses a request by returning a
 * `Refusal`. A refusal that the store or a handler throws undoes the transaction. The steps marked `inside` share one
 * transaction and are synchronous: all of their writes are committed together, or none of them.
 * `deps` are the `PipelineDeps` of the world; a step of another module only passes them on.
 */
export type Step =
  | {
      name: string;
      inside?: false;
      run(context: RequestContext, deps: object): StepResult | Promise<StepResult>;
    }
  | { name: string; inside: true; run(context: RequestContext, deps: object): StepResult };

export function causeOf({ requestId, plan, caller, call }: RequestContext): Cause {
  return {
    kind: 'request',
    id: requestId,
    operation: plan?.operation.id ?? null,
    caller: caller.id,
    bytes: call.body?.length ?? 0,
  };
}

/**
 * Returns a value that an earlier step must have written.
 * @throws Error when the value is null, because the steps are then in the wrong order
 */
export function required<A>(value: A | null, what: string): A {
  if (value === null)
    throw new Error(`A step needs ${what}, which no earlier step has set: check the order of the steps.`);
  return value;
}
