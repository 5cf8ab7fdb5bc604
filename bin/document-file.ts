// A document that is given by its file: JSON as it is, YAML bundled from as many files as it has.
import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import { watchFiles } from './watch-files.ts';

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

  /** Has a change of any of its files told, one at a time. */
  watch(changed: () => Promise<void>): NodeJS.Timeout {
    return watchFiles(() => this.#parts, changed);
  }
}

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
