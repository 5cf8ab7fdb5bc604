// Escapes text of a target for the formats that would interpret it: HTML, XML, terminals, CI logs, JSON, Markdown.

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Matches characters that control a terminal or deceive a reader: control characters (C0, DEL, C1), line and
 * paragraph separators, all invisible format characters (direction marks, zero-width characters, tags) and
 * noncharacters.
 */
const ACTING_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

const escapeCharacter = (c: string): string => {
  const point = c.codePointAt(0) ?? 0;
  return point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`;
};

/** Replaces the characters of `ACTING_CHARACTERS` with visible escapes. Tabs and line feeds are kept. */
export const withoutActingCharacters = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(ACTING_CHARACTERS, (c) => (c === '\n' || c === '\t' ? c : escapeCharacter(c)));

/** Escapes text for HTML and XML. Line ends become references, so that no line begins with text of the target. */
export function escapeMarkup(text: string): string {
  return withoutActingCharacters(text)
    .replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c)
    .replaceAll('\n', '&#10;')
    .replace(/(##\w*)\[/g, '$1&#91;');
}

/** Escapes text for one line of a terminal or log: line ends become spaces. */
export function escapeTerminal(text: string): string {
  return withoutActingCharacters(text.replace(/[\t\r\n\u0085\u2028\u2029]+/g, ' '));
}

/**
 * Changes lines of a CI log so that no line contains a command: GitHub reads `::` at the start of a line, Azure and
 * GitHub read `##[` and `##vso[` anywhere, TeamCity reads `##teamcity[`.
 */
export function escapeCiCommands(lines: string): string {
  return lines.replace(/(##\w*)\[/g, '$1 [').replace(/^([^\S\n]*):(?=:)/gm, '$1: ');
}

/** Escapes text for one line of a terminal or a CI log. */
export const escapeConsoleLine = (text: string): string => escapeCiCommands(escapeTerminal(text));

/** Escapes each of several lines for a terminal or a CI log. */
export const escapeConsoleLines = (text: string): string =>
  escapeCiCommands(text.split('\n').map(escapeTerminal).join('\n'));

/** Serializes a value as JSON without control characters and CI commands. Parsing the JSON gives the same value. */
export function escapedJson(value: unknown, indent?: number): string {
  const text: string | undefined = JSON.stringify(value, null, indent);
  if (text === undefined) return 'null';
  if (!/[^\n -"$-~]/.test(text)) return text;
  // The escaped characters occur only inside JSON strings, where an escape has the same meaning.
  return text
    .replace(ACTING_CHARACTERS, (c) => (c === '\n' ? c : c.split('').map(unit).join('')))
    .replace(/(##\w*)\[/g, '$1\\u005b');
}

const unit = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes text for one line of Markdown, also inside a table, so that it contains no markup and no links. */
export function escapeMarkdown(text: string): string {
  return escapeTerminal(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]#|~!@]/g, (c) => `\\${c}`)
    .replace(/[&<>]/g, (c) => ENTITIES[c] ?? c)
    .replaceAll('://', '&#58;//')
    .replace(/\bwww\./gi, (c) => `${c.slice(0, 3)}&#46;`);
}

/** Formats text as a code block in Markdown. The fence is longer than any run of backticks in the text. */
export function fenceMarkdown(text: string, language = ''): string {
  const safe = escapeCiCommands(withoutActingCharacters(text));
  const longest = Math.max(2, ...[...safe.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${safe}\n${fence}`;
}
