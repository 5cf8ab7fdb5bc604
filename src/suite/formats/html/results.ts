// Renders the sections of the HTML report that list every result by area, and the results that were not judged.
import { verdicts } from '../../model/outcome.ts';
import type { Result } from '../../model/result.ts';
import type { Report } from '../../report/report.ts';
import { groupNotJudged, obligation, openSentenceGroups } from '../finding-text.ts';
import { exchanges, tag } from './finding.ts';
import { type Html, html, textWithCode } from './template.ts';

/** Renders all results, grouped by area. */
export function resultsSection(report: Report): Html {
  const areas = [...new Set(report.results.map(({ area }) => area))];
  const leads = new Map(report.findings.flatMap(({ id, results }) => results.map((one) => [one, id])));
  return html`<section id="results" aria-labelledby="results-title">
<h2 id="results-title">Results <span class="n">${report.results.length}</span></h2>
${areas.map((area) => areaDetails(area, report.results, leads))}
</section>`;
}

function areaDetails(area: string, all: readonly Result[], leads: ReadonlyMap<string, string>): Html {
  const results = all.filter((result) => result.area === area);
  const counts = verdicts.flatMap((verdict) => {
    const n = results.filter((result) => result.verdict === verdict).length;
    return n === 0 ? [] : [html`<span class="count ${verdict}">${n} ${verdict}</span> `];
  });
  return html`<details class="area"><summary><b>${area}</b> ${counts}</summary>
<table class="results"><thead><tr><th scope="col">verdict</th><th scope="col">result</th><th scope="col">level</th></tr></thead>
<tbody>${results.map((result) => row(result, leads.get(result.id)))}</tbody></table>
</details>`;
}

function row(result: Result, lead: string | undefined): Html {
  const { id, area, level, verdict, message, blockedBy, requirement } = result;
  // The exchanges of a finding's first result are already shown with the finding.
  const proof = lead === id ? undefined : exchanges(result, 2);
  return html`<tr class="result" id="result:${id}" data-area="${area}" data-level="${level}" data-verdict="${verdict}">
<td>${tag(verdict)}</td>
<td><code class="id">${id}</code> ${textWithCode(obligation(result))}${requirement !== '' && html` <cite>${requirement}</cite>`}
${message !== '' && html`<p class="message">${textWithCode(message)}</p>`}
${lead !== undefined && html`<p class="message">${link(lead, lead === id ? 'the finding' : `part of the finding ${lead}`)}</p>`}
${blockedBy !== undefined && html`<p class="message">because of ${blockedBy}</p>`}${proof}</td>
<td>${level}</td></tr>`;
}

const link = (id: string, text: string): Html => html`<a href="#${encodeURIComponent(id)}">${text}</a>`;

/** Renders the results that were not judged, by reason. */
export function unjudgedSection(report: Report): Html {
  const { notChecked } = report;
  const unjudged = groupNotJudged(report);
  const open = openSentenceGroups(report);
  const found = new Set(report.findings.map(({ id }) => id));
  return html`<section id="not-judged" aria-labelledby="not-judged-title">
<h2 id="not-judged-title">Not judged</h2>
${notChecked.length + unjudged.length === 0 && html`<p class="empty">Everything was judged.</p>`}
${
  notChecked.length > 0 &&
  html`<table><caption>What more credentials and values would bring</caption>
<thead><tr><th scope="col">what to do</th><th scope="col">must</th><th scope="col">should</th><th scope="col">observe</th></tr></thead>
<tbody>${notChecked.map(
    ({ hint, must, should, observe }) =>
      html`<tr><th scope="row">${hint}</th><td class="num">${must}</td><td class="num">${should}</td><td class="num">${observe}</td></tr>`,
  )}</tbody></table>`
}
${open.length > 0 && html`<details class="why" open><summary>Stated sentences that stayed unjudged: ${open.reduce((n, { count }) => n + count, 0)}</summary><ul>${open.map(({ text }) => html`<li>${textWithCode(text)}</li>`)}</ul></details>`}
${unjudged.map(
  ({ verdict, reason, results }) =>
    html`<details class="why"><summary>${tag(verdict)} ${results.length}: ${textWithCode(reason.split('\n')[0] ?? '')}</summary>${blockedByLink(results[0], found)}<p>${results.map(({ id }) => html`<a href="#${encodeURIComponent(`result:${id}`)}"><code>${id}</code></a> `)}</p></details>`,
)}
</section>`;
}

/** Renders a link to the finding that kept a result from being judged; undefined when no finding did. */
function blockedByLink(result: Result | undefined, found: ReadonlySet<string>): Html | undefined {
  const id = result?.blockedBy;
  return id !== undefined && found.has(id)
    ? html`<p>${link(id, 'the finding that stands in the way')}</p>`
    : undefined;
}
