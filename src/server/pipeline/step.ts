// The type of pipeline steps.
import type { Refusal } from '../../state/refusal.ts';
import type { Reply } from '../http/call.ts';
import type { RequestContext } from './request-context.ts';

/** The result of a step: undefined to continue with the next step, or the reply, or the refusal. */
export type StepResult = Reply | Refusal | undefined;

/**
 * One step of the pipeline, which reads and writes the request context. A step refuses a request by returning a
 * `Refusal`. A refusal that the store or a handler throws undoes the transaction. The steps marked `inside` share one
 * transaction and are synchronous: all of their writes are committed together, or none of them.
 */
export type Step =
  | { name: string; inside?: false; run(context: RequestContext): StepResult | Promise<StepResult> }
  | { name: string; inside: true; run(context: RequestContext): StepResult };
