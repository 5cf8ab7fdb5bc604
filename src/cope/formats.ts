// The formats of the report of `cope`: text, HTML, JUnit, Markdown, GitHub annotations and JSON.

import {
  escapeCiCommands,
  escapeConsoleLine,
  escapeConsoleLines,
  escapedJson,
  escapeMarkdown,
  escapeMarkup,
  fenceMarkdown,
} from '../suite/formats/escape.ts';
import { workflowCommand } from '../suite/formats/github.ts';
import { pageStyle } from '../suite/formats/html/html.ts';
import { type Html, html, textWithCode } from '../suite/formats/html/template.ts';
import { xmlAttributes } from '../suite/formats/junit.ts';
import { formatDuration } from '../suite/model/clock.ts';
import { plural } from '../suite/model/text.ts';
import type { CopeReport, Finding } from './report.ts';

/** The names of the rows that hold several lines. */
const CODE = ['test', 'request', 'again'];

const NOTES = {
  none: '; only tests with the fixtures were varied, whose requests are not seen here',
  'all refused':
    '; every request was refused, so little was tried: sign in with HOSTING_TOKEN or HOSTING_EMAIL',
  'some succeeded': '',
};

const headline = (report: CopeReport): string => {
  const { verdict, findings, survived, notMet, requests, isInterrupted, runs, seconds } = report;
  const tried =
    requests === 'none'
      ? `${plural(notMet.length, 'variation')} tried`
      : `${plural(survived.length, 'variation')} survived`;
  const count = findings.filter(({ known }) => known === undefined).length;
  const known = findings.length - count;
  const nothing =
    verdict === 'not judged'
      ? 'not everything could be judged'
      : known === 0
        ? 'nothing broke'
        : 'nothing new broke';
  const what = `${isInterrupted ? 'interrupted: ' : ''}${verdict === 'broken' ? plural(count, 'finding') : nothing}${known === 0 ? '' : `, ${plural(known, 'known finding')}`}`;
  return `${what}; ${tried} in ${plural(runs, 'run')} and ${formatDuration(seconds * 1000)}${NOTES[requests]}`;
};

/** Returns the lists beside the findings. */
const lists = ({
  survived,
  notMet,
  setAside,
  unsteady,
  unjudged,
  idleEntries,
  usesFixtures,
}: CopeReport): (readonly [string, readonly string[]])[] =>
  (
    [
      ['Survived', survived],
      [
        usesFixtures
          ? 'Tried: nothing broke, and which of these the tests with the fixtures met is not seen here'
          : 'Not met: your tests sent no request on which these have an effect',
        notMet,
      ],
      ['Set aside: tests that differ without a variation', setAside],
      ['Unsteady: tests that failed once under a variation and not again', unsteady],
      ['Not judged: tests that failed in a later run without a variation', unjudged],
      ['Entries of the baseline that accept nothing', idleEntries],
    ] as const
  ).filter(([, all]) => all.length > 0);

const findingText = ({ rows, known }: Finding, indent: string): string =>
  [...rows, ...(known === undefined ? [] : [['known', known] as const])]
    .map(([name, text]) => `${indent}${name}: ${text.replaceAll('\n', `\n${indent}  `)}`)
    .join('\n');

function text(report: CopeReport): string {
  const found = report.findings.map((one) => `✗ ${one.title}\n${findingText(one, '  ')}\n`);
  const rest = lists(report).map(([title, all]) => `${title}: ${all.map(escapeConsoleLine).join('; ')}`);
  return `${escapeConsoleLines([...found, ...rest, '', `cope: ${headline(report)}`].join('\n'))}\n`;
}

function markdown(report: CopeReport): string {
  const found = report.findings.flatMap(({ title, rows, known }) => [
    `### ${escapeMarkdown(title)}`,
    '',
    ...rows.flatMap(([name, value]) => [
      CODE.includes(name) ? `${name}:\n${fenceMarkdown(value)}` : `${name}: ${escapeMarkdown(value)}`,
      '',
    ]),
    ...(known === undefined ? [] : [escapeMarkdown(known), '']),
  ]);
  const rest = lists(report).flatMap(([title, all]) => [
    `### ${escapeMarkdown(title)}`,
    '',
    ...all.map((one) => `- ${escapeMarkdown(one)}`),
    '',
  ]);
  const mark = { broken: '❌', interrupted: '⚠️', 'not judged': '⚠️', 'nothing broke': '✅' }[report.verdict];
  return `${escapeCiCommands([`## ${mark} cope: ${escapeMarkdown(headline(report))}`, '', ...found, ...rest].join('\n'))}\n`;
}

function junit(report: CopeReport): string {
  const failures = report.findings.filter(({ known }) => known === undefined).length;
  const broken = report.findings.map((one) => {
    const head = xmlAttributes({ classname: one.id, name: one.places.join(', ') });
    const details = escapeMarkup(findingText(one, ''));
    return one.known === undefined
      ? `    <testcase ${head}><failure ${xmlAttributes({ message: one.title })}>${details}</failure></testcase>`
      : `    <testcase ${head}><system-out>${details}</system-out></testcase>`;
  });
  const passed = report.survived.map(
    (choice) => `    <testcase ${xmlAttributes({ classname: choice, name: 'survived' })}/>`,
  );
  const head = { name: 'hosting-contract cope', tests: broken.length + passed.length, failures, errors: 0 };
  const time = report.seconds.toFixed(3);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${xmlAttributes({ ...head, time })}>\n  <testsuite ${xmlAttributes({ ...head, skipped: 0, time })}>\n${[...broken, ...passed].join('\n')}\n  </testsuite>\n</testsuites>\n`;
}

function github(report: CopeReport): string {
  const lines = report.findings.map((one) =>
    workflowCommand(
      one.known === undefined ? 'error' : 'notice',
      one.id,
      `${one.title}\n${findingText(one, '')}`,
    ),
  );
  const level = {
    broken: 'error',
    interrupted: 'warning',
    'not judged': 'warning',
    'nothing broke': 'notice',
  } as const;
  return `${[...lines.slice(0, 9), workflowCommand(level[report.verdict], 'hosting-contract cope', headline(report))].join('\n')}\n`;
}

const verdictClass = {
  broken: 'nonconformant',
  interrupted: 'incomplete',
  'not judged': 'incomplete',
  'nothing broke': 'conformant',
};

function htmlPage(report: CopeReport): string {
  const row = ([name, value]: readonly [string, string]): Html =>
    html`<div><dt>${name}</dt><dd>${CODE.includes(name) ? html`<pre tabindex="0">${value}</pre>` : textWithCode(value)}</dd></div>`;
  const article = ({ title, rows, known }: Finding): Html =>
    html`<article class="finding ${known === undefined ? 'fail' : 'baselined'}"><h3>${title}</h3>${known !== undefined && html`<p>${known}</p>`}<dl>${rows.map(row)}</dl></article>`;
  const { tag, policy } = pageStyle();
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>cope: ${report.verdict}</title>
${tag}
</head>
<body>
<header><h1><span class="verdict ${verdictClass[report.verdict]}">${report.verdict}</span> ${report.command}</h1>
<p>${headline(report)}</p></header>
<main>
<section aria-labelledby="findings"><h2 id="findings">Findings</h2>${report.findings.length === 0 && html`<p class="note">None.</p>`}${report.findings.map(article)}</section>
${lists(report).map(([title, all]) => html`<section><h2>${title}</h2><ul>${all.map((one) => html`<li><code>${one}</code></li>`)}</ul></section>`)}
</main>
</body>
</html>
`.text;
}

/** The formats of the report, by their names in `--report`. */
export const copeFormats = {
  console: text,
  github,
  markdown,
  junit,
  html: htmlPage,
  json: (report: CopeReport) => `${escapedJson(report, 2)}\n`,
} satisfies Record<string, (report: CopeReport) => string>;
