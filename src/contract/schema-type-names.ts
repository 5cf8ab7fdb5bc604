// Chooses the schemas whose generated types have names of their own.
import type { OpenApiDocument } from './openapi.ts';

/** The names that the generated text uses itself. */
const OWN_NAMES = [
  'paths',
  'webhooks',
  'components',
  'operations',
  '$defs',
  'Record',
  'WithRequired',
  'OneOf',
];

/**
 * Returns the names of the schemas that get a type of their own name: those that are identifiers and no names of the
 * language, such as `Error`.
 */
export function schemaTypeNames({ components }: OpenApiDocument, taken: readonly string[] = []): string[] {
  return Object.keys(components?.schemas ?? {}).filter(
    (name) =>
      /^[A-Z_$][\w$]*$/i.test(name) &&
      !OWN_NAMES.includes(name) &&
      !taken.includes(name) &&
      !(name in globalThis),
  );
}
