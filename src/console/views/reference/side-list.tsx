// The side list of the reference: all operations by tag, and the search. `/` goes to the search from everywhere.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Input } from '../../components/controls.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import type { SearchEntry } from './model/search.ts';
import { Method } from './operation-page.tsx';
import { loadedReference, searchReference } from './reference-state.ts';

/** How many results the search shows. */
const MOST_RESULTS = 30;

/** The search, and below it the list or what the search found. */
export function SideList() {
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const side = useRef<HTMLElement>(null);
  const { path } = route.value;
  useEffect(() => {
    setOpen(false);
    setQuery('');
  }, [path]);
  const find = (text: string): readonly SearchEntry[] | null =>
    text.trim() === '' ? null : searchReference.value(text, MOST_RESULTS);
  const found = find(query);
  const onKeyDown = (event: KeyboardEvent): void => {
    // What is typed quickly is not rendered yet.
    const [first] = (event.key === 'Enter' && find(input.current?.value ?? '')) || [];
    if (first) {
      navigate(hrefOf('reference', first.path));
      document.getElementById('reference-page')?.focus();
    } else if (event.key === 'Escape') setQuery('');
    else moveFocus(event);
  };
  const moveFocus = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...(side.current?.querySelectorAll<HTMLElement>('input, a, summary') ?? [])].filter(
      (one) => one.offsetParent !== null,
    );
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    event.preventDefault();
  };
  return (
    <nav
      class="reference-side"
      aria-label="Reference"
      ref={side}
      onKeyDown={(event) => event.target !== input.current && moveFocus(event)}
    >
      <div class="page-head reference-search">
        <Input
          ref={input}
          type="search"
          aria-label="Search the reference"
          placeholder="Search   /"
          value={query}
          change={setQuery}
          onKeyDown={onKeyDown}
        />
        <span class="reference-toggle">
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            Contents
          </Button>
        </span>
      </div>
      <div class={`reference-contents${open || found ? ' reference-contents-open' : ''}`}>
        {found ? <Results found={found} query={query} /> : <Contents />}
      </div>
    </nav>
  );
}

function Results({ found, query }: { found: readonly SearchEntry[]; query: string }) {
  const { byId } = loadedReference();
  return (
    <>
      <p class="small muted" role="status">
        {countText(found.length, query)}
      </p>
      <ul>
        {found.map(({ kind, title, detail, path }) => {
          const operation = kind === 'operation' ? byId.get(path[1] ?? '') : undefined;
          return (
            <li key={`${kind} ${detail} ${title}`}>
              <a class="nav-link side-result" href={hrefOf('reference', path)}>
                <span>{title}</span>
                <code class="small muted">
                  {operation ? [<Method key="method" of={operation} short />, ' ', operation.path] : detail}
                </code>
              </a>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function countText(count: number, query: string): string {
  if (count === 0) return `Nothing found for “${query}”.`;
  return count < MOST_RESULTS ? `${count} found` : `The ${count} best results`;
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

/** A group that is open while it contains the present page. Its entries are rendered when it is open. */
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
