// Parses the Markdown that descriptions use into elements: text is never used as HTML. It knows headings, paragraphs,
// lists, tables, fenced code, and in a line code, strong, emphasis and links.

/** An element by its HTML tag; headings have their anchor as `id`, links their address as `href`. */
type MarkdownElement = { tag: string; children: readonly MarkdownNode[]; id?: string; href?: string };
export type MarkdownNode = string | MarkdownElement;

const HEADING = /^(#{1,6})\s+(.*)$/s;
const ITEM = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/s;
const FENCE = /^\s*(```|~~~)/;

/** Tells whether a line is the rule below the head of a table: `| --- | :-: |`. */
const isTableRule = (line: string): boolean => {
  const rule = line.trim().replace(/^\||\|$/g, '');
  return rule.split('|').every((cell) => /^:?-+:?$/.test(cell.trim()));
};

// Removes the number signs that may close a heading.
function withoutClosing(title: string): string {
  let end = title.length;
  while (title[end - 1] === '#') end -= 1;
  return title.slice(0, end).trim();
}

// Returns the anchor of a heading: `Rate limits` → `rate-limits`.
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** Parses a text into blocks. The headings are from level 3 on. */
export function parseMarkdown(text: string): MarkdownElement[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: MarkdownElement[] = [];
  let at = 0;
  // Takes lines while the condition holds.
  const take = (holds: (line: string) => boolean): string[] => {
    const taken: string[] = [];
    for (let line = lines[at]; line !== undefined && holds(line); line = lines[at]) {
      taken.push(line);
      at += 1;
    }
    return taken;
  };
  const isTable = (): boolean => (lines[at] ?? '').includes('|') && isTableRule(lines[at + 1] ?? '');
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (line.trim() === '') at += 1;
    else if (FENCE.test(line)) {
      at += 1;
      const code = take((one) => !FENCE.test(one)).join('\n');
      blocks.push({ tag: 'pre', children: [{ tag: 'code', children: [code] }] });
      at += 1;
    } else if (heading) {
      const [, { length: level } = '', text = ''] = heading;
      const title = withoutClosing(text);
      blocks.push({ tag: level <= 2 ? 'h3' : 'h4', id: anchorOf(title), children: [title] });
      at += 1;
    } else if (isTable()) {
      const [head = [], , ...rows] = take((one) => one.includes('|')).map(cells);
      const row = (tag: string, row: MarkdownNode[][]): MarkdownElement => ({
        tag: 'tr',
        children: row.map((children) => ({ tag, children })),
      });
      const body = rows.map((one) => row('td', one));
      const parts = [
        { tag: 'thead', children: [row('th', head)] },
        { tag: 'tbody', children: body },
      ];
      blocks.push({ tag: 'table', children: parts });
    } else if (item) {
      const items: string[] = [];
      for (const one of take((next) => next.trim() !== '' && !FENCE.test(next))) {
        const [, , content] = ITEM.exec(one) ?? [];
        if (content !== undefined) items.push(content);
        else items.push(`${items.pop() ?? ''} ${one.trim()}`);
      }
      const children = items.map((one) => ({ tag: 'li', children: parseInline(one) }));
      blocks.push({ tag: item[1] === undefined ? 'ul' : 'ol', children });
    } else {
      const paragraph = [line.trim()];
      at += 1;
      while (at < lines.length && !startsBlock(lines[at] ?? '') && !isTable()) {
        paragraph.push((lines[at] ?? '').trim());
        at += 1;
      }
      blocks.push({ tag: 'p', children: parseInline(paragraph.join(' ')) });
    }
  }
  return blocks;
}

const startsBlock = (line: string): boolean =>
  line.trim() === '' || HEADING.test(line) || ITEM.test(line) || FENCE.test(line);

function cells(line: string): MarkdownNode[][] {
  const inner = line.trim().replace(/^\||\|$/g, '');
  return (inner.match(/(?:`[^`]*`|\\\||[^|])+/g) ?? []).map((cell) =>
    parseInline(cell.replaceAll('\\|', '|').trim()),
  );
}

// Every repetition is bounded, so that the time grows with the length of the text and not with its square.
const INLINE =
  /(`{1,8})(.{1,1000}?)\1|\*\*(.{1,1000}?)\*\*|(?<![\w*])[*_](?!\s)([^*_]{1,1000}?)(?<!\s)[*_](?![\w*])|\[([^\]]{1,1000})\]\(([^)\s]{1,2000})\)|<(https?:[^>\s]{1,2000})>/;

/** Parses the marks in a line. A link with an address other than http, https, mailto or an anchor stays text. */
export function parseInline(text: string): MarkdownNode[] {
  const parts: MarkdownNode[] = [];
  let rest = text;
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    const [whole, , code, strong, emphasis, label, href, address] = found;
    if (found.index > 0) parts.push(rest.slice(0, found.index));
    parts.push(
      code !== undefined
        ? { tag: 'code', children: [code.trim()] }
        : strong !== undefined
          ? { tag: 'strong', children: parseInline(strong) }
          : emphasis !== undefined
            ? { tag: 'em', children: parseInline(emphasis) }
            : linkOf(label ?? address ?? '', href ?? address ?? '', whole),
    );
    rest = rest.slice(found.index + whole.length);
  }
  if (rest !== '') parts.push(rest);
  return parts;
}

const linkOf = (label: string, href: string, whole: string): MarkdownNode =>
  /^(?:https?:\/\/|mailto:|#)/i.test(href) ? { tag: 'a', href, children: [label] } : whole;
