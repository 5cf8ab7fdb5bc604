// Renders the Markdown of the document as elements.
import { h } from 'preact';
import { useMemo } from 'preact/hooks';
import { hrefOf } from '../../state/location.ts';
import { type MarkdownNode, parseInline, parseMarkdown } from './model/markdown.ts';

export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return <div class="section markdown">{blocks.map(elementOf)}</div>;
}

export function InlineMarkdown({ text }: { text: string }) {
  const parts = useMemo(() => parseInline(text.replaceAll(/\s*\n\s*/g, ' ')), [text]);
  return <>{parts.map(elementOf)}</>;
}

function elementOf(node: MarkdownNode, key: number): preact.ComponentChild {
  if (typeof node === 'string') return node;
  const { tag, id, href } = node;
  const children = node.children.map(elementOf);
  if (href !== undefined) {
    const target = href.startsWith('#') ? undefined : '_blank';
    return h('a', { key, href, target, rel: 'noreferrer' }, children);
  }
  if (id === undefined) return h(tag, { key }, children);
  // A heading is a link to itself.
  return h(
    tag,
    { key, id },
    h('a', { class: 'heading-link', href: hrefOf('reference', ['about', id]) }, children),
  );
}
