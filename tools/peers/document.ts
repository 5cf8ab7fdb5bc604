// Builds the document that the other tools read: the published document with the ids and bodies of a known world, and
// with its paths in the order of the calls.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PlainCall } from './server-ready.ts';

type Json = null | boolean | number | string | Json[] | Tree;
type Tree = { [name: string]: Json };

const FILE = fileURLToPath(new URL('../../openapi/dist/openapi.json', import.meta.url));
const METHODS = ['get', 'post', 'put', 'delete'];
const published = JSON.parse(readFileSync(FILE, 'utf8')) as Tree;

const isTree = (value: Json | undefined): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const tree = (value: Json | undefined): Tree => (isTree(value) ? value : {});
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** Returns the object that a `$ref` points to; a value without `$ref` is returned itself. */
function resolved(value: Json | undefined): Tree {
  const { $ref } = tree(value);
  if (typeof $ref !== 'string') return tree(value);
  return $ref
    .slice(2)
    .split('/')
    .reduce((here, name) => tree(here[name]), published);
}

type OperationLocation = { path: string; method: string; operation: Tree };

function operationLocations(document: Tree): OperationLocation[] {
  return Object.entries(tree(document.paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = tree(item)[method];
      return isTree(operation) ? [{ path, method, operation }] : [];
    }),
  );
}

const locationById = new Map(
  operationLocations(published).map((place) => [String(place.operation.operationId), place]),
);

/** Returns the path of an operation, its method in lower case, and its documented statuses. */
export function operationLocation(id: string): { path: string; method: string; statuses: string[] } {
  const place = locationById.get(id);
  if (!place) throw new Error(`The document has no operation ${id}.`);
  return { path: place.path, method: place.method, statuses: Object.keys(tree(place.operation.responses)) };
}

/** Returns the first example of an operation's request body; an empty object when the operation has none. */
export function exampleBody(id: string): Record<string, unknown> {
  const { requestBody } = locationById.get(id)?.operation ?? {};
  const [example] = Object.values(tree(media(resolved(requestBody)).examples));
  return structuredClone(tree(resolved(example).value));
}

const media = (body: Tree): Tree => tree(Object.values(tree(body.content))[0]);

/** Options of the document for other tools. */
export type DocumentOptions = {
  /**
   * whether the published examples of replies stay in the document; Specmatic runs each of these examples as a test
   */
  replies: boolean;
};

/**
 * Builds the document with one call of each operation, given as examples of its path parameters and its body. The
 * paths have the order of the calls, so that tools that go through the document from top to bottom read records
 * before they delete them.
 */
export function documentFor(
  calls: readonly PlainCall[],
  baseUrl: string,
  { replies }: DocumentOptions,
): Tree {
  const document = structuredClone(published);
  document.servers = [{ url: baseUrl }];
  delete document.webhooks;
  const found = new Map(
    operationLocations(document).map((place) => [String(place.operation.operationId), place]),
  );
  const paths: Tree = {};
  for (const { operation: id, params, body } of calls) {
    const place = found.get(id);
    if (!place) continue;
    const { path, method, operation } = place;
    const shared = list(tree(tree(document.paths)[path]).parameters);
    operation.parameters = [...shared, ...list(operation.parameters)].map((parameter) => {
      const own = structuredClone(resolved(parameter));
      const value = params[String(own.name)];
      if (own.in === 'path' && value !== undefined) own.example = value;
      else delete own.example;
      delete own.examples;
      return own;
    });
    if (body) {
      const own = structuredClone(resolved(operation.requestBody));
      const [type = 'application/json'] = Object.keys(tree(own.content));
      own.content = { [type]: { schema: media(own).schema ?? {}, example: body as Tree } };
      operation.requestBody = own;
    }
    if (!replies) {
      const { '400': _, '429': __, '500': ___, ...provoked } = tree(operation.responses);
      operation.responses = provoked;
      dropReplyExamples(Object.values(provoked));
    }
    paths[path] = { ...tree(paths[path]), [method]: operation };
  }
  document.paths = paths;
  if (!replies) {
    const components = tree(document.components);
    dropReplyExamples(Object.values(tree(components.responses)));
    delete components.examples;
  }
  return document;
}

/** Removes the examples from the documented replies of an operation. */
function dropReplyExamples(responses: readonly Json[]): void {
  for (const response of responses)
    for (const content of Object.values(tree(tree(response).content))) {
      delete tree(content).examples;
      delete tree(content).example;
    }
}
