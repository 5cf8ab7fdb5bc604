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

/** The steps. Those that are marked `inside` run in one transaction. */
export const pipeline: readonly Step[] = [
  { name: 'world', run: runDueTimers }, // runs the timers that are due
  { name: 'identify', run: resolveCredential }, // finds the caller
  { name: 'document', run: serveDocument }, // answers /v1/openapi.json, and / and /v1 with what this server is
  { name: 'route', run: route }, // status 404 for an unknown path or method
  { name: 'limit', run: rateLimit }, // status 429 for a request over the rate limit
  { name: 'authenticate', run: authenticate }, // status 401 for a missing or invalid credential
  { name: 'authorise', run: authorise }, // status 403 for a caller without permission
  { name: 'parse', run: parseRequest }, // status 400 for a body that cannot be parsed
  { name: 'prepare', run: loadDependencies }, // loads the modules that the operation needs
  { name: 'locate', inside: true, run: resolveResources }, // status 404 for an unknown record
  { name: 'replay', inside: true, run: replayIdempotentResponse }, // the stored reply for a repeated key, or 422 for another body
  { name: 'validate', inside: true, run: validateRequest }, // status 422 for invalid fields
  { name: 'handle', inside: true, run: callHandler }, // the handler's result, or 422 when a record's state forbids the operation
  { name: 'link', inside: true, run: addPageLinks }, // fills the links of a page
  { name: 'verify', inside: true, run: verifyResponse }, // status 500 when the result breaks the document
  { name: 'render', inside: true, run: serialize }, // the JSON text of the result
  { name: 'remember', inside: true, run: saveIdempotentResponse }, // stores the reply for its key
  { name: 'reply', run: successReply }, // builds the reply with status 200 or 201
];

type PipelineResult = NonNullable<StepResult>;

/** Runs a request through the steps; returns a promise only when one of the steps returns a promise. */
export type PipelineRunner = (context: RequestContext) => PipelineResult | Promise<PipelineResult>;

/**
 * Creates a function that runs a request through a list of steps.
 * @throws Error when the steps marked `inside` are not consecutive
 */
export function createRunner(deps: PipelineDeps, steps: readonly Step[]): PipelineRunner {
  const { world } = deps;
  const first = steps.findIndex((step) => step.inside);
  const end = steps.findLastIndex((step) => step.inside) + 1;
  const transactionSteps = steps.slice(first, end).map((step) => {
    if (!step.inside)
      throw new Error(`The step ${step.name} runs inside the transaction: set its member inside to true.`);
    return step;
  });

  const insideTransaction =
    (context: RequestContext) =>
    (store: Store<Tables>): StepResult => {
      context.store = store;
      try {
        for (const step of transactionSteps) {
          const early = step.run(context, deps);
          if (early !== undefined) return early;
        }
      } catch (error) {
        if (error instanceof CommittedRefusal) return error;
        throw error;
      }
      return undefined;
    };

  const runFrom = (context: RequestContext, start = 0): PipelineResult | Promise<PipelineResult> => {
    for (let at = start; at < steps.length; at++) {
      let answer: StepResult | Promise<StepResult>;
      if (at === first) {
        const { seq } = world;
        answer = world.transact(context.caller.tenantId, insideTransaction(context), causeOf(context));
        if (world.seq !== seq) context.commit = seq + 1;
        at = end - 1;
      } else {
        answer = steps[at]?.run(context, deps);
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
    return result ?? runFrom(context, next);
  };
  return runFrom;
}
