// What an edited document changes in that of the package, from its smallest parts to the uses of its components.
import { isObject } from '../is-object.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import {
  type JsonSchema,
  mapSubschemas,
  type OpenApiDocument,
  operationsOf,
  schemaName,
} from '../openapi.ts';
import { buildOperationIndex, type OperationRow } from '../operation-index.ts';
import { operationDelta, SchemaDelta } from './delta.ts';

/** One part that differs: its path in the document that has it, and its value in both; undefined in one without it. */
export type PartDelta = { path: readonly string[]; before: unknown; after: unknown };

// Lists the smallest parts in which two values differ. The order of a list is no difference.
function partsOf(before: unknown, after: unknown, path: readonly string[] = []): PartDelta[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [was, is] = [partsIn(before), partsIn(after)];
  if (!was || !is || Array.isArray(before) !== Array.isArray(after)) return [{ path, before, after }];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) =>
    partsOf(was.get(name), is.get(name), [...path, name]),
  );
}

/** Where a component is used: in requests or replies of operations that have a handler, or in deliveries of webhooks. */
export type Use = 'request' | 'reply' | 'delivery';

/** Members of a document that only its readers use: texts, examples, links, marks of provenance. */
const READERS_MEMBER =
  /^(?:summary|description|title|examples?|externalDocs|links|deprecated|tags|(?:read|write)Only|content(?:MediaType|Encoding)|discriminator|nullable|xml|\$(?:comment|schema|anchor)|x-(?!state-machine$|extensible$|rate-class$|roles$|idempotency$|session-only$|error-codes$).*)$/;

/** Tells whether a member of a document is only for its readers; `parent` is the member that holds it. */
export const isForReaders = (name: string, parent: string | undefined): boolean =>
  READERS_MEMBER.test(name) && parent !== 'properties' && parent !== 'required' && parent !== 'enum';

type Place = readonly [document: OpenApiDocument, schema: JsonSchema];

/**
 * Compares two schemas: `same` when they permit the same values, however they are written; `with null` or `without null`
 * when the second one permits null beside them, or no longer; null when they differ otherwise.
 * @param isOmitted tells which keywords do not count
 */
function schemaRelation(
  before: Place,
  after: Place,
  isOmitted: (keyword: string) => boolean,
): 'same' | 'with null' | 'without null' | null {
  for (const follow of [false, true]) {
    const [was, is] = [before, after].map(([document, schema]) =>
      plainSchema(schema, { document, follow, isOmitted, open: [] }),
    );
    if (!was || !is || canonicalJson(was.form) !== canonicalJson(is.form)) continue;
    if (was.isNullable === is.isNullable) return 'same';
    return is.isNullable ? 'with null' : 'without null';
  }
  return null;
}

type Reading = {
  document: OpenApiDocument;
  /** whether references are written out */
  follow: boolean;
  isOmitted: (keyword: string) => boolean;
  /** the components that are being written out */
  open: readonly string[];
};

/** The values of a schema other than null, and whether null is one. */
type Plain = { form: JsonSchema; isNullable: boolean };

function plainSchema(schema: JsonSchema, reading: Reading): Plain {
  const name = schemaName(schema);
  const target = reading.document.components.schemas[name ?? ''];
  const kept = Object.entries(schema).filter(([keyword]) => !reading.isOmitted(keyword));
  const { $ref, allOf = [], ...own } = Object.fromEntries(kept) as JsonSchema;
  const parts = allOf.map((part) => plainSchema(part, reading));
  if (name !== null && reading.follow && target && !reading.open.includes(name))
    parts.unshift(plainSchema(target, { ...reading, open: [...reading.open, name] }));
  else if ($ref !== undefined) parts.unshift({ form: { $ref }, isNullable: false });
  const [only, ...others] = parts;
  if (only && others.length + Object.keys(own).length === 0) return only;

  const forms = own.anyOf ?? own.oneOf ?? [];
  const form = forms.find((one) => one.type !== 'null');
  if (form && forms.length === 2 && forms.some((one) => one.type === 'null')) {
    const plain = plainSchema(form, reading);
    const isAlone = parts.length === 0 && Object.keys(own).length === 1;
    // Of `oneOf`, null may not fit both forms.
    if (isAlone && (own.anyOf || !plain.isNullable)) return { ...plain, isNullable: true };
  }
  const types = [own.type ?? []].flat();
  const isNullable = types.length > 1 && types.includes('null') && parts.length === 0;
  const result = mapSubschemas(own, (part) => (isObject(part) ? nested(plainSchema(part, reading)) : part));
  const isKept = (value: unknown): boolean => !isNullable || value !== null;
  if (own.type) result.type = types.filter((type) => !isNullable || type !== 'null').sort();
  if (Array.isArray(own.enum)) result.enum = own.enum.filter(isKept).map(canonicalJson).sort();
  if (Array.isArray(own.required)) result.required = [...own.required].sort();
  if (result.required?.length === 0) delete result.required;
  if (parts.length > 0) result.allOf = parts.map(nested);
  const permitsNull = isNullable && (own.enum === undefined || own.enum.includes(null));
  return { form: result, isNullable: permitsNull };
}

const nested = ({ form, isNullable }: Plain): JsonSchema =>
  isNullable ? { anyOf: [form, { type: 'null' }] } : form;

/** What an edited document changes in that of the package, computed once. */
export class DocumentDelta {
  readonly packaged: OpenApiDocument;
  readonly edited: OpenApiDocument;
  readonly parts: readonly PartDelta[];
  /** component, such as `schemas/Order` → where it is used in either document */
  readonly uses: ReadonlyMap<string, ReadonlySet<Use>>;
  /** the query parameters that no handler reads, as `<operationId> <name>` */
  readonly unread: ReadonlySet<string>;
  readonly #rows: Readonly<Record<'packaged' | 'edited', readonly OperationRow[]>>;

  constructor(packaged: OpenApiDocument, edited: OpenApiDocument) {
    this.packaged = packaged;
    this.edited = edited;
    this.parts = partsOf(packaged, edited);
    this.uses = usesOf(packaged, edited);
    this.#rows = { packaged: buildOperationIndex(packaged), edited: buildOperationIndex(edited) };
    this.unread = new Set(this.#rows.edited.flatMap(unreadParameters));
  }

  /** Returns the operations of a path, or its one with a method, in one of the documents. */
  operationsAt(of: 'packaged' | 'edited', path: string, method?: string): OperationRow[] {
    return this.#rows[of].filter(
      (row) => row.path === path && (method === undefined || row.method.toLowerCase() === method),
    );
  }

  /** Compares the schemas at a path. */
  schemaAt(path: readonly string[]): SchemaDelta {
    const [before, after] = this.#partsAt(path) as (JsonSchema | undefined)[];
    return SchemaDelta.of([this.packaged, before], [this.edited, after]);
  }

  /** Compares the schemas directly around a path; null where it is in no schema, or what they permit differs. */
  relationAround(path: readonly string[]): ReturnType<typeof schemaRelation> {
    const root = path[0] === 'components' && path[1] === 'schemas' ? 2 : path.indexOf('schema');
    if (root < 0) return null;
    for (let end = path.length - 1; end > root && end >= path.length - 3; end--) {
      if (/^(?:properties|patternProperties|dependentSchemas|\$defs)$/.test(path[end - 1] ?? '')) continue;
      const [before, after] = this.#partsAt(path.slice(0, end));
      if (!isObject(before) || !isObject(after)) continue;
      const relation = schemaRelation([this.packaged, before], [this.edited, after], (keyword) =>
        READERS_MEMBER.test(keyword),
      );
      if (relation !== null) return relation;
    }
    return null;
  }

  #partsAt(path: readonly string[]): unknown[] {
    return [partAt(this.packaged, path), partAt(this.edited, path)];
  }
}

function usesOf(...documents: OpenApiDocument[]): DocumentDelta['uses'] {
  const uses = new Map<string, Set<Use>>();
  for (const document of documents) {
    const follow = (node: unknown, use: Use): void => {
      for (const [, ref = ''] of JSON.stringify(node ?? null).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
        const known = uses.get(ref) ?? new Set();
        if (known.has(use)) continue;
        uses.set(ref, known.add(use));
        const [section = '', name = ''] = ref.split('/');
        follow(document.components[section]?.[name], use);
      }
    };
    for (const named of operationsOf(document)) {
      const { path, operation } = named;
      if (operationDelta(named) === null) continue;
      follow([document.paths[path]?.parameters, operation.parameters, operation.requestBody], 'request');
      follow(operation.responses, 'reply');
    }
    follow(document.webhooks, 'delivery');
  }
  return uses;
}

function unreadParameters(row: OperationRow): string[] {
  const names = operationDelta(row)?.query;
  return names ? row.query.filter(({ name }) => !(name in names)).map(({ name }) => `${row.id} ${name}`) : [];
}

// Maps the members of an object by name, and the elements of a list by what tells them apart: their value, reference,
// trigger, name, or place. Returns null for any other value.
function partsIn(value: unknown): Map<string, unknown> | null {
  if (isObject(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value)) return null;
  return new Map(
    value.map((element: unknown, at): [string, unknown] => {
      if (!isObject(element)) return [Array.isArray(element) ? String(at) : String(element), element];
      const { name, in: place, $ref, from, on } = element;
      if (on !== undefined) return [`${from} ${on}`, element];
      if (typeof name === 'string') return [place === undefined ? name : `${place} ${name}`, element];
      return [typeof $ref === 'string' ? $ref : String(at), element];
    }),
  );
}

/** Returns the part of a document at the path of a part; undefined when it has none. */
export const partAt = (root: unknown, path: readonly string[]): unknown =>
  path.reduce((at: unknown, name) => partsIn(at)?.get(name), root);
