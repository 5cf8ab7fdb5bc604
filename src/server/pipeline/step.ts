// What a step of the pipeline is.
import type { Refusal } from '../../state/refusal.ts';
import type { Reply } from '../http/call.ts';
import type { RequestContext } from './request-context.ts';

/** What a step says: nothing, so that the next one goes on; the reply; or why there is none to be had. */
export type StepResult = Reply | Refusal | undefined;

/**
 * One step of the pipeline. It reads and fills the turn. It refuses by returning a `Refusal`, or lets one pass that the
 * store or a handler has thrown: a thrown one undoes what its transaction did.
 * The steps marked `inside` run in one transaction and must be synchronous: all of their effects are kept, or none.
 */
export type Step =
  | { name: string; inside?: false; run(context: RequestContext): StepResult | Promise<StepResult> }
  | { name: string; inside: true; run(context: RequestContext): StepResult };
