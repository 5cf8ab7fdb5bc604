// Tests random sequences of API calls, and checks the invariants after each call.
import { expect, test } from 'vitest';
import { sampled } from '../tools/testing/sampled.ts';
import { runSequence } from './testing/sequences.ts';

for (const seed of sampled([101, 102, 103], 1)) {
  test(`the invariants hold after every call of a random sequence of API calls (seed ${seed})`, async () => {
    const { broken, answers } = await runSequence({ seed, steps: 1200, fullCheckEvery: 100 });
    expect(broken).toBeNull();
    // Each of these operations must have got this status at least once, because a sequence whose calls are all refused
    // would prove nothing.
    for (const name of [
      'order 201',
      'pay 201',
      'renew 200',
      'cancel order 200',
      'cancel order 422',
      'order 422',
    ]) {
      expect(answers[name], name).toBeGreaterThan(0);
    }
  });
}

test('the same seed gives the same sequence of API calls', async () => {
  const [one, two] = [await runSequence({ seed: 7, steps: 100 }), await runSequence({ seed: 7, steps: 100 })];
  expect(two).toEqual(one);
});
