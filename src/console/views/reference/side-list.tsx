// The side list of the reference: all operations by tag, and the search. `/` goes to the search from everywhere.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { Method } from './method.tsx';
import type { Operation, Reference } from './model/document.ts';
import type { SearchEntry } from './model/search.ts';
import { search } from './reference-state.ts';

/** How many results the search shows. */
const MOST_RESULTS = 30;

const hrefOfOperation = ({ tag, id }: Operation): string => hrefOf('reference', [tag, id]);

/** The search, and below it the list or what the search found. */
export function SideList({ reference }: { reference: Reference }) {
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const side = useRef<HTMLElement>(null);
  const { path } = route.value;
  useEffect(() => {
    setOpen(false);
    setQuery('');
  }, [path]);
  // A layout effect, so that the key works as soon as the page is shown.
  useLayoutEffect(() => {
    const focusSearch = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focusSearch);
    return () => removeEventListener('keydown', focusSearch);
  }, []);
  const find = (text: string): readonly SearchEntry[] | null =>
    text.trim() === '' ? null : search.value(text, MOST_RESULTS);
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
      <div class="reference-search">
        <input
          ref={input}
          class="input"
          type="search"
          aria-label="Search the reference"
          placeholder="Search   /"
          value={query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          class="button reference-toggle"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Contents
        </button>
      </div>
      <div class={`reference-contents${open || found ? ' reference-contents-open' : ''}`}>
        {found ? <Results found={found} query={query} /> : <Contents reference={reference} />}
      </div>
    </nav>
  );
}

function Results({ found, query }: { found: readonly SearchEntry[]; query: string }) {
  return (
    <>
      <p class="side-count" role="status">
        {countText(found.length, query)}
      </p>
      <ul>
        {found.map((entry) => {
          const [method = '', path = ''] = entry.kind === 'operation' ? entry.detail.split(' ') : [];
          return (
            <li key={`${entry.kind} ${entry.detail} ${entry.title}`}>
              <a class="side-result" href={hrefOf('reference', entry.path)}>
                <span>{entry.title}</span>
                <span class="side-detail">
                  {method !== '' && <Method method={method} event={false} short />} {path || entry.detail}
                </span>
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

function Contents({ reference }: { reference: Reference }) {
  const { path } = route.value;
  const [first = '', second = ''] = path;
  const current = reference.byId.get(second) ?? reference.byId.get(first);
  const tags = [...new Set(reference.operations.map(({ tag }) => tag))].sort();
  const isAbout = first === '' || first === 'about';
  return (
    <>
      <a class="side-link" href={hrefOf('reference')} aria-current={isAbout ? 'page' : undefined}>
        Overview
      </a>
      {tags.map((tag) => (
        <Group key={tag} title={tag} isCurrent={current ? current.tag === tag : first === tag}>
          {reference.operations
            .filter((one) => one.tag === tag)
            .map((one) => (
              <li key={one.id}>
                <a
                  class="side-link"
                  href={hrefOfOperation(one)}
                  aria-current={one === current ? 'page' : undefined}
                >
                  <span>{one.summary}</span>
                  <Method method={one.method} event={one.event} short />
                </a>
              </li>
            ))}
        </Group>
      ))}
      <Group title="Schemas" isCurrent={first === 'schemas'}>
        {[...reference.schemas.keys()].map((name) => (
          <li key={name}>
            <a
              class="side-link"
              href={hrefOf('reference', ['schemas', name])}
              aria-current={first === 'schemas' && name === second ? 'page' : undefined}
            >
              <span>{name}</span>
            </a>
          </li>
        ))}
      </Group>
    </>
  );
}

/** A group that is open while it contains the present page. Its entries are rendered when it is open. */
function Group({
  title,
  isCurrent,
  children,
}: {
  title: string;
  isCurrent: boolean;
  children: ComponentChildren;
}) {
  const [open, setOpen] = useState(isCurrent);
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isCurrent) return;
    setOpen(true);
    element.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <details
      ref={element}
      class="side-group"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      {open && <ul>{children}</ul>}
    </details>
  );
}
