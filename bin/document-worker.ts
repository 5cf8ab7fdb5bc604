// The worker thread that reads a document and tries the slow steps of serving it. The main thread can terminate it at
// any time.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { document as packageDocument, replaceDocument } from '../src/contract/document.ts';
import {
  assertOpenApiDocument,
  assertResolvable,
  DocumentError,
} from '../src/contract/edited-document/assert-document.ts';
import type { Difference } from '../src/contract/edited-document/differences.ts';
import { handlerNameOf } from '../src/contract/edited-document/handler-names.ts';
import { firstValidValue, unmakeableMessage } from '../src/contract/example-values/valid-value.ts';
import { isObject } from '../src/contract/is-object.ts';
import { pointerSegment } from '../src/contract/json/pointer.ts';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import { buildOperationIndex } from '../src/contract/operation-index.ts';
import type { Operation } from '../src/contract/operations.ts';
import { readJson } from '../src/contract/read-file.ts';
import { makeValidators } from '../src/contract/validation/compile-validators.ts';
import { patternsOf } from '../src/contract/validation/patterns.ts';
import { documentedExamples } from '../src/server/fault-injection/documented-examples.ts';
import { loadOptional } from './load-optional.ts';

/**
 * The input of the worker thread: the path of the document, and `served`, which is true when the mock is to serve the
 * document and false when the document is only read.
 */
export type ReadTask = { file: string; served: boolean };

/**
 * The messages of the worker thread: first each pattern before it is checked, and at the end the document's text or
 * an error. `parts` lists the files of the document.
 */
export type ReadMessage =
  | { pattern: string }
  | { text: string; parts: string[]; differences: Difference[] }
  | { error: string; parts: string[] };

/** The maximum size of a document, in characters of JSON. */
const MAX_LENGTH = 16_777_216;

/**
 * The size, in characters of JSON, above which the worker thread compiles the validators of a document first, so that
 * the limits of time and memory apply. The package's own document has a third of this size and takes a second to
 * compile.
 */
const PRECOMPILED_LENGTH = 2_097_152;

const { file, served } = workerData as ReadTask;
const parts = new Set([file]);
const post = (message: ReadMessage): void => parentPort?.postMessage(message);

try {
  const document = await read();
  const text = JSON.stringify(document);
  if (text.length > MAX_LENGTH)
    throw new Error(`${file} is larger than ${MAX_LENGTH / 1_048_576} MiB when it is written out.`);
  if (isObject(document)) assertResolvable(document);
  const differences = served ? await checkServable(document, text.length) : [];
  post({ text, parts: [...parts], differences });
} catch (error) {
  const place = error instanceof DocumentError ? `${placeOf(error.text)}: ` : '';
  post({ error: place + (error instanceof Error ? error.message : String(error)), parts: [...parts] });
}

/** Returns the file and line of the first place where a text stands in the document, as it is or as JSON. */
function placeOf(text: string): string {
  const forms = [text, JSON.stringify(text).slice(1, -1)];
  for (const part of parts) {
    const lines = readFileSync(part, 'utf8').split('\n');
    const at = lines.findIndex((line) => forms.some((form) => line.includes(form)));
    if (at !== -1) return `${part}:${at + 1}`;
  }
  return file;
}

/**
 * Reads the document.
 * @throws Error with one sentence that begins with the file's name
 */
async function read(): Promise<OpenApiDocument> {
  if (/\.ya?ml$/i.test(file)) {
    const { bundle } = await loadOptional(() => import('../src/contract/bundle.ts'), {
      what: `${file} is YAML; reading that`,
      missing: '@apidevtools/swagger-parser',
    });
    return bundle(file, parts);
  }
  return readJson(file) as OpenApiDocument;
}

/**
 * Runs the slow steps of serving the document. Returns how it differs from the package's, and what the mock makes of it.
 * @throws Error for a pattern that can take very long
 */
async function checkServable(document: OpenApiDocument, size: number): Promise<Difference[]> {
  // Read first, because the trial of the replies replaces the document of this thread.
  const knownPatterns = patternsOf(packageDocument());
  let differences: Difference[];
  try {
    assertOpenApiDocument(document);
    const table = buildOperationIndex(document) as readonly Operation[];
    if (size > PRECOMPILED_LENGTH) makeValidators(document, 'full');
    const { assessDocument } = await import('./mock/document-trial.ts');
    differences = await assessDocument(document);
    differences.push(...(await unmakeableReplies(document, table)));
  } catch {
    // The main thread finds and reports this error itself, in as little time.
    return [];
  }
  const newPatterns = [...patternsOf(document)].filter((pattern) => !knownPatterns.has(pattern));
  if (newPatterns.length === 0) return differences;
  const { demandFastPatterns } = await import('../src/contract/validation/fast-patterns.ts');
  try {
    demandFastPatterns(newPatterns, (pattern) => post({ pattern }));
  } catch (error) {
    throw new Error(`${file} cannot be served: ${error instanceof Error ? error.message : error}`);
  }
  return differences;
}

/**
 * Lists the operations whose reply cannot be made: they have no handler, no example, and a schema with keywords that no
 * made value meets. Changes the document of this thread.
 */
async function unmakeableReplies(
  document: OpenApiDocument,
  table: readonly Operation[],
): Promise<Difference[]> {
  const added = table.filter((operation) => handlerNameOf(operation) === null);
  if (added.length === 0) return [];
  replaceDocument(document);
  const { schemaValueMaker } = await import('../src/contract/example-values/schema-value.ts');
  const schemas = added.flatMap(({ responses, success }) => responses[success]?.schema ?? []);
  const validators = makeValidators(document, 'full', schemas);
  const impossible = (operation: Operation, note: string): Difference => ({
    group: 'not possible',
    place: `#/paths/${pointerSegment(operation.path)}/${operation.method.toLowerCase()}`,
    change: 'added',
    note,
    trial: null,
  });
  return added.flatMap((operation) => {
    const { schema = null, media = '' } = operation.responses[operation.success] ?? {};
    if (schema === null)
      return media === '' ? [] : [impossible(operation, unmakeableMessage(operation, { media }))];
    if (documentedExamples(operation).some(({ status }) => status === operation.success)) return [];
    const validate = validators[schema];
    const made = firstValidValue((...trial) => schemaValueMaker(document, schema)(...trial), 1, {
      validate: (value) =>
        validate === undefined || validate(value)
          ? []
          : (validate.errors ?? []).map(({ keyword, instancePath }) => ({ keyword, pointer: instancePath })),
    });
    return 'value' in made ? [] : [impossible(operation, unmakeableMessage(operation, { schema, ...made }))];
  });
}
