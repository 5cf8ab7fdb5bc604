// Writes the document without its webhooks, for tools that cannot read them.
import type { OpenApiDocument } from './openapi.ts';

/** Copies a document without its webhooks, and without the tags and components that only they need. */
export function withoutWebhooks(document: OpenApiDocument): OpenApiDocument {
  const { webhooks = {}, ...rest } = document;
  const tagsOf = (items: OpenApiDocument['paths']): string[] =>
    Object.values(items).flatMap((item) =>
      Object.values(item).flatMap((operation) => ('tags' in operation ? operation.tags : [])),
    );
  const used = new Set(tagsOf(rest.paths));
  const unused = new Set(tagsOf(webhooks).filter((tag) => !used.has(tag)));
  return withUsedComponents({ ...rest, tags: rest.tags.filter(({ name }) => !unused.has(name)) });
}

/** Copies a document without the components to which no reference leads; security schemes always stay. */
function withUsedComponents(document: OpenApiDocument): OpenApiDocument {
  const { components, ...rest } = document;
  const reached = new Set<string>();
  const follow = (node: unknown): void => {
    for (const [, ref = ''] of JSON.stringify(node).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
      if (reached.has(ref)) continue;
      reached.add(ref);
      const [section = '', name = ''] = ref.split('/');
      follow(components[section]?.[name] ?? null);
    }
  };
  follow(rest);
  const kept = Object.entries(components).map(([section, parts = {}]) => [
    section,
    section === 'securitySchemes'
      ? parts
      : Object.fromEntries(Object.entries(parts).filter(([name]) => reached.has(`${section}/${name}`))),
  ]);
  return { ...rest, components: Object.fromEntries(kept) } as OpenApiDocument;
}
