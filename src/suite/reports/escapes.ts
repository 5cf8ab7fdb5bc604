// How text of a target is written into formats that would take it for markup: nothing it says may act.

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For HTML and XML, in text and in quoted attributes. Control characters that neither can write become U+FFFD. */
export function markup(text: string): string {
  return writable(text).replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
}

/** Without control characters other than tab and line ends, halves of surrogate pairs, and the two that XML forbids besides. */
const writable = (text: string): string =>
  text.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]/gu, (c) => ('\t\n\r'.includes(c) ? c : '\ufffd'));

/** For one line of a terminal or a log: line ends folded; what would act on a terminal, or turn the text about, is shown as an escape. */
export function inConsole(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\t\r\n\u0085\u2028\u2029]+/g, ' ')
    .replace(
      /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

/** Lines as they are printed, none of which a CI takes for a command: GitHub knows `::` at a line's start, and `##[` anywhere. */
export function noCommands(lines: string): string {
  return lines.replaceAll('##[', '## [').replace(/^([^\S\n]*):(?=:)/gm, '$1: ');
}

/** For one line of Markdown, a table's cell included: nothing in it is markup. */
export function inMarkdown(text: string): string {
  return writable(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]#|~!@]/g, (c) => `\\${c}`)
    .replace(/[&<>]/g, (c) => ENTITIES[c] ?? c);
}

/** As code in Markdown: the fence is longer than any run of backticks inside. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${writable(text)}\n${fence}`;
}
