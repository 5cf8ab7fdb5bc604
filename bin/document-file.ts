// A document that is given by its file: JSON as it is, YAML bundled from as many files as it has.
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import { packageFile } from '../src/contract/package.ts';
import { ADVICE, slow } from '../src/contract/patterns.ts';
import type { ReadMessage, ReadTask } from './document-worker.ts';
import { watchFiles } from './watch-files.ts';

/** How long reading a document may take, in seconds, and how much memory, in MiB. */
const SECONDS = 20;
const MEMORY = 512;

export class DocumentFile {
  readonly file: string;
  readonly #served: boolean;
  /** what it was last read from */
  readonly #sources = new Set<string>();

  /**
   * @param file the path of the document, or of the root of one that consists of several files
   * @param served it is to be served by, and must bring no pattern that can take very long
   */
  constructor(file: string, { served }: { served: boolean }) {
    this.file = file;
    this.#served = served;
    this.#sources.add(file);
  }

  /**
   * Reads it in a thread of its own, within limits of time and memory: aliases, references and patterns can multiply.
   * @throws Error with one sentence that begins with the file's name, when it is no document
   */
  async read(): Promise<OpenApiDocument> {
    const task: ReadTask = { file: this.file, served: this.#served };
    const worker = new Worker(threadFile(), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY, maxYoungGenerationSizeMb: 64 },
    });
    const said = await outcomeOf(worker, this.file);
    for (const part of said.parts) this.#sources.add(part);
    if ('error' in said) throw new Error(said.error);
    return JSON.parse(said.text) as OpenApiDocument;
  }

  /** Has a change of any of its files told, one at a time. */
  watch(changed: () => Promise<void>): NodeJS.Timeout {
    return watchFiles(() => this.#sources, changed);
  }
}

/** Where the thread's module is: in the sources, or in what the build made of them. */
function threadFile(): URL {
  const source = packageFile('bin/document-worker.ts');
  return existsSync(source) ? source : packageFile('bin/document-worker.js');
}

type Outcome = Exclude<ReadMessage, { pattern: string }>;

/** Waits for what a thread says in the end; ends it when it takes too long or too much memory. */
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
      else giveUp(`takes longer than ${SECONDS} s to read: ${MULTIPLIES}`);
    }, SECONDS * 1000);
    worker.on('message', (message: ReadMessage) => {
      if ('pattern' in message) pattern = message.pattern;
      else end(message);
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      giveUp(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? `takes more than ${MEMORY} MiB to read: ${MULTIPLIES}`
          : `cannot be read: ${error.message}.`,
      ),
    );
    worker.on('exit', () => giveUp('cannot be read: its thread ended.'));
  });
}

const MULTIPLIES = 'its aliases or references multiply, or it is too large.';
