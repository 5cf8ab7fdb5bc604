// Generates the TypeScript types of a document as text. Only this file imports openapi-typescript.
import { stripVTControlCharacters } from 'node:util';
import openapiTypes, { astToString } from 'openapi-typescript';
import { mapExtensible } from './extensible.ts';
import type { OpenApiDocument } from './openapi.ts';
import { schemaTypeNames } from './schema-type-names.ts';

/**
 * Generates the TypeScript types of a document.
 * @param taken names of the file that receives the text; schemas of these names get no type of their own name
 * @throws Error naming the reference or schema for which no type can be generated
 */
export async function typesText(document: OpenApiDocument, taken: readonly string[] = []): Promise<string> {
  // openapi-typescript reports some problems only on standard error.
  const warnings: string[] = [];
  const { error } = console;
  console.error = (text: unknown) => void warnings.push(stripVTControlCharacters(String(text)));
  try {
    const ast = await openapiTypes(withoutExternalExamples(withOpenLists(document)) as never, {
      alphabetize: false,
      defaultNonNullable: false,
      silent: true,
    });
    return withNamedSchemas(
      astToString(ast).replaceAll(`"${ANY_OTHER}"`, ANY_OTHER),
      schemaTypeNames(document, taken),
    );
  } catch (thrown) {
    const [first = thrown instanceof Error ? thrown.message : String(thrown)] = warnings;
    throw new Error(first.replace(/^\W+/, '').split('\n')[0]);
  } finally {
    console.error = error;
  }
}

/** The type of every string, in a form that leaves an editor the proposals of the union that it is part of. */
const ANY_OTHER = '(string & {})';

/** Copies a document so that each member with `x-extensible` is the known values or any other string. */
const withOpenLists = (document: OpenApiDocument): OpenApiDocument =>
  mapExtensible(document, ({ type, examples: _, ...schema }, list) => ({
    ...schema,
    anyOf: [list, { const: ANY_OTHER }, ...([type].flat().includes('null') ? [{ type: 'null' }] : [])],
  }));

/** Copies a document without the URLs of external examples, which would be fetched for no type. */
function withoutExternalExamples(document: OpenApiDocument): unknown {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'externalValue' && typeof value === 'string' ? undefined : value,
  );
}

const SCHEMAS_BEGIN = '\n    schemas: {\n';
const SCHEMAS_END = '\n    };\n';

/**
 * Gives the schemas types of their own names, so that editors and errors print `Order` in place of its members:
 * `components['schemas']['Order']` becomes the type `Order`.
 * @param text the types as openapi-typescript prints them, with four spaces a level
 */
function withNamedSchemas(text: string, names: readonly string[]): string {
  const begin = text.indexOf(SCHEMAS_BEGIN);
  const end = text.indexOf(SCHEMAS_END, begin);
  if (begin === -1 || end === -1) return text;
  const types: string[] = [];
  const members = text
    .slice(begin + SCHEMAS_BEGIN.length, end)
    .replace(
      /^( {8}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)? {8}([\w$]+): ([^\n]*(?:\n {9}[^\n]*|\n {8}[)\]}][^\n]*)*);$/gm,
      (member: string, comment: string | undefined, name: string, type: string) => {
        if (!names.includes(name)) return member;
        types.push(`${comment ?? ''}        export type ${name} = ${type};`.replace(/^ {8}/gm, ''));
        return `        ${name}: ${name};`;
      },
    );
  return `${text.slice(0, begin)}${SCHEMAS_BEGIN}${members}${text.slice(end).trimEnd()}\n${types.join('\n')}\n`;
}
