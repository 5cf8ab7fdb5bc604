// Wraps the pipeline steps of a mock with defects, and adds a pause before the transaction.
import type { ClientRequest, RequestMatcher } from '../../conformance/defects/mutant.ts';
import type { RequestContext } from '../../src/server/pipeline/request-context.ts';
import type { Step } from '../../src/server/pipeline/step.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { applies } from './interceptor.ts';

type Wrap = {
  name: string;
  where: RequestMatcher;
  hook: (context: RequestContext, go: () => unknown) => unknown;
};
type BeforeTransactionHook = {
  where: RequestMatcher;
  hook: (context: RequestContext, request: ClientRequest) => Promise<void>;
};

/** Lets parallel calls run: waits several turns of the event loop. */
export async function yieldToOthers(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise<void>((done) => setImmediate(done));
}

export class WrappedSteps {
  readonly #wraps: Wrap[] = [];
  readonly #arrivals: BeforeTransactionHook[] = [];
  readonly #requestIn: (context: RequestContext) => ClientRequest;
  /** the request context whose handler runs; handlers are synchronous, so there is only one */
  #handled: RequestContext | null = null;

  constructor(requestIn: (context: RequestContext) => ClientRequest) {
    this.#requestIn = requestIn;
  }

  /** Wraps a step; `go` runs the original one and throws its refusal. */
  wrap(name: string, where: RequestMatcher, hook: Wrap['hook']): void {
    this.#wraps.push({ name, where, hook });
  }

  /** Runs something asynchronous before the transaction begins. */
  beforeTransaction(where: RequestMatcher, hook: BeforeTransactionHook['hook']): void {
    this.#arrivals.push({ where, hook });
  }

  /** Returns the request context whose handler runs. */
  handledContext(): RequestContext {
    if (!this.#handled) throw new Error('A handler ran outside of the handle step.');
    return this.#handled;
  }

  /** Returns an app's steps with all wraps applied. @throws Error naming a step that the pipeline lacks */
  over(steps: readonly Step[]): Step[] {
    const names = steps.map(({ name }) => name);
    const lost = this.#wraps.find(({ name }) => !names.includes(name));
    if (lost) throw new Error(`The pipeline has no step ${lost.name}: it has ${names.join(', ')}.`);
    const first = steps.findIndex(({ inside }) => inside);
    const wrapped = steps.map((step) => this.#wrapped(step));
    return [...wrapped.slice(0, first), this.#arrival(), ...wrapped.slice(first)];
  }

  #arrival(): Step {
    return {
      name: 'arrive',
      run: (context) => {
        const request = this.#requestIn(context);
        const due = this.#arrivals.filter(({ where }) => applies(where, request));
        if (due.length === 0) return undefined;
        return (async () => {
          for (const { hook } of due) await hook(context, request);
          return undefined;
        })();
      },
    };
  }

  #wrapped(step: Step): Step {
    const wraps = this.#wraps.filter(({ name }) => name === step.name);
    if (wraps.length === 0 && step.name !== 'handle') return step;
    const run = (context: RequestContext): unknown => {
      if (step.name === 'handle') this.#handled = context;
      let go = (): unknown => {
        const done = step.run(context);
        if (done instanceof Refusal) throw done;
        return done;
      };
      for (const { where, hook } of wraps) {
        const inner = go;
        go = () => (applies(where, this.#requestIn(context)) ? hook(context, inner) : inner());
      }
      return go();
    };
    // a wrapped step has the position and the result type of the original one
    return { ...step, run } as Step;
  }
}
