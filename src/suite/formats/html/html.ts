// Formats the report as one HTML file that needs no network and no other file.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../../contract/package.ts';
import { formatDuration } from '../../model/clock.ts';
import { verdicts } from '../../model/outcome.ts';
import { shellExports } from '../../redaction/curl.ts';
import type { Report } from '../../report/report.ts';
import {
  type FindingWithResults,
  findingsWithResults,
  judgedText,
  obligation,
  unjudgedCounts,
  verdictCounts,
} from '../finding-text.ts';
import { removalCommands } from '../leftover-text.ts';
import { receiptRows } from '../receipt-text.ts';
import { coverageSection } from './coverage.ts';
import { command, findingArticle } from './finding.ts';
import { resultsSection, unjudgedSection } from './results.ts';
import { Html, html, textWithCode } from './template.ts';

/**
 * Renders a report as an HTML page.
 * @param options `replay` returns the command line that replays the finding of an id
 */
export function htmlReport(report: Report, { replay }: { replay: (id: string) => string }): string {
  const style = asset('page.css');
  const script = asset('page.js');
  // the page may use only its own script and style, and no network
  const policy = `default-src 'none'; script-src '${hash(script)}'; style-src '${hash(style)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const title = `${report.verdict}: ${report.target.baseUrl}`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title}</title>
${element('style', style)}
</head>
<body>
<a class="skip" href="#findings">To the findings</a>
${header(report)}
${filters(report)}
<main>
${findings(report, replay)}
${unjudgedSection(report)}
${resultsSection(report)}
${coverageSection(report)}
${mannersTable(report)}
</main>
<footer>${report.suite.name} ${report.suite.version} · contract ${report.contract.version}, SHA-256 ${report.contract.sha256.slice(0, 12)}…</footer>
${element('script', script)}
</body>
</html>
`;
  return page.text;
}

/**
 * Creates an element with trusted text. The function is not a tagged template, because bundlers rewrite templates
 * that contain `</script>`.
 */
const element = (name: string, text: string): Html => new Html(`<${name}>${text}</${name}>`);

const asset = (name: string): string => readFileSync(packageFile(`src/suite/formats/html/${name}`), 'utf8');
const hash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

function header(report: Report): Html {
  const { target, verdict, reasons, summary, profile, mode, seed, runId, startedAt } = report;
  const n = report.findings.filter(({ verdict }) => verdict === 'fail').length;
  const warnings = report.findings.filter(({ verdict }) => verdict === 'warn').length;
  const leads: Partial<Record<Report['verdict'], string>> = {
    conformant: 'Nothing that the specification states was found broken.',
    nonconformant: `${n} ${n === 1 ? 'breach' : 'breaches'}, each with its proof and how to see it again.${warnings > 0 ? ` ${warnings} ${warnings === 1 ? 'warning' : 'warnings'} beside.` : ''}`,
    vacuous: 'Too little could be judged:',
    incomplete: 'Nothing was found broken, but not everything that the specification states was judged.',
  };
  const { applied, unused, expired } = report.baseline ?? { applied: 0, unused: 0, expired: 0 };
  const notes = [
    // the heading already states the number of findings
    ...(report.sentences ? [`${judgedText(report)}; the others: ${unjudgedCounts(report) || 'none'}`] : []),
    ...(verdict === 'nonconformant' ? reasons.slice(1) : reasons),
    ...(report.baseline
      ? [
          `the baseline file covers ${applied} results; ${unused} of its entries are not needed, ${expired} are past their day`,
        ]
      : []),
  ];
  const facts: [string, string][] = [
    ['profile', profile],
    ['mode', mode],
    ['seed', `${seed}`],
    ['run', runId],
    ['started', startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['took', `${formatDuration(report.durationMs)}${report.called?.self ? " on the mock's own clock" : ''}`],
    ['requests', `${report.requests}`],
  ];
  return html`<header class="top">
<p class="kicker">Conformance report</p>
<h1><span class="verdict ${verdict}">${verdict}</span> <span class="target">${target.baseUrl}</span></h1>
${leads[verdict] !== undefined && html`<p class="lead">${leads[verdict]}</p>`}
${notes.length > 0 && html`<ul class="reasons">${notes.map((note) => html`<li>${textWithCode(note)}</li>`)}</ul>`}
<ul class="tiles" aria-label="${verdictCounts(report)}">${verdicts
    .filter((one) => summary[one] > 0)
    .map(
      (one) =>
        html`<li><button type="button" class="tile ${one}" data-verdict="${one}" title="show only ${one}"><b>${summary[one]}</b> ${one}</button></li>`,
    )}</ul>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</header>`;
}

function filters(report: Report): Html {
  const options = (values: readonly string[], all: string): Html =>
    html`<option value="">${all}</option>${values.map((value) => html`<option>${value}</option>`)}`;
  const areas = [...new Set(report.results.map(({ area }) => area))];
  const presentVerdicts = verdicts.filter((one) => report.summary[one] > 0);
  return html`<nav class="bar" aria-label="Sections and filters">
<p class="sections"><a href="#findings">Findings</a> <a href="#not-judged">Not judged</a> <a href="#results">Results</a> <a href="#coverage">Coverage</a> <a href="#manners">Pacing and clean-up</a></p>
<form class="filters" role="search" hidden>
<label>Text <input type="search" name="text" placeholder="id, sentence, operation …" title="press / to come here, Escape to clear"></label>
<label>Area <select name="area">${options(areas, 'all areas')}</select></label>
<label>Level <select name="level">${options(['must', 'should', 'observe'], 'all levels')}</select></label>
<label>Verdict <select name="verdict">${options(presentVerdicts, 'all verdicts')}</select></label>
<button type="reset">Clear</button>
<output aria-live="polite"></output>
</form>
</nav>`;
}

function findings(report: Report, replay: (id: string) => string): Html {
  const shownFindings = findingsWithResults(report);
  const warnings = shownFindings.filter(({ finding }) => finding.verdict === 'warn');
  const others = shownFindings.filter(({ finding }) => finding.verdict !== 'warn');
  const exports = shellExports(shownFindings.flatMap(({ first }) => first.curl ?? []));
  return html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">Findings <span class="n">${shownFindings.length}</span></h2>
${shownFindings.length === 0 && html`<p class="empty">${['conformant', 'nonconformant', 'incomplete'].includes(report.verdict) ? 'None.' : 'None, but the run came to no judgement.'}</p>`}
${others.length > 1 && findingIndex(others)}
${others.map((one) => findingArticle(one, replay))}
${
  warnings.length > 0 &&
  html`<details class="warnings"${others.length === 0 && warnings.length <= MAX_OPEN_WARNINGS && new Html(' open')}><summary>${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}: decided otherwise than in this contract, which fails nothing</summary>${warnings.length > 1 && findingIndex(warnings)}${warnings.map((one) => findingArticle(one, replay))}</details>`
}
${
  exports.length > 0 &&
  html`<details class="exports"><summary>What the variables in the curl lines stand for</summary>${command('shell', exports.join('\n'))}</details>`
}
</section>`;
}

/** The most warnings that are shown unfolded when there is no other finding. */
const MAX_OPEN_WARNINGS = 3;

/** Renders the list of findings with links to each, as an index. */
const findingIndex = (found: readonly FindingWithResults[]): Html =>
  html`<ol class="index">${found.map(
    ({ finding: { id, count }, first }) =>
      html`<li><a href="#${encodeURIComponent(id)}">${id}</a> ${textWithCode(obligation(first))}${count > 1 && ` (${count} places)`}</li>`,
  )}</ol>`;

function mannersTable(report: Report): Html {
  const { pacing, cleanup, requests, durationMs } = report;
  const rows: [string, string][] = [
    ['requests', `${requests}`],
    ['took', formatDuration(durationMs)],
    ['of it waiting for limits', formatDuration(pacing.waitedMs)],
    ['log-ins', `${pacing.logins}`],
    ['429 that nobody asked for', `${pacing.unprovoked429}`],
    ['things created', `${cleanup.created}`],
    ['left behind', `${cleanup.leftovers.length}`],
    ...receiptRows(report),
  ];
  return html`<section id="manners" aria-labelledby="manners-title">
<h2 id="manners-title">Pacing and clean-up</h2>
<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${
  cleanup.leftovers.length > 0 &&
  html`<div class="scroll" tabindex="0" role="region" aria-label="Left behind"><table>
<caption>Left behind: these are still at the target</caption>
<thead><tr><th scope="col">to be undone by</th><th scope="col">of</th><th scope="col">why it is still there</th></tr></thead>
<tbody>${cleanup.leftovers.map(
    ({ operation, params, why }) =>
      html`<tr><th scope="row">${operation}</th><td><code>${Object.values(params).join(' ')}</code></td><td>${why}</td></tr>`,
  )}</tbody></table></div>${removalCommands(report, report.called).map((line) => command('Remove', line))}`
}
</section>`;
}
