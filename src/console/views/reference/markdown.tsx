// Renders the Markdown of the document as elements. Text is never used as HTML.
import { useMemo } from 'preact/hooks';
import { hrefOf } from '../../state/location.ts';
import { type Block, type Inline, parseInline, parseMarkdown } from './model/markdown.ts';

/** A text in Markdown. Its headings are rendered from level 3 on. */
export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div class="markdown">
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} />
      ))}
    </div>
  );
}

/** A text in Markdown that is part of a line. */
export function InlineMarkdown({ text }: { text: string }) {
  const parts = useMemo(() => parseInline(text.replaceAll(/\s*\n\s*/g, ' ')), [text]);
  return <Parts parts={parts} />;
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level <= 2 ? 'h3' : 'h4';
      return (
        <Heading id={block.anchor}>
          <a class="heading-link" href={hrefOf('reference', ['about', block.anchor])}>
            {block.text}
          </a>
        </Heading>
      );
    }
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((parts, at) => (
            <li key={at}>
              <Parts parts={parts} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <div class="markdown-table">
          <table>
            <thead>
              <tr>
                {block.head.map((parts, at) => (
                  <th key={at} scope="col">
                    <Parts parts={parts} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((parts, column) => (
                    <td key={column}>
                      <Parts parts={parts} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    default:
      return (
        <p>
          <Parts parts={block.parts} />
        </p>
      );
  }
}

function Parts({ parts }: { parts: readonly Inline[] }) {
  return (
    <>
      {parts.map((part, at) => (
        <Part key={at} part={part} />
      ))}
    </>
  );
}

function Part({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return (
        <strong>
          <Parts parts={part.parts} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Parts parts={part.parts} />
        </em>
      );
    case 'link':
      return (
        <a href={part.href} rel="noreferrer" target={part.href.startsWith('#') ? undefined : '_blank'}>
          <Parts parts={part.parts} />
        </a>
      );
    default:
      return <>{part.text}</>;
  }
}
