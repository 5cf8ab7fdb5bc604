// Tests that the script of a finding shows the finding again: on a new mock with the defect, and not on one without it.
import { expect, test } from 'vitest';
import { defects, type Mutant } from '../conformance/defects/index.ts';
import { createRandom } from '../src/suite/model/random.ts';
import { compared, runScript, scriptOfDefect, serveMutant } from './bite/finding-script.ts';
import { sampled } from './testing/sampled.ts';

/** Returns defects of all areas in turn, each chosen by a seed. */
function fromEveryArea(count: number): Mutant[] {
  const random = createRandom(1, 'scripts');
  const areas = [...Map.groupBy(defects, ({ id }) => id.split('/')[0]).values()].map((rows) => [...rows]);
  const chosen: Mutant[] = [];
  while (chosen.length < count) {
    for (const rows of areas) {
      if (rows.length === 0 || chosen.length === count) continue;
      const row = random.pick(rows);
      rows.splice(rows.indexOf(row), 1);
      chosen.push(row);
    }
  }
  return chosen;
}

test.each(sampled(fromEveryArea(40), 4).map((row) => [row.id, row] as const))(
  'the script of the finding shows it on a new mock with the defect, and nothing of it without: %s',
  { timeout: 300_000 },
  async (_, row) => {
    const script = await scriptOfDefect(row);
    const outputs = await Promise.all(
      [[row.inject], []].map(async (injected) => {
        const { env, close } = await serveMutant(injected);
        return runScript(script, env).finally(close);
      }),
    );
    const [defective, sound] = outputs.map(compared);
    expect(defective?.now.length).toBeGreaterThan(0);
    expect(defective?.now.map((reply) => reply.slice(0, 3))).toEqual(
      defective?.run.map((reply) => reply.slice(0, 3)),
    );
    expect(defective?.now).not.toEqual(sound?.now);
  },
);
