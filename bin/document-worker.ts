// The worker thread that reads a document and tries the slow steps of serving it. The main thread can terminate it at
// any time.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { document, packageDocument } from '../src/contract/document.ts';
import {
  assertFinite,
  assertResolvable,
  assertSchemas,
  DocumentError,
} from '../src/contract/edited-document/assert-document.ts';
import { operationDelta } from '../src/contract/edited-document/delta.ts';
import { type Difference, documentDifferences } from '../src/contract/edited-document/differences.ts';
import { likelyMistakes } from '../src/contract/edited-document/likely-mistakes.ts';
import { reloadDocument } from '../src/contract/edited-document/reload-document.ts';
import { isObject } from '../src/contract/is-object.ts';
import { pointerSegment } from '../src/contract/json/pointer.ts';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import { isOtherApi, operations } from '../src/contract/operations.ts';
import { readJson, readText } from '../src/contract/read-file.ts';
import { patternsOf } from '../src/contract/validation/patterns.ts';

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

/** The most warnings with file and line. */
const MAX_WARNINGS = 20;

const { file, served } = workerData as ReadTask;
const parts = new Set([file]);
const post = (message: ReadMessage): void => parentPort?.postMessage(message);

try {
  const written = await read();
  const text = JSON.stringify(written);
  if (text.length > MAX_LENGTH)
    throw new Error(`${file} is larger than ${MAX_LENGTH / 1_048_576} MiB when it is written out.`);
  assertFinite(file, written);
  if (isObject(written)) {
    assertSchemas(written);
    assertResolvable(written);
  }
  const unchecked = new Set<string>();
  const differences = served ? await checkServable(written, unchecked) : [];
  const kept = (name: string, value: unknown): unknown =>
    name === 'pattern' && unchecked.has(String(value)) ? undefined : value;
  post({ text: unchecked.size > 0 ? JSON.stringify(written, kept) : text, parts: [...parts], differences });
} catch (error) {
  const place = error instanceof DocumentError ? `${placeOf(error.text, error.path)}: ` : '';
  post({ error: place + (error instanceof Error ? error.message : String(error)), parts: [...parts] });
}

// Returns the file and line of a part: where the end of its path is found, else the first place where its text stands
// in the document, as it is or as JSON.
function placeOf(text: string, path: readonly string[] = []): string {
  const forms = [text, JSON.stringify(text).slice(1, -1), text.replace(/^(\w+):/, '"$1":')];
  const files = [...parts].map((part) => ({ part, lines: readFileSync(part, 'utf8').split('\n') }));
  for (const from of path.keys())
    for (const { part, lines } of files) {
      const at = lineOf(lines, path.slice(from));
      if (at !== undefined) return `${part}:${at + 1}`;
    }
  for (const { part, lines } of files) {
    const at = lines.findIndex((line) => forms.some((form) => line.includes(form)));
    if (at !== -1) return `${part}:${at + 1}`;
  }
  return file;
}

function lineOf(lines: readonly string[], path: readonly string[]): number | undefined {
  const indentOf = (line = ''): number => line.search(/[^\s-]/);
  let [at, depth, element] = [-1, -1, -1];
  for (const key of path) {
    let inner = -1;
    const found = lines.findIndex((line, index) => {
      const indent = indentOf(line);
      if (index <= at || indent === -1 || /^\s*(?:#|[{[]\s*$)/.test(line)) return false;
      if (indent <= depth) inner = Number.POSITIVE_INFINITY;
      else if (inner === -1) inner = indent;
      const [, name] = /^[\s-]*["']?(.*?)["']?\s*:(?:\s|$)/.exec(line) ?? [];
      return indent === inner && name === key;
    });
    // The elements of a list have no keys: a dash or a bracket in the column of the first begins each.
    if (found === -1 && /^\d+$/.test(key)) {
      const column = (line = ''): number => (/^\s*(?:-\s|[{[]\s*$)/.test(line) ? line.search(/\S/) : -1);
      const first = lines.findIndex(
        (line, index) => index > at && column(line) >= depth && column(line) !== -1,
      );
      const starts = [...lines.keys()].filter(
        (index) => index >= first && column(lines[index]) === column(lines[first]),
      );
      element = (first === -1 ? undefined : starts[Number(key)]) ?? -1;
      if (element !== -1) [at, depth] = [element - 1, column(lines[element])];
      continue;
    }
    if (found === -1) return element === -1 ? undefined : element;
    [at, depth] = [found, indentOf(lines[found])];
  }
  return at;
}

// Reads the document. Throws Error with one sentence that begins with the file's name.
async function read(): Promise<OpenApiDocument> {
  const isYaml = /\.ya?ml$/i.test(file);
  if (isYaml || /"\$ref"\s*:\s*"[^"#]/.test(readText(file))) {
    const { bundle } = await loadOptional(() => import('../src/contract/bundle.ts'), {
      what: `${file} ${isYaml ? 'is YAML' : 'refers to other files'}; reading that`,
      missing: '@apidevtools/swagger-parser',
    });
    return bundle(file, parts);
  }
  return readJson(file) as OpenApiDocument;
}

// Runs the slow steps of serving the document. Returns how it differs from the package's, and what the mock makes of
// it. `unchecked`: gets the patterns of another API that can take very long, which are left out. Throws Error for such
// a pattern in an edited document.
async function checkServable(written: OpenApiDocument, unchecked: Set<string>): Promise<Difference[]> {
  const knownPatterns = patternsOf(packageDocument());
  let reloaded: ReturnType<typeof reloadDocument>;
  try {
    reloaded = reloadDocument(written);
  } catch {
    // The main thread finds and reports this error itself, in as little time.
    return [];
  }
  const unmakeable = await unmakeableReplies();
  const isOther = isOtherApi;
  const differences = [...documentDifferences(packageDocument(), document()), ...unmakeable];
  reloaded.undo();
  const mistakes = likelyMistakes(written);
  for (const { why, path, text } of mistakes.slice(0, MAX_WARNINGS))
    differences.push({ group: 'warning', place: placeOf(text, path), change: why, note: null });
  if (mistakes.length > MAX_WARNINGS) {
    const change = `${mistakes.length - MAX_WARNINGS} more of this kind`;
    differences.push({ group: 'warning', place: file, change, note: null });
  }
  const newPatterns = [...patternsOf(written)].filter((pattern) => !knownPatterns.has(pattern));
  if (newPatterns.length === 0) return differences;
  const { demandFastPatterns } = await import('../src/contract/validation/fast-patterns.ts');
  for (const patterns of isOther ? newPatterns.map((one) => [one]) : [newPatterns]) {
    try {
      demandFastPatterns(patterns, (pattern) => post({ pattern }));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!isOther) throw new Error(`${file} cannot be served: ${why}`);
      const [pattern = ''] = patterns;
      unchecked.add(pattern);
      differences.push({ group: 'follows', place: placeOf(pattern), change: 'not checked', note: why });
    }
  }
  return differences;
}

// Lists the operations of the document in use that have no handler, and whose reply cannot be made.
async function unmakeableReplies(): Promise<Difference[]> {
  const added = operations.filter((operation) => operationDelta(operation) === null);
  if (added.length === 0) return [];
  const { whyUnmakeable } = await import('../src/server/generated-reply/generated-result.ts');
  return added.flatMap((operation): Difference[] => {
    const note = whyUnmakeable(operation);
    const path = ['paths', operation.path, operation.method.toLowerCase()];
    const place = `#/${path.map(pointerSegment).join('/')}`;
    if (note === null) return [];
    const [, written] = /\((\w+: \d+) demands/.exec(note) ?? [];
    const at = written === undefined ? placeOf(operation.path, path) : placeOf(written);
    return [{ group: 'not possible', place, change: 'added', note: `${note} See ${at}.` }];
  });
}

// Imports a module that needs an optional package. Throws Error with one line that says how to install the package.
async function loadOptional<A>(
  load: () => Promise<A>,
  { what, missing }: { what: string; missing: string },
): Promise<A> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${missing}'`)) throw error;
    throw new Error(`${what} needs ${missing} in your project: npm install -D ${missing}`);
  }
}
