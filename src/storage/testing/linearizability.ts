// Checks histories of concurrent operations for linearizability: the search of Wing and Gong with the memoisation of
// Lowe (WGL).

/** One operation of a client, as the client saw it. Times are of one monotonic clock. */
export type HistoryOperation<Input = unknown, Output = unknown> = {
  /** the number of the client; a client has one operation at a time, except those of unknown outcome */
  readonly process: number;
  /** the name of the operation, such as `topUp` */
  readonly operation: string;
  /** the object that the operation is about; objects are checked one by one */
  readonly key: string;
  readonly input: Input;
  /** when the operation was called, in µs */
  readonly callUs: number;
  /** when its reply arrived, in µs; null when the outcome is unknown */
  readonly returnUs: number | null;
  /**
   * `ok`: it took effect. `failed`: the reply says that it had no effect. `unknown`: it may take effect at any time after
   * the call, or never.
   */
  readonly outcome: 'ok' | 'failed' | 'unknown';
  /** what the reply said; null when the outcome is unknown */
  readonly output: Output | null;
};

/** What an object does when its operations run one after the other. */
export type SequentialModel<State extends string | number, Operation extends HistoryOperation> = {
  readonly initial: State;
  /**
   * Runs one operation.
   * @returns the state after it; null when the operation cannot have had its outcome in this state. An operation of
   * unknown outcome has its effect, if it can have one in this state
   */
  step(state: State, operation: Operation): State | null;
};

export type LinearizabilityResult<Operation> = {
  /** `undecided`: the search was given up after `maxConfigurations` */
  readonly verdict: 'linearizable' | 'not linearizable' | 'undecided';
  /** the longest order of operations that the model allows */
  readonly order: readonly Operation[];
  /** the operations of which one should have come next after `order`; empty when the history is linearizable */
  readonly blocked: readonly Operation[];
  /** how many configurations (set of operations that took effect, and state) were looked at */
  readonly configurations: number;
};

type Options = {
  /** the number of configurations after which the search is given up; default 3,000,000 */
  maxConfigurations?: number;
};

/** A point of the search: the operations that have taken effect, and the state after them. */
type Configuration<State, Operation> = {
  /** all answered operations before this index have taken effect */
  readonly first: number;
  /** a bit for each later answered operation that has taken effect; bit 0 is the one after `first` */
  readonly window: bigint;
  /** a bit for each operation of unknown outcome that has taken effect */
  readonly unknown: bigint;
  readonly state: State;
  readonly operation: Operation | null;
  readonly before: Configuration<State, Operation> | null;
  /** the number of answered operations that have taken effect */
  readonly count: number;
};

/**
 * Checks the operations on one object: is there an order of them that the model allows, in which each answered operation
 * takes effect between its call and its return, and each of unknown outcome after its call or never?
 */
export function checkLinearizability<State extends string | number, Operation extends HistoryOperation>(
  model: SequentialModel<State, Operation>,
  operations: readonly Operation[],
  { maxConfigurations = 3_000_000 }: Options = {},
): LinearizabilityResult<Operation> {
  const byCall = operations.toSorted((a, b) => a.callUs - b.callUs);
  const answered = byCall.filter(({ outcome }) => outcome !== 'unknown');
  const unanswered = byCall.filter(({ outcome }) => outcome === 'unknown');
  const sameEffect = unanswered.map((one) => JSON.stringify([one.operation, one.input]));

  type Point = Configuration<State, Operation>;
  const start: Point = {
    first: 0,
    window: 0n,
    unknown: 0n,
    state: model.initial,
    operation: null,
    before: null,
    count: 0,
  };

  /** Lists the configurations after one further operation, the best guess last. */
  const next = (at: Point): Point[] => {
    const found: Point[] = [];
    const { indices, deadlineUs } = candidates(answered, at);
    const tried = new Set<string>();
    for (const [index, operation] of unanswered.entries()) {
      if (operation.callUs > deadlineUs) break;
      const bit = 1n << BigInt(index);
      // Of operations with the same effect, the one called first can stand for any other.
      if (at.unknown & bit || tried.has(sameEffect[index] ?? '')) continue;
      tried.add(sameEffect[index] ?? '');
      const state = model.step(at.state, operation);
      // Without an effect, the operation may as well never take effect.
      if (state === null || state === at.state) continue;
      found.push({ ...at, unknown: at.unknown | bit, state, operation, before: at });
    }
    for (const index of indices.toReversed()) {
      const operation = answered[index];
      const state = operation ? model.step(at.state, operation) : null;
      if (operation && state !== null) found.push({ ...take(at, index), state, operation, before: at });
    }
    return found;
  };

  let best = start;
  const seen = new Set<string>();
  const stack: Point[] = [start];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const key = `${at.first} ${at.window.toString(36)} ${at.unknown.toString(36)} ${at.state}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (at.count > best.count) best = at;
    if (at.count === answered.length)
      return { verdict: 'linearizable', order: orderOf(at), blocked: [], configurations: seen.size };
    if (seen.size >= maxConfigurations) break;
    stack.push(...next(at));
  }
  const blocked = candidates(answered, best).indices.flatMap((index) => answered[index] ?? []);
  const verdict = seen.size >= maxConfigurations ? 'undecided' : 'not linearizable';
  return { verdict, order: orderOf(best), blocked, configurations: seen.size };
}

/**
 * Finds the answered operations that may take effect next: those called before the first return (`deadlineUs`) among
 * those that have not taken effect.
 */
function candidates<State, Operation extends HistoryOperation>(
  answered: readonly Operation[],
  { first, window }: Configuration<State, Operation>,
): { indices: number[]; deadlineUs: number } {
  const indices: number[] = [];
  let deadlineUs = Number.POSITIVE_INFINITY;
  for (let index = first; index < answered.length; index++) {
    const operation = answered[index];
    if (!operation || operation.callUs > deadlineUs) break;
    if (index > first && (window >> BigInt(index - first - 1)) & 1n) continue;
    indices.push(index);
    deadlineUs = Math.min(deadlineUs, operation.returnUs ?? Number.POSITIVE_INFINITY);
  }
  return { indices, deadlineUs };
}

/** Adds the answered operation of an index to those that have taken effect. */
function take<State, Operation>(
  at: Configuration<State, Operation>,
  index: number,
): Configuration<State, Operation> {
  let { first, window } = at;
  if (index > first) window |= 1n << BigInt(index - first - 1);
  else {
    for (first += 1; window & 1n; first++) window >>= 1n;
    window >>= 1n;
  }
  return { ...at, first, window, count: at.count + 1 };
}

function orderOf<State, Operation>(last: Configuration<State, Operation>): Operation[] {
  const order: Operation[] = [];
  for (let at: typeof last | null = last; at !== null; at = at.before)
    if (at.operation) order.push(at.operation);
  return order.reverse();
}

/** Groups the operations of a history by the object that they are about. */
export function operationsByKey<Operation extends HistoryOperation>(
  operations: readonly Operation[],
): Map<string, Operation[]> {
  return Map.groupBy(operations, ({ key }) => key);
}
