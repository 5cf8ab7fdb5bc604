// The limit of what worlds and snapshots keep: the mock refuses a further one before the memory is full.
import { expect, test } from 'vitest';
import { ControlError } from './control-error.ts';
import { assertMemoryLimit } from './memory-limit.ts';

test('there is room below half of the heap limit, and where the heap cannot be measured', () => {
  expect(() => assertMemoryLimit({ used: 499, limit: 1000 })).not.toThrow();
  expect(() => assertMemoryLimit(null)).not.toThrow();
});

test('there is no room beyond, and the refusal says what to do', () => {
  const MB = 1_048_576;
  const refused = (): void => assertMemoryLimit({ used: 500 * MB, limit: 1000 * MB });
  expect(refused).toThrow(ControlError);
  expect(refused).toThrow('The worlds and snapshots take 500 of 1000 MB of memory: delete some.');
});
