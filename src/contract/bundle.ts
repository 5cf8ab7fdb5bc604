// Bundles the hand-written YAML of openapi/ into one document. The only file that knows swagger-parser.
import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenApiDocument } from './openapi.ts';

/**
 * Reads a multi-file OpenAPI document and returns it as one object whose references all start with `#/components/`.
 * @param path the root file, e.g. `openapi/openapi.yaml`
 * @param files takes up every file it was read from, also when it turns out to be broken
 * @throws Error naming the file when it cannot be read or parsed, or when a reference would not survive bundling:
 *   a fragment that is not listed in the root `components` becomes a reference to its first use.
 */
export async function bundle(path: string, files = new Set<string>()): Promise<OpenApiDocument> {
  const parser = new SwaggerParser();
  let bundled: unknown;
  try {
    bundled = await parser.bundle(path);
  } catch (error) {
    throw new Error(
      `The document ${path} cannot be bundled: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    for (const file of parser.$refs?.paths('file') ?? []) files.add(file);
  }
  const text = JSON.stringify(bundled);
  const strays = [...text.matchAll(/"\$ref":"([^"]*)"/g)]
    .map((found) => found[1] ?? '')
    .filter((ref) => !/^#\/components\/[a-zA-Z]+\/[^/]+$/.test(ref));
  if (strays.length > 0) {
    throw new Error(
      `These references do not point at a component; list the fragment in the root index of ${path}: ${[...new Set(strays)].join(', ')}`,
    );
  }
  return JSON.parse(text) as OpenApiDocument;
}
