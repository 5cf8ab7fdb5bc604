// Generates the bundled document, the types, the operation index and the validators from openapi/, and the register of
// requirements.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Requirement } from '../conformance/requirements.ts';
import { bundle } from '../src/contract/bundle.ts';
import { callTable, clientCalls, errorCodes } from '../src/contract/client-text.ts';
import { documentJson } from '../src/contract/document.ts';
import { withKnownValues } from '../src/contract/extensible.ts';
import { METHODS, type OpenApiDocument, resolveRef } from '../src/contract/openapi.ts';
import { buildOperationIndex } from '../src/contract/operation-index.ts';
import { policiesOf, rateLimitsOf, stateMachinesOf } from '../src/contract/policies.ts';
import { withoutProvenance } from '../src/contract/provenance-overlay.ts';
import { schemaTypeNames } from '../src/contract/schema-type-names.ts';
import { typesText } from '../src/contract/types-text.ts';
import {
  compileValidators,
  groupSchemas,
  type SchemaGroups,
} from '../src/contract/validation/compile-validators.ts';

const root = new URL('../', import.meta.url);
const VALIDATORS = 'src/contract/generated/validators';

/** Returns the text of every generated file, by its path below the root of the repository. */
async function generated(): Promise<Map<string, string>> {
  const published = await bundle(fileURLToPath(new URL('openapi/openapi.yaml', root)));
  const document = withKnownValues(published);
  const groups = groupSchemas(document);
  return new Map([
    ['openapi/dist/openapi.json', documentJson(published)],
    ['src/contract/schema.ts', types(published)],
    ['src/contract/generated/operations.ts', operationTable(document)],
    ['src/contract/generated/named-schemas.ts', namedSchemas(document)],
    ['src/contract/generated/policies.ts', policyTable(document)],
    ['src/contract/generated/error-codes.ts', errorCodeTable(document)],
    ['src/contract/generated/pattern-examples.ts', patternTable(document)],
    ['src/client/generated/calls.ts', calls(document)],
    ['src/client/generated/documented-calls.ts', documentedCalls(document)],
    ['src/client/generated/error-codes.ts', `${HEAD}\n${errorCodes(document)}`],
    ...(await controlFiles()),
    ['src/suite/model/generated/report.ts', reportTypes()],
    ['conformance/generated/requirements.ts', requirementTable(published)],
    [`${VALIDATORS}/schema-groups.ts`, groupTable(groups)],
    [`${VALIDATORS}/full.js`, allGroups(groups)],
    ...(['full', 'stated'] as const).flatMap((set) =>
      [...compileValidators(document, set, groups)].map(([group, text]): [string, string] => [
        `${VALIDATORS}/${set}/${group}.js`,
        text,
      ]),
    ),
  ]);
}

function types(document: OpenApiDocument): string {
  return `// Generated from openapi/ by \`npm run generate\` (openapi-typescript). Not edited by hand.\n${typesText(document)}`;
}

const REPORT_SCHEMA = 'src/suite/report/report.schema.json';
const FORM_TYPES = ['Place', 'Members', 'LearnedKind', 'LearnedLists', 'LearnedBehaviour', 'TextsByName'];

function reportTypes(): string {
  const text = readFileSync(new URL(REPORT_SCHEMA, root), 'utf8').replaceAll(
    '#/$defs/',
    '#/components/schemas/',
  );
  const { $defs, $schema: _, $id, ...whole } = JSON.parse(text);
  // What a run learns has its types in src/form/form.ts.
  const { learned: _learned, ...properties } = whole.properties;
  const isOfForm = (name: string): boolean => FORM_TYPES.includes(name);
  const own = Object.entries($defs).filter(([name]) => !isOfForm(name));
  const schemas = { ...Object.fromEntries(own), Report: { ...whole, properties } };
  const document = {
    openapi: '3.1.0',
    info: { title: $id, version: '1' },
    paths: {},
    components: { schemas },
  };
  const types = typesText(document as never)
    .replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1')
    .replaceAll(/ *\/\*\* @enum .*\n|\n *\* @enum .*/g, '')
    .replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */')
    .replaceAll('@description ', '')
    .replaceAll(/^export (?:type \w+ = Record<string, never>;|interface components \{\n[\s\S]*?^\})\n/gm, '');
  return `// Generated from ${REPORT_SCHEMA} by \`npm run generate\`. Not edited by hand.\n${types}`;
}

// Generates the types of the control API, and the table of its operations, from which calls and `lab` are read.
async function controlFiles(): Promise<[string, string][]> {
  const document = await bundle(fileURLToPath(new URL('openapi/control.yaml', root)));
  const head = '// Generated from openapi/control.yaml by `npm run generate`. Not edited by hand.\n';
  const inline = <A>(value: A): A => inlined(document, value) as A;
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const { operationId: id, ...one } = methods[method] ?? { operationId: '' };
      if (!('summary' in one)) return [];
      const { parameters = [], requestBody } = inline(one);
      const lab: unknown = Reflect.get(one, 'x-lab');
      const schema =
        requestBody && 'content' in requestBody && requestBody.content['application/json']?.schema;
      const own = parameters.filter((parameter) => 'name' in parameter && parameter.name !== 'world');
      return {
        id,
        method: method.toUpperCase(),
        path,
        lab,
        summary: one.summary,
        parameters: own,
        body: schema || null,
      };
    }),
  );
  return [
    ['src/control/generated/schema.ts', `${head}${typesText(document)}`],
    [
      'src/control/generated/operations.ts',
      `${head}import type { ControlOperation } from '../operations.ts';

export const operationTable: readonly ControlOperation[] = [
${rows.map((row) => `  ${quoted(JSON.stringify(row))},`).join('\n')}
].map((row) => JSON.parse(row));
`,
    ],
    [
      'src/console/api/generated/control.ts',
      `${head}export type * from '../../../control/generated/schema.ts';\n`,
    ],
  ];
}

// Replaces references by what they name, and makes one object schema of those of an `allOf`.
function inlined(document: OpenApiDocument, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => inlined(document, one));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) {
    const { $ref, ...beside } = value;
    const named = inlined(document, resolveRef(document, { $ref: String($ref) })) as object;
    return { ...named, ...beside };
  }
  const members = Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name === 'examples' ? [] : [[name, inlined(document, inner)]],
    ),
  );
  const { allOf, ...rest } = members as { allOf?: { properties?: object; required?: string[] }[] };
  if (!allOf) return members;
  return {
    type: 'object',
    ...rest,
    properties: Object.assign({}, ...allOf.map(({ properties }) => properties)),
    required: allOf.flatMap(({ required = [] }) => required),
  };
}

const HEAD = '// Generated from openapi/ by `npm run generate`. Not edited by hand.\n';

function calls(document: OpenApiDocument): string {
  return `// Generated from openapi/ by \`npm run generate\`: what the client calls. Not edited by hand.
${callTable(buildOperationIndex(document))}`;
}

function documentedCalls(document: OpenApiDocument): string {
  return `${HEAD}import type { Call } from '../types.ts';\n\n${clientCalls(document)}`;
}

function operationTable(document: OpenApiDocument): string {
  return [
    '// Generated from openapi/ by `npm run generate`: the operation index. Not edited by hand.',
    "import type { Operation } from '../operation.ts';",
    '',
    '// Each row is JSON in a string, because that loads three times faster than an expression.',
    'export const operationTable: Operation[] = [',
    ...buildOperationIndex(document).map((row) => `  ${quoted(JSON.stringify(row))},`),
    '].map((row) => JSON.parse(row));',
    '',
  ].join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function requirementTable({ info }: OpenApiDocument): string {
  const text = readFileSync(new URL('conformance/requirements.yaml', root), 'utf8');
  const headings = parse(text) as Record<string, Record<string, Omit<Requirement, 'heading'>>>;
  const rows = Object.entries(headings).flatMap(([heading, requirements]) =>
    Object.entries(requirements).map(
      ([id, requirement]) => `  '${id}': ${JSON.stringify({ heading, ...requirement })},`,
    ),
  );
  return [
    '// Generated from conformance/requirements.yaml by `npm run generate`. Not edited by hand.',
    "import type { Requirement } from '../requirements.ts';",
    '',
    '/** The version of the contract: that of its document, without the last number. */',
    `export const contractVersion = '${info.version.split('.').slice(0, 2).join('.')}';`,
    '',
    'const register = <Id extends string>(rows: Readonly<Record<Id, Requirement>>) => rows;',
    '',
    'export const requirements = register({',
    ...rows,
    '});',
    '',
  ].join('\n');
}

// Builds the table of the schemas of each group, as text because it is smaller and loads faster than lists.
function groupTable(groups: SchemaGroups): string {
  return [
    '// Generated from openapi/ by `npm run generate`: the schemas of each module of validators. Not edited by hand.',
    'export const schemaGroups: Readonly<Record<string, string>> = {',
    ...Object.entries(groups).map(([group, names]) => `  '${group}': '${names.join(' ')}',`),
    '};',
    '',
  ].join('\n');
}

// Imports the validators of all groups of the full set, for the browser build, which cannot load them when needed.
function allGroups(groups: SchemaGroups): string {
  const names = Object.keys(groups);
  return [
    '// Generated from openapi/ by `npm run generate`: all validators of the full set. Not edited by hand.',
    ...names.map((group, at) => `import { validators as group${at} } from './full/${group}.js';`),
    `export const groups = { ${names.map((group, at) => `'${group}': group${at}`).join(', ')} };`,
    '',
  ].join('\n');
}

// Exports the named types of the schemas, without the types of paths and operations.
function namedSchemas(document: OpenApiDocument): string {
  return [
    '// Generated from openapi/ by `npm run generate`: the types of the schemas by name. Not edited by hand.',
    'export type {',
    ...schemaTypeNames(document).map((name) => `  ${name},`),
    "} from '../schema.ts';",
    '',
  ].join('\n');
}

function policyTable(document: OpenApiDocument): string {
  const tables = {
    stateMachines: stateMachinesOf(document),
    rateLimits: rateLimitsOf(document),
    policies: policiesOf(document, {}),
  };
  const constants = Object.entries(tables).map(([name, table]) => {
    const text = JSON.stringify(table, null, 1).replace(/\n(?: {2,}| (?=[\]}]))/g, ' ');
    return `export const ${name} = ${text}${name === 'policies' ? '' : ' as const'};\n`;
  });
  return `${HEAD}${constants.join('')}`;
}

// Writes the entries of `x-error-codes` without their marks of provenance.
function errorCodeTable(document: OpenApiDocument): string {
  const rows = Object.entries(withoutProvenance(document['x-error-codes'] ?? {})).map(
    ([name, entry]) => `  ${name}: ${JSON.stringify(entry)},`,
  );
  return `${HEAD}export const errorCodes = {\n${rows.join('\n')}\n} as const;\n`;
}

// Writes the first line of an example for each pattern of the document, which messages show in its place.
function patternTable({ components }: OpenApiDocument): string {
  const found: Record<string, string> = {};
  JSON.stringify([components.schemas, components.parameters], (_, node) => {
    const [example = undefined] = (node?.pattern && node.examples) || [];
    if (typeof example === 'string') found[node.pattern] ??= example.split('\n')[0] ?? '';
    return node;
  });
  return `${HEAD}export const patternExamples: Readonly<Record<string, string>> = ${JSON.stringify(found)};\n`;
}

/** Returns the paths of the generated files whose text on disk is not current, and of those that are left over. */
export async function stale(): Promise<string[]> {
  const files = await generated();
  return [
    ...[...files].filter(([path, text]) => read(path) !== text).map(([path]) => path),
    ...leftOver(files),
  ];
}

// Lists the validators on disk that are not generated any more.
function leftOver(files: ReadonlyMap<string, string>): string[] {
  return globSync(`${VALIDATORS}/*/*.js`, { cwd: fileURLToPath(root) }).filter((path) => !files.has(path));
}

function read(path: string): string | null {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const files = await generated();
  for (const path of leftOver(files)) rmSync(new URL(path, root));
  for (const [path, text] of files) {
    mkdirSync(new URL('./', new URL(path, root)), { recursive: true });
    if (read(path) !== text) writeFileSync(new URL(path, root), text);
    console.log(`${path}  ${(text.length / 1024).toFixed(0)} KB`);
  }
}
