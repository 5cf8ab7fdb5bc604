// Generates the TypeScript types of a document as text. Only this file imports openapi-typescript.
import {
  astToString,
  type GlobalContext,
  NEVER,
  type OpenAPI3,
  resolveRef,
  STRING,
  scanDiscriminators,
  transformSchema,
  tsRecord,
} from 'openapi-typescript';
import ts from 'typescript';
import { isObject } from './is-object.ts';
import { type JsonSchema, type OpenApiDocument, operationsOf, schemaName } from './openapi.ts';
import { schemaTypeNames } from './schema-type-names.ts';

/**
 * Generates the TypeScript types of a document.
 * @param taken names of the file that receives the text; schemas of these names get no type of their own name
 * @throws Error naming the schema for which no type can be generated, or the id that two operations have
 */
export function typesText(document: OpenApiDocument, taken: readonly string[] = []): string {
  operationsOf(document); // throws for two operations of one name
  // The scan for discriminators changes the document.
  const schema = withOpenLists(document) as unknown as OpenAPI3;
  const options = { defaultNonNullable: false, silent: true };
  const context: Partial<GlobalContext> = {
    ...options,
    discriminators: scanDiscriminators(schema, options),
    injectFooter: [],
    resolve: ($ref) => resolveRef(schema, $ref, { silent: true }),
  };
  const nodes = transformSchema(schema, context as GlobalContext).flatMap(withoutNoise);
  return withNamedSchemas(
    astToString(nodes)
      .replaceAll(`"${ANY_OTHER}"`, ANY_OTHER)
      .replaceAll(' (enum property replaced by openapi-typescript)', '')
      .replace(/"(`\w+\.\$\{string\}`)"/g, '$1'),
    schemaTypeNames(document, taken),
  );
}

/** The type of every string, in a form that leaves an editor the proposals of the union that it is part of. */
const ANY_OTHER = '(string & {})';

// The type of the texts that begin with a word and a dot, such as those of the pattern `^invoice\\.[a-z_]+$`.
const beginningWith = (pattern: string): string | undefined => {
  const [, prefix] = /^\^(\w+)\\\.\[[^\]]+\]\+\$$/.exec(pattern) ?? [];
  return prefix && `\`${prefix}.\${string}\``;
};

// Copies a document so that a union of known values and any text takes every text, and proposes the known ones.
function withOpenLists(document: OpenApiDocument): OpenApiDocument {
  const isList = (form: unknown): boolean => {
    if (!isObject(form)) return false;
    const { enum: values, const: only } = document.components?.schemas?.[schemaName(form) ?? ''] ?? form;
    return [values ?? only].flat().some((value) => typeof value === 'string');
  };
  return JSON.parse(JSON.stringify(document), function (this: unknown, name, node: unknown) {
    // The title of an open list names its type for other generators.
    if (name === 'title' && isObject(this) && this['x-extensible'] === true) return undefined;
    if (name !== 'anyOf' || !Array.isArray(node) || !node.some(isList)) return node;
    return node.map((form: JsonSchema) =>
      form.type === 'string' && !isList(form)
        ? { const: beginningWith(String(form.pattern)) ?? ANY_OTHER }
        : form,
    );
  });
}

const SCHEMAS_BEGIN = '\n    schemas: {\n';
const SCHEMAS_END = '\n    };\n';

// Gives the schemas types of their own names, so that editors and errors print `Order` in place of its members:
// `components['schemas']['Order']` becomes the type `Order`. `text`: the types as openapi-typescript prints them, with
// four spaces a level.
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

/** Members that contain the types of schemas, which stay as they are. */
const SCHEMA_MEMBERS = ['schemas', 'content', 'query', 'header', 'path', 'cookie'];

// Removes the parts of a declaration that no program reads: methods that a path does not have, absent parameters and
// bodies, empty groups of components, and the headers of replies, which arrive as texts.
function withoutNoise(node: ts.Node): ts.Node[] {
  if (ts.isTypeAliasDeclaration(node) && node.name.text === '$defs') return [];
  if (ts.isInterfaceDeclaration(node)) Object.assign(node, { members: readMembers(node) });
  return [node];
}

const nameOf = ({ name }: ts.TypeElement): string => (name && ts.isIdentifier(name) ? name.text : '');

function readMembers({ members }: { members: ts.NodeArray<ts.TypeElement> }): ts.NodeArray<ts.TypeElement> {
  const isReply = members.some((member) => nameOf(member) === 'content');
  const isOperation = members.some((member) => nameOf(member) === 'responses');
  return ts.factory.createNodeArray(
    members.filter((member) => {
      const name = nameOf(member);
      if (!ts.isPropertySignature(member) || !member.type || (isReply && name === 'headers')) return false;
      // Clients such as openapi-fetch read the missing content of a 204 as `never`.
      if (member.type === NEVER) return name === 'content';
      if (SCHEMA_MEMBERS.includes(name) || !ts.isTypeLiteralNode(member.type)) return true;
      const read = readMembers(member.type);
      if (read.length > 0 || isOperation)
        // An operation without parameters accepts none: with an empty type, it would accept any.
        Object.assign(member, {
          type: read.length > 0 ? ts.factory.createTypeLiteralNode(read) : tsRecord(STRING, NEVER),
        });
      return read.length > 0 || isOperation;
    }),
  );
}
