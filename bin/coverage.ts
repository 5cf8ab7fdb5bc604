// `hosting-contract coverage`: shows how much of the contract the tests of a client met, from the counts that mocks have
// written into a folder.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { document } from '../src/contract/document.ts';
import { errorCodes, mayRefuse } from '../src/contract/error-codes.ts';
import { isObject } from '../src/contract/is-object.ts';
import { operations } from '../src/contract/operations.ts';
import { readJson } from '../src/contract/read-file.ts';
import {
  addCount,
  COVERAGE_FILE,
  type CoverageCounts,
  noCoverage,
  statesOf,
  transitionText,
} from '../src/server/contract-coverage.ts';
import { type Block, html, htmlOf, htmlPage, markdownOf } from '../src/suite/formats/blocks.ts';
import { Command, InvalidArgumentError, writeText } from './commander.ts';
import { tableText } from './text-table.ts';

/** The measures of coverage, in the order in which they are shown. */
export const measures = ['operations', 'statuses', 'refusals', 'states', 'transitions'] as const;
type Measure = (typeof measures)[number];

type Items = ReadonlyMap<string, number>;
/** The coverage of the contract: area → measure → items. */
export type Coverage = ReadonlyMap<string, Readonly<Record<Measure, Items>>>;

/**
 * Adds the counts of all files in a folder.
 * @throws Error that says which folder or file cannot be read, and what to do
 */
export function readCounts(folder: string): CoverageCounts {
  const sum = noCoverage();
  const files = filesIn(folder);
  if (files.length === 0)
    throw new Error(
      `${folder} has no counts. Run the tests against a mock with --coverage ${folder}, or with the option coverage of createMock.`,
    );
  for (const file of files) {
    const counts = readJson(join(folder, file));
    for (const [measure, names] of Object.entries(sum)) {
      const found = isObject(counts) ? counts[measure] : undefined;
      if (!isObject(found)) throw new Error(`${join(folder, file)} has no counts of a mock: remove it.`);
      for (const [name, inner] of Object.entries(found))
        for (const [one, times] of Object.entries(isObject(inner) ? inner : {}))
          if (typeof times === 'number' && times > 0) addCount(names, name, one, times);
    }
  }
  return sum;
}

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((file) => file.startsWith(COVERAGE_FILE) && file.endsWith('.json'));
  } catch {
    throw new Error(`${folder} is no folder that can be read.`);
  }
};

const NOT_MET = new Set(['401', '429']);

/** Compares counts with what the document describes. Refusals are counted once an area, and without those of any request. */
export function coverageOf(counts: CoverageCounts): Coverage {
  const areas = new Map<string, Record<Measure, Map<string, number>>>();
  const of = (area: string, measure: Measure): Map<string, number> => {
    const found =
      areas.get(area) ??
      (Object.fromEntries(measures.map((one) => [one, new Map()])) as Record<Measure, Map<string, number>>);
    areas.set(area, found);
    return found[measure];
  };
  const add = (area: string, measure: Measure, item: string, times = 0): void => {
    const items = of(area, measure);
    items.set(item, (items.get(item) ?? 0) + times);
  };
  const codes = Object.entries(errorCodes()).filter(([, { operations: which }]) => which !== 'all');
  for (const row of operations) {
    const { id, area, statuses } = row;
    const met = counts.statuses[id] ?? {};
    // A request without a valid credential, or over a limit, has not met the operation.
    const times = Object.entries(met).map(([status, count]) => (NOT_MET.has(status) ? 0 : count));
    add(
      area,
      'operations',
      id,
      times.reduce((sum, one) => sum + one, 0),
    );
    for (const status of statuses) if (status !== 500) add(area, 'statuses', `${id} ${status}`, met[status]);
    for (const [name, entry] of codes)
      if (mayRefuse(row, name, entry)) add(area, 'refusals', name, counts.refusals[id]?.[name]);
  }
  const { schemas } = document().components;
  for (const [name, { enum: states = [], 'x-state-machine': moves }] of Object.entries(schemas)) {
    const area = moves && areaOf(name);
    if (area === undefined) continue;
    for (const state of states) add(area, 'states', `${name} ${state}`, counts.states[name]?.[`${state}`]);
    for (const { from, to } of moves ?? []) {
      const move = transitionText(`${from}`, to);
      // Several triggers may cause one move, and a move to the same state shows in nothing.
      if (from !== null && from !== to && !of(area, 'transitions').has(`${name} ${move}`))
        add(area, 'transitions', `${name} ${move}`, counts.transitions[name]?.[move]);
    }
  }
  return areas;
}

// Returns the area of a state machine: that of the first operation whose reply shows it as its `status`, or anywhere.
const areaOf = (name: string): string | undefined => {
  const showing = (place: (found: ReadonlyMap<string, string>) => boolean): string | undefined =>
    operations.find(({ success, responses }) => place(statesOf(responses[success]?.schema ?? '')))?.area;
  return (
    showing((found) => found.get('status') === name) ?? showing((found) => [...found.values()].includes(name))
  );
};

/** How many items were met, and how many there are. */
export type Share = { met: number; of: number };

export function shareOf(coverage: Coverage, measure: Measure, area?: string): Share {
  const counts = [...coverage].flatMap(([name, { [measure]: items }]) =>
    area === undefined || name === area ? [...items.values()] : [],
  );
  return { met: counts.filter((times) => times > 0).length, of: counts.length };
}

const percent = ({ met, of }: Share): number => (of === 0 ? 100 : Math.floor((100 * met) / of));

const formats: Record<string, (coverage: Coverage) => string> = {
  text: (coverage) => `${tableText(rowsOf(coverage), ['area', ...measures])}\n`,
  markdown: (coverage) => markdownOf(TITLE, blocksOf(coverage)),
  html: (coverage) => htmlPage(TITLE, [html`<h1>${TITLE}</h1>`, ...htmlOf(blocksOf(coverage))]),
};

const rowsOf = (coverage: Coverage): Record<string, string>[] =>
  [...coverage.keys(), undefined].map((area) => ({
    area: area ?? 'all',
    ...Object.fromEntries(measures.map((measure) => [measure, shareText(shareOf(coverage, measure, area))])),
  }));

const shareText = (share: Share): string =>
  share.of === 0 ? '' : `${share.met} of ${share.of} (${percent(share)} %)`;

const missingOf = (items: Readonly<Record<Measure, Items>>): { measure: Measure; missing: string[] }[] =>
  measures.flatMap((measure) => {
    const missing = [...items[measure]].flatMap(([item, times]) => (times === 0 ? [item] : []));
    return missing.length === 0 ? [] : [{ measure, missing }];
  });

const TITLE = 'Coverage of the contract';

const blocksOf = (coverage: Coverage): Block[] => [
  {
    table: [
      ['area', ...measures],
      ...rowsOf(coverage).map((row) => ['area', ...measures].map((name) => row[name] ?? '')),
    ],
  },
  ...[...coverage].map(([area, items]) => {
    const list = missingOf(items).map(
      ({ measure, missing }) => `${measure}: ${missing.map((item) => `\`${item}\``).join(', ')}`,
    );
    return { title: `${area}: not met`, blocks: [{ list }] };
  }),
];

// Reads the smallest shares: `80` asks for 80 % of the operations, `operations=80,states=50` for others. Throws
// InvalidArgumentError that lists the measures.
function parseMinimum(text: string): Map<Measure, number> {
  const parts = text
    .split(',')
    .map((part) => (/^\d+$/.test(part.trim()) ? `operations=${part.trim()}` : part.trim()));
  return new Map(
    parts.map((part) => {
      const [name, value] = part.split('=');
      const measure = measures.find((one) => one === name);
      const share = Number(value);
      if (measure === undefined || !/^\d+$/.test(value ?? '') || share > 100)
        throw new InvalidArgumentError(
          `write a percentage of the operations (80), or of ${measures.join(', ')} (operations=80,states=50).`,
        );
      return [measure, share];
    }),
  );
}

/** Returns a sentence for each measure whose share is too small. */
export const belowMinimum = (coverage: Coverage, minimum: ReadonlyMap<Measure, number>): string[] =>
  [...minimum].flatMap(([measure, least]) => {
    const share = shareOf(coverage, measure);
    return percent(share) < least ? [`${measure}: ${shareText(share)} met, ${least} % asked for`] : [];
  });

type Flags = { min?: ReadonlyMap<Measure, number>; report: readonly string[] };

function readOrEnd(command: Command, folder: string): Coverage {
  try {
    return coverageOf(readCounts(folder));
  } catch (error) {
    return command.error(`error: ${error instanceof Error ? error.message : error}`, { exitCode: 2 });
  }
}

/** The command `coverage`. */
export const coverage = new Command('coverage')
  .description(
    'show how much of the contract a client’s tests met: operations, statuses, refusals, states, transitions',
  )
  .argument(
    '<folder>',
    'where mocks have written their counts: mock --coverage <folder>, or createMock({ coverage })',
  )
  .option(
    '--min <percent>',
    'end with 1 below this share: 80 (of the operations), or operations=80,states=50',
    parseMinimum,
  )
  .option(
    '--report <format=file>',
    'also write html=file or markdown=file; may be repeated',
    (one: string, all: string[]) => [...all, one],
    [],
  )
  .addHelpText(
    'after',
    `
Refusals are counted once an area; those that any request may meet (429, 500, a body too large) are left out.

Examples:
  $ hosting-contract mock --coverage coverage/          run your tests against it, then stop it
  $ hosting-contract coverage coverage/ --min 80
  $ hosting-contract coverage coverage/ --min operations=90,refusals=40 --report html=coverage.html

Exit: 0 enough was met, 1 less than --min, 2 wrong usage.`,
  )
  .action((folder: string, { min, report }: Flags, command: Command) => {
    const found = readOrEnd(command, folder);
    process.stdout.write(formats.text?.(found) ?? '');
    for (const one of report) {
      const [format = '', file = ''] = one.split(/=(.*)/s);
      const write = format === 'text' ? undefined : formats[format];
      if (!write || file === '')
        command.error(`error: --report ${one}: write html=file or markdown=file.`, { exitCode: 2 });
      else writeText(command, file, write(found));
    }
    const below = belowMinimum(found, min ?? new Map());
    for (const line of below) console.error(`error: ${line}`);
    if (below.length > 0) process.exitCode = 1;
  });
