// The pipeline: the steps that a request passes, in order. The first cause of a refusal decides the reply.

import { CommittedRefusal } from '../../state/refusal.ts';
import type { Store } from '../../state/store.ts';
import type { Tables } from '../../state/tables/table.ts';
import { replayIdempotentResponse, saveIdempotentResponse } from '../idempotency.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { causeOf, type RequestContext, type Step, type StepResult } from './request-context.ts';
import {
  authenticate,
  authorise,
  loadDependencies,
  parseRequest,
  rateLimit,
  resolveCredential,
  route,
  runDueTimers,
  serveDocument,
} from './request-steps.ts';
import {
  addPageLinks,
  callHandler,
  resolveResources,
  serialize,
  successReply,
  validateRequest,
  verifyResponse,
} from './result-steps.ts';

/** Creates the list of steps. The steps that are marked `inside` run in one transaction. */
export function pipeline(deps: PipelineDeps): Step[] {
  type Run<Result> = (context: RequestContext, deps: PipelineDeps) => Result;
  const step = (name: string, run: Run<StepResult | Promise<StepResult>>): Step => ({
    name,
    run: (context) => run(context, deps),
  });
  const inside = (name: string, run: Run<StepResult>): Step => ({
    name,
    inside: true,
    run: (context) => run(context, deps),
  });
  return [
    step('world', runDueTimers), // runs the timers that are due
    step('identify', resolveCredential), // finds the caller
    step('document', serveDocument), // answers /v1/openapi.json, and / and /v1 with what this server is
    step('route', route), // status 404 for an unknown path or method
    step('limit', rateLimit), // status 429 for a request over the rate limit
    step('authenticate', authenticate), // status 401 for a missing or invalid credential
    step('authorise', authorise), // status 403 for a caller without permission
    step('parse', parseRequest), // status 400 for a body that cannot be parsed
    step('prepare', loadDependencies), // loads the modules that the operation needs
    inside('locate', resolveResources), // status 404 for an unknown record
    inside('replay', replayIdempotentResponse), // the stored reply for a repeated key, or 422 for another body
    inside('validate', validateRequest), // status 422 for invalid fields
    inside('handle', callHandler), // the handler's result, or 422 when a record's state forbids the operation
    inside('link', addPageLinks), // fills the links of a page
    inside('verify', verifyResponse), // status 500 when the result breaks the document
    inside('render', serialize), // the JSON text of the result
    inside('remember', saveIdempotentResponse), // stores the reply for its key
    step('reply', successReply), // builds the reply with status 200 or 201
  ];
}

type PipelineResult = NonNullable<StepResult>;

/** Runs a request through the steps; returns a promise only when one of the steps returns a promise. */
export type PipelineRunner = (context: RequestContext) => PipelineResult | Promise<PipelineResult>;

/**
 * Creates a function that runs a request through a list of steps.
 * @throws Error when the steps marked `inside` are not consecutive
 */
export function createRunner({ world }: PipelineDeps, steps: readonly Step[]): PipelineRunner {
  const first = steps.findIndex((step) => step.inside);
  const end = steps.findLastIndex((step) => step.inside) + 1;
  const transactionSteps = steps.slice(first, end).map((step) => {
    if (!step.inside)
      throw new Error(`The step ${step.name} runs inside the transaction: set its member inside to true.`);
    return step;
  });

  const runTransaction = (context: RequestContext): StepResult => {
    let committed: CommittedRefusal | undefined;
    const { seq } = world;
    const steps = (store: Store<Tables>): StepResult => {
      context.store = store;
      try {
        for (const step of transactionSteps) {
          const early = step.run(context);
          if (early !== undefined) return early;
        }
      } catch (error) {
        if (!(error instanceof CommittedRefusal)) throw error;
        committed = error;
      }
      return undefined;
    };
    const answer = world.transact(context.caller.tenantId, steps, causeOf(context));
    if (world.seq !== seq) context.commit = seq + 1;
    if (committed) throw committed;
    return answer;
  };

  const runFrom = (start: number, context: RequestContext): PipelineResult | Promise<PipelineResult> => {
    for (let at = start; at < steps.length; at++) {
      let answer: StepResult | Promise<StepResult>;
      if (at === first) {
        answer = runTransaction(context);
        at = end - 1;
      } else {
        answer = steps[at]?.run(context);
      }
      if (answer instanceof Promise) return continueAfter(answer, at + 1, context);
      if (answer !== undefined) return answer;
    }
    throw new Error('No step answered the call.');
  };

  // Not part of `runFrom`: a loop whose variable a closure uses makes an object for it at each step.
  const continueAfter = async (
    step: Promise<StepResult>,
    next: number,
    context: RequestContext,
  ): Promise<PipelineResult> => {
    const result = await step;
    // The caller may have given the request up meanwhile.
    context.call.signal?.throwIfAborted();
    return result ?? runFrom(next, context);
  };
  return (context) => runFrom(0, context);
}
