// Generates the bundled document, the types, the operation index and the validators from openapi/. With --check, only
// reports whether the files on disk are current.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from '../src/contract/bundle.ts';
import { compileValidators } from '../src/contract/compile-validators.ts';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import { buildOperationIndex } from '../src/contract/operation-index.ts';
import { schemaTypeNames, typesText } from '../src/contract/types-text.ts';
import { clientCalls, errorCodes } from './generate/client-calls.ts';

const root = new URL('../', import.meta.url);

/** Returns the text of every generated file, by its path below the root of the repository. */
export async function generated(): Promise<Map<string, string>> {
  const document = await bundle(fileURLToPath(new URL('openapi/openapi.yaml', root)));
  return new Map([
    ['openapi/dist/openapi.json', `${JSON.stringify(document, null, 1)}\n`],
    ['src/contract/schema.ts', await types(document)],
    ['src/contract/generated/operations.ts', operationTable(document)],
    ['src/contract/generated/named-schemas.ts', namedSchemas(document)],
    ['src/client/generated/calls.ts', callTable(document)],
    ['src/client/generated/documented-calls.ts', clientCalls(document)],
    ['src/client/generated/error-codes.ts', errorCodes(document)],
    ['src/console/api/generated/control.ts', await controlTypes()],
    ['src/contract/generated/validators.full.js', compileValidators(document, 'full')],
    ['src/contract/generated/validators.stated.js', compileValidators(document, 'stated')],
  ]);
}

async function types(document: OpenApiDocument): Promise<string> {
  return `// Generated from openapi/ by \`npm run generate\` (openapi-typescript). Not edited by hand.\n${await typesText(document)}`;
}

/** Generates the types of the control API, which the console uses. */
async function controlTypes(): Promise<string> {
  const document = await bundle(fileURLToPath(new URL('openapi/control.yaml', root)));
  return `// Generated from openapi/control.yaml by \`npm run generate\` (openapi-typescript). Not edited by hand.\n${await typesText(document)}`;
}

function operationTable(document: OpenApiDocument): string {
  return [
    '// Generated from openapi/ by `npm run generate`: the operation index. Not edited by hand.',
    "import type { Operation } from '../operation.ts';",
    '',
    'export const operationTable: Operation[] = [',
    ...buildOperationIndex(document).map((row) => `  ${JSON.stringify(row)},`),
    '];',
    '',
  ].join('\n');
}

/**
 * Builds the compact table of operations for the client: the method and the path of each operation; `!` marks
 * operations that take an Idempotency-Key.
 */
function callTable(document: OpenApiDocument): string {
  return [
    '// Generated from openapi/ by `npm run generate`: what the client calls. Not edited by hand.',
    'export const calls = {',
    ...buildOperationIndex(document).map(
      ({ id, method, path, idempotency }) =>
        `  ${id}: '${method} ${path}${idempotency === null ? '' : ' !'}',`,
    ),
    '} as const;',
    '',
  ].join('\n');
}

/** Exports the named types of the schemas, without the types of paths and operations. */
function namedSchemas(document: OpenApiDocument): string {
  return [
    '// Generated from openapi/ by `npm run generate`: the types of the schemas by name. Not edited by hand.',
    'export type {',
    ...schemaTypeNames(document).map((name) => `  ${name},`),
    "} from '../schema.ts';",
    '',
  ].join('\n');
}

/** Returns the paths of the generated files whose text on disk is not current. */
export async function stale(): Promise<string[]> {
  const files = await generated();
  return [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path);
}

function read(path: string): string | null {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const differing = await stale();
    if (differing.length > 0) {
      console.error(
        `Not up to date: ${differing.join(', ')}. Run \`npm run generate\` and commit the result.`,
      );
      process.exitCode = 1;
    }
  } else {
    for (const [path, text] of await generated()) {
      mkdirSync(new URL('./', new URL(path, root)), { recursive: true });
      if (read(path) !== text) writeFileSync(new URL(path, root), text);
      console.log(`${path}  ${(text.length / 1024).toFixed(0)} KB`);
    }
  }
}
