// Takes another document in the place of the present one, while the program runs: all of it, or nothing.
import { assertOpenApiDocument } from './assert-document.ts';
import { makeValidators } from './compile-validators.ts';
import { document, replaceDocument } from './document.ts';
import type { OpenApiDocument } from './openapi.ts';
import { buildOperationIndex } from './operation-index.ts';
import { type Operation, operations, replaceOperations } from './operations.ts';
import { replaceValidators } from './validate.ts';

export type ReloadedDocument = {
  /** what is not as it was: `GET /orders`, `schema OrderCreate`, `example order` … */
  changes: string[];
  /** puts back what was there before */
  undo(): void;
};

/**
 * From here on the document is this one: its text, its operations and its validators (full view).
 * @throws Error saying why it cannot be used; then nothing has changed
 */
export function reloadDocument(other: OpenApiDocument): ReloadedDocument {
  assertOpenApiDocument(other);
  const rows = buildOperationIndex(other) as readonly Operation[];
  const validators = makeValidators(other, 'full');
  const before = { document: document(), operations };
  const previous = replaceValidators('full', validators);
  replaceOperations(rows);
  replaceDocument(other);
  return {
    changes: documentChanges(before.document, other),
    undo() {
      replaceValidators('full', previous);
      replaceOperations(before.operations);
      replaceDocument(before.document);
    },
  };
}

function documentChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const was = documentParts(before);
  const is = documentParts(after);
  return [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
}

/** The parts that people think in, each as text, by what they are called. */
function documentParts({ paths, components, ...rest }: OpenApiDocument): Map<string, string> {
  const parts = new Map<string, string>([['about', JSON.stringify(rest)]]);
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item))
      parts.set(`${method.toUpperCase()} ${path}`, JSON.stringify(operation));
  }
  for (const [kind, named] of Object.entries(components)) {
    if (!isObject(named)) continue;
    for (const [name, part] of Object.entries(named))
      parts.set(`${kind.replace(/s$/, '')} ${name}`, JSON.stringify(part));
  }
  return parts;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
