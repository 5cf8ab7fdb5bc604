// The TypeScript types of a document, as text. The only file that knows openapi-typescript.
import { stripVTControlCharacters } from 'node:util';
import openapiTypes, { astToString } from 'openapi-typescript';
import type { OpenApiDocument } from './openapi.ts';

/** @throws Error naming the reference or schema it cannot make a type of */
export async function typesText(document: OpenApiDocument): Promise<string> {
  // It says what is wrong on standard error, and throws less.
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

/** A copy without the addresses of examples that lie elsewhere: they would be fetched, and no type stands on them. */
function withoutExternalExamples(document: OpenApiDocument): unknown {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'externalValue' && typeof value === 'string' ? undefined : value,
  );
}
