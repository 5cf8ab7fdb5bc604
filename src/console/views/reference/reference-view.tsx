// The view Reference: the API's document as a side list with search, and a page for each operation, schema and tag.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { connectionCount } from '../../api/events.ts';
import { apiBase } from '../../api/platform.ts';
import { EmptyState, ErrorState } from '../../components/display.tsx';
import { WithSide } from '../../components/with-side.tsx';
import { hasNoFocus } from '../../state/focus.ts';
import { hrefOf, route } from '../../state/location.ts';
import { InlineMarkdown, Markdown } from './markdown.tsx';
import { type Operation, overviewText, type Reference, schemaName } from './model/document.ts';
import { Method, OperationList, OperationPage } from './operation-page.tsx';
import { loadedReference, loadReference, reference, referenceError } from './reference-state.ts';
import { SchemaTree } from './schema-tree.tsx';

export default function ReferenceView() {
  const count = connectionCount.value;
  useEffect(() => void loadReference(), [count]);
  const { path } = route.value;
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    page.current?.scrollTo(0, 0);
    if (hasNoFocus()) page.current?.focus();
  }, [path, reference.value]);
  if (referenceError.value && !reference.value)
    return <ErrorState error={referenceError.value} retry={() => void loadReference()} />;
  if (!reference.value) return null;
  return (
    <WithSide label="Contents" list={<Contents />}>
      <div ref={page} id="reference-page" class="reference-page" tabIndex={-1}>
        <Page key={path.join('/')} path={path} />
      </div>
    </WithSide>
  );
}

function Page({ path }: { path: readonly string[] }) {
  const { byId, schemas, operations } = loadedReference();
  const [first = '', second = ''] = path;
  const operation = byId.get(second) ?? byId.get(first);
  if (first === '' || first === 'about') return <AboutPage anchor={second} />;
  if (first === 'schemas' && schemas.has(second)) return <SchemaPage name={second} />;
  if (operation) return <OperationPage operation={operation} />;
  if (second === '' && operations.some(({ tag }) => tag === first)) return <TagPage tag={first} />;
  return (
    <EmptyState title={`The document has no ${path.join('/')}`}>
      <p>
        Search for it, or start with <a href={hrefOf('reference')}>the overview</a>.
      </p>
    </EmptyState>
  );
}

// The description of the API. `anchor` is the heading to show; empty for the top.
function AboutPage({ anchor }: { anchor: string }) {
  const { document: api } = loadedReference();
  const { info, tags = [] } = api;
  useEffect(() => {
    if (anchor !== '') document.getElementById(anchor)?.scrollIntoView();
  }, [anchor]);
  return (
    <article class="reference-text">
      <h2>{info.title}</h2>
      <p class="muted">
        Version {info.version}. {info.summary} Base URL of this world: <code>{apiBase()}</code>
      </p>
      <Markdown text={overviewText(api)} />
      <h3>Operations</h3>
      <dl class="facts facts-rows">
        {tags
          .filter((tag) => !tag['x-traitTag'])
          .map(({ name, description = '' }) => (
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

function TagPage({ tag }: { tag: string }) {
  const { document: api, operations } = loadedReference();
  return (
    <article class="reference-text">
      <h2>{tag}</h2>
      <Markdown text={api.tags?.find(({ name }) => name === tag)?.description ?? ''} />
      <OperationList operations={operations.filter((one) => one.tag === tag)} />
    </article>
  );
}

function SchemaPage({ name }: { name: string }) {
  const reference = loadedReference();
  const schema = { $ref: `#/components/schemas/${name}` };
  const machine = reference.resolve(schema)['x-state-machine'] ?? [];
  const users = reference.operations.filter((one) => usesSchema(reference, one, name));
  return (
    <article class="reference-text">
      <h2>{name}</h2>
      <SchemaTree schema={schema} label={`Schema ${name}`} />
      {machine.length > 0 && (
        <section>
          <h3>Transitions</h3>
          <ul class="section transitions">
            {machine.map(({ from, to, on, operation }) => (
              <li key={`${from} ${on}`}>
                <code>{from ?? 'new'}</code> → <code>{to}</code>{' '}
                <span class="muted">{on.replaceAll('_', ' ')}</span>{' '}
                {operation !== undefined && <InlineMarkdown text={`\`${operation}\``} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {users.length > 0 && (
        <section>
          <h3>Used by</h3>
          <OperationList operations={users} />
        </section>
      )}
    </article>
  );
}

function usesSchema(reference: Reference, { body, responses }: Operation, name: string): boolean {
  return [body, ...responses.map((one) => one.body)].some((one) => {
    if (!one?.schema) return false;
    const { items, properties } = reference.resolve(one.schema);
    const element = items ?? (properties?.data && reference.resolve(properties.data).items);
    return schemaName(one.schema) === name || (element !== undefined && schemaName(element) === name);
  });
}

function Contents() {
  const { operations, schemas, byId } = loadedReference();
  const [first = '', second = ''] = route.value.path;
  const current = byId.get(second) ?? byId.get(first);
  const tags = [...new Set(operations.map(({ tag }) => tag))].sort();
  const link = (path: readonly string[], isCurrent: boolean, content: ComponentChildren) => (
    <li key={path.join('/')}>
      <a class="nav-link" href={hrefOf('reference', path)} aria-current={isCurrent ? 'page' : undefined}>
        {content}
      </a>
    </li>
  );
  return (
    <>
      <ul>{link([], first === '' || first === 'about', <strong>Overview</strong>)}</ul>
      {tags.map((tag) => (
        <Group key={tag} title={tag} isCurrent={current ? current.tag === tag : first === tag}>
          {operations
            .filter((one) => one.tag === tag)
            .map((one) =>
              link(
                [tag, one.id],
                one === current,
                <>
                  <span>{one.summary}</span>
                  <span class="push">
                    <Method of={one} short />
                  </span>
                </>,
              ),
            )}
        </Group>
      ))}
      <Group title="Schemas" isCurrent={first === 'schemas'}>
        {[...schemas.keys()].map((name) =>
          link(['schemas', name], first === 'schemas' && name === second, name),
        )}
      </Group>
    </>
  );
}

type GroupProps = { title: string; isCurrent: boolean; children: ComponentChildren };

// A group that is open while it contains the present page. Its entries are rendered when it is open.
function Group({ title, isCurrent, children }: GroupProps) {
  const [open, setOpen] = useState(isCurrent);
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isCurrent) return;
    setOpen(true);
    element.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <details ref={element} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {open && <ul>{children}</ul>}
    </details>
  );
}
