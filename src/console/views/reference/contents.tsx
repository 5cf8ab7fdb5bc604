// The side list of the reference: all operations by tag, and the schemas. The search of everything is the palette.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hrefOf, route } from '../../state/location.ts';
import { Method } from './operation-page.tsx';
import { loadedReference } from './reference-state.ts';

export function Contents() {
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
