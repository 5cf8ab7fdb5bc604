// Stores worlds in a file: SQLite in a worker thread. One process at a time uses the file.
import { existsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageFile } from '../contract/package.ts';
import type { SharedText } from './shared-text.ts';
import type { Method, ThreadCall, ThreadMethods, ThreadReply, ThreadTask } from './sqlite/messages.ts';
import type { GivenText } from './sqlite/text-table.ts';
import { TextSender } from './text-sender.ts';
import { StorageError, type WorldStore } from './world-store.ts';

type Options = {
  /** the largest size of the file, in bytes; without it, the disk is the limit */
  maxBytes?: number;
};

/** A call that waits for its result. */
type Waiting = { resolve(value: unknown): void; reject(error: Error): void };

/** How many messages may be under way: one that the thread works on, and one that waits for it. */
const MAX_MESSAGES = 2;

/**
 * Opens the worlds that a file stores; creates the file when it does not exist.
 * @param file the path of the file
 * @throws StorageError `in use` by another process, or a second time by this one; `damaged`, `other format`,
 * `invalid address`, `unavailable`, `full`. The file is then as it was.
 */
export async function openSqliteStore(file: string, { maxBytes }: Options = {}): Promise<WorldStore> {
  const label = file.replace(/\p{Cc}/gu, '?');
  const thread = new DatabaseThread({ file, label, maxBytes });
  await thread.opened;
  const sender = new TextSender();
  return {
    description: label,
    isInProcess: true,
    leaseMs: null,
    create: (name, owner, base, main = false, texts = [], checkpoint) =>
      sender.send(texts, (fresh) => thread.call('create', name, owner, base, main, given(fresh), checkpoint)),
    claim: (...args) => thread.call('claim', ...args),
    load: (...args) => thread.call('load', ...args),
    readTexts: (...args) => thread.call('readTexts', ...args),
    append: (name, epoch, after, { texts = [], ...changes }) =>
      sender.send(texts, (fresh) =>
        thread.call('append', name, epoch, after, { ...changes, texts: given(fresh) }),
      ),
    checkpoint: (...args) => thread.call('checkpoint', ...args),
    renew: (...args) => thread.call('renew', ...args),
    release: (...args) => thread.call('release', ...args),
    remove: (...args) => thread.call('remove', ...args),
    list: () => thread.call('list'),
    dueWorlds: (...args) => thread.call('dueWorlds', ...args),
    announce: (...args) => thread.call('announce', ...args),
    close: () => thread.close(),
  };
}

const given = (texts: readonly SharedText[]): GivenText[] => texts.map(({ hash, text }) => [hash, text()]);

/** The worker thread of a store. Calls that are made together are sent in one message. */
class DatabaseThread {
  /** Fulfilled when the file is open; rejected with a StorageError. */
  readonly opened: Promise<unknown>;
  readonly #worker: Worker;
  readonly #label: string;
  /** The calls without a result, by number. */
  readonly #waiting = new Map<number, Waiting>();
  /** The calls that are not sent yet. */
  #calls: ThreadCall[] = [];
  #lastId = 0;
  /** The last number of each message that is under way. */
  readonly #sent: number[] = [];
  #isFlushScheduled = false;
  #closed: Promise<void> | undefined;
  #failure: StorageError | undefined;

  constructor(task: ThreadTask) {
    this.#label = task.label;
    // The options of the process, such as `--input-type`, may be invalid for the file of the thread.
    const options = { workerData: task, name: 'stored worlds', execArgv: [], env: threadEnvironment() };
    this.#worker = new Worker(threadFile(), options);
    this.#worker.on('message', (reply: ThreadReply) => this.#receive(reply));
    this.#worker.on('error', (error) => this.#fail(`its thread failed (${error.message})`));
    this.#worker.on('exit', () => this.#fail('its thread has ended'));
    this.opened = new Promise((resolve, reject) => this.#waiting.set(0, { resolve, reject }));
  }

  /** Runs a method in the thread. */
  call<M extends Method>(
    method: M,
    ...args: Parameters<ThreadMethods[M]>
  ): Promise<ReturnType<ThreadMethods[M]>> {
    return this.#call(method, args) as Promise<ReturnType<ThreadMethods[M]>>;
  }

  /** Closes the file after the calls so far, and ends the thread. */
  close(): Promise<void> {
    const closed = this.#failure ? Promise.resolve() : this.#closed;
    this.#closed = closed ?? this.#call('close', []).then(() => this.#worker.terminate().then(() => {}));
    return this.#closed;
  }

  #call(method: Method, args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw this.#error('it is closed');
      if (this.#failure) throw this.#failure;
      // The thread keeps the process alive only while calls wait.
      if (this.#waiting.size === 0) this.#worker.ref();
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { resolve, reject });
      this.#calls.push([this.#lastId, method, ...args]);
      this.#scheduleFlush();
    });
  }

  #scheduleFlush(): void {
    if (this.#isFlushScheduled || this.#calls.length === 0 || this.#sent.length >= MAX_MESSAGES) return;
    this.#isFlushScheduled = true;
    queueMicrotask(() => {
      this.#isFlushScheduled = false;
      this.#sent.push(this.#lastId);
      this.#worker.postMessage(this.#calls);
      this.#calls = [];
    });
  }

  #receive(reply: ThreadReply): void {
    for (const [id, result] of reply) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if ('value' in result) waiting?.resolve(result.value);
      else if (result.code) waiting?.reject(new StorageError(result.code, result.message));
      else waiting?.reject(new RangeError(result.message));
    }
    const last = reply.at(-1)?.[0] ?? 0;
    while ((this.#sent[0] ?? Number.POSITIVE_INFINITY) <= last) this.#sent.shift();
    this.#scheduleFlush();
    if (this.#waiting.size === 0) this.#worker.unref();
  }

  #error(why: string): StorageError {
    return new StorageError('unavailable', `${this.#label} cannot be used: ${why}; open it again.`);
  }

  /** Rejects all calls, those that wait and those to come. */
  #fail(why: string): void {
    this.#failure ??= this.#error(why);
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
    this.#calls = [];
  }
}

/** Returns the URL of the thread's module, which is TypeScript in the sources and JavaScript in the build. */
function threadFile(): URL {
  const source = packageFile('src/storage/sqlite/worker.ts');
  return existsSync(source) ? source : packageFile('src/storage/sqlite/worker.js');
}

/**
 * Returns the environment of the thread: that of the process, with Node's compile cache where the process has it enabled.
 * From the sources, the thread would otherwise load the compiler of TypeScript, which takes longer than opening the file.
 */
function threadEnvironment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  // The folder that Node names is below the one of the setting: its name is that of the version of Node.
  return cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) };
}
