// The view Reference: the API's document as a side list with search, and a page for each operation, schema and tag.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { connectionCount } from '../../api/events.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { hrefOf, route } from '../../state/location.ts';
import { AboutPage, TagPage } from './about-page.tsx';
import type { Reference } from './model/document.ts';
import { OperationPage } from './operation-page.tsx';
import { loadReference, reference, referenceError } from './reference-state.ts';
import { SchemaPage } from './schema-page.tsx';
import { SideList } from './side-list.tsx';

/** The view Reference. */
export default function ReferenceView() {
  const count = connectionCount.value;
  useEffect(() => void loadReference(), [count]);
  const found = reference.value;
  const { path } = route.value;
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => page.current?.scrollTo(0, 0), [path]);
  if (referenceError.value && !found)
    return <ErrorState error={referenceError.value} retry={() => void loadReference()} />;
  if (!found) return null;
  return (
    <div class="reference">
      <SideList reference={found} />
      <div ref={page} id="reference-page" class="reference-page" tabIndex={-1}>
        <Page key={path.join('/')} reference={found} path={path} />
      </div>
    </div>
  );
}

function Page({ reference, path }: { reference: Reference; path: readonly string[] }) {
  const [first = '', second = ''] = path;
  const operation = reference.byId.get(second) ?? reference.byId.get(first);
  const schema = first === 'schemas' ? reference.schemas.get(second) : undefined;
  if (first === '' || first === 'about') return <AboutPage reference={reference} anchor={second} />;
  if (schema) return <SchemaPage reference={reference} name={second} />;
  if (operation) return <OperationPage reference={reference} operation={operation} />;
  if (second === '' && reference.operations.some(({ tag }) => tag === first))
    return <TagPage reference={reference} tag={first} />;
  return (
    <EmptyState title={`The document has no ${path.join('/')}`}>
      <p>
        Search for it, or start with <a href={hrefOf('reference')}>the overview</a>.
      </p>
    </EmptyState>
  );
}
