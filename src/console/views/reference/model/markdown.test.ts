// Tests of the Markdown parser.
import { expect, test } from 'vitest';
import { documentText } from '../../../../contract/document.ts';
import { overviewText } from './document.ts';
import { type MarkdownNode, parseInline, parseMarkdown } from './markdown.ts';

const textOf = (nodes: readonly MarkdownNode[] = []): string =>
  nodes.map((one) => (typeof one === 'string' ? one : textOf(one.children))).join('');
const tagsOf = (nodes: readonly MarkdownNode[] = []) =>
  nodes.map((one) => (typeof one === 'string' ? '' : one.tag));

test('the overview of the document becomes headings and paragraphs', () => {
  const blocks = parseMarkdown(overviewText(JSON.parse(documentText())));
  expect(blocks).toContainEqual({ tag: 'h3', id: 'rate-limits', children: ['Rate limits'] });
  expect(tagsOf(blocks)).toContain('p');
});

test('a table has code in its cells', () => {
  const blocks = parseMarkdown('| status | codes |\n|---|---|\n| 400 | `BAD_REQUEST`, `MALFORMED_JSON` |');
  const { children: [head, body] = [] } = blocks.find(({ tag }) => tag === 'table') ?? {};
  const rows = [head, body].flatMap((part) => (typeof part === 'object' ? part.children[0] : []));
  expect(
    rows.map((row) => (typeof row === 'object' ? row.children.map((cell) => textOf([cell])) : [])),
  ).toEqual([
    ['status', 'codes'],
    ['400', 'BAD_REQUEST, MALFORMED_JSON'],
  ]);
});

test('lists, code fences and marks in a line are read', () => {
  expect(tagsOf(parseMarkdown('Text\n\n- one\n  more\n- `two`\n\n```\n# no heading\n```'))).toEqual([
    'p',
    'ul',
    'pre',
  ]);
  expect(parseInline('a **b _c_** `**d**` snake_case_name [e](https://e.example/x)')).toEqual([
    'a ',
    { tag: 'strong', children: ['b ', { tag: 'em', children: ['c'] }] },
    ' ',
    { tag: 'code', children: ['**d**'] },
    ' snake_case_name ',
    { tag: 'a', href: 'https://e.example/x', children: ['e'] },
  ]);
});

test('HTML and script addresses stay text', () => {
  const parts = parseInline('<img src=x onerror=alert(1)> [go](javascript:alert(1)) [d](data:text/html,x)');
  expect(parts.every((one) => typeof one === 'string')).toBe(true);
  expect(textOf(parts)).toBe('<img src=x onerror=alert(1)> [go](javascript:alert(1)) [d](data:text/html,x)');
});

test.for(['*', '**', '`', '| a |', '|-|', '[', '#', '- ', '```', '**a', '[a](', '_'.repeat(5000)])(
  'the text %s ends',
  (text) => {
    expect(parseMarkdown(text).length).toBeLessThan(3);
  },
);

test.for([
  '`a` '.repeat(20_000),
  '*'.repeat(50_000),
  '**a '.repeat(20_000),
  '['.repeat(50_000),
  `# ${'#'.repeat(50_000)}x`,
  `# x${' '.repeat(50_000)}y`,
  `a|\n-${' '.repeat(50_000)}x`,
])('a text that would make a parser slow or recurse deeply ends: %#', (text) => {
  expect(parseMarkdown(text).length).toBeLessThan(3);
});
