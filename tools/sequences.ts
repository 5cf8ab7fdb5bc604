// `node tools/sequences.ts --seeds=20 --steps=10000`: sends long random sequences of calls to the mock, and checks
// the mock's invariants after every call.
import { runSequence } from '../mocks/testing/sequences.ts';

const option = (name: string, otherwise: number): number =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const first = option('first', 1);
const seeds = option('seeds', 20);
const steps = option('steps', 10_000);

const totals: Record<string, number> = {};
let failed = 0;
for (let seed = first; seed < first + seeds; seed += 1) {
  const began = performance.now();
  const { answers, broken, steps: done } = await runSequence({ seed, steps });
  for (const [name, times] of Object.entries(answers)) totals[name] = (totals[name] ?? 0) + times;
  if (broken !== null) failed += 1;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`seed ${seed}: ${done} calls in ${seconds} s, ${broken ?? 'sound'}`);
}
for (const [name, times] of Object.entries(totals).sort()) console.log(`  ${name.padEnd(26)} ${times}`);
process.exitCode = failed === 0 ? 0 : 1;
