// Tests of lifecycles, which are state machines declared as tables.
import { expect, test } from 'vitest';
import { type Lifecycle, nextState } from './lifecycle.ts';
import { Refusal } from './refusal.ts';

const order: Lifecycle<'pending' | 'processing' | 'completed' | 'cancelled'> = {
  member: 'status',
  transitions: [
    { on: 'start', from: 'pending', to: 'processing' },
    { on: 'complete', from: 'pending', to: 'completed' },
    { on: 'complete', from: 'processing', to: 'completed' },
    { on: 'cancel', from: 'pending', to: 'cancelled' },
  ],
};

test('a trigger changes a state to the next state that the table names', () => {
  expect(nextState(order, 'pending', 'cancel')).toBe('cancelled');
  expect(nextState(order, 'processing', 'complete')).toBe('completed');
});

test('a trigger that a state does not allow is refused with a sentence that names the state and the allowed states', () => {
  for (const [trigger, sentence] of [
    ['cancel', 'The status is "completed"; this is only allowed while it is "pending".'],
    ['complete', 'The status is "completed"; this is only allowed while it is "pending" or "processing".'],
  ] as const) {
    try {
      nextState(order, 'completed', trigger);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
      expect(error).toMatchObject({ reason: 'INVALID_STATE', errors: { status: [sentence] } });
    }
  }
});

test('a trigger that is in no row of the table throws an error, because the mock definition is wrong', () => {
  expect(() => nextState(order, 'pending', 'explode')).toThrow(
    'No transition of this lifecycle is triggered by "explode".',
  );
});
