// The ways to reply to a request to which a fault, a preference or an override applies: each runs other steps.
import { Refusal } from '../../state/refusal.ts';
import type { Call, Reply } from '../http/call.ts';
import { createRunner, type PipelineRunner } from '../pipeline/pipeline.ts';
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import type { Step } from '../pipeline/request-context.ts';

/**
 * The ways to get a reply: with or without the effect of the request, or a refusal. `description` names the injected
 * fault for the request log.
 */
export type ReplyMethods = {
  /** runs the whole pipeline, so that the request takes effect */
  answer(call: Call, description: string | null): Reply | Promise<Reply>;
  /** counts the request in the rate limit and replies with the result of `make`; the request has no effect */
  respondWithoutEffect(call: Call, description: string, make: () => Reply): Reply | Promise<Reply>;
  /** passes the request through the steps before its handler, and replies with the result of `make` */
  respondInsteadOfHandler(call: Call, description: string, make: () => Reply): Reply | Promise<Reply>;
  /** refuses a request whose preferences are invalid; it has no effect and is not counted in the rate limit */
  refuse(call: Call, problems: readonly string[]): Reply | Promise<Reply>;
};

/**
 * Creates the reply methods of a world.
 * @param steps the steps of the world's pipeline
 * @param answer runs a pipeline for a request, by default the world's own; the text names the injected fault
 */
export function replyMethods(
  deps: PipelineDeps,
  steps: readonly Step[],
  answer: (call: Call, run?: PipelineRunner, injectedFault?: string | null) => Reply | Promise<Reply>,
): ReplyMethods {
  const indexOf = (wanted: string): number => steps.findIndex(({ name }) => name === wanted);
  const stepsBefore = (name: string): Step[] => steps.slice(0, indexOf(name));
  const stepsUpTo = (name: string): Step[] => steps.slice(0, indexOf(name) + 1);
  return {
    answer: (call, description) => answer(call, undefined, description),
    respondWithoutEffect: (call, description, make) =>
      answer(call, createRunner(deps, [...stepsUpTo('limit'), { name: 'pretend', run: make }]), description),
    respondInsteadOfHandler: (call, description, make) =>
      answer(
        call,
        createRunner(deps, [...stepsBefore('handle'), { name: 'override', inside: true, run: make }]),
        description,
      ),
    refuse: (call, problems) =>
      answer(
        call,
        createRunner(deps, [
          ...stepsUpTo('route'),
          {
            name: 'prefer',
            run: () => new Refusal('PREFERENCE_INVALID', { errors: { Prefer: [...problems] } }),
          },
        ]),
      ),
  };
}
