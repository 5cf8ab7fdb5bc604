// The blocks of which reports consist, and their writers in Markdown and HTML. The console lays out its lines itself.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parsedJson } from '../../contract/json/parsed-json.ts';
import { packageFile } from '../../contract/package.ts';
import { escapeCiCommands, escapedJson, escapeMarkdown, escapeMarkup, fenceMarkdown } from './escape.ts';

/** The name and the text of one row of a finding, such as `expected` and `200`. */
export type Row = readonly [name: string, text: string];

/** One part of a report, which each writer writes in its format; a section without content is left out. */
export type Block =
  | { text: string }
  | { title: string; blocks: readonly Block[] }
  | { list: readonly string[] }
  | { commands: readonly string[] }
  | { table: readonly (readonly string[])[] }
  | { verdict: string; id: string; title: string; rows: readonly Row[] };

/** The rows of findings that hold lines to copy, and those that hold code. */
const COMMANDS = new Set(['request', 'replay', 'again', 'script']);
const CODE = new Set(['expected', 'actual', 'test', ...COMMANDS]);

const isCommand = ([name, text]: Row): boolean => COMMANDS.has(name) && !text.includes('\n');

const isEmpty = (block: Block): boolean =>
  ('list' in block && block.list.length === 0) ||
  ('commands' in block && block.commands.length === 0) ||
  ('blocks' in block && block.blocks.every(isEmpty));

/** Writes blocks as Markdown. @param heading the headline, which says the verdict */
export const markdownOf = (heading: string, blocks: readonly Block[]): string =>
  `${escapeCiCommands([`## ${escapeMarkdown(heading)}`, ...blocks.flatMap(markdownBlock)].join('\n\n'))}\n`;

function markdownBlock(block: Block): string[] {
  if (isEmpty(block)) return [];
  if ('text' in block) return [markdownText(block.text)];
  if ('blocks' in block)
    return [`### ${escapeMarkdown(block.title)}`, ...block.blocks.flatMap(markdownBlock)];
  if ('list' in block) return [block.list.map((one) => `- ${markdownText(one)}`).join('\n')];
  if ('commands' in block) return [fenceMarkdown(block.commands.join('\n'), 'sh')];
  if ('table' in block) {
    const [head = [], ...rows] = block.table.map((cells) => cells.map(escapeMarkdown));
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    return [
      [line(head), line(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n'),
    ];
  }
  const commands = block.rows.filter(isCommand).map(([, text]) => text);
  return [
    `<details><summary><b>${escapeMarkdown(block.verdict)}</b> <code>${escapeMarkdown(block.id)}</code></summary>`,
    `**${escapeMarkdown(block.title)}**`,
    ...block.rows.filter((one) => !isCommand(one)).map(markdownRow),
    ...(commands.length === 0 ? [] : [fenceMarkdown(commands.join('\n'), 'sh')]),
    '</details>',
  ];
}

const markdownRow = ([name, text]: Row): string => {
  // A text of the target is written as JSON, so that no line begins with it.
  if (name === 'expected' || name === 'actual')
    return `${name}:\n${fenceMarkdown(escapedJson(parsedJson(text) ?? text, 2), 'json')}`;
  if (CODE.has(name)) return `${name}:\n${fenceMarkdown(text)}`;
  return name === 'sentence' ? `> ${markdownText(text)}` : `${name}: ${markdownText(text)}`;
};

/** Writes a sentence of the suite, in which backticks mark code. */
const markdownText = (text: string): string =>
  text
    .split('`')
    .map((part, at, { length }) => {
      const escaped = escapeMarkdown(part);
      if (at % 2 === 0) return escaped;
      return at < length - 1 ? `<code>${escaped}</code>` : `\\\`${escaped}`;
    })
    .join('');

/** Writes blocks as HTML. */
export const htmlOf = (blocks: readonly Block[]): Html[] => blocks.map(htmlBlock);

function htmlBlock(block: Block): Html {
  if (isEmpty(block)) return html``;
  if ('text' in block) return html`<p>${textWithCode(block.text)}</p>`;
  if ('blocks' in block)
    return html`<details open><summary>${block.title}</summary>${block.blocks.map(htmlBlock)}</details>`;
  if ('list' in block) return html`<ul>${block.list.map((one) => html`<li>${textWithCode(one)}</li>`)}</ul>`;
  if ('commands' in block) return htmlCommand('remove', block.commands.join('\n'));
  if ('table' in block) {
    const [head = [], ...rows] = block.table;
    const cells = ([first = '', ...rest]: readonly string[]): Html =>
      html`<tr><th scope="row">${first}</th>${rest.map((one) => html`<td>${one}</td>`)}</tr>`;
    return html`<table class="results"><thead><tr>${head.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead><tbody>${rows.map(cells)}</tbody></table>`;
  }
  const { verdict, id, title, rows } = block;
  return html`<article class="finding ${verdict}"><h3><span class="tag ${verdict}">${verdict}</span> ${id}</h3><p>${title}</p>${htmlRows(rows)}</article>`;
}

/** Writes the rows of a finding as HTML. */
export function htmlRows(rows: readonly Row[]): Html {
  const row = ([name, text]: Row): Html =>
    html`<div class="${name}"><dt>${name}</dt><dd>${CODE.has(name) ? codeOf(text) : textWithCode(text)}</dd></div>`;
  return html`<dl>${rows.filter((one) => !isCommand(one)).map(row)}</dl>${rows.filter(isCommand).map(([name, text]) => htmlCommand(name, text))}`;
}

/** Writes a line to copy as HTML; the button works where the page has a script. */
export const htmlCommand = (name: string, line: string): Html =>
  html`<div class="command"><span>${name}</span><pre tabindex="0"><code>${line}</code></pre><button type="button" class="copy" hidden>Copy</button></div>`;

function codeOf(text: string): Html {
  const shown = pretty(text);
  return shown.length > 80 || shown.includes('\n')
    ? html`<pre tabindex="0">${shown}</pre>`
    : html`<code>${shown}</code>`;
}

/** Indents a JSON text; returns any other text unchanged. */
export function pretty(text: string): string {
  const value = parsedJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

const asset = (name: string): string => readFileSync(packageFile(`src/suite/formats/html/${name}`), 'utf8');
const hash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
/** Creates an element with trusted text. Bundlers rewrite tagged templates that contain `</script>`. */
const element = (name: string, text: string): Html => new Html(`<${name}>${text}</${name}>`);

/** Writes a page that needs no network and no other file, and may use only its own style and script. */
export function htmlPage(title: string, body: Html | readonly Html[], script?: string): string {
  const [style, code] = [asset('page.css'), script === undefined ? undefined : asset(script)];
  const policy = `default-src 'none'; ${code === undefined ? '' : `script-src '${hash(code)}'; `}style-src '${hash(style)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title}</title>
${element('style', style)}
</head>
<body>
${body}
${code !== undefined && element('script', code)}
</body>
</html>
`.text;
}

/** Text that is already HTML and is not escaped again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlPart = string | number | undefined | false | Html | readonly HtmlPart[];

/** Builds HTML from a template. Texts and numbers are escaped, lists are joined, undefined and false are left out. */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  let text = strings[0] ?? '';
  for (const [at, part] of parts.entries()) text += renderPart(part) + (strings[at + 1] ?? '');
  return new Html(text);
}

function renderPart(part: HtmlPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(renderPart).join('');
  return escapeMarkup(String(part));
}

/** Renders a sentence of the suite, in which backticks mark code. */
export const textWithCode = (text: string): Html[] =>
  text.split('`').map((part, at, { length }) => {
    // A backtick without a closing backtick is kept as a character.
    if (at % 2 === 1 && at < length - 1) return html`<code>${part}</code>`;
    return html`${at % 2 === 1 ? '`' : ''}${part}`;
  });
