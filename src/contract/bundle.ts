// Bundles the hand-written YAML files of openapi/ into one document. Only this file imports swagger-parser.
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { addCodeSamples } from './code-samples.ts';
import { indexComponents } from './component-index.ts';
import { assertFinite } from './edited-document/assert-document.ts';
import { withOpenLists } from './extensible.ts';
import type { OpenApiDocument } from './openapi.ts';
import { METHODS, type OperationObject, type ResponseObject, resolveRef } from './openapi.ts';
import { readBytes } from './read-file.ts';

/**
 * Reads an OpenAPI document of several files and returns it as one object whose references all start with
 * `#/components/`. It reads only YAML and JSON files in the folder of the root file or below, and fetches nothing
 * from the network. Fragments below `components/` are components (`indexComponents`), replies are completed by what
 * the root says about all of them (`inheritReplies`), and operations get code samples (`addCodeSamples`).
 * @param path the root file, such as `openapi/openapi.yaml`
 * @param files a set to which every file that was read is added, also when the document turns out to be invalid
 * @throws Error naming the file when the file cannot be read or parsed
 */
export async function bundle(path: string, files = new Set<string>()): Promise<OpenApiDocument> {
  const parser = new SwaggerParser();
  const options = {
    resolve: { http: false, file: { canRead: true, read: fileReader(path) } },
    // A description may be a reference to a file of Markdown.
    parse: { text: { canParse: '.md' }, binary: false },
  };
  let bundled: unknown;
  try {
    await parser.resolve(path, options);
    const contents = Object.entries(parser.$refs.values('file'));
    for (const [file, value] of contents) assertFinite(file, value);
    const root = indexComponents(path, new Map(contents));
    bundled = await parser.bundle(path, root as never, options);
  } catch (error) {
    throw new Error(
      `The document ${path} cannot be bundled: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    for (const file of parser.$refs?.paths('file') ?? []) files.add(file);
  }
  const document = JSON.parse(JSON.stringify(bundled)) as OpenApiDocument;
  inheritReplies(document);
  addCodeSamples(document);
  return withOpenLists(document);
}

type FileRequest = { url: string; reference?: string };

/** The maximum size of a file of a document, in bytes. */
const MAX_FILE_BYTES = 8_388_608;

function fileReader(root: string): (request: FileRequest) => Buffer {
  const folder = dirname(resolve(root));
  return ({ url, reference = url }) => {
    if (/^(?!file:)[a-z][a-z0-9+.-]+:/i.test(url)) {
      throw new Error(
        `the reference ${reference} is an address, and nothing is fetched; keep a copy beside the document.`,
      );
    }
    const file = filePath(url);
    if (file !== resolve(root)) {
      const outside = new Error(
        `the reference ${reference} leaves the folder of the document; what belongs to it must lie in ${folder}.`,
      );
      if (!isWithin(folder, file)) throw outside;
      if (!/\.(ya?ml|json|md)$/i.test(file))
        throw new Error(
          `the reference ${reference} leads to a file that is neither YAML nor JSON by its name.`,
        );
      if (!isWithin(readOrErrorCode(folder, realPath), readOrErrorCode(file, realPath))) throw outside;
    }
    return readBytes(file, MAX_FILE_BYTES);
  };
}

function filePath(url: string): string {
  try {
    return fileURLToPath(/^file:/i.test(url) ? url : new URL(url, pathToFileURL(`${process.cwd()}/`)));
  } catch {
    throw new Error(`the reference ${url} names no file.`);
  }
}

const realPath = (path: string): string => realpathSync(path);

function isWithin(folder: string, file: string): boolean {
  const relativePath = relative(folder, file);
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
}

function readOrErrorCode<A>(file: string, read: (file: string) => A): A {
  try {
    return read(file);
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

type Inherited = {
  /** replies by status */
  operations?: { responses?: OperationObject['responses'] };
  /** headers by the statuses whose replies carry them: a status, such as `429`, or a class, such as `4XX` */
  headers?: Record<string, ResponseObject['headers']>;
};

/**
 * Copies the replies of `x-inherited` to each operation that does not describe their status itself, and its headers to
 * each reply, before the reply's own; then removes `x-inherited`. Webhooks inherit nothing, because their replies are
 * those of the receiver. Changes the document.
 */
function inheritReplies(document: OpenApiDocument & { 'x-inherited'?: Inherited }): void {
  const { operations, headers: headersByStatus = {} } = document['x-inherited'] ?? {};
  delete document['x-inherited'];
  for (const item of Object.values(document.paths ?? {}))
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      operation.responses = { ...operations?.responses, ...operation.responses };
      for (const [status, response] of Object.entries(operation.responses)) {
        const headers = { ...headersByStatus[`${status[0]}XX`], ...headersByStatus[status] };
        const target = resolveRef<ResponseObject>(document, response);
        if (Object.keys(headers).length > 0) target.headers = { ...headers, ...target.headers };
      }
    }
}
