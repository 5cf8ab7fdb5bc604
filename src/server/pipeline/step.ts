// The type of pipeline steps.
import type { Refusal } from '../../state/refusal.ts';
import type { Reply } from '../http/call.ts';
import type { RequestContext } from './request-context.ts';

/** The result of a step: undefined to go on with the next one, the reply, or the refusal. */
export type StepResult = Reply | Refusal | undefined;

/**
 * One step of the pipeline, which reads and writes the request context. It refuses by returning a `Refusal`. A
 * refusal that the store or a handler throws passes through the step and undoes the transaction. The steps marked
 * `inside` share one transaction and are synchronous: all of their writes are committed, or none.
 */
export type Step =
  | { name: string; inside?: false; run(context: RequestContext): StepResult | Promise<StepResult> }
  | { name: string; inside: true; run(context: RequestContext): StepResult };
