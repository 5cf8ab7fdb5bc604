// Generates the TypeScript types of a document as text. Only this file imports openapi-typescript.
import { stripVTControlCharacters } from 'node:util';
import openapiTypes, { astToString } from 'openapi-typescript';
import type { OpenApiDocument } from './openapi.ts';

/**
 * Generates the TypeScript types of a document.
 * @throws Error naming the reference or schema for which no type can be generated
 */
export async function typesText(document: OpenApiDocument): Promise<string> {
  // openapi-typescript reports some problems only on standard error.
  const warnings: string[] = [];
  const { error } = console;
  console.error = (text: unknown) => void warnings.push(stripVTControlCharacters(String(text)));
  try {
    const ast = await openapiTypes(withoutExternalExamples(document) as never, {
      alphabetize: false,
      defaultNonNullable: false,
      silent: true,
    });
    return astToString(ast);
  } catch (thrown) {
    const [first = thrown instanceof Error ? thrown.message : String(thrown)] = warnings;
    throw new Error(first.replace(/^\W+/, '').split('\n')[0]);
  } finally {
    console.error = error;
  }
}

/**
 * Copies a document without the URLs of external examples, because they would be fetched although no type depends on
 * them.
 */
function withoutExternalExamples(document: OpenApiDocument): unknown {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'externalValue' && typeof value === 'string' ? undefined : value,
  );
}
