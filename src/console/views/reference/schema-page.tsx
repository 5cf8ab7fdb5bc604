// The page of a named schema, and the operations that use it.
import { useMemo } from 'preact/hooks';
import { OperationList } from './about-page.tsx';
import { InlineMarkdown } from './markdown.tsx';
import { type Operation, type Reference, schemaName } from './model/document.ts';
import type { Schema } from './model/openapi.ts';
import { SchemaTree } from './schema-tree.tsx';

/** The page of a schema. */
export function SchemaPage({ reference, name }: { reference: Reference; name: string }) {
  const users = useMemo(
    () => reference.operations.filter((one) => usesSchema(reference, one, name)),
    [reference, name],
  );
  const schema: Schema = { $ref: `#/components/schemas/${name}` };
  const machine = reference.resolve(schema)['x-state-machine'] ?? [];
  return (
    <article class="reference-text">
      <h2>{name}</h2>
      <SchemaTree reference={reference} schema={schema} label={`Schema ${name}`} />
      {machine.length > 0 && (
        <section>
          <h3>Transitions</h3>
          <ul class="transitions">
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

/** Reports whether a body of the operation is the schema, or a list of it. */
function usesSchema(reference: Reference, { body, responses }: Operation, name: string): boolean {
  const schemas = [body, ...responses.map((one) => one.body)].flatMap((one) =>
    one?.schema ? [one.schema] : [],
  );
  return schemas.some((schema) => {
    const { items, properties } = reference.resolve(schema);
    const element = items ?? (properties?.data && reference.resolve(properties.data).items);
    return schemaName(schema) === name || (element !== undefined && schemaName(element) === name);
  });
}
