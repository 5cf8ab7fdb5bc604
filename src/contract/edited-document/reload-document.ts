// Replaces the document at run time: text, operations and validators together, or nothing.

import { document, replaceDocument } from '../document.ts';
import { isObject } from '../is-object.ts';
import type { OpenApiDocument } from '../openapi.ts';
import { buildOperationIndex } from '../operation-index.ts';
import { type Operation, operations, replaceOperations } from '../operations.ts';
import { makeValidators } from '../validation/compile-validators.ts';
import { replaceValidators } from '../validation/validate.ts';
import { assertOpenApiDocument } from './assert-document.ts';

/** The result of replacing the document. */
export type ReloadedDocument = {
  /** the names of the changed parts, such as `GET /orders`, `schema OrderCreate` or `example order` */
  changes: string[];
  /** restores the previous document */
  undo(): void;
};

/**
 * Replaces the document, its operations and its validators (full view).
 * @throws Error saying why the document cannot be used; nothing is replaced in this case
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

/** Lists the parts of a document by name, each as text, so that two documents can be compared. */
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
