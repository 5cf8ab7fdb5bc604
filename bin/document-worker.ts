// A thread of its own that reads a document and does with it what serving by it does: it may be ended where the server may not.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { assertOpenApiDocument } from '../src/contract/assert-document.ts';
import { makeValidators } from '../src/contract/compile-validators.ts';
import { document as ours } from '../src/contract/document.ts';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import { buildOperationIndex } from '../src/contract/operation-index.ts';
import { patternsOf } from '../src/contract/patterns.ts';
import { loadOptional } from './load-optional.ts';

/** What the thread is asked for. `served`: the document is to be served by, not only to be read. */
export type ReadTask = { file: string; served: boolean };

/** What the thread says: where it is, and in the end the document's text or why there is none; `parts` are the files it was read from. */
export type ReadMessage =
  | { pattern: string }
  | { text: string; parts: string[] }
  | { error: string; parts: string[] };

/** The largest document, in characters of JSON. */
const LARGEST = 16_777_216;

/** A document of more characters is compiled here first. Ours, a third as large, takes a second. */
const QUICK = 2_097_152;

const { file, served } = workerData as ReadTask;
const parts = new Set([file]);
const say = (message: ReadMessage): void => parentPort?.postMessage(message);

try {
  const document = await read();
  const text = JSON.stringify(document);
  if (text.length > LARGEST)
    throw new Error(`${file} is larger than ${LARGEST / 1_048_576} MiB when it is written out.`);
  if (served) await rehearse(document, text.length);
  say({ text, parts: [...parts] });
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error), parts: [...parts] });
}

/** @throws Error with one sentence that begins with the file's name, when it is no document */
async function read(): Promise<OpenApiDocument> {
  if (/\.ya?ml$/i.test(file)) {
    const { bundle } = await loadOptional(() => import('../src/contract/bundle.ts'), {
      what: `${file} is YAML; reading that`,
      missing: '@apidevtools/swagger-parser',
    });
    return bundle(file, parts);
  }
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length > LARGEST) throw new Error(`larger than ${LARGEST / 1_048_576} MiB`);
    return JSON.parse(text) as OpenApiDocument;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`${file} ${code ? `cannot be read (${code})` : `is no JSON: ${message}`}.`);
  }
}

/** Does what serving by a document does, as far as it may take long. @throws Error for a pattern that may */
async function rehearse(document: OpenApiDocument, size: number): Promise<void> {
  try {
    assertOpenApiDocument(document);
    buildOperationIndex(document);
    if (size > QUICK) makeValidators(document, 'full');
  } catch {
    // Whoever serves by it says it in words of its own: it comes as quickly there.
    return;
  }
  const known = patternsOf(ours());
  const others = [...patternsOf(document)].filter((pattern) => !known.has(pattern));
  if (others.length === 0) return;
  const { demandFastPatterns } = await import('../src/contract/fast-patterns.ts');
  try {
    demandFastPatterns(others, (pattern) => say({ pattern }));
  } catch (error) {
    throw new Error(`${file} cannot be served: ${error instanceof Error ? error.message : error}`);
  }
}
