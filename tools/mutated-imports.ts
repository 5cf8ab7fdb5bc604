// Imports thousands of randomly changed world exports into the mock: `node tools/mutated-imports.ts [runs] [seed]`.
import fc from 'fast-check';
import { change, mutate } from '../mocks/testing/mutated-imports.ts';
import { exportedWorld, tryImport } from '../mocks/testing/try-import.ts';

const [runs = 500, seed = 1] = process.argv.slice(2).map(Number);
const worlds = ['demo', 'demo', 'edge', 'empty'];
const outcomes = { refused: 0, accepted: 0 };
const failures = new Map<string, string>();

const cases = fc.sample(
  fc.tuple(fc.constantFrom(...worlds), fc.array(change, { minLength: 1, maxLength: 2 })),
  { numRuns: runs, seed },
);
for (const [world, changes] of cases) {
  const json: unknown = JSON.parse(exportedWorld(world));
  const done = changes.map((one) => mutate(json, one));
  try {
    outcomes[await tryImport(json)] += 1;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    failures.set(
      said.slice(0, 300),
      `${world}: ${done.join(', ')} (${JSON.stringify(changes.map(({ value, other }) => ({ value: String(JSON.stringify(value)).slice(0, 60), other })))})`,
    );
  }
}
for (const [said, done] of failures) console.log(`${said}\n   ${done.slice(0, 400)}\n`);
console.log(
  `${runs} imports: ${outcomes.refused} refused, ${outcomes.accepted} accepted, ${failures.size} failures`,
);
process.exitCode = failures.size > 0 ? 1 : 0;
