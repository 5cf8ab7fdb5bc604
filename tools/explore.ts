// `npm run explore -- --requests 20000 --seed 7`: explores the mock in this process with generated requests, and prints
// the smallest request that shows a violation.
import { parseArgs } from 'node:util';
import { explorationDefects } from '../conformance/defects/exploration.ts';
import { exploreMock, type Part, requestsUntilFound } from './explore/run.ts';

const HELP = `Sends requests that are generated from the contract to the mock in this process, and judges every reply with the rules of the suite.

  npm run explore -- --requests 20000           so many requests (default 20000), set-up and clean-up included
  npm run explore -- --requests 1000 --seed 7   the seed of the first 1000 requests (default 1); the next 1000 have the next seed
  npm run explore -- --defects --requests 3000  after how many requests each defect of the mock is found
`;

const { values } = parseArgs({
  options: {
    requests: { type: 'string' },
    seed: { type: 'string', default: '1' },
    defects: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else process.exitCode = values.defects ? await measureDefects() : await main();

async function main(): Promise<number> {
  const requests = wholeNumber('requests', values.requests ?? '20000');
  const startedAt = performance.now();
  const operations = new Set<string>();
  let [sent, cases] = [0, 0];
  for await (const part of exploreMock(wholeNumber('seed', values.seed), requests)) {
    sent += part.requests;
    cases += part.cases;
    for (const id of part.operations) operations.add(id);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    process.stderr.write(
      `seed ${part.seed}: ${sent} requests, ${operations.size} operations, ${seconds} s\n`,
    );
    if (part.problems.length > 0) return report(part);
  }
  process.stdout.write(
    `${cases} generated requests to ${operations.size} operations without a violation (${sent} requests without clean-up).\n`,
  );
  return 0;
}

/** Prints the violations of a part, each with its smallest request. */
function report({ seed, problems }: Part): number {
  for (const { id, message, curl, explored } of problems)
    process.stdout.write(
      `${id}: ${message}\n${explored === undefined ? '' : `  ${JSON.stringify(explored)}\n`}${curl === undefined ? '' : `  ${curl}\n`}`,
    );
  process.stdout.write(`again: npm run explore -- --requests 1000 --seed ${seed}\n`);
  return 1;
}

/** Prints how many defects are found as the number of requests grows. */
async function measureDefects(): Promise<number> {
  const most = wholeNumber('requests', values.requests ?? '3000');
  const seed = wholeNumber('seed', values.seed);
  const found: number[] = [];
  for (const defect of explorationDefects) {
    const at = await requestsUntilFound(defect, { seed, most });
    if (at !== null) found.push(at);
    process.stderr.write(`${at ?? 'not found'}\t${defect.id}\n`);
  }
  const { length } = explorationDefects;
  for (const limit of [100, 300, 1000, 3000].filter((one) => one <= most))
    process.stdout.write(`${limit} requests: ${found.filter((at) => at <= limit).length} of ${length}\n`);
  return 0;
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  process.stderr.write(`error: --${name} ${text}: must be a whole number from 1.\n`);
  process.exit(2);
}
