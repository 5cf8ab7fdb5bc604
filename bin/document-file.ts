// Reads and watches an OpenAPI document in a file: JSON, or YAML that is bundled from one or more files.
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { documentText } from '../src/contract/document.ts';
import type { Difference } from '../src/contract/edited-document/differences.ts';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import { packageFile } from '../src/contract/package.ts';
import { ADVICE, slow } from '../src/contract/validation/patterns.ts';
import { escapeConsoleLine } from '../src/suite/formats/escape.ts';
import type { ReadMessage, ReadTask } from './document-worker.ts';
import { statesOf, watchFiles } from './mock/watch-files.ts';

/** The longest time for reading a document, in seconds; the constant below limits the memory, in MiB. */
const MAX_SECONDS = 20;
const MAX_MEMORY_MIB = 512;

/** A document on disk that can be read and watched. */
export class DocumentFile {
  readonly file: string;
  readonly #served: boolean;
  /** How the document read last differs from the package's; empty when the mock does not serve it. */
  differences: readonly Difference[] = [];
  /** The files that the last read of the document used; `watch` observes them. */
  readonly #sources = new Set<string>();
  /** The states of the files before the last read of the document. */
  #states = new Map<string, string>();

  /**
   * @param file the path of the document, or of its root file when the document consists of several files
   * @param served true when the mock is to serve the document; slow patterns are then errors
   */
  constructor(file: string, { served }: { served: boolean }) {
    this.file = file;
    this.#served = served;
    this.#sources.add(file);
  }

  /**
   * Reads the document in a worker thread with limits of time and memory, because aliases, references and patterns in
   * a document can multiply.
   * @throws Error with one sentence that begins with the file's name
   */
  async read(): Promise<OpenApiDocument> {
    this.#states = statesOf(this.#sources);
    const task: ReadTask = { file: this.file, served: this.#served };
    const worker = new Worker(threadFile(), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MIB, maxYoungGenerationSizeMb: 64 },
    });
    const outcome = await outcomeOf(worker, this.file);
    for (const part of outcome.parts) this.#sources.add(part);
    // The message may quote the document, whose text must not act on a terminal or a CI log.
    if ('error' in outcome) throw new Error(escapeConsoleLine(outcome.error));
    this.differences = outcome.differences;
    return JSON.parse(outcome.text) as OpenApiDocument;
  }

  /**
   * Calls `changed` when one of the document's files has changed since the document was read. A next call waits until the former call has
   * finished.
   */
  watch(changed: () => Promise<void>): NodeJS.Timeout {
    return watchFiles(() => this.#sources, changed, this.#states);
  }
}

/**
 * Reads the document of a file and makes it the one by which this process judges. Call it before the catalogue of checks
 * is imported.
 * @throws Error with one sentence that begins with the file's name
 */
export async function judgeByFile(file: string): Promise<void> {
  const document = await new DocumentFile(file, { served: true }).read();
  try {
    await judgeBy(document);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(escapeConsoleLine(`${file} cannot be judged by: ${message}`));
  }
}

/** Makes a document the one by which this process judges, before the catalogue of checks is imported. */
export async function judgeBy(document: OpenApiDocument): Promise<void> {
  if (`${JSON.stringify(document, null, 1)}\n` === documentText()) return;
  const [{ reloadDocument }, { deploymentDocument }] = await Promise.all([
    import('../src/contract/edited-document/reload-document.ts'),
    import('../src/contract/edited-document/deployment-document.ts'),
  ]);
  reloadDocument(document, deploymentDocument);
}

// Returns the URL of the worker thread's module, which is TypeScript in the sources and JavaScript in the build.
function threadFile(): URL {
  const source = packageFile('bin/document-worker.ts');
  return existsSync(source) ? source : packageFile('bin/document-worker.js');
}

type Outcome = Exclude<ReadMessage, { pattern: string }>;

// Waits for the outcome of a worker thread; terminates the thread when it exceeds its time or memory.
function outcomeOf(worker: Worker, file: string): Promise<Outcome> {
  return new Promise((resolve) => {
    let pattern: string | null = null;
    const end = (outcome: Outcome): void => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(outcome);
    };
    const giveUp = (why: string): void => end({ error: `${file} ${why}`, parts: [] });
    const timer = setTimeout(() => {
      if (pattern !== null) giveUp(`cannot be served: ${slow(pattern)}. ${ADVICE}`);
      else giveUp(`takes longer than ${MAX_SECONDS} s to read: ${LIKELY_CAUSE}`);
    }, MAX_SECONDS * 1000);
    worker.on('message', (message: ReadMessage) => {
      if ('pattern' in message) pattern = message.pattern;
      else end(message);
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      giveUp(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? `takes more than ${MAX_MEMORY_MIB} MiB to read: ${LIKELY_CAUSE}`
          : `cannot be read: ${error.message}.`,
      ),
    );
    worker.on('exit', () => giveUp('cannot be read: its thread ended.'));
  });
}

const LIKELY_CAUSE = 'its aliases or references multiply, or it is too large.';
