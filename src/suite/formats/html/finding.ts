// Renders one finding of the HTML report with the exchanges that prove it.

import type { RecordedExchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';
import { describeBaselined } from '../../report/baseline/baseline.ts';
import {
  calledOperation,
  differenceText,
  type FindingWithResults,
  isReplayable,
  obligation,
  otherOccurrences,
} from '../finding-text.ts';
import { type Html, html, textWithCode } from './template.ts';

/** The most operations or results that are named; the others are shown in a folded section. */
const MAX_NAMED = 6;

/** Renders one finding. @param replay returns the command line that replays the finding of an id */
export function findingArticle({ finding, first }: FindingWithResults, replay: (id: string) => string): Html {
  const { verdict, id } = finding;
  const baselineNote = describeBaselined(first);
  const deliberateFault = first.exchanges[0]?.spoiled;
  const more = otherOccurrences({ finding, first }, MAX_NAMED);
  const rest = finding.results.slice(1 + MAX_NAMED);
  return html`<article class="finding ${verdict}" id="${id}" tabindex="-1" data-area="${first.area}" data-level="${first.level}" data-verdict="${verdict}">
<h3>${tag(verdict)} <a class="self" href="#${encodeURIComponent(id)}">${id}</a></h3>
<p class="says">${textWithCode(`${upper(obligation(first))}.`)}</p>
${verdict === 'inconclusive' && html`<p>No breach: this keeps the suite from judging.</p>`}
${first.sentence && html`<blockquote><p>${textWithCode(first.sentence)}</p><cite>${first.requirement}</cite></blockquote>`}
<dl class="proof">
<div><dt>Found</dt><dd>${textWithCode(first.message)}</dd></div>
${deliberateFault !== undefined && html`<div class="wrong"><dt>Wrong in the request, on purpose, and nothing else</dt><dd><code>${deliberateFault}</code></dd></div>`}
${value('Expected', first.expected)}
${value('Actual', first.actual)}
${value('Differs', differenceText(first))}
${baselineNote !== undefined && html`<div><dt>Known</dt><dd>${baselineNote}</dd></div>`}
${more !== undefined && html`<div><dt>Also</dt><dd>${more}${rest.length > 0 && html`<details><summary>${rest.length} more</summary>${rest.join(', ')}</details>`}</dd></div>`}
</dl>
${first.curl !== undefined && command('Request', first.curl)}
${isReplayable(first) && command('Replay', replay(id))}
${first.script !== undefined && html`<details><summary>Script that sets up and shows it</summary>${command('sh', first.script)}</details>`}
${exchanges(first, 3)}
</article>`;
}

/** Renders a verdict as a coloured label. */
export const tag = (verdict: string): Html => html`<span class="tag ${verdict}">${verdict}</span>`;

function value(name: string, given: unknown): Html | undefined {
  if (given === undefined) return undefined;
  const text = typeof given === 'string' ? given : JSON.stringify(given, null, 2);
  const long = text.includes('\n') || text.length > 80;
  return html`<div class="${name.toLowerCase()}"><dt>${name}</dt><dd>${long ? html`<pre>${text}</pre>` : html`<code>${text}</code>`}</dd></div>`;
}

/** Renders a command line with a button that copies it. */
export function command(name: string, line: string): Html {
  return html`<div class="command"><span>${name}</span><pre tabindex="0"><code>${line}</code></pre><button type="button" class="copy" hidden>Copy</button></div>`;
}

/**
 * Renders the exchanges of a result in a folded section.
 * @param below level of the heading above the section
 */
export function exchanges({ exchanges: all }: Result, below: 2 | 3): Html | undefined {
  const [proof] = all;
  if (!proof) return undefined;
  const more = all.length > 1 ? ` and ${all.length - 1} more` : '';
  return html`<details class="exchanges"><summary>Exchange: ${calledOperation(proof)} ${replyStatus(proof)}${more}</summary>${all.map((one) => exchange(one, below))}</details>`;
}

const replyStatus = ({ reply, failure }: RecordedExchange): Html =>
  reply
    ? html`<b class="status">${reply.status}</b>`
    : html`<b class="status">${failure?.kind ?? 'no reply'}</b>`;

function exchange(one: RecordedExchange, below: 2 | 3): Html {
  const { id, at, ms, by, caller, reason, spoiled: deliberateFault, request, reply, failure } = one;
  const head = html`${calledOperation(one)} ${replyStatus(one)}`;
  return html`<section class="exchange" aria-label="exchange ${id}">
${below === 3 ? html`<h4>${head}</h4>` : html`<h3>${head}</h3>`}
<p class="note">${id}, ${at}, ${ms} ms, as ${caller}, by ${by}, ${reason}${deliberateFault !== undefined && html`; wrong on purpose: <code>${deliberateFault}</code>`}</p>
<div class="sides">
<div><p class="side">Request</p>${headers(Object.entries(request.headers))}${body(request.body)}</div>
<div><p class="side">Reply</p>${reply ? html`${headers(reply.headers)}${body(reply.body)}` : html`<p>${failure?.message ?? 'none'}</p>`}</div>
</div>
</section>`;
}

const headers = (list: readonly (readonly [string, string])[]): Html =>
  html`<table class="headers"><tbody>${list.map(([name, text]) => html`<tr><th scope="row">${name}</th><td>${text}</td></tr>`)}</tbody></table>`;

const body = (text: string | null): Html | undefined =>
  text === null || text === '' ? undefined : html`<pre tabindex="0">${pretty(text)}</pre>`;

/** Indents a JSON text; returns any other text unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
