// State machines as tables.
import { expect, test } from 'vitest';
import { allowedTriggers, type Lifecycle, nextState } from './lifecycle.ts';
import { Refusal } from './refusal.ts';

const order: Lifecycle<'pending' | 'processing' | 'completed' | 'cancelled'> = {
  member: 'status',
  transitions: [
    { on: 'start', from: 'pending', to: 'processing' },
    { on: 'complete', from: ['pending', 'processing'], to: 'completed' },
    { on: 'cancel', from: 'pending', to: 'cancelled' },
  ],
};

test('a trigger leads where the table says', () => {
  expect(nextState(order, 'pending', 'cancel')).toBe('cancelled');
  expect(nextState(order, 'processing', 'complete')).toBe('completed');
});

test('a state answers to the triggers of its rows', () => {
  expect(allowedTriggers(order, 'pending')).toEqual(['start', 'complete', 'cancel']);
  expect(allowedTriggers(order, 'cancelled')).toEqual([]);
});

test('a trigger that a state does not know is refused in a sentence that names both and the way out', () => {
  for (const [trigger, sentence] of [
    ['cancel', 'The status is "completed"; cancel is only allowed while it is "pending".'],
    [
      'complete',
      'The status is "completed"; complete is only allowed while it is "pending" or "processing".',
    ],
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

test('a trigger that no row knows is a mistake in the content', () => {
  expect(() => nextState(order, 'pending', 'explode')).toThrow(
    'No transition of this lifecycle is triggered by "explode".',
  );
});
