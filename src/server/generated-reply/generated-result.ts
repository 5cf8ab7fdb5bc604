// Makes the result of an operation that has no handler: a documented example, or a value made from the schema of the
// success reply. Loaded with the first call of such an operation.

import { document } from '../../contract/document.ts';
import { schemaValueMaker, snakeCase, type ValueMaker } from '../../contract/example-values/schema-value.ts';
import { firstValidValue } from '../../contract/example-values/valid-value.ts';
import { isObject } from '../../contract/is-object.ts';
import {
  isJsonMedia,
  operationObject,
  type ResponseObject,
  resolveRef,
  successOf,
} from '../../contract/openapi.ts';
import { type Operation, perDocument } from '../../contract/operations.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import { randomNumber, seedKey } from '../../state/ids.ts';
import { pathsTo, referencesOf } from '../../state/references.ts';
import type { Collection, Store } from '../../state/store.ts';
import type { Row, Tables } from '../../state/tables/table.ts';
import { documentedExamples, type Example, mediaExamples } from '../fault-injection/documented-examples.ts';
import { isPage } from '../pipeline/page-json.ts';
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import { type RequestContext, required } from '../pipeline/request-context.ts';
import { rowSchemas } from '../row-schemas.ts';
import { acceptedMedia } from './media-body.ts';

/** The number of rows of a page whose size no parameter of the document says. */
const ROWS_WITHOUT_SIZE = 100;

/** The error for a reply that cannot be made; its sentence is the message of the 500. */
class UnmakeableReply extends Error {
  override name = 'UnmakeableReply';
}

/** The result of an operation without a handler, and where it came from. */
type GeneratedResult = { result: unknown; source: string };

/** The makers of the document in use, by schema name; a component adapter is set while a value is made. */
const makers = perDocument(() => new Map<string, ValueMaker>());
let records: Records | null = null;

function makerOf(schema: string): ValueMaker {
  let maker = makers().get(schema);
  if (maker === undefined) {
    maker = schemaValueMaker(document(), schema, (component, value) =>
      records === null ? value : records.withRow(component, value),
    );
    makers().set(schema, maker);
  }
  return maker;
}

/**
 * Makes the result of a request to an operation that has no handler.
 * @throws UnmakeableReply when the reply has neither an example nor a schema of which a valid value can be made
 */
export function generatedResult(deps: PipelineDeps, context: RequestContext): GeneratedResult {
  const { operation, replySchema, media } = required(context.plan, 'an operation');
  const example = exampleOf(operation);
  const other = otherContent(operation, context.call.headers.accept);
  if (other !== undefined) {
    context.generatedMedia = other.media;
    return { result: other.text, source: `content of the media type ${other.media}` };
  }
  if (example !== undefined && replySchema !== null)
    return { result: structuredClone(example.value), source: `the example ${example.name}` };
  if (replySchema === null) {
    if (media === '') return { result: undefined, source: 'a reply without content' };
    throw new UnmakeableReply(unmakeableMessage(operation, { media }));
  }
  const store = required(context.store, 'a store');
  const found = findRecords(deps, context, store);
  const seeded = seedKey(deps.world.seed, `generated ${operation.id} ${context.call.path}`);
  const page = listPage(replySchema, found, context);
  const made = firstValidValue(makerFor(replySchema, found), seeded.a >>> 0, {
    validate: (value) => validateValue(replySchema, value),
    adapt: (value) => (isPage(value) ? withPage(value, page, context, found) : found.adapted(value)),
  });
  if (!('value' in made))
    throw new UnmakeableReply(unmakeableMessage(operation, { schema: replySchema, ...made }));
  return { result: made.value, source: `a value of the schema ${replySchema}` };
}

const examples = perDocument(() => new Map<Operation, Example | undefined>());

// Returns the first documented example of the success reply that is valid; a made value is better than another one.
function exampleOf(operation: Operation): Example | undefined {
  const { schema = null } = operation.responses[operation.success] ?? {};
  if (!examples().has(operation)) {
    const found = documentedExamples(operation).find(
      ({ status, value }) =>
        status === operation.success && (schema === null || validateValue(schema, value).length === 0),
    );
    examples().set(operation, found);
  }
  return examples().get(operation);
}

// Returns content that is no JSON for a request that accepts it before JSON, or when there is no JSON: an example as it
// stands, else a made text; undefined when neither can be had.
function otherContent(operation: Operation, accept?: string): { media: string; text: string } | undefined {
  const { schema = null, media = '', text = '', others = {} } = operation.responses[operation.success] ?? {};
  if (media === '' || (schema !== null && Object.keys(others).length === 0)) return undefined;
  const texts: Record<string, string> = { [media]: text, ...others };
  const accepted = acceptedMedia(Object.keys(texts), accept);
  const { responses } = operationObject(document(), operation) ?? {};
  const reply = responses?.[successOf(responses)[1]];
  const { content } = reply ? resolveRef<ResponseObject>(document(), reply) : {};
  for (const one of accepted.length > 0 ? accepted : [media]) {
    if (one === media && schema !== null) return undefined;
    const [example] = mediaExamples(content?.[one]);
    const made = example
      ? example.value
      : isObject(content?.[one]?.schema)
        ? madeValue(texts[one] ?? '', 1)
        : '';
    const type = one.includes('*') ? 'application/octet-stream' : one;
    if (typeof made === 'string') return { media: type, text: made };
    if (made !== undefined && isJsonMedia(one)) return { media: type, text: JSON.stringify(made) };
  }
  return undefined;
}

/** Says why the success reply of an operation without a handler cannot be made; null when it can. */
export function whyUnmakeable(operation: Operation): string | null {
  const { schema = null, media = '' } = operation.responses[operation.success] ?? {};
  if (schema === null)
    return media === '' || otherContent(operation) ? null : unmakeableMessage(operation, { media });
  if (exampleOf(operation)) return null;
  const made = firstValidValue(makerFor(schema), 1, { validate: (value) => validateValue(schema, value) });
  return 'value' in made ? null : unmakeableMessage(operation, { schema, ...made });
}

/** Makes a value of a schema without records of the world, the same for the same key; undefined when none can be made. */
export function madeValue(schema: string, key: number): unknown {
  const made = firstValidValue(makerFor(schema), key, { validate: (value) => validateValue(schema, value) });
  return 'value' in made ? made.value : undefined;
}

function makerFor(schema: string, found: Records | null = null): ValueMaker {
  return (seed, sources) => {
    records = found;
    try {
      return makerOf(schema)(seed, sources);
    } catch (error) {
      if (error instanceof RangeError) throw new Error('the schema contains itself without an end');
      throw error;
    } finally {
      records = null;
    }
  };
}

// Returns the real rows of a list whose elements a table backs; null for another list.
function listPage(schema: string, found: Records, { query }: RequestContext): ReturnType<Records['page']> {
  const data = document().components.schemas[schema]?.properties?.data?.items?.$ref;
  const component = data?.slice(data.lastIndexOf('/') + 1);
  return component === undefined
    ? null
    : found.page(component, pageNumber(query.page, 1), pageNumber(query.per_page, ROWS_WITHOUT_SIZE));
}

const pageNumber = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : otherwise;

type AnyPage = { data: object[]; meta: object; links: object };

function withPage(
  made: AnyPage,
  real: ReturnType<Records['page']>,
  { query }: RequestContext,
  found: Records,
): AnyPage {
  const current = pageNumber(query.page, 1);
  const perPage = pageNumber(query.per_page, ROWS_WITHOUT_SIZE);
  const all = made.data.map((row, at) => found.withReferences(row, at));
  const rows = real?.rows ?? all.slice((current - 1) * perPage, current * perPage);
  const total = real?.total ?? all.length;
  const counts: Record<string, number> = {
    current_page: current,
    per_page: perPage,
    total,
    last_page: Math.max(1, Math.ceil(total / perPage)),
  };
  const meta = Object.fromEntries(
    Object.entries(made.meta).map(([name, value]) => [name, counts[name] ?? value]),
  );
  return { ...made, data: rows, meta };
}

function unmakeableMessage(
  { id, success }: { id: string; success: number },
  why: { media: string } | { schema: string; keywords: readonly string[] },
): string {
  return 'media' in why
    ? `${id} has no handler, and no reply of the media type ${why.media} can be made: add an example to its reply ${success}.`
    : `${id} has no handler, and no valid value of the schema ${why.schema} can be made (${why.keywords.join(', ')}): add an example to its reply ${success}.`;
}

/** Access to the records that one generated reply may name. */
type Records = {
  /** replaces the members of a made object by those of a row of the table that backs the component */
  withRow(component: string, value: Record<string, unknown>): Record<string, unknown>;
  /** replaces the ids of members that reference a table by ids of its rows; `ordinal` varies the choice */
  withReferences<A>(value: A, ordinal: number): A;
  /** adapts a whole body: references, the sent members, the parameters of the path */
  adapted(value: unknown): unknown;
  /** reads a page of the rows that belong to the record in the path; null when no table backs the component */
  page(component: string, page: number, perPage: number): { rows: object[]; total: number } | null;
};

// Finds the records that the reply to a request may name.
function findRecords(
  { definition, plans, world }: PipelineDeps,
  context: RequestContext,
  store: Store<Tables>,
): Records {
  const plan = required(context.plan, 'an operation');
  const { operation, replySchema } = plan;
  const { caller, params } = context;
  // A member of another API is no record of the mock, whatever its name.
  const references = (!operation.isForeign && definition.references) || {};
  const schemas = operation.isForeign ? new Map<string, string>() : rowSchemas(definition, plans);
  const located = new Map<string, string>();
  for (const { param, finder } of plan.locators)
    if (typeof finder === 'string') located.set(finder, params[param] ?? '');
  const parent = [...located].at(-1);

  const rowsOf = (table: string): Collection<Row> | undefined =>
    caller.kind === 'anonymous' ? undefined : (store[table] as Collection<Row> | undefined);
  // Chooses a row of a table; a table without tenants shows a tenant only the tenant's own row.
  const choose = (table: string, ordinal: number): Row | undefined => {
    const rows = rowsOf(table);
    const own = located.get(table);
    if (rows === undefined || own !== undefined) return own === undefined ? undefined : rows?.find(own);
    if (definition.tables[table]?.spec.tenant === false && caller.tenantId !== null)
      return rows.find(caller.tenantId);
    const count = rows.count();
    if (count === 0) return undefined;
    const key = seedKey(world.seed, `generated ${operation.id} ${context.call.path} ${table}`);
    const page = Math.floor(randomNumber(key, ordinal) * count) + 1;
    return rows.page({ page, per_page: 1 }).data[0];
  };
  const tableOfComponent = (component: string): string | undefined =>
    [...schemas].find(([, schema]) => schema === component)?.[0];
  const tableOfMember = (name: string): string | undefined => {
    const table = references[snakeCase(name)] ?? references[snakeCase(name).replace(/_ids$/, '_id')];
    return typeof table === 'string' ? table : undefined;
  };

  const withReferences = <A>(value: A, ordinal: number): A => {
    if (Array.isArray(value)) return value.map((one, at) => withReferences(one, ordinal + at)) as A;
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const table = tableOfMember(name);
        if (table === undefined) return [name, withReferences(member, ordinal)];
        if (typeof member === 'string')
          return [name, choose(table, ordinal)?.id ?? located.get(table) ?? member];
        if (!Array.isArray(member)) return [name, member];
        const ids = member.map((id, at) =>
          typeof id === 'string' ? (choose(table, ordinal + at)?.id ?? id) : id,
        );
        return [name, [...new Set(ids)]];
      }),
    ) as A;
  };

  // Tells whether the body is the resource of the last path parameter, whose id it then has.
  const isResourceOfPath = (): boolean => {
    const path = operation.path.replace(/\}[^{}]*$/, '}');
    if (path === operation.path) return path.endsWith('}');
    return [...plans.values()].some(
      (other) =>
        other.operation.method === 'GET' &&
        other.operation.path === path &&
        other.replySchema === replySchema,
    );
  };

  return {
    withRow(component, value) {
      const table = tableOfComponent(component);
      const isNew = component === replySchema && operation.success === 201;
      const row = table === undefined || isNew ? undefined : choose(table, 0);
      if (row === undefined) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          Object.hasOwn(row, name) ? Reflect.get(row, name) : member,
        ]),
      );
    },
    withReferences,
    adapted(value) {
      if (!isObject(value)) return withReferences(value, 0);
      const body: Record<string, unknown> = withReferences(value, 0);
      if (isObject(context.body))
        for (const [name, sent] of Object.entries(context.body))
          if (Object.hasOwn(body, name)) body[name] = sent;
      for (const [param, id] of Object.entries(params)) {
        const name = Object.keys(body).find((one) => snakeCase(one) === snakeCase(param));
        if (name !== undefined && name !== 'id') body[name] = id;
      }
      const last = Object.values(params).at(-1);
      if (last !== undefined && Object.hasOwn(body, 'id') && isResourceOfPath()) body.id = last;
      return body;
    },
    page(component, page, perPage) {
      const table = tableOfComponent(component);
      const rows = table === undefined ? undefined : rowsOf(table);
      if (table === undefined || rows === undefined) return null;
      if (definition.tables[table]?.spec.tenant === false && caller.tenantId !== null) return null;
      const isBelow = parent !== undefined && pathsTo(references, parent[0]).length > 0;
      const belongs = (row: Row): boolean =>
        parent === undefined ||
        referencesOf(references, row).some((one) => one.table === parent[0] && one.id === parent[1]);
      const found = isBelow
        ? rows.page({ page, per_page: perPage }, belongs)
        : rows.page({ page, per_page: perPage });
      return { rows: found.data, total: found.meta.total };
    },
  };
}
