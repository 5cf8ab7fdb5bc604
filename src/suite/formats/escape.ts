// How text of a target is written into formats that would take it for markup: nothing it says may act.

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * What acts on a terminal or deceives a reader: control characters (C0, DEL, C1) but tab and line feed, line and paragraph
 * separators, every invisible format character (marks that turn text about, of no width, tags), and noncharacters.
 */
const ACTING_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

const escapeCharacter = (c: string): string => {
  const point = c.codePointAt(0) ?? 0;
  return point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`;
};

/** A text in which nothing acts: each such character is shown as an escape, each half of a surrogate pair as U+FFFD. Tabs and line feeds stay. */
export const withoutActingCharacters = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(ACTING_CHARACTERS, (c) => (c === '\n' || c === '\t' ? c : escapeCharacter(c)));

/** For HTML and XML, in text and in quoted attributes. Line ends are written as references, so that no line begins with what a target says. */
export function escapeMarkup(text: string): string {
  return withoutActingCharacters(text)
    .replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c)
    .replaceAll('\n', '&#10;')
    .replace(/(##\w*)\[/g, '$1&#91;');
}

/** For one line of a terminal or a log: line ends folded; what would act on a terminal, or turn the text about, is shown as an escape. */
export function escapeTerminal(text: string): string {
  return withoutActingCharacters(text.replace(/[\t\r\n\u0085\u2028\u2029]+/g, ' '));
}

/**
 * Lines as they are printed, none of which a CI takes for a command: GitHub knows `::` at a line's start, Azure and GitHub
 * `##[` and `##vso[` anywhere, TeamCity `##teamcity[`.
 */
export function escapeCiCommands(lines: string): string {
  return lines.replace(/(##\w*)\[/g, '$1 [').replace(/^([^\S\n]*):(?=:)/gm, '$1: ');
}

/** One line for a terminal or a log, in which nothing acts and which is no command. */
export const escapeConsoleLine = (text: string): string => escapeCiCommands(escapeTerminal(text));

/** Several lines for a terminal or a log, each its own. */
export const escapeConsoleLines = (text: string): string =>
  escapeCiCommands(text.split('\n').map(escapeTerminal).join('\n'));

/** A value as JSON, of the same meaning, in which no character acts and nothing is a command of a CI. */
export function escapedJson(value: unknown, indent?: number): string {
  const text: string | undefined = JSON.stringify(value, null, indent);
  if (text === undefined) return 'null';
  // such characters stand in texts alone, where an escape means the same
  return text
    .replace(ACTING_CHARACTERS, (c) => (c === '\n' ? c : c.split('').map(unit).join('')))
    .replace(/(##\w*)\[/g, '$1\\u005b');
}

const unit = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** For one line of Markdown, a table's cell included: nothing in it is markup, and no address becomes a link. */
export function escapeMarkdown(text: string): string {
  return escapeTerminal(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]#|~!@]/g, (c) => `\\${c}`)
    .replace(/[&<>]/g, (c) => ENTITIES[c] ?? c)
    .replaceAll('://', '&#58;//')
    .replace(/\bwww\./gi, (c) => `${c.slice(0, 3)}&#46;`);
}

/** As code in Markdown: the fence is longer than any run of backticks inside. */
export function fenceMarkdown(text: string, language = ''): string {
  const safe = escapeCiCommands(withoutActingCharacters(text));
  const longest = Math.max(2, ...[...safe.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${safe}\n${fence}`;
}
