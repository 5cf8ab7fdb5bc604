import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkLinearizability, type HistoryOperation, type SequentialModel } from './linearizability.ts';

type Operation = HistoryOperation<number | null, number> & { operation: 'write' | 'add' | 'read' };

/** A register: `write` replaces its value, `add` adds to it, `read` returns it. */
const register: SequentialModel<number, Operation> = {
  initial: 0,
  step(state, { operation, input, output }) {
    if (operation === 'read') return output === state ? state : null;
    return operation === 'add' ? state + (input ?? 0) : (input ?? 0);
  },
};

const verdict = (operations: Operation[]): string => checkLinearizability(register, operations).verdict;

/** Makes an operation of a notation: `write 1 @0-5`, `read 1 @3-4`, `write 2 @3-` (unknown outcome). */
function operation(text: string, process: number): Operation {
  const [, name, value, call, end] = /^(write|add|read) (\d+) @(\d+)-(\d*)$/.exec(text) ?? [];
  const known = end !== '';
  return {
    process,
    operation: name as Operation['operation'],
    key: 'x',
    input: name === 'read' ? null : Number(value),
    callUs: Number(call),
    returnUs: known ? Number(end) : null,
    outcome: known ? 'ok' : 'unknown',
    output: name === 'read' && known ? Number(value) : null,
  };
}

const cases: [title: string, verdict: string, history: string[]][] = [
  ['an empty history', 'linearizable', []],
  ['a read during a write shows the old value', 'linearizable', ['write 1 @0-9', 'read 0 @2-3']],
  ['a read during a write shows the new value', 'linearizable', ['write 1 @0-9', 'read 1 @2-3']],
  ['a read after a write shows the old value', 'not linearizable', ['write 1 @0-1', 'read 0 @2-3']],
  [
    'a second read shows an older value than the first',
    'not linearizable',
    ['write 1 @0-9', 'read 1 @2-3', 'read 0 @4-5'],
  ],
  [
    'a write of unknown outcome took effect late',
    'linearizable',
    ['write 1 @0-', 'read 0 @2-3', 'read 1 @9-10'],
  ],
  ['a write of unknown outcome never took effect', 'linearizable', ['write 1 @0-', 'read 0 @9-10']],
  [
    'a write of unknown outcome took effect and was undone',
    'not linearizable',
    ['write 1 @0-', 'read 1 @2-3', 'read 0 @4-5'],
  ],
  ['a read before the call of the write', 'not linearizable', ['read 1 @0-1', 'write 1 @2-3']],
  [
    'two unknown operations with the same effect both took effect',
    'linearizable',
    ['add 2 @0-', 'add 2 @1-', 'read 2 @2-3', 'read 4 @4-5'],
  ],
  [
    'one unknown operation took effect twice',
    'not linearizable',
    ['add 2 @0-', 'read 2 @2-3', 'read 4 @4-5'],
  ],
];

test.each(cases)('%s: %s', (_, expected, history) => {
  expect(verdict(history.map(operation))).toBe(expected);
});

test('an operation that returns when another is called is concurrent with it', () => {
  expect(verdict(['write 1 @0-5', 'read 0 @5-6'].map(operation))).toBe('linearizable');
});

test('the result names the operations that no order allows next', () => {
  const history = ['write 1 @0-1', 'write 2 @2-3', 'read 1 @4-5'].map(operation);
  const result = checkLinearizability(register, history);
  expect(result.order).toEqual(history.slice(0, 2));
  expect(result.blocked).toEqual(history.slice(2));
});

test('a search that looks at too many configurations is undecided', () => {
  const history = Array.from({ length: 14 }, (_, i) => operation(`add ${2 ** i} @0-9`, i));
  history.push(operation('read 1 @10-11', 20));
  expect(checkLinearizability(register, history, { maxConfigurations: 100 }).verdict).toBe('undecided');
  expect(verdict(history)).toBe('not linearizable');
});

/** Decides by trying every order of every choice of the operations of unknown outcome. */
function byBruteForce(operations: Operation[]): boolean {
  const search = (left: Operation[], state: number): boolean => {
    if (left.every(({ outcome }) => outcome === 'unknown')) return true;
    return left.some((one) => {
      const late = left.some((other) => other.returnUs !== null && other.returnUs < one.callUs);
      const after = late ? null : register.step(state, one);
      return (
        after !== null &&
        search(
          left.filter((other) => other !== one),
          after,
        )
      );
    });
  };
  return search(operations, register.initial);
}

const anyOperation = fc
  .record({
    process: fc.nat(9),
    name: fc.constantFrom('write', 'add', 'read'),
    value: fc.nat(3),
    call: fc.nat(12),
    lasts: fc.option(fc.nat(6), { freq: 5 }),
  })
  .map(({ process, name, value, call, lasts }) =>
    operation(`${name} ${value} @${call}-${lasts === null ? '' : call + lasts}`, process),
  )
  .filter(({ operation, outcome }) => operation !== 'read' || outcome === 'ok');

test('the verdict is that of a search through all orders', () => {
  const verdicts = { linearizable: 0, 'not linearizable': 0, undecided: 0 };
  fc.assert(
    fc.property(fc.array(anyOperation, { maxLength: 7 }), (operations) => {
      const { verdict } = checkLinearizability(register, operations);
      verdicts[verdict] += 1;
      expect(verdict === 'linearizable').toBe(byBruteForce(operations));
    }),
    { numRuns: 2000, seed: 15 },
  );
  // Both verdicts occur often enough for the comparison to mean something.
  expect(Math.min(verdicts.linearizable, verdicts['not linearizable'])).toBeGreaterThan(300);
});
