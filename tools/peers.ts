// npm run peers: runs other API testing tools and our own suite on mocks with the same injected defects, over HTTP.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { install } from './peers/install.ts';
import { pageOf } from './peers/page.ts';
import {
  CLEAN,
  isClean,
  type Results,
  type Run,
  readMeasured,
  readPublished,
  writeMeasured,
  writePublished,
} from './peers/results.ts';
import { startServer } from './peers/run.ts';
import { familyOf, sampleDefects, sampleVariants } from './peers/sample.ts';
import { CACHE, type Tool } from './peers/tool.ts';
import { dredd } from './peers/tools/dredd.ts';
import { ours } from './peers/tools/ours.ts';
import { portman } from './peers/tools/portman.ts';
import { prism } from './peers/tools/prism.ts';
import { schemathesis } from './peers/tools/schemathesis.ts';
import { specmatic } from './peers/tools/specmatic.ts';

const USAGE = `npm run peers -- [--tool name …] [--rows N] [--variants N] [--row id …] [--minutes N] [--jobs N]
    [--continue] [--no-page] [--page] [--list]
  --tool name    only tools whose name begins so; more than one may be given
  --rows N       defects of each family (4)
  --variants N   lawful variants (18)
  --row id       only this row, again; more than one may be given
  --minutes N    start no run after so many minutes
  --jobs N       runs at a time (1)
  --continue     keep the results of docs/peers.json, instead of measuring everything again
  --no-page      do not write docs/peers.md and docs/peers.json; a later run writes them
  --page         write docs/peers.md from docs/peers.json and run nothing
  --list         print the sample and run nothing
The results stay in .cache/peers/results.json, and an interrupted run continues where it stopped. Delete that file to measure again, with a new sample if the tables of defects have grown.
The other tools are installed in tools/peers/ and .cache/peers/ when they are missing: that needs a package registry, Java for Specmatic, Python for Schemathesis.`;

const { values } = parseArgs({
  options: {
    tool: { type: 'string', multiple: true, default: [] },
    rows: { type: 'string', default: '4' },
    variants: { type: 'string', default: '18' },
    row: { type: 'string', multiple: true, default: [] },
    minutes: { type: 'string', default: '100000' },
    jobs: { type: 'string', default: '1' },
    continue: { type: 'boolean', default: false },
    'no-page': { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const TOOLS: readonly Tool[] = [ours, dredd, portman, specmatic, schemathesis, prism];
const PAGE = fileURLToPath(new URL('../docs/peers.md', import.meta.url));
/**
 * Names of the runs of each tool on the mock without defects. An alarm in any of these runs does not count as
 * catching a defect.
 */
const CLEAN_ROWS = [CLEAN, `${CLEAN} 2`, `${CLEAN}, limited`];
/**
 * Returns the rate limits of the server for a run: Set A of the specification for defects in rate limiting, no limits
 * for all others.
 */
const limitsOf = (row: string): 'off' | 'A' =>
  row === `${CLEAN}, limited` || (!isClean({ row }) && familyOf(row) === 'limits') ? 'A' : 'off';

if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const known = readMeasured() ?? (values.continue || values.page ? readPublished() : null);
// A comparison that has begun keeps its sample, because new defects would change the sample.
const defects = known?.defects ?? described(sampleDefects(Number(values.rows)));
const variants =
  known?.variants ?? sampleVariants(Number(values.variants)).map(({ id, title }) => ({ id, title }));
if (values.list) {
  for (const { id, title, basis, family } of defects) console.log(`${id}  ${family}, ${basis}: ${title}`);
  for (const { id, title } of variants) console.log(`${id}  variant: ${title}`);
  process.exit(0);
}

const results: Results = {
  date: known?.date ?? '',
  tools: [],
  defects,
  variants,
  runs: known?.runs ?? [],
};
if (values.page) {
  if (!known) {
    console.error('There is no docs/peers.json to write the page from: run `npm run peers` first.');
    process.exit(2);
  }
  writePage({ ...(readPublished() ?? known) });
  process.exit(0);
}

const chosen = TOOLS.filter(
  ({ name }) =>
    values.tool.length === 0 || values.tool.some((word) => name.toLowerCase().startsWith(word.toLowerCase())),
);
if (chosen.length === 0) {
  console.error(
    `No tool is called ${values.tool.join(' or ')}: there are ${TOOLS.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
const trouble = install();
if (trouble !== null) console.error(trouble);
results.tools = TOOLS.map(({ name, version, how, missing }) => ({ name, version, how, missing: missing() }));
const usable = chosen.filter((tool) => tool.missing() === null);

const planted = interleaved(
  defects.map(({ id }) => id),
  variants.map(({ id }) => id),
);
const rows = values.row.length > 0 ? values.row : [...CLEAN_ROWS, ...planted];
const done = (tool: string, row: string): boolean =>
  results.runs.some((run) => run.tool === tool && run.row === row);
const jobs = rows
  .flatMap((row) => usable.map((tool) => ({ row, tool })))
  .filter(({ row, tool }) => values.row.length > 0 || !done(tool.name, row));

const end = Date.now() + Number(values.minutes) * 60_000;
let next = 0;
await Promise.all(
  Array.from({ length: Number(values.jobs) }, async () => {
    for (let at = next++; at < jobs.length && Date.now() < end; at = next++) {
      const job = jobs[at];
      if (job) await measure(job.tool, job.row, `${at + 1}/${jobs.length}`);
    }
  }),
);
if (!values['no-page']) {
  results.runs = readMeasured()?.runs ?? results.runs;
  writePublished(results);
  writePage(results);
}

/** Converts defects to the form in which the page lists them. */
function described(rows: ReturnType<typeof sampleDefects>): Results['defects'] {
  return rows.map(({ id, title, basis }) => ({ id, title, basis, family: familyOf(id) }));
}

/** Runs one tool on one defect or variant, and stores the result. */
async function measure(tool: Tool, row: string, place: string): Promise<void> {
  const folder = join(CACHE, 'runs', `${tool.name} ${row}`.replace(/[^a-z0-9]+/gi, '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let run: Run;
  try {
    const server = await startServer(isClean({ row }) ? null : row, limitsOf(row));
    const began = performance.now();
    const said = await tool
      .run({ ready: server.ready, folder, patience: tool.patience * 1000 })
      .catch((error: unknown) => ({ alarms: [], incompleteBecause: `${error}` }));
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    const requests = await server.stop();
    const all = [...new Set(said.alarms)].sort();
    const alarms = isClean({ row }) ? all : all.filter((alarm) => !knownOf(tool.name).has(alarm));
    const flaw = 'incompleteBecause' in said ? (said.incompleteBecause ?? null) : null;
    run = { tool: tool.name, row, alarms, count: all.length, requests, seconds, flaw };
  } catch (error) {
    run = { tool: tool.name, row, alarms: [], count: 0, requests: 0, seconds: 0, flaw: `${error}` };
  }
  // A parallel run of this command may have stored results in the meantime, so these results are read again and kept.
  const latest = readMeasured()?.runs ?? results.runs;
  results.runs = [...latest.filter((one) => one.tool !== run.tool || one.row !== row), run];
  results.date = new Date().toISOString().slice(0, 10);
  writeMeasured(results);
  const { count, requests, seconds, flaw } = run;
  console.log(
    `${place} ${tool.name} on ${row}: ${count} alarms, ${requests} requests, ${seconds} s${flaw === null ? '' : `, ${flaw}`}`,
  );
}

/** Returns the alarms that a tool raised on the mock without defects. */
function knownOf(tool: string): Set<string> {
  const runs = readMeasured()?.runs ?? results.runs;
  return new Set(runs.filter((run) => run.tool === tool && isClean(run)).flatMap(({ alarms }) => alarms));
}

/**
 * Inserts a variant after every few defects, so that the first entries of the list are a sample of defects and
 * variants.
 */
function interleaved(some: readonly string[], others: readonly string[]): string[] {
  const every = Math.max(1, Math.ceil(some.length / Math.max(1, others.length)));
  return [
    ...some.flatMap((id, at) => {
      const other = (at + 1) % every === 0 ? others[(at + 1) / every - 1] : undefined;
      return other === undefined ? [id] : [id, other];
    }),
    ...others.slice(Math.floor(some.length / every)),
  ];
}

function writePage(of: Results): void {
  writeFileSync(PAGE, pageOf(of));
  console.log(`docs/peers.md is written from ${of.runs.length} runs.`);
}
