// Tests of the Markdown parser.
import { expect, test } from 'vitest';
import { documentText } from '../../../../contract/document.ts';
import { overviewText } from './document.ts';
import { type Inline, parseInline, parseMarkdown } from './markdown.ts';

const textOf = (parts: readonly Inline[]): string =>
  parts.map((one) => ('text' in one ? one.text : textOf(one.parts))).join('');

test('the overview of the document becomes headings, paragraphs and a table with code in its cells', () => {
  const blocks = parseMarkdown(overviewText(JSON.parse(documentText())));
  const headings = blocks.flatMap((block) => (block.kind === 'heading' ? [block.anchor] : []));
  expect(headings).toContain('rate-limits');
  const table = blocks.find((block) => block.kind === 'table');
  expect(table?.kind === 'table' && table.head.map(textOf)).toEqual(['status', 'codes']);
  expect(table?.kind === 'table' && table.rows[0]?.map(textOf)[0]).toBe('400');
  expect(blocks.map(({ kind }) => kind)).toContain('paragraph');
});

test('lists, code fences and marks in a line are read', () => {
  expect(
    parseMarkdown('Text\n\n- one\n  more\n- `two`\n\n```\n# no heading\n```').map(({ kind }) => kind),
  ).toEqual(['paragraph', 'list', 'code']);
  expect(parseInline('a **b _c_** `**d**` snake_case_name [e](https://e.example/x)')).toEqual([
    { kind: 'text', text: 'a ' },
    {
      kind: 'strong',
      parts: [
        { kind: 'text', text: 'b ' },
        { kind: 'emphasis', parts: [{ kind: 'text', text: 'c' }] },
      ],
    },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: '**d**' },
    { kind: 'text', text: ' snake_case_name ' },
    { kind: 'link', href: 'https://e.example/x', parts: [{ kind: 'text', text: 'e' }] },
  ]);
});

test('HTML and script addresses stay text', () => {
  const parts = parseInline('<img src=x onerror=alert(1)> [go](javascript:alert(1)) [d](data:text/html,x)');
  expect(parts.every(({ kind }) => kind === 'text')).toBe(true);
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
