// The suite accuses no server that honours every stated sentence, however differently it chose where it might.
import { expect, test } from 'vitest';
import { judgeOtherwise } from './testing/judge-otherwise.ts';
import { variants } from './testing/otherwise.ts';

const accused = ({ results }: Awaited<ReturnType<typeof judgeOtherwise>>): string[] =>
  results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'broken')
    .map(({ id, verdict, message }) => `${verdict} ${id}: ${message}`);

for (const [name, switches] of Object.entries(variants)) {
  test(`a server that chooses otherwise (${name}) breaks nothing`, async () => {
    const report = await judgeOtherwise(switches);
    expect(accused(report)).toEqual([]);
    expect(report.verdict).toBe('conformant');
  });

  test(`a server nothing is told about (${name}) is not accused of anything`, async () => {
    const report = await judgeOtherwise(switches, false);
    expect(accused(report)).toEqual([]);
  });
}

test('a server whose bodies are told is judged on nearly everything that is stated', async () => {
  const { results } = await judgeOtherwise();
  const offered = results.filter(({ message }) => !/does not offer/.test(message));
  const musts = offered.filter(({ level, kind }) => level === 'must' && kind === 'check');
  const judged = musts.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  expect(judged.length / musts.length).toBeGreaterThan(0.95);
});
