// Replaces the document at run time: text, operations and validators together, or nothing.

import { document, documentText, packageDocument, replaceDocument } from '../document.ts';
import { withKnownValues } from '../extensible.ts';
import { isObject } from '../is-object.ts';
import {
  type JsonSchema,
  METHODS,
  type OpenApiDocument,
  type OperationObject,
  operationName,
  operationObject,
  operationsOf,
  type ParameterObject,
  type PathItemObject,
  type ResponseObject,
  replyAt,
  resolveRef,
} from '../openapi.ts';
import { buildOperationIndex, type OperationRow } from '../operation-index.ts';
import {
  isOtherApi,
  type Operation,
  type OperationId,
  operations,
  packageOperation,
  replaceOperations,
} from '../operations.ts';
import { policies, policiesOf, rateLimitsOf } from '../policies.ts';
import { type SchemaSet, schemasOf } from '../schema-sets.ts';
import { makeValidators } from '../validation/compile-validators.ts';
import type { Validator } from '../validation/load-validators.ts';
import { packageValidators, replaceValidators } from '../validation/validate.ts';
import { assertOpenApiDocument } from './assert-document.ts';
import { operationDelta } from './delta.ts';
import { withNamedReferences } from './named-references.ts';

export type ReloadedDocument = {
  /** the names of the changed parts, such as `GET /orders`, `schema OrderCreate` or `example order` */
  changes: string[];
  undo(): void;
};

/**
 * Replaces the document, its operations and its validators. Those of the stated set, which only the conformance suite
 * uses, are compiled when the first of them is used.
 * @param prepare changes the document before it is used; its text remains as it is
 * @throws Error saying why the document cannot be used; nothing is replaced in this case
 */
export function reloadDocument(
  written: OpenApiDocument,
  prepare: (document: OpenApiDocument) => OpenApiDocument = (same) => same,
): ReloadedDocument {
  assertOpenApiDocument(written);
  const other = prepare(withKnownValues(markedIfOther(withNamedReferences(written))));
  const rows = buildOperationIndex(other).map(withPackageStatus) as readonly Operation[];
  const full = validatorsOf(other, 'full');
  assertConsistent(other, rows, full.made);
  let stated: typeof full | undefined;
  const before = { document: document(), text: documentText(), operations, isOther: isOtherApi };
  const previous = replaceValidators({
    full: full.find,
    stated(schema) {
      stated ??= validatorsOf(other, 'stated');
      return stated.find(schema);
    },
  });
  replaceOperations(rows, other['x-other-api']);
  replaceDocument(other, written);
  return {
    changes: documentChanges(before.document, other),
    undo() {
      replaceValidators(previous);
      replaceOperations(before.operations, before.isOther);
      replaceDocument(before.document, JSON.parse(before.text));
    },
  };
}

const packageSchemas = new Map<SchemaSet, Record<string, string>>();

// Makes the validators of the schemas that changed, of queries, whose defaults are no part of their schemas, and of paths,
// for which the package has none; the others are the package's.
function validatorsOf(other: OpenApiDocument, set: SchemaSet) {
  const schemas = schemasOf(other, set);
  const texts = textsOf(schemas);
  const own = packageSchemas.get(set) ?? textsOf(schemasOf(packageDocument(), set));
  packageSchemas.set(set, own);
  const names = Object.keys(schemas);
  const changed = new Set(names.filter((name) => texts[name] !== own[name]));
  const references = Object.entries(texts).map(([name, text]) => {
    const found = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)];
    return [name, found.map(([, to = '']) => to)] as const;
  });
  for (let count = -1; count < changed.size; ) {
    count = changed.size;
    for (const [name, to] of references) if (to.some((one) => changed.has(one))) changed.add(name);
  }
  const needed = names.filter((name) => changed.has(name) || /\.(?:path|query)$/.test(name));
  const made = makeValidators(other, set, needed);
  const find = (name: string) => made[name] ?? (name in schemas ? packageValidators[set](name) : undefined);
  return { made, find };
}

const textsOf = (schemas: Record<string, object>): Record<string, string> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, JSON.stringify(schema)]));

// Marks a document of another API: fewer than half of its operations are in the package's document, and it has another
// title. Its operations that are named as some of the package are named by method and path.
function markedIfOther(written: OpenApiDocument): OpenApiDocument {
  const all = operationsOf(written);
  const known = all.filter((one) => operationDelta(one) !== null).length;
  if ((known > 0 && 2 * known >= all.length) || written.info?.title === packageDocument().info.title)
    return written['x-provenance'] === undefined ? withPackageFigures(written) : written;
  const paths = Object.entries(written.paths).map(([path, item]): [string, PathItemObject] => {
    const own: PathItemObject = { ...item };
    for (const method of METHODS) {
      const { operationId, ...rest } = item[method] ?? {};
      if (packageOperation(operationId as OperationId)) own[method] = rest as OperationObject;
    }
    return [path, own];
  });
  return { ...written, 'x-other-api': true, paths: Object.fromEntries(paths) };
}

// Adds what the plain document leaves out of the package's document: figures, limits, refusals, and which operations
// take a key.
function withPackageFigures(written: OpenApiDocument): OpenApiDocument {
  const { 'x-policies': figures, 'x-rate-limits': limits, 'x-error-codes': codes } = packageDocument();
  const paths = Object.entries(written.paths).map(([path, item]): [string, PathItemObject] => {
    const own: PathItemObject = { ...item };
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const id = operationName(operation, method, path);
      const packaged = operationDelta({ id, method, path })?.packaged;
      const tier = packaged?.idempotency;
      const takesKey = operation.parameters?.some((one) => isKey(resolveRef(written, one)));
      const refusals = written['x-error-codes'] === undefined ? packaged?.refusals : undefined;
      own[method] = {
        ...(tier && takesKey && { 'x-idempotency': { tier } }),
        ...(refusals?.length && { 'x-error-codes': refusals }),
        ...operation,
      };
    }
    return [path, own];
  });
  return {
    ...(figures && { 'x-policies': figures }),
    ...(limits && { 'x-rate-limits': limits }),
    ...(codes && { 'x-error-codes': codes }),
    ...written,
    paths: Object.fromEntries(paths),
  };
}

// Gives an operation whose success the document describes by class or default the status that the package has.
function withPackageStatus(row: OperationRow): OperationRow {
  const { success, statuses, responses } = row;
  const own = operationDelta(row)?.packaged.success ?? success;
  const { [success]: former, ...others } = responses;
  const reply = replyAt(others, own);
  // The index has the reply of a class a second time, with the status 200.
  const isOfClass = own !== success && former !== undefined && Object.values(others).includes(former);
  if (!isOfClass || reply !== former || (own === 204 && reply.media !== '')) return row;
  return {
    ...row,
    success: own,
    statuses: [...statuses.filter((one) => one !== success), own].sort((a, b) => a - b),
    responses: { ...others, [own]: reply },
  };
}

const isKey = (one: ParameterObject): boolean =>
  one.in === 'header' && one.name.toLowerCase() === 'idempotency-key';

function documentChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const was = documentParts(before);
  const is = documentParts(after);
  return [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
}

// Lists the parts of a document by name, each as text, so that two documents can be compared.
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

/** Headers that delimit a reply (RFC 9112 §6 and §9), which no document decides. */
const FRAMING = /^(?:content-length|transfer-encoding|connection|keep-alive|upgrade|trailer)$/i;

/**
 * Asserts that the headers of the replies of a document can be sent.
 * @throws Error naming the header and its place
 */
function assertHeaders(of: OpenApiDocument, rows: readonly OperationRow[]): void {
  for (const row of rows) {
    for (const status of row.statuses) {
      const response = replyAt(operationObject(of, row)?.responses ?? {}, status);
      const { headers = {} } = response ? resolveRef<ResponseObject>(of, response) : {};
      const place = `in the reply ${status} of ${row.id}`;
      if (!isObject(headers)) throw new Error(`The headers ${place} are no object.`);
      for (const [name, header] of Object.entries(headers)) {
        if (!/^[!#$%&'*+\-.^_`|~\w]{1,100}$/.test(name) || FRAMING.test(name))
          throw new Error(
            `${JSON.stringify(name)} ${place} is no name of a header that a document can have.`,
          );
        if (!isObject(header)) throw new Error(`The header ${name} ${place} is no object.`);
      }
    }
  }
}

/**
 * Asserts that figures are numbers, that transitions lead to states of their schema, that operations need scopes and roles
 * that the document has, and that defaults are permitted values.
 * @throws Error with one sentence that names the part and its place
 */
export function assertConsistent(
  document: OpenApiDocument,
  rows: readonly OperationRow[],
  validators: Readonly<Record<string, Validator>>,
): void {
  rateLimitsOf(document);
  assertHeaders(document, rows);
  policiesOf(document, policies());
  const { 'x-scopes': scopes, components } = document;
  for (const [name, schema] of Object.entries(components.schemas)) assertTransitions(name, schema);
  const roles = components.schemas.Role?.enum;
  for (const row of rows) {
    const unknownScope = scopes && row.scopes.find((scope) => !(scope in scopes));
    if (unknownScope !== undefined)
      throw new Error(`${row.id} needs the scope ${unknownScope}, which x-scopes does not describe.`);
    const unknownRole = roles && row.roles.find((role) => role !== 'anonymous' && !roles.includes(role));
    if (unknownRole !== undefined)
      throw new Error(
        `${row.id} has the role ${unknownRole} in its x-roles, which is no value of the schema Role.`,
      );
    assertDefaults(row, validators[`${row.id}.query`]);
  }
}

const isTransition = (one: unknown): boolean =>
  isObject(one) &&
  (one.from === null || typeof one.from === 'string') &&
  typeof one.on === 'string' &&
  typeof one.to === 'string';

function assertTransitions(name: string, { enum: states, 'x-state-machine': transitions }: JsonSchema): void {
  if (transitions !== undefined && !(Array.isArray(transitions) && transitions.every(isTransition)))
    throw new Error(`The x-state-machine of ${name} must be a list of {from, on, to}.`);
  for (const { from, on, to } of transitions ?? []) {
    const unknown = [from, to].find((state) => state !== null && states && !states.includes(state));
    if (unknown !== undefined)
      throw new Error(`The transition ${on} of ${name} names ${unknown}, which is no value of ${name}.`);
  }
}

function assertDefaults({ id, query }: OperationRow, validate: Validator | undefined): void {
  const defaults = query.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]));
  if (validate === undefined || validate(Object.fromEntries(defaults))) return;
  const wrong = defaults.find(([name]) =>
    validate.errors?.some(({ instancePath }) => instancePath === `/${name}`),
  );
  if (wrong)
    throw new Error(
      `The default ${JSON.stringify(wrong[1])} of ${wrong[0]} in ${id} is not permitted there.`,
    );
}
