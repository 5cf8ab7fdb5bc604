// Formats the report as one HTML file that needs no network and no other file.
import { type Operation, operations } from '../../../contract/operations.ts';
import { formatDuration } from '../../model/clock.ts';
import type { RecordedExchange } from '../../model/exchange.ts';
import { verdicts } from '../../model/outcome.ts';
import type { Result } from '../../model/result.ts';
import { MAX_NAMED, plural } from '../../model/text.ts';
import { shellExports } from '../../report/command-lines.ts';
import type { Report } from '../../report/report.ts';
import { Html, html, htmlCommand, htmlOf, htmlPage, htmlRows, pretty, textWithCode } from '../blocks.ts';
import { closingSections } from '../closing-sections.ts';
import {
  calledOperation,
  type FindingWithResults,
  type FormatterOptions,
  findingRows,
  findingsWithResults,
  judgedText,
  obligation,
  obligationSentence,
  unjudgedCounts,
} from '../finding-text.ts';

type Replay = FormatterOptions['replay'];

/** Renders a report as an HTML page. */
export function htmlReport(report: Report, { replay }: FormatterOptions): string {
  const body = html`<a class="skip" href="#findings">To the findings</a>
${header(report)}
${filters(report)}
<main>
${section('findings', 'Findings', findings(report, replay))}
${section('not-judged', 'Not judged, compared and left behind', html`${htmlOf(closingSections(report))}`)}
${section('results', 'Results', results(report))}
${section('coverage', 'Coverage', coverage(report))}
</main>
<footer>${report.suite.name} ${report.suite.version} · contract ${report.contract.version}, SHA-256 ${report.contract.sha256.slice(0, 12)}…</footer>`;
  return htmlPage(`${report.verdict}: ${report.target.baseUrl}`, body, 'page.js');
}

const section = (id: string, title: string, content: Html): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${content}</section>`;
const facts = (rows: readonly (readonly [string, string])[]): Html =>
  html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
const table = (caption: string, head: readonly string[], rows: readonly Html[]): Html =>
  html`<table class="results"><caption>${caption}</caption><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`;
const tag = (verdict: string): Html => html`<span class="tag ${verdict}">${verdict}</span>`;
const link = (id: string, text: string): Html => html`<a href="#${encodeURIComponent(id)}">${text}</a>`;

function header(report: Report): Html {
  const { target, verdict, reasons, summary, startedAt, durationMs, baseline, pacing } = report;
  const count = (one: string): number => report.findings.filter((finding) => finding.verdict === one).length;
  const leads: Partial<Record<Report['verdict'], string>> = {
    conformant: 'Nothing that the specification states was found broken.',
    nonconformant: `${plural(count('fail'), 'breach', 'breaches')}, each with its proof and how to see it again.${count('warn') > 0 ? ` ${plural(count('warn'), 'warning')} beside.` : ''}`,
    vacuous: 'Too little could be judged:',
    incomplete: 'Nothing was found broken, but not everything that the specification states was judged.',
  };
  const notes = [
    ...(report.sentences ? [`${judgedText(report)}; the others: ${unjudgedCounts(report) || 'none'}`] : []),
    // the lead already states the number of findings
    ...(verdict === 'nonconformant' ? reasons.slice(1) : reasons),
    ...(baseline
      ? [
          `the baseline file covers ${baseline.applied} results; ${baseline.unused} of its entries are not needed, ${baseline.expired} are past their day`,
        ]
      : []),
  ];
  const tile = (one: (typeof verdicts)[number]): Html =>
    html`<li><button type="button" class="tile ${one}" data-verdict="${one}" title="show only ${one}"><b>${summary[one]}</b> ${one}</button></li>`;
  return html`<header><h1><span class="verdict ${verdict}">${verdict}</span> ${target.baseUrl}</h1>
${leads[verdict] !== undefined && html`<p>${leads[verdict]}</p>`}${htmlOf([{ list: notes }])}
<ul class="tiles" aria-label="results by verdict">${verdicts.filter((one) => summary[one] > 0).map(tile)}</ul>
${facts([
  ['profile', report.profile],
  ['mode', report.mode],
  ['seed', `${report.seed}`],
  ['run', report.runId],
  ['started', startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
  ['took', `${formatDuration(durationMs)}${report.called?.self ? " on the mock's own clock" : ''}`],
  ['of it waiting for limits', formatDuration(pacing.waitedMs)],
  ['requests', `${report.requests}`],
  ['log-ins', `${pacing.logins}`],
  ['429 that nobody asked for', `${pacing.unprovoked429}`],
  ['things created', `${report.cleanup.created}`],
])}</header>`;
}

function filters({ results: all, summary }: Report): Html {
  const select = (label: string, none: string, values: readonly string[]): Html =>
    html`<label>${label} <select name="${label.toLowerCase()}"><option value="">${none}</option>${values.map((value) => html`<option>${value}</option>`)}</select></label>`;
  return html`<nav class="bar" aria-label="Sections and filters">
<a href="#findings">Findings</a> <a href="#not-judged">Not judged</a> <a href="#results">Results</a> <a href="#coverage">Coverage</a>
<form class="filters" role="search" hidden>
<label>Text <input type="search" name="text" placeholder="id, sentence, operation …" title="press / to come here, Escape to clear"></label>
${select('Area', 'all areas', [...new Set(all.map(({ area }) => area))])}
${select('Level', 'all levels', ['must', 'should', 'observe'])}
${select(
  'Verdict',
  'all verdicts',
  verdicts.filter((one) => summary[one] > 0),
)}
<button type="reset">Clear</button> <output aria-live="polite"></output>
</form></nav>`;
}

const MAX_OPEN_WARNINGS = 3;

function findings(report: Report, replay: Replay): Html {
  const all = findingsWithResults(report);
  const warnings = all.filter(({ finding }) => finding.verdict === 'warn');
  const others = all.filter((one) => !warnings.includes(one));
  const exports = shellExports(all.flatMap(({ first }) => first.curl ?? []));
  const isJudged = ['conformant', 'nonconformant', 'incomplete'].includes(report.verdict);
  const index = (found: readonly FindingWithResults[]): Html | false =>
    found.length > 1 &&
    html`<ol>${found.map(({ finding: { id, count }, first }) => html`<li>${link(id, id)} ${textWithCode(obligation(first))}${count > 1 && ` (${count} places)`}</li>`)}</ol>`;
  const open = others.length === 0 && warnings.length <= MAX_OPEN_WARNINGS && new Html(' open');
  return html`${all.length === 0 && html`<p class="note">${isJudged ? 'None.' : 'None, but the run came to no judgement.'}</p>`}
${index(others)}${others.map((one) => findingArticle(one, replay))}
${warnings.length > 0 && html`<details class="warnings"${open}><summary>${plural(warnings.length, 'warning')}: decided otherwise than in this contract, which fails nothing</summary>${index(warnings)}${warnings.map((one) => findingArticle(one, replay))}</details>`}
${exports.length > 0 && html`<details><summary>What the variables in the curl lines stand for</summary>${htmlCommand('shell', exports.join('\n'))}</details>`}`;
}

function findingArticle(one: FindingWithResults, replay: Replay): Html {
  const { finding, first } = one;
  const { verdict, id } = finding;
  // The exchanges below show the reply.
  const rows = findingRows(one, replay, MAX_NAMED).filter(([name]) => name !== 'reply');
  return html`<article class="finding ${verdict}" id="${id}" tabindex="-1" data-area="${first.area}" data-level="${first.level}" data-verdict="${verdict}">
<h3>${tag(verdict)} ${link(id, id)}</h3>
<p>${textWithCode(obligationSentence(first))}</p>
${htmlRows(rows)}
${exchanges(first, 'h4')}
</article>`;
}

function exchanges({ exchanges: all }: Result, heading: 'h3' | 'h4'): Html | false {
  const [proof] = all;
  const more = all.length > 1 ? ` and ${all.length - 1} more` : '';
  return (
    proof !== undefined &&
    html`<details class="exchanges"><summary>Exchange: ${calledOperation(proof)} <b>${statusOf(proof)}</b>${more}</summary>${all.map((one) => exchange(one, heading))}</details>`
  );
}

const statusOf = ({ reply, failure }: RecordedExchange): string =>
  `${reply?.status ?? failure?.kind ?? 'no reply'}`;

function exchange(one: RecordedExchange, heading: 'h3' | 'h4'): Html {
  const { id, at, ms, by, caller, reason, deliberateFault, request, reply, failure } = one;
  const side = (name: string, headers: readonly (readonly [string, string])[], body: string | null): Html =>
    html`<div><p class="note">${name}</p><code>${headers.map(([header, text]) => html`${header}: ${text}<br>`)}</code>${body !== null && body !== '' && html`<pre tabindex="0">${pretty(body)}</pre>`}</div>`;
  return html`<section class="exchange" aria-label="exchange ${id}">${new Html(`<${heading}>`)}${calledOperation(one)} ${statusOf(one)}${new Html(`</${heading}>`)}
<p class="note">${id}, ${at}, ${ms} ms, as ${caller}, by ${by}, ${reason}${deliberateFault !== undefined && html`; wrong on purpose: <code>${deliberateFault}</code>`}</p>
<div class="sides">${side('Request', Object.entries(request.headers), request.body)}${side('Reply', reply?.headers ?? [], reply?.body ?? failure?.message ?? 'none')}</div></section>`;
}

function results({ results: all, findings: found }: Report): Html {
  const leads = new Map(found.flatMap(({ id, results: ids }) => ids.map((one) => [one, id])));
  const areas = Map.groupBy(all, ({ area }) => area);
  return html`${[...areas].map(([area, inArea]) => {
    const counts = Map.groupBy(inArea, ({ verdict }) => verdict);
    return html`<details class="area"><summary><b>${area}</b> ${[...counts].map(([verdict, { length }]) => html`<span class="count ${verdict}">${length} ${verdict}</span> `)}</summary>
${table(
  '',
  ['verdict', 'result', 'level'],
  inArea.map((result) => resultRow(result, leads.get(result.id))),
)}</details>`;
  })}`;
}

function resultRow(result: Result, lead: string | undefined): Html {
  const { id, area, level, verdict, message, blockedBy, requirement } = result;
  return html`<tr class="result" id="result:${id}" data-area="${area}" data-level="${level}" data-verdict="${verdict}">
<td>${tag(verdict)}</td><td><code class="id">${id}</code> ${textWithCode(obligation(result))} <cite>${requirement}</cite>
${message !== '' && html`<p class="message">${textWithCode(message)}</p>`}
${lead !== undefined && html`<p>${link(lead, lead === id ? 'the finding' : `part of the finding ${lead}`)}</p>`}
${blockedBy !== undefined && html`<p class="message">because of ${blockedBy}</p>`}
${lead !== id && exchanges(result, 'h3')}</td><td>${level}</td></tr>`;
}

function coverage({
  coverage: { operations: seen, requirements, callers = {}, media = {} },
  results: all,
}: Report): Html {
  const undocumented = operations.flatMap(({ id, statuses }) =>
    Object.keys(seen[id] ?? {})
      .filter((status) => !statuses.includes(Number(status)))
      .map((status) => `${id} ${status}`),
  );
  const documented = operations.flatMap(({ id, statuses }) => statuses.map((status) => seen[id]?.[status]));
  const row = ({ id, method, path, statuses }: Operation): Html => {
    const replies = Object.entries(seen[id] ?? {}).map(([status, n]) => {
      const who = Object.entries(callers[id]?.[status] ?? {}).map(([name, times]) => `${name} ${times}`);
      const types = Object.keys(media[id]?.[status] ?? {});
      const isKnown = statuses.includes(Number(status));
      return html`<span class="${isKnown ? '' : 'unknown'}" title="${[...who, ...types].join(', ')}">${status} × ${n}${!isKnown && ' !'}</span> `;
    });
    const open = statuses.filter((status) => seen[id]?.[status] === undefined);
    return html`<tr><th scope="row" class="${seen[id] ? '' : 'unknown'}"><b>${id}</b> <small>${method} ${path}</small></th><td>${replies}</td><td>${open.join(' ')}</td></tr>`;
  };
  const judged = Object.entries(requirements).map(([requirement, checks]) => {
    const ofChecks = all.filter(
      (one) =>
        one.requirement === requirement &&
        (checks.includes(one.id.split('@')[0] ?? '') || one.id.includes('@')),
    );
    const counts = Map.groupBy(ofChecks, ({ verdict }) => verdict);
    return html`<tr><th scope="row"><code>${requirement}</code></th><td>${[...counts].map(([verdict, { length }]) => html`${tag(verdict)} ${length} `)}</td></tr>`;
  });
  return html`<p>${operations.filter(({ id }) => seen[id]).length} of ${operations.length} operations were asked; ${documented.filter((n) => n !== undefined).length} of ${documented.length} documented replies were met. ${undocumented.length === 0 ? 'No reply was undocumented.' : html`Undocumented: <b class="unknown">${undocumented.join(', ')}</b>`}</p>
<details><summary>Operations, their replies and callers</summary>${table('An operation in red was never asked; a reply in red is not documented. The title of a reply names its callers and media types.', ['operation', 'replies', 'documented, not met'], operations.map(row))}</details>
<details><summary>Sentences of the specification and what they came to</summary>${table('', ['sentence', 'results'], judged)}</details>`;
}
