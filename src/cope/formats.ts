// The formats of the report of `cope`: text, HTML, JUnit, Markdown, GitHub annotations and JSON.

import { type Block, html, htmlOf, htmlPage, markdownOf } from '../suite/formats/blocks.ts';
import { escapeConsoleLine, escapeConsoleLines, escapedJson } from '../suite/formats/escape.ts';
import { workflowCommand } from '../suite/formats/formats.ts';
import { type JunitCase, junitXml } from '../suite/formats/junit.ts';
import { formatDuration } from '../suite/model/clock.ts';
import { plural } from '../suite/model/text.ts';
import type { CopeReport, Finding } from './report.ts';

const ALL_REFUSED =
  '; every request was refused, so little was tried: sign in with HOSTING_TOKEN or HOSTING_EMAIL';

/** Says in one line what the runs have shown. */
export const headline = (report: CopeReport): string => {
  const { verdict, findings, survived, notMet, isAllRefused, isInterrupted, runs, seconds } = report;
  const count = findings.filter(({ known }) => known === undefined).length;
  const known = findings.length - count;
  const nothing =
    verdict === 'not judged'
      ? 'not everything could be judged'
      : known === 0
        ? `nothing broke${isInterrupted ? ' so far' : ''}`
        : 'nothing new broke';
  const what = `${isInterrupted ? 'interrupted: ' : ''}${verdict === 'broken' ? plural(count, 'finding') : nothing}${known === 0 ? '' : `, ${plural(known, 'known finding')}`}`;
  return `${what}; ${plural(survived.length, 'value')} survived, ${notMet.length} not met in ${plural(runs, 'run')} and ${formatDuration(seconds * 1000)}${isAllRefused ? ALL_REFUSED : ''}`;
};

const lists = (report: CopeReport): [string, readonly string[]][] => {
  const all: [string, readonly string[]][] = [
    ['Survived', report.survived],
    ['Not met: no reply that your tests got shows these', report.notMet],
    ['Set aside: tests that differ without a variation', report.setAside],
    ['Unsteady: tests that failed once under a variation and not again', report.unsteady],
    ['Not judged: tests that failed in a later run without a variation', report.unjudged],
    ['Entries of the baseline that accept nothing', report.idleEntries],
  ];
  return all.filter(([, names]) => names.length > 0);
};

const rowsOf = ({ rows, known }: Finding): Finding['rows'] =>
  known === undefined ? rows : [...rows, ['known', known]];

/** Writes the rows of a finding as text. */
const findingText = (finding: Finding, indent: string): string =>
  rowsOf(finding)
    .map(([name, text]) => `${indent}${name}: ${text.replaceAll('\n', `\n${indent}  `)}`)
    .join('\n');

/** Writes the values of one freedom on one line: `errors=flat | alternate`. Names of tests stay as they are. */
const byFreedom = (all: readonly string[]): string[] =>
  [...Map.groupBy(all, (one) => /^[a-z-]+=/.exec(one)?.[0] ?? one)].map(([name, values]) =>
    values.length === 1
      ? (values[0] ?? '')
      : `${name}${values.map((one) => one.slice(name.length)).join(' | ')}`,
  );

/** Writes a finding as text: its title, and its rows. */
export const wholeFinding = (one: Finding): string => `✗ ${one.title}\n${findingText(one, '  ')}\n`;

function text(report: CopeReport): string {
  const found = report.findings.map(wholeFinding);
  const rest = lists(report).map(
    ([title, all]) =>
      `${title}:${byFreedom(all)
        .map((one) => `\n  ${escapeConsoleLine(one)}`)
        .join('')}`,
  );
  return `${escapeConsoleLines([...found, ...rest, '', `cope: ${headline(report)}`].join('\n'))}\n`;
}

const blocksOf = (report: CopeReport): Block[] => [
  {
    title: 'Findings',
    blocks: report.findings.map((one) => ({
      ...{ verdict: one.known === undefined ? 'fail' : 'baselined', id: one.id, title: one.title },
      rows: rowsOf(one),
    })),
  },
  ...lists(report).map(([title, all]) => {
    // Backticks mark code, unless the name of a test has some.
    const list = all.map((one) => (one.includes('`') ? one : `\`${one}\``));
    return { title, blocks: [{ list }] };
  }),
];

const UNDECIDED = { mark: '⚠️', level: 'warning', style: 'incomplete' };
const VERDICTS = {
  broken: { mark: '❌', level: 'error', style: 'nonconformant' },
  interrupted: UNDECIDED,
  'not judged': UNDECIDED,
  'nothing broke': { mark: '✅', level: 'notice', style: 'conformant' },
};
const markdown = (report: CopeReport): string =>
  markdownOf(`${VERDICTS[report.verdict].mark} cope: ${headline(report)}`, blocksOf(report));

function junit(report: CopeReport): string {
  const broken = report.findings.map((one): JunitCase => {
    const text = findingText(one, '');
    const failure = { is: 'failure', attributes: { message: one.title }, text } as const;
    return {
      ...{ classname: one.id, name: one.places.join(', ') },
      outcome: one.known === undefined ? failure : { is: 'system-out', text },
    };
  });
  const passed = report.survived.map((choice): JunitCase => ({ classname: choice, name: 'survived' }));
  const name = 'hosting-contract cope';
  return junitXml(
    { name, seconds: report.seconds, timestamp: new Date().toISOString() },
    new Map([[name, [...broken, ...passed]]]),
  );
}

function github(report: CopeReport): string {
  const lines = report.findings.map((one) =>
    workflowCommand(
      one.known === undefined ? 'error' : 'notice',
      one.id,
      `${one.title}\n${findingText(one, '')}`,
    ),
  );
  const summary = workflowCommand(VERDICTS[report.verdict].level, 'hosting-contract cope', headline(report));
  return `${[...lines.slice(0, 9), summary].join('\n')}\n`;
}

const htmlReport = (report: CopeReport): string =>
  htmlPage(
    `cope: ${report.verdict}`,
    html`<header><h1><span class="verdict ${VERDICTS[report.verdict].style}">${report.verdict}</span> ${report.command}</h1>
<p>${headline(report)}</p></header>
<main><h2>Findings and variations</h2>${htmlOf(blocksOf(report))}</main>`,
  );

/** The formats of the report, by their names in `--report`. */
export const copeFormats = {
  console: text,
  github,
  markdown,
  junit,
  html: htmlReport,
  json: (report: CopeReport) => `${escapedJson(report, 2)}\n`,
} satisfies Record<string, (report: CopeReport) => string>;
