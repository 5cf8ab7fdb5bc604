// The pipeline of a planted mock: its steps wrapped, and a place to wait before the transaction.
import type { Asked, Where } from '../../conformance/defects/plant.ts';
import type { Step } from '../../src/server/step.ts';
import type { Turn } from '../../src/server/turn.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { applies } from './door.ts';

type Wrap = { name: string; where: Where; hook: (turn: Turn, go: () => unknown) => unknown };
type Arrival = { where: Where; hook: (turn: Turn, asked: Asked) => Promise<void> };

/** Parallel calls get in: several turns of the event loop. */
export async function others(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise<void>((done) => setImmediate(done));
}

export class WrappedSteps {
  readonly #wraps: Wrap[] = [];
  readonly #arrivals: Arrival[] = [];
  readonly #askedIn: (turn: Turn) => Asked;
  /** the turn whose handler runs; handlers are synchronous, so there is one at a time */
  #handled: Turn | null = null;

  constructor(askedIn: (turn: Turn) => Asked) {
    this.#askedIn = askedIn;
  }

  /** Wraps a step; `go` runs the real one and throws when that refuses. */
  wrap(name: string, where: Where, hook: Wrap['hook']): void {
    this.#wraps.push({ name, where, hook });
  }

  /** Does something slow before the transaction begins. */
  arrive(where: Where, hook: Arrival['hook']): void {
    this.#arrivals.push({ where, hook });
  }

  /** The turn a handler runs for. */
  handled(): Turn {
    if (!this.#handled) throw new Error('A handler ran outside of the handle step.');
    return this.#handled;
  }

  /** The steps of an app with all of this in them. @throws Error naming a step that is not there */
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
      run: (turn) => {
        const asked = this.#askedIn(turn);
        const due = this.#arrivals.filter(({ where }) => applies(where, asked));
        if (due.length === 0) return undefined;
        return (async () => {
          for (const { hook } of due) await hook(turn, asked);
          return undefined;
        })();
      },
    };
  }

  #wrapped(step: Step): Step {
    const wraps = this.#wraps.filter(({ name }) => name === step.name);
    if (wraps.length === 0 && step.name !== 'handle') return step;
    const run = (turn: Turn): unknown => {
      if (step.name === 'handle') this.#handled = turn;
      let go = (): unknown => {
        const done = step.run(turn);
        if (done instanceof Refusal) throw done;
        return done;
      };
      for (const { where, hook } of wraps) {
        const inner = go;
        go = () => (applies(where, this.#askedIn(turn)) ? hook(turn, inner) : inner());
      }
      return go();
    };
    // a wrapped step stands where the real one stood and answers what that would: the shapes are the same
    return { ...step, run } as Step;
  }
}
