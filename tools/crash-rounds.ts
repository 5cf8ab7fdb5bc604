// npm run crashes: kills a mock that keeps its worlds in a file with SIGKILL at random points under load, and checks
// after each restart that nothing acknowledged is lost.
import { parseArgs } from 'node:util';
import { runRounds, startsText } from './crashes/rounds.ts';

const USAGE = `npm run crashes -- [--rounds N] [--rows N] [--seed N] [--program file] [--plant-fault]
  --rounds N      how many times the mock is killed (200)
  --rows N        how many rows the main world has before the first round, at least (10000)
  --seed N        decides the writes and the moments of the kills (1)
  --program file  the command line to run, such as dist/bin/hosting-contract.js; from the sources when left out
  --plant-fault   the store acknowledges before it stores: the rounds must find that
16 clients send top-ups, orders (with Idempotency-Keys) and customers to two worlds. After each kill, every acknowledged
write must be there and be replayed, balances and lists must show these and the stored ones of unknown outcome, and nothing else.
Every fifth round the worlds are exported and imported, which checks that their rows fit together. Before the first
round, restarts are compared with starts on a new file.
Exit: 0 nothing is wrong, 1 something is wrong (with --plant-fault: nothing was found), 2 called wrongly.`;

/** The longest restart, as a multiple of a start on a new file with the same world. */
const START_RATIO = 1.3;
const MEASURED_STARTS = 7;

const { rounds, rows, seed, program, plantFault } = read();
// The mock and the folder of the rounds are removed when this process exits, which a signal alone would not make it do.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));
const fault = plantFault ? new URL('crashes/acknowledge-early.ts', import.meta.url) : undefined;
const result = await runRounds({
  ...{ rounds, rows, seed, program, fault },
  measuredStarts: plantFault ? 0 : MEASURED_STARTS,
  print: (line) => console.log(line),
});
const { problems, acknowledged, unknown, stored, killedStarts, bytes, starts } = result;
for (const problem of problems.slice(0, 20)) console.log(`WRONG: ${problem}`);
const megabytes = (size: number): string => `${(size / 1_048_576).toFixed(1)} MB`;
console.log(
  `${result.rounds} kills under load and ${killedStarts} during a start: ${acknowledged} acknowledged writes, ` +
    `${problems.length === 0 ? 'none lost' : `${problems.length} contradictions`}; of ${unknown} writes of unknown outcome ${stored} were stored. ` +
    `At the end ${result.rows} rows, database ${megabytes(bytes.database)}, log ${megabytes(bytes.log)}.`,
);
const isSlow = starts !== null && starts.restartMs > START_RATIO * starts.importMs;
if (starts)
  console.log(`${startsText(starts)}: ${isSlow ? 'more than' : 'at most'} ${START_RATIO} times the second.`);
const isWrong = problems.length > 0 || isSlow;
process.exit(isWrong === plantFault ? 0 : 1);

function read() {
  try {
    const { values } = parseArgs({
      options: {
        rounds: { type: 'string', default: '200' },
        rows: { type: 'string', default: '10000' },
        seed: { type: 'string', default: '1' },
        program: { type: 'string' },
        'plant-fault': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const [rounds = 0, rows = 0, seed = 0] = [values.rounds, values.rows, values.seed].map(Number);
    if (![rounds, rows, seed].every(Number.isSafeInteger) || rounds < 1)
      throw new Error('--rounds, --rows and --seed take whole numbers.');
    return { rounds, rows, seed, program: values.program, plantFault: values['plant-fault'] };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}
