// One call on its way through the pipeline: what the steps find out, each reading what earlier ones wrote.
import type { Store } from '../state/store.ts';
import type { Tables } from '../state/table.ts';
import type { Call } from './call.ts';
import type { Caller } from './handler.ts';
import type { Allowance } from './limits.ts';
import type { Plan } from './plan.ts';

/** Nobody in particular: all that is known is the address. */
export function stranger(address: string): Caller {
  return {
    kind: 'anonymous',
    id: `address ${address}`,
    userId: null,
    tenantId: null,
    tenantStatus: null,
    tier: 'free',
    role: null,
    scopes: [],
  };
}

export class Turn {
  readonly call: Call;
  readonly requestId: string;
  /** who calls, as far as the credential tells; a stranger until then, and after a refusal */
  caller: Caller;
  /** why the credential was refused; null when it was taken, or when none was sent */
  refused: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED' | null = null;
  /** whose session it was that has expired */
  expired: Caller | null = null;
  plan: Plan | null = null;
  params: Record<string, string> = {};
  allowance: Allowance | null = null;
  /** the parsed body; undefined when none was sent, null once the request log has the call */
  body: unknown = undefined;
  query: Record<string, unknown> = {};
  /** where this call's answer is kept, for an operation that is to happen once; null without an Idempotency-Key */
  onceKey: string | null = null;
  /** the same body has the same fingerprint */
  fingerprint = '';
  /** the caller's tenant's; there is one only inside the transaction */
  store: Store<Tables> | null = null;
  /** has the handler begun? */
  began = false;
  /** what the handler gave back */
  result: unknown = undefined;
  /** the result as JSON text */
  text = '';
  /** what was done to it on purpose, in words; null for nothing */
  disturbed: string | null = null;
  readonly arrived: number;

  constructor(call: Call, requestId: string, arrived: number) {
    this.call = call;
    this.requestId = requestId;
    this.arrived = arrived;
    this.caller = stranger(call.address);
  }
}

/** What a step needs that an earlier step must have written. @throws Error when the steps are out of order */
export function need<A>(value: A | null, what: string): A {
  if (value === null) throw new Error(`A step needs ${what}, which no earlier step has found.`);
  return value;
}
