// Generates histories: a server runs the operations one after the other, correctly or with one planted fault, while
// the clients' calls overlap.
import * as fc from 'fast-check';
import type { OrderOperation, WalletOperation } from '../models.ts';

/** The fault of a server: a confirmed change is lost, a read is stale, two changes are made in the wrong order. */
export type ServerFault = 'lost' | 'stale' | 'reordered';

type Name = WalletOperation['operation'] | OrderOperation['operation'];
/** One operation that a server runs; times are in steps of 100 µs. */
type Step = {
  name: Name;
  amount: number;
  /** how long before it takes effect the operation is called, in µs */
  before: number;
  /** how long after it took effect the reply arrives, in µs; null for an unknown outcome */
  after: number | null;
  /** whether an operation of unknown outcome takes effect */
  takesEffect: boolean;
};

const START_BALANCE = 40;
const STEP_US = 100;

/** Arbitrary steps of a random number of operations, of which some overlap and some have an unknown outcome. */
function steps(names: readonly Name[]): fc.Arbitrary<Step[]> {
  const step = fc.record({
    name: fc.constantFrom(...names),
    before: fc.nat(4 * STEP_US),
    after: fc.option(fc.nat(4 * STEP_US), { freq: 6 }),
    takesEffect: fc.boolean(),
  });
  // Different powers of two: no set of changes has the sum of another set.
  return fc
    .array(step, { minLength: 1, maxLength: 14 })
    .map((some) => some.map((one, index) => ({ ...one, amount: 2 ** index })));
}

/** A step that overlaps no other of the same kind of step. */
const alone = (name: Name, amount = 0): Step => ({ name, amount, before: 1, after: 1, takesEffect: true });

type Server = {
  /** the step's reply in a state, and the state after it */
  run(state: number | string, step: Step): { state: number | string; ok: boolean; output: object };
};

const walletServer: Server = {
  run(state, { name, amount }) {
    const balance = Number(state);
    if (name === 'open' || name === 'read') return { state, ok: true, output: { balance } };
    if (name === 'spend' && balance < amount)
      return { state, ok: false, output: { refused: 'INSUFFICIENT_FUNDS' } };
    const after = name === 'topUp' ? balance + amount : balance - amount;
    // The reply to an order that is paid from the wallet does not say the balance.
    return { state: after, ok: true, output: name === 'topUp' ? { balance: after } : {} };
  },
};

const orderServer: Server = {
  run(state, { name }) {
    if (name === 'create') return { state: 'pending', ok: true, output: { status: 'pending' } };
    if (name === 'read') return { state, ok: true, output: { status: state } };
    if (state !== 'pending') return { state, ok: false, output: { refused: 'INVALID_STATE' } };
    return { state: name === 'pay' ? 'processing' : 'cancelled', ok: true, output: {} };
  },
};

/** Runs steps on a server. With a fault, the steps from `faultAt` on are those that show it. */
function run(
  server: Server,
  initial: number | string,
  all: Step[],
  key: string,
  fault?: { kind: ServerFault; at: number },
): unknown[] {
  let state = initial;
  const operations: unknown[] = [];
  const record = (step: Step, index: number, { ok, output }: { ok: boolean; output: object }): void => {
    const at = (index + 5) * STEP_US;
    const unknown = step.after === null;
    // A read of unknown outcome says nothing.
    if (unknown && step.name === 'read') return;
    operations.push({
      process: index,
      operation: step.name,
      key,
      input:
        step.amount > 0 && (step.name === 'topUp' || step.name === 'spend') ? { amount: step.amount } : {},
      callUs: at - step.before,
      returnUs: step.after === null ? null : at + step.after,
      outcome: unknown ? 'unknown' : ok ? 'ok' : 'failed',
      output: unknown ? null : output,
    });
  };
  for (let index = 0; index < all.length; index++) {
    const step = all[index];
    if (!step) continue;
    const reply = server.run(state, step);
    const next = all[index + 1];
    if (index === fault?.at && fault.kind === 'lost') {
      record(step, index, reply);
    } else if (index === fault?.at && fault.kind === 'stale' && next) {
      record(step, index, reply);
      record(next, index + 1, server.run(state, next));
      state = reply.state;
      index += 1;
    } else if (index === fault?.at && next) {
      const earlier = server.run(state, next);
      const later = server.run(earlier.state, step);
      record(step, index, later);
      record(next, index + 1, earlier);
      state = later.state;
      index += 1;
    } else {
      record(step, index, reply);
      if (step.after !== null || step.takesEffect) state = reply.state;
    }
  }
  return operations;
}

/** Arbitrary histories of one wallet; with a fault, the server has it once. */
export function walletHistories(key: string, fault?: ServerFault): fc.Arbitrary<WalletOperation[]> {
  return fc.tuple(steps(['topUp', 'topUp', 'spend', 'read']), fc.nat()).map(([some, random]) => {
    const at = 1 + (random % (some.length + 1));
    const shows = faultSteps(fault, alone('topUp', 2 ** 20), alone('read'), alone('topUp', 2 ** 21));
    const all = [alone('open'), ...some.toSpliced(at - 1, 0, ...shows), alone('read')];
    const planted = fault === undefined ? undefined : { kind: fault, at };
    // The first and the last step overlap no other.
    return apart(run(walletServer, START_BALANCE, all, key, planted) as WalletOperation[]);
  });
}

/** Arbitrary histories of one order; with a fault, the server has it once. */
export function orderHistories(key: string, fault?: 'lost' | 'stale'): fc.Arbitrary<OrderOperation[]> {
  return fc.tuple(steps(['pay', 'cancel', 'read', 'read']), fc.boolean()).map(([some, pays]) => {
    const shows = faultSteps(fault, alone(pays ? 'pay' : 'cancel'), alone('read'), alone('read'));
    const all = [alone('create'), ...shows, ...some, alone('read')];
    return apart(
      run(
        orderServer,
        'absent',
        all,
        key,
        fault === undefined ? undefined : { kind: fault, at: 1 },
      ) as OrderOperation[],
    );
  });
}

/** The two steps in which a fault shows. */
function faultSteps(fault: ServerFault | undefined, change: Step, read: Step, other: Step): Step[] {
  if (fault === undefined) return [];
  return [change, fault === 'reordered' ? other : read];
}

/** Moves the calls of all operations behind the first, and their returns before the last. */
function apart<Operation extends WalletOperation | OrderOperation>(operations: Operation[]): Operation[] {
  const [first, last] = [operations[0], operations.at(-1)];
  return operations.map((one) => {
    if (one === first || one === last) return one;
    const callUs = Math.max(one.callUs, (first?.returnUs ?? 0) + 1);
    const returnUs = one.returnUs === null ? null : Math.min(one.returnUs, (last?.callUs ?? 0) - 1);
    return { ...one, callUs, returnUs };
  });
}
