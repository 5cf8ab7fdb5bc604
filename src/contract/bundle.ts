// Bundles the hand-written YAML files of openapi/ into one document. Only this file imports swagger-parser.

import { realpathSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { callText } from './call-text.ts';
import { assertFinite } from './edited-document/assert-document.ts';
import { withOpenLists } from './extensible.ts';
import { isObject, type JsonObject } from './is-object.ts';
import {
  METHODS,
  type OpenApiDocument,
  type OperationObject,
  operationsOf,
  type RequestBodyObject,
  type ResponseObject,
  resolveRef,
} from './openapi.ts';
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

// Copies the replies of `x-inherited` to each operation that does not describe their status itself, and its headers to
// each reply, before the reply's own; then removes `x-inherited`. Webhooks inherit nothing, because their replies are
// those of the receiver. Changes the document.
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

/** The sections of `components` (https://spec.openapis.org/oas/v3.1.1, 4.8.7), which are also names of folders. */
const SECTIONS = new Set([
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'securitySchemes',
  'links',
  'callbacks',
  'pathItems',
]);

/** A fragment below `components/`: its file, its place in the file, and the component that it is. */
type Fragment = { file: string; pointer: string; section: string; name: string };

// Returns the root of a document with each fragment in its `components` that a reference names and that is a component
// by its place: the key `Order` of a file in `components/schemas/`, or the file `components/schemas/Order.yaml`, is the
// schema `Order`. What the root lists itself stays as it is. `files`: the contents of all files of the document, by
// their paths; that of the root is changed. Throws Error when two fragments are the same component.
function indexComponents(root: string, files: ReadonlyMap<string, unknown>): unknown {
  const document = files.get(resolve(root));
  if (!isObject(document)) return document;
  const folder = dirname(resolve(root));
  const components = { ...(document.components as Record<string, JsonObject>) };
  const listed = new Set(
    Object.values(components)
      .flatMap((named) => Object.values(named ?? {}))
      .flatMap(refOf)
      .map((ref) => absolute(ref, resolve(root))),
  );
  for (const { file, pointer, section, name } of fragments(folder, files)) {
    if (listed.has(`${file}#${pointer}`)) continue;
    const named = components[section] ?? {};
    const $ref = `${encodeURI(relative(folder, file)).replaceAll('#', '%23')}${pointer && `#${pointer}`}`;
    if (name in named)
      throw new Error(
        `${$ref} and ${placeOf(named[name])} are both the component ${section}/${name}; rename one of them, or list it in the root under another name.`,
      );
    components[section] = { ...named, [name]: { $ref } };
  }
  return Object.keys(components).length > 0 ? { ...document, components } : document;
}

// Returns the fragments below `components/` that are named by a reference, in the order of files and keys. An example
// that one reference names is left out, so that it stands at its place in the bundle: nothing needs its name.
function fragments(folder: string, files: ReadonlyMap<string, unknown>): Fragment[] {
  const uses = new Map<string, number>();
  for (const [file, content] of files)
    for (const ref of referencesOf(content).map((one) => absolute(one, file)))
      uses.set(ref, (uses.get(ref) ?? 0) + 1);
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, content]) => {
      const [first, section = '', ...rest] = relative(folder, file).split(/[\\/]/);
      if (first !== 'components' || !SECTIONS.has(section) || rest.length === 0) return [];
      const keys = isObject(content) ? Object.keys(content) : [];
      return [
        { file, pointer: '', section, name: basename(file, extname(file)) },
        ...keys.map((name) => ({ file, pointer: `/${name}`, section, name })),
      ].filter(({ pointer }) => (uses.get(`${file}#${pointer}`) ?? 0) > (section === 'examples' ? 1 : 0));
    });
}

function absolute(ref: string, file: string): string {
  const [path = '', pointer = ''] = ref.split('#');
  return `${path === '' ? file : resolve(dirname(file), decodeURI(path))}#${pointer}`;
}

const placeOf = (component: unknown): string => refOf(component)[0] ?? 'one that the root describes';

const refOf = (value: unknown): string[] =>
  isObject(value) && typeof value.$ref === 'string' ? [value.$ref] : [];

// Lists the references in a value; a part that several YAML aliases share is read once.
function referencesOf(value: unknown, seen = new Set<object>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  return [...refOf(value), ...Object.values(value).flatMap((inner) => referencesOf(inner, seen))];
}

/** Words of a sample that stand for what the reader has: in shell, and as variables of the other languages. */
const OWN = { base: '$BASE_URL', token: '$TOKEN', key: '$IDEMPOTENCY_KEY' };

/**
 * Gives each operation a call in shell, TypeScript and Python: with the example of its path and the shortest example of
 * its body; the base URL, the credential and a fresh key are variables. Changes the document.
 */
export function addCodeSamples(document: OpenApiDocument): void {
  for (const { operation, method, path } of document.paths ? operationsOf(document) : []) {
    const body = exampleBody(document, operation);
    const filled = path.replace(
      /\{([^}]+)\}/g,
      (whole, name) => operation['x-example-path']?.[name] ?? whole,
    );
    const call = {
      method: method.toUpperCase(),
      url: `${OWN.base}${filled}`,
      headers: {
        ...(operation.security?.length !== 0 && { Authorization: `Bearer ${OWN.token}` }),
        ...(operation['x-idempotency'] && { 'Idempotency-Key': OWN.key }),
      },
      body,
      isFile: isDownload(document, operation),
    };
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const typescript = callText('fetch', { ...call, headers: { ...call.headers, ...json } });
    Object.assign(operation, {
      'x-codeSamples': [
        { lang: 'Shell', source: shellSample(call) },
        { lang: 'TypeScript', source: withVariables(typescript, "'", (text) => `\`${text}\``, '$') },
        { lang: 'Python', source: withVariables(callText('python', call), '"', (text) => `f"${text}"`) },
      ],
    });
  }
}

const withVariables = (source: string, quote: string, format: (text: string) => string, mark = ''): string =>
  source.replace(
    new RegExp(`${quote}([^${quote}\\n]*)\\$(BASE_URL|TOKEN|IDEMPOTENCY_KEY)([^${quote}\\n]*)${quote}`, 'g'),
    (_, before: string, name: string, after: string) =>
      before + after === '' ? name : format(`${before}${mark}{${name}}${after}`),
  );

function shellSample({ method, url, headers, body, isFile }: Parameters<typeof callText>[1]): string {
  const isImplied = method === 'GET' || (method === 'POST' && body !== undefined);
  const words = ['curl', isImplied ? '' : `-X ${method}`, isFile ? '-OJ' : '', `"${url}"`];
  const options = [
    words.filter((word) => word !== '').join(' '),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    body === undefined ? '' : `--json '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
  ];
  return options.filter((option) => option !== '').join(' \\\n  ');
}

// Returns the shortest example of an operation's JSON body; undefined when it has none.
function exampleBody(document: OpenApiDocument, { requestBody }: OperationObject): unknown {
  if (!requestBody) return undefined;
  const { content } = resolveRef<RequestBodyObject>(document, requestBody);
  const values = Object.values(content['application/json']?.examples ?? {}).map(
    (example) => resolveRef<{ value?: unknown }>(document, example).value,
  );
  const size = (value: unknown): number => JSON.stringify(value).length;
  return values.sort((one, other) => size(one) - size(other))[0];
}

function isDownload(document: OpenApiDocument, { responses }: OperationObject): boolean {
  const success = responses?.['200'] && resolveRef<ResponseObject>(document, responses['200']);
  return Object.keys(success?.content ?? {}).some((media) => media !== 'application/json');
}
