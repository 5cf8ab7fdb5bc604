// The pipeline: what happens to a call, in order. The order is the order of causes: the first that applies is the answer.
import { LastingRefusal } from './lasting.ts';
import type { Machine } from './machine.ts';
import type { Said, Step } from './step.ts';
import { authenticate } from './steps/authenticate.ts';
import { authorise } from './steps/authorise.ts';
import { document } from './steps/document.ts';
import { handle } from './steps/handle.ts';
import { identify } from './steps/identify.ts';
import { limit } from './steps/limit.ts';
import { link } from './steps/link.ts';
import { locate } from './steps/locate.ts';
import { parse } from './steps/parse.ts';
import { prepare } from './steps/prepare.ts';
import { remember } from './steps/remember.ts';
import { render } from './steps/render.ts';
import { replay } from './steps/replay.ts';
import { reply } from './steps/reply.ts';
import { route } from './steps/route.ts';
import { validate } from './steps/validate.ts';
import { verify } from './steps/verify.ts';
import { world } from './steps/world.ts';
import type { Turn } from './turn.ts';

/** Every step, in order. Those between `locate` and `remember` are one transaction. */
export const pipeline = (machine: Machine): Step[] => [
  world(machine), // what is due is done
  identify(machine), // whose credential?
  document(machine), // /v1/openapi.json
  route(machine), // 404 no such path or method
  limit(machine), // 429
  authenticate(), // 401
  authorise(), // 403
  parse(), // 400
  prepare(machine), // whatever is loaded late is here
  locate(), // 404 no such record
  replay(), // the answer of last time, or 422 another body
  validate(), // 422 fields
  handle(machine), // 422 state, or the result
  link(),
  verify(machine), // 500 if we would lie
  render(),
  remember(),
  reply(), // 200 or 201
];

type Answer = NonNullable<Said>;

/** Runs a turn through steps; a promise only when a step returned one. */
export type Run = (turn: Turn) => Answer | Promise<Answer>;

/**
 * Makes the steps runnable.
 * @throws Error when the steps `inside` the transaction do not stand together
 */
export function runner({ world }: Machine, steps: readonly Step[]): Run {
  const first = steps.findIndex((step) => step.inside);
  const end = steps.findLastIndex((step) => step.inside) + 1;
  const inner = steps.slice(first, end).map((step) => {
    if (!step.inside) throw new Error(`The step ${step.name} stands inside the transaction: mark it so.`);
    return step;
  });

  const together = (turn: Turn): Said => {
    let lasting: LastingRefusal | undefined;
    const answer = world.transact(turn.caller.tenantId, (store) => {
      turn.store = store;
      try {
        for (const step of inner) {
          const early = step.run(turn);
          if (early !== undefined) return early;
        }
      } catch (error) {
        if (!(error instanceof LastingRefusal)) throw error;
        lasting = error;
      }
      return undefined;
    });
    if (lasting) throw lasting;
    return answer;
  };

  const from = (start: number, turn: Turn): Answer | Promise<Answer> => {
    for (let at = start; at < steps.length; at++) {
      let answer: Said | Promise<Said>;
      if (at === first) {
        answer = together(turn);
        at = end - 1;
      } else {
        answer = steps[at]?.run(turn);
      }
      if (answer instanceof Promise) return answer.then((said) => said ?? from(at + 1, turn));
      if (answer !== undefined) return answer;
    }
    throw new Error('No step answered the call.');
  };
  return (turn) => from(0, turn);
}
