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

/** Without control characters other than tab and line ends, and without halves of surrogate pairs. */
const writable = (text: string): string =>
  text.toWellFormed().replace(/\p{Cc}/gu, (c) => ('\t\n\r'.includes(c) ? c : '\ufffd'));

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
