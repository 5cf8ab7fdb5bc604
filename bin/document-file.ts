// A document that is given by its file: JSON as it is, YAML bundled from as many files as it has.
import { readFileSync, statSync } from 'node:fs';
import type { OpenApiDocument } from '../src/contract/openapi.ts';

/** How often files are looked at, in ms: by their own time and size, which is right on every file system and after every editor. */
const EVERY = 200;

export class DocumentFile {
  readonly file: string;
  /** what it was last read from */
  readonly #parts = new Set<string>();

  /** @param file the path of the document, or of the root of one that consists of several files */
  constructor(file: string) {
    this.file = file;
    this.#parts.add(file);
  }

  /** @throws Error with one sentence that begins with the file's name, when it is no document */
  async read(): Promise<OpenApiDocument> {
    if (/\.ya?ml$/i.test(this.file)) {
      const { bundle } = await needed(() => import('../src/contract/bundle.ts'), {
        what: `${this.file} is YAML; reading that`,
        missing: '@apidevtools/swagger-parser',
      });
      return bundle(this.file, this.#parts);
    }
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as OpenApiDocument;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new Error(`${this.file} ${code ? `cannot be read (${code})` : `is no JSON: ${message}`}.`);
    }
  }

  /** Has a change of any of its files told, one at a time, as long as the process lives. */
  watch(changed: () => Promise<void>): NodeJS.Timeout {
    let last = this.#look();
    let busy = false;
    return setInterval(async () => {
      const now = this.#look();
      if (busy || now === last || now.includes(GONE)) return;
      busy = true;
      last = now;
      await changed();
      // A part that was found only now is as it was read.
      if (this.#look().length !== now.length) last = this.#look();
      busy = false;
    }, EVERY);
  }

  #look(): string {
    return [...this.#parts]
      .map((part) => {
        const found = statSync(part, { throwIfNoEntry: false });
        return found ? `${found.mtimeMs} ${found.size}` : GONE;
      })
      .join();
  }
}

/** Some editors take a file away before they put the new one down: that is waited out. */
const GONE = 'gone';

/** Loads what stands on a package that is in the project only where it is wanted. @throws Error in one line when it is not there */
export async function needed<A>(
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
