// Wraps the pipeline steps of a mock with defects, and adds a step before the transaction.
import type { ClientRequest, RequestMatcher } from '../../conformance/defects/mutant.ts';
import type { RequestContext, Step } from '../../src/server/pipeline/request-context.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { matches } from '../../src/variations/exchange.ts';

type Wrap = {
  name: string;
  where: RequestMatcher;
  hook: (context: RequestContext, go: () => unknown) => unknown;
};
type BeforeTransactionHook = {
  where: RequestMatcher;
  hook: (context: RequestContext, request: ClientRequest) => Promise<void>;
};

/** Stores the functions that wrap pipeline steps, and applies them to the steps of an app. */
export class WrappedSteps {
  readonly #wraps: Wrap[] = [];
  readonly #arrivals: BeforeTransactionHook[] = [];
  readonly #requestOf: (context: RequestContext) => ClientRequest;
  /** the request whose handler runs now; handlers are synchronous, so only one runs at a time */
  #handled: RequestContext | null = null;

  constructor(requestOf: (context: RequestContext) => ClientRequest) {
    this.#requestOf = requestOf;
  }

  /** Wraps a pipeline step. `go` runs the real step and throws when the real step refuses the request. */
  wrap(name: string, where: RequestMatcher, hook: Wrap['hook']): void {
    this.#wraps.push({ name, where, hook });
  }

  /** Adds an asynchronous function that runs before the transaction begins. */
  beforeTransaction(where: RequestMatcher, hook: BeforeTransactionHook['hook']): void {
    this.#arrivals.push({ where, hook });
  }

  handledContext(): RequestContext {
    if (!this.#handled) throw new Error('A handler ran outside of the handle step.');
    return this.#handled;
  }

  /**
   * Returns the pipeline steps of an app with every wrap applied.
   * @throws Error when a wrap names a step that does not exist
   */
  over(steps: readonly Step[]): Step[] {
    const names = steps.map(({ name }) => name);
    const missing = this.#wraps.find(({ name }) => !names.includes(name));
    if (missing) throw new Error(`The pipeline has no step ${missing.name}: it has ${names.join(', ')}.`);
    const first = steps.findIndex(({ inside }) => inside);
    const wrapped = steps.map((step) => this.#wrapped(step));
    return [...wrapped.slice(0, first), this.#arrival(), ...wrapped.slice(first)];
  }

  #arrival(): Step {
    return {
      name: 'arrive',
      run: (context) => {
        const request = this.#requestOf(context);
        const due = this.#arrivals.filter(({ where }) => matches(where, request));
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
    const run = (context: RequestContext, deps: object): unknown => {
      if (step.name === 'handle') this.#handled = context;
      let go = (): unknown => {
        const done = step.run(context, deps);
        if (done instanceof Refusal) throw done;
        return done;
      };
      for (const { where, hook } of wraps) {
        const inner = go;
        go = () => (matches(where, this.#requestOf(context)) ? hook(context, inner) : inner());
      }
      return go();
    };
    // The wrapped step stands in the place of the real step and returns the same type of result.
    return { ...step, run } as Step;
  }
}
