// The pages without an operation: the overview of the document, and a tag with its operations.
import { useEffect } from 'preact/hooks';
import { hrefOf } from '../../state/location.ts';
import { Markdown } from './markdown.tsx';
import { Method } from './method.tsx';
import { type Operation, overviewText, type Reference } from './model/document.ts';
import { apiBase } from './reference-state.ts';

/** The description of the API. `anchor` is the heading to show; empty for the top. */
export function AboutPage({ reference, anchor }: { reference: Reference; anchor: string }) {
  const { info, tags = [] } = reference.document;
  const groups = tags.filter((tag) => !tag['x-traitTag']);
  useEffect(() => {
    if (anchor !== '') document.getElementById(anchor)?.scrollIntoView();
  }, [anchor]);
  return (
    <article class="reference-text">
      <h2>{info.title}</h2>
      <p class="about-version">
        Version {info.version}. {info.summary} Base URL of this world: <code>{apiBase()}</code>
      </p>
      <Markdown text={overviewText(reference.document)} />
      <h3>Operations</h3>
      <dl class="tag-list">
        {groups.map(({ name, description = '' }) => (
          <div key={name}>
            <dt>
              <a href={hrefOf('reference', [name])}>{name}</a>
            </dt>
            <dd>{description.split('\n')[0]}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

/** A tag and its operations. */
export function TagPage({ reference, tag }: { reference: Reference; tag: string }) {
  const description = reference.document.tags?.find(({ name }) => name === tag)?.description ?? '';
  return (
    <article class="reference-text">
      <h2>{tag}</h2>
      <Markdown text={description} />
      <OperationList operations={reference.operations.filter((one) => one.tag === tag)} />
    </article>
  );
}

/** Operations with a link to their pages. */
export function OperationList({ operations }: { operations: readonly Operation[] }) {
  return (
    <ul class="operation-list">
      {operations.map((one) => (
        <li key={one.id}>
          <a href={hrefOf('reference', [one.tag, one.id])}>
            <Method method={one.method} event={one.event} />
            <code>{one.event ? one.id : one.path}</code>
            <span>{one.summary}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
