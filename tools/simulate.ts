// `npm run simulate`: runs simulations of replicas, which `src/storage/replica/testing/` describes.
import { parseArgs } from 'node:util';
import { simulateSeed } from '../src/storage/replica/testing/simulation-plans.ts';

const HELP = `Simulates replicas of a mock with crashes, stops, lost messages and expired leases, and checks what clients saw.

  npm run simulate -- --seeds 1000     seeds 1 to 1000 (default 1000)
  npm run simulate -- --seed 677       one seed; a problem is reduced, and its messages are printed
  npm run simulate -- --from 2001      begins with another seed
`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else process.exitCode = await main();

/** How many smaller simulations are tried to reduce one with a problem. */
const MAX_SHRINKS = 500;

async function main(): Promise<number> {
  const first = wholeNumber('seed', values.seed ?? values.from);
  const count = values.seed === undefined ? wholeNumber('seeds', values.seeds) : 1;
  const startedAt = performance.now();
  let [answered, unanswered, timeMs, steps, undecided] = [0, 0, 0, 0, 0];
  for (let seed = first; seed < first + count; seed++) {
    const result = await simulateSeed(seed);
    if (result.problems.length > 0) return report(seed);
    undecided += result.undecided.length;
    answered += result.history.length;
    unanswered += result.unanswered;
    timeMs += result.timeMs;
    steps += result.steps;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(
    `${count} simulations without a problem, ${undecided} histories undecided: ${answered} calls answered, ${unanswered} repeated or given up, ${steps} messages, ${Math.round(timeMs / 60_000)} minutes of virtual time, in ${seconds.toFixed(1)} s.\n`,
  );
  return 0;
}

/** Prints the smallest simulation with a problem that was found for a seed. */
async function report(seed: number): Promise<number> {
  const { problems, counterexample } = await simulateSeed(seed, { shrinks: MAX_SHRINKS });
  process.stdout.write(`seed ${seed}:\n${problems.join('\n')}\n${counterexample ?? ''}\n`);
  return 1;
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`error: --${name} ${text}: must be a whole number.\n`);
  process.exit(2);
}
