// Renders the coverage section of the HTML report: operations by status, caller and media type, and the requirements
// that were judged.
import { type Operation, operations } from '../../../contract/operations.ts';
import type { Result } from '../../model/result.ts';
import { credentialNames } from '../../model/target.ts';
import type { Report } from '../../report/report.ts';
import { tag } from './finding.ts';
import { type Html, html } from './template.ts';

/** Renders the coverage of operations and requirements. */
export function coverageSection(report: Report): Html {
  const statusesByOperation = report.coverage.operations;
  const statusesSeen = operations.flatMap(({ id, statuses }) =>
    statuses.filter((status) => statusesByOperation[id]?.[status]),
  );
  const documented = operations.flatMap(({ statuses }) => statuses);
  const unexpectedStatuses = operations.flatMap((operation) =>
    undocumented(operation, statusesByOperation[operation.id]),
  );
  return html`<section id="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">Coverage</h2>
<p>${operations.filter(({ id }) => statusesByOperation[id]).length} of ${operations.length} operations were asked; ${statusesSeen.length} of ${documented.length} documented replies were met. ${
    unexpectedStatuses.length === 0
      ? 'No reply was undocumented.'
      : html`Undocumented: ${unexpectedStatuses.map(({ id, status, n }) => html`<b class="stranger">${id} ${status}</b>${n > 1 && ` (${n} times)`} `)}`
  }</p>
<details><summary>Operations and statuses</summary>${statusTable(report)}</details>
${report.coverage.callers && html`<details><summary>Operations and callers</summary>${callerTable(report)}</details>`}
${report.coverage.media && html`<details><summary>Media types</summary>${mediaTable(report)}</details>`}
<details><summary>Sentences of the specification and what they came to</summary>${requirementTable(report)}</details>
</section>`;
}

function undocumented({ id, statuses }: Operation, observed: Record<string, number> = {}) {
  return Object.entries(observed)
    .filter(([status]) => !statuses.includes(Number(status)))
    .map(([status, n]) => ({ id, status, n }));
}

const table = (name: string, head: readonly Html[], rows: readonly Html[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table class="matrix"><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;

const column = (text: string): Html => html`<th scope="col">${text}</th>`;

const rowHead = ({ id, method, path }: Operation): Html =>
  html`<th scope="row"><b>${id}</b> <small>${method} ${path}</small></th>`;

function statusTable({ coverage: { operations: statusesByOperation } }: Report): Html {
  const all = [
    ...operations.flatMap(({ statuses }) => statuses),
    ...Object.values(statusesByOperation).flatMap((statuses) => Object.keys(statuses).map(Number)),
  ];
  const columns = [...new Set(all)].sort((a, b) => a - b);
  const cell = (operation: Operation, status: number): Html => {
    const n = statusesByOperation[operation.id]?.[status];
    const known = operation.statuses.includes(status);
    if (n !== undefined && status >= 500) return html`<td class="num crash" title="server error">${n}</td>`;
    if (n !== undefined && known) return html`<td class="num met">${n}</td>`;
    if (n !== undefined) return html`<td class="num stranger" title="not documented">${n} !</td>`;
    return known ? html`<td class="num open" title="documented, not met">·</td>` : html`<td></td>`;
  };
  const rows = operations.map(
    (operation) =>
      html`<tr${statusesByOperation[operation.id] ? undefined : html` class="never"`}>${rowHead(operation)}${columns.map((status) => cell(operation, status))}</tr>`,
  );
  return html`<p class="note">A number: so many exchanges. ·: documented, not met. !: met, not documented. An operation in red was never asked.</p>
${table('Operations and statuses', [column('operation'), ...columns.map((one) => column(`${one}`))], rows)}`;
}

function callerTable({ coverage: { callers = {} } }: Report): Html {
  const named: string[] = [...credentialNames, 'anonymous'];
  const labels = new Set(
    Object.values(callers).flatMap((statuses) =>
      Object.values(statuses).flatMap((names) => Object.keys(names)),
    ),
  );
  const columns = named.filter((name) => labels.has(name));
  const others = [...labels].filter((label) => !named.includes(label));
  const cell = (id: string, names: readonly string[]): Html => {
    const parts = Object.entries(callers[id] ?? {}).flatMap(([status, counts]) => {
      const n = names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
      return n === 0
        ? []
        : [html`<span class="chip s${status.charAt(0)}">${status}${n > 1 && ` × ${n}`}</span> `];
    });
    return html`<td>${parts}</td>`;
  };
  const rows = operations.map(
    (operation) =>
      html`<tr>${rowHead(operation)}${columns.map((name) => cell(operation.id, [name]))}${others.length > 0 && cell(operation.id, others)}</tr>`,
  );
  const head = [
    column('operation'),
    ...columns.map(column),
    ...(others.length > 0 ? [column('others')] : []),
  ];
  return html`${others.length > 0 && html`<p class="note">Others: ${others.sort().join(', ')}.</p>`}
${table('Operations and callers', head, rows)}`;
}

function mediaTable({ coverage: { media = {} } }: Report): Html {
  const found = new Map<string, { n: number; operations: Set<string> }>();
  for (const [id, statuses] of Object.entries(media)) {
    for (const names of Object.values(statuses)) {
      for (const [name, n] of Object.entries(names)) {
        const entry = found.get(name) ?? { n: 0, operations: new Set() };
        entry.n += n;
        entry.operations.add(id);
        found.set(name, entry);
      }
    }
  }
  const rows = [...found]
    .sort(([, a], [, b]) => b.n - a.n)
    .map(
      ([name, { n, operations: by }]) =>
        html`<tr><th scope="row">${name}</th><td class="num">${n}</td><td>${by.size > 8 ? `${by.size} operations` : [...by].join(', ')}</td></tr>`,
    );
  return table('Media types', [column('media type'), column('replies'), column('of')], rows);
}

function requirementTable({ coverage: { requirements }, results }: Report): Html {
  const byCheck = new Map<string, Result[]>();
  for (const result of results) {
    const [id = result.id] = result.id.split('@');
    byCheck.set(id, [...(byCheck.get(id) ?? []), result]);
  }
  const rows = Object.entries(requirements).map(([requirement, checks]) => {
    const verdicts = checks
      .flatMap((id) => byCheck.get(id) ?? [])
      // A rule’s violation of a more specific requirement is counted under the more specific requirement.
      .filter((result) => result.requirement === requirement);
    const breached = results.filter(
      (result) => result.requirement === requirement && !verdicts.includes(result) && result.id.includes('@'),
    );
    const counts = new Map<string, number>();
    for (const { verdict } of [...verdicts, ...breached]) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    return html`<tr><th scope="row"><code>${requirement}</code></th><td>${[...counts].map(([verdict, n]) => html`${tag(verdict)} ${n} `)}</td></tr>`;
  });
  return table('Sentences', [column('sentence'), column('results')], rows);
}
