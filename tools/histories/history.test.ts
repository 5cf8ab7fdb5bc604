import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { checkHistory, explainResult, type Operation, readHistory, writeHistory } from './history.ts';
import { buildPorcupine, goCommand, type Porcupine } from './porcupine.ts';
import { orderHistories, walletHistories } from './testing/generated-histories.ts';

const verdictOf = (history: Operation[]): string | undefined =>
  [...checkHistory(history).values()][0]?.verdict;

const correct = { wallet: walletHistories('w/wallet'), order: orderHistories('w/order-1') };
const faulty = {
  'a wallet with a lost change': walletHistories('w/wallet', 'lost'),
  'a wallet with a stale read': walletHistories('w/wallet', 'stale'),
  'a wallet with two changes in the wrong order': walletHistories('w/wallet', 'reordered'),
  'an order with a lost change': orderHistories('w/order-1', 'lost'),
  'an order with a stale read': orderHistories('w/order-1', 'stale'),
};

test.each(Object.keys(correct))('the history of a correct server is linearizable: %s', (name) => {
  fc.assert(
    fc.property(correct[name as keyof typeof correct] as fc.Arbitrary<Operation[]>, (history) => {
      expect(verdictOf(history)).toBe('linearizable');
    }),
    { numRuns: 500 },
  );
});

test.each(Object.keys(faulty))('the history of a faulty server is not linearizable: %s', (name) => {
  fc.assert(
    fc.property(faulty[name as keyof typeof faulty] as fc.Arbitrary<Operation[]>, (history) => {
      expect(verdictOf(history)).toBe('not linearizable');
    }),
    { numRuns: 500 },
  );
});

test('a history is read as it was written', () => {
  fc.assert(
    fc.property(fc.oneof(correct.wallet, correct.order), (history) => {
      expect(readHistory(writeHistory(history))).toEqual(history);
    }),
  );
});

const good =
  '{"process":1,"operation":"read","key":"w/wallet","input":{},"callUs":1,"returnUs":2,"outcome":"ok","output":{"balance":1}}';

test.each([
  ['no JSON', '{', 'is not JSON'],
  ['an operation of an order on a wallet', good.replace('read', 'pay'), '`operation` is none of open, topUp'],
  ['a return before the call', good.replace('"returnUs":2', '"returnUs":0'), '`returnUs` is before `callUs`'],
  ['an unknown outcome with a return', good.replace('"ok"', '"unknown"'), '`returnUs` of an unknown outcome'],
  ['a reply without content', good.replace('{"balance":1}', 'null'), '`output` is not an object'],
])('a line of a history is refused: %s', (_, line, message) => {
  expect(() => readHistory(`${good}\n${line}\n`)).toThrow(`Line 2 of the history`);
  expect(() => readHistory(`${good}\n${line}\n`)).toThrow(message);
});

test('the explanation of a refused history names the operations that no order allows', () => {
  const history = readHistory(
    [
      good.replace('read', 'open'),
      '{"process":7,"operation":"topUp","key":"w/wallet","input":{"amount":5},"callUs":3,"returnUs":4,"outcome":"ok","output":{"balance":6}}',
      good.replace('"callUs":1,"returnUs":2', '"callUs":5,"returnUs":9'),
    ].join('\n'),
  );
  const [[key, result] = []] = checkHistory(history);
  expect(key && result && explainResult(key, result)).toBe(
    [
      'w/wallet is not linearizable: after 2 operations none of 1 can have come next.',
      '  took effect: client 1, 1–2 µs: open {} → ok {"balance":1}',
      '  took effect: client 7, 3–4 µs: topUp {"amount":5} → ok {"balance":6}',
      '  impossible:  client 1, 5–9 µs: read {} → ok {"balance":1}',
    ].join('\n'),
  );
});

/** Gives each history a key of its own, so that one run of porcupine checks them all. */
const numbered = (histories: Operation[][]): Operation[] =>
  histories.flatMap((history, index) => history.map((one) => ({ ...one, key: `${index}/${one.key}` })));

/** Changes one reply of a history at random, so that the history may be linearizable or not. */
const changed = fc
  .tuple(fc.oneof(correct.wallet, correct.order), fc.nat(), fc.nat())
  .map(([history, a, b]) => {
    const [to, from] = [history[a % history.length], history[b % history.length]];
    return history.map((one) =>
      one === to && from && one.outcome !== 'unknown' && from.outcome === one.outcome
        ? ({ ...one, output: { ...one.output, ...from.output } } as Operation)
        : one,
    );
  });

describe.skipIf(goCommand === null && !process.env.CI)(
  'porcupine (skipped where Go is not installed: apt-get install golang-go)',
  () => {
    let porcupine: Porcupine | undefined;
    const built = (): Porcupine => (porcupine ??= buildPorcupine());
    afterAll(() => porcupine?.remove());

    test('porcupine and our checker agree on generated histories', () => {
      const settings = { numRuns: 300, seed: 15 };
      const arbitraries: fc.Arbitrary<Operation[]>[] = [
        ...Object.values(correct),
        ...Object.values(faulty),
        changed,
      ];
      const history = numbered(arbitraries.flatMap((one) => fc.sample(one, { ...settings })));
      const ours = new Map([...checkHistory(history)].map(([key, { verdict }]) => [key, verdict as string]));
      expect(ours).toEqual(built().check(history));
      const counts = Map.groupBy(ours.values(), (verdict) => verdict);
      expect([...counts.keys()].toSorted()).toEqual(['linearizable', 'not linearizable']);
      // Both verdicts occur often enough for the comparison to mean something.
      for (const some of counts.values()) expect(some.length).toBeGreaterThan(500);
    });
  },
);
