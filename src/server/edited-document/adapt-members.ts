// Adapts requests and replies of the package's handlers to an edited document: renamed members get their former names
// for the handler and their new ones in the reply, removed ones are left out, and added ones are filled in. What still
// breaks the schema of the reply is replaced by a made value.
import { document, documentView, packageDocument } from '../../contract/document.ts';
import {
  type MemberChanges,
  memberChanges,
  type Shape,
  shapeOf,
} from '../../contract/edited-document/member-changes.ts';
import { isObject, type JsonObject, recordOf } from '../../contract/is-object.ts';
import { pointerSegment, valueAtPointer, withValueAt } from '../../contract/json/pointer.ts';
import { type JsonSchema, schemaName } from '../../contract/openapi.ts';
import { packageOperations } from '../../contract/operations.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import { allSchemas } from '../../contract/views.ts';
import { seedKey } from '../../state/ids.ts';
import type { OperationPlan } from '../pipeline/operation-plan.ts';
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import { type RequestContext, required } from '../pipeline/request-context.ts';
import { addedMembersOf, keepAddedMembers } from './added-members.ts';

/** Makes a value of a schema of the document in use, the same for the same key; undefined when none can be made. */
export type MakeValue = (schema: string, key: number) => unknown;

/** The schemas of a value in the package's document and in the edited one. */
type Schemas = readonly [before: JsonSchema | undefined, after: JsonSchema | undefined];

let packagedSchemas: Record<string, JsonSchema> | undefined;
const editedSchemas = documentView<Record<string, JsonSchema>>({}, allSchemas);

function schemasOf(before: string, after: string): Schemas {
  packagedSchemas ??= allSchemas(packageDocument());
  return [packagedSchemas[before], editedSchemas()[after]];
}

const shapesOf = ([before, after]: Schemas): readonly [Shape, Shape] => [
  shapeOf(packageDocument(), before),
  shapeOf(document(), after),
];
const itemSchemas = (schemas: Schemas): Schemas => {
  const [before, after] = shapesOf(schemas);
  return [before.items, after.items];
};

/** How the members of two schemas differ, and the schemas of each member by its name in the edited document. */
type Comparison = { changes: MemberChanges; members: Readonly<Record<string, Schemas>> };

/** The comparisons that were made, by the schema of the edited document. */
const comparisons = new WeakMap<JsonSchema, Comparison>();

function compare(schemas: Schemas): Comparison {
  const known = comparisons.get(schemas[1] ?? {});
  if (known !== undefined) return known;
  const [before, after] = shapesOf(schemas);
  const changes = memberChanges(before, after);
  const members = Object.entries(after.properties).map(([name, schema]): [string, Schemas] => [
    name,
    [before.properties[changes.renamed[name] ?? name], schema],
  ]);
  const comparison = { changes, members: recordOf(members) };
  if (schemas[1] !== undefined) comparisons.set(schemas[1], comparison);
  return comparison;
}

const NEITHER: Schemas = [undefined, undefined];

/** Adapts the body of a request to the handler of the package. */
export function adaptBody({ plan, body }: RequestContext): unknown {
  const { operation, handler } = required(plan, 'an operation');
  const known = packageOperations.find(({ id }) => id === handler?.id);
  if (!operation.body || !known?.body) return body;
  return toHandler(body, schemasOf(known.body.schema, operation.body.schema));
}

function toHandler(value: unknown, schemas: Schemas): unknown {
  if (Array.isArray(value)) return value.map((one) => toHandler(one, itemSchemas(schemas)));
  if (!isObject(value) || schemas[0] === undefined) return value;
  const { changes, members } = compare(schemas);
  // Members that the document no longer has are none of the handler's, also under the former name of a renamed one.
  const unknown = new Set([...changes.removed, ...Object.values(changes.renamed)]);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      unknown.has(name) ? [] : [[changes.renamed[name] ?? name, toHandler(member, members[name] ?? NEITHER)]],
    ),
  );
}

/** Returns the dotted path of a field of the request, as the handler names it, in the names of the document. */
export function fieldByDocument(plan: OperationPlan, field: string): string {
  const known = packageOperations.find(({ id }) => id === plan.handler?.id);
  if (!plan.operation.body || !known?.body) return field;
  let schemas = schemasOf(known.body.schema, plan.operation.body.schema);
  const names = field.split('.').map((former) => {
    if (/^\d+$/.test(former)) {
      schemas = itemSchemas(schemas);
      return former;
    }
    const { changes, members } = compare(schemas);
    const name = Object.keys(changes.renamed).find((one) => changes.renamed[one] === former) ?? former;
    schemas = members[name] ?? NEITHER;
    return name;
  });
  return names.join('.');
}

/** Lists the values that a request has for added members, by JSON pointer. */
function addedValues(value: unknown, schemas: Schemas, at = ''): [pointer: string, value: unknown][] {
  if (Array.isArray(value))
    return value.flatMap((one, index) => addedValues(one, itemSchemas(schemas), `${at}/${index}`));
  if (!isObject(value) || schemas[0] === undefined) return [];
  const { changes, members } = compare(schemas);
  return Object.entries(value).flatMap(([name, member]) => {
    const pointer = `${at}/${pointerSegment(name)}`;
    if (changes.added.includes(name)) return [[pointer, member]];
    return addedValues(member, members[name] ?? NEITHER, pointer);
  });
}

/**
 * Adapts the result of the package's handler to the edited document, and keeps the values that the request has for
 * added members.
 */
export function adaptResult(deps: PipelineDeps, context: RequestContext, make: MakeValue): unknown {
  const { operation, handler, replySchema } = required(context.plan, 'an operation');
  const known = packageOperations.find(({ id }) => id === handler?.id);
  const former = known?.responses[known.success]?.schema;
  if (replySchema === null || former == null) return context.result;
  const store = required(context.store, 'a store');
  const { result } = context;
  if (operation.body && known?.body && isObject(result) && typeof result.id === 'string') {
    const sent = addedValues(context.body, schemasOf(known.body.schema, operation.body.schema));
    if (sent.length > 0) keepAddedMembers(store, result.id, Object.fromEntries(sent));
  }
  const madeFor = (schema: string, id: string): unknown => {
    let value = make(schema, seedKey(deps.world.seed, `filled in ${schema} ${id}`).a >>> 0);
    for (const [pointer, kept] of Object.entries(addedMembersOf(store, id)))
      value = withValueAt(value, pointer, kept);
    return value;
  };
  const adapted = toReply(result, schemasOf(former, replySchema), madeFor, () =>
    madeFor(replySchema, idOf(result)),
  );
  return repaired(adapted, replySchema, (schema, attempt) => madeFor(schema, String(attempt)));
}

const idOf = (value: unknown): string => (isObject(value) && typeof value.id === 'string' ? value.id : '');

/**
 * Adapts a value of a reply.
 * @param madeFor makes a value of a schema for the record with an id
 * @param made returns the made value at the place of this one
 */
function toReply(
  value: unknown,
  schemas: Schemas,
  madeFor: (schema: string, id: string) => unknown,
  made: () => unknown,
): unknown {
  if (!differ(schemas)) return value;
  if (Array.isArray(value)) {
    const items = itemSchemas(schemas);
    const component = schemaName(items[1]);
    return value.map((one, at) => {
      const id = idOf(one);
      const inner = (): unknown =>
        component !== null && id !== '' ? madeFor(component, id) : elementOf(made(), at);
      return toReply(one, items, madeFor, inner);
    });
  }
  if (!isObject(value)) return value;
  const { changes, members } = compare(schemas);
  const newNames = new Map(Object.entries(changes.renamed).map(([name, former]) => [former, name]));
  const result: JsonObject = recordOf([]);
  for (const [former, member] of Object.entries(value)) {
    if (changes.removed.includes(former)) continue;
    const name = newNames.get(former) ?? former;
    result[name] = toReply(member, members[name] ?? NEITHER, madeFor, () => memberOf(made(), name));
  }
  const values = changes.added.length > 0 ? made() : undefined;
  for (const name of changes.added) {
    const fill = memberOf(values, name);
    if (!Object.hasOwn(result, name) && fill !== undefined) result[name] = fill;
  }
  return result;
}

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
const elementOf = (value: unknown, at: number): unknown =>
  Array.isArray(value) ? (value[at] ?? value[0]) : undefined;

/** Whether the members of a schema differ anywhere from those of the package's, by the schema of the edited document. */
const differing = new WeakMap<JsonSchema, boolean>();

function differ(schemas: Schemas): boolean {
  const [before, after] = schemas;
  if (before === undefined || after === undefined) return false;
  const known = differing.get(after);
  if (known !== undefined) return known;
  // A schema that contains itself differs when another part of it does.
  differing.set(after, false);
  const { changes, members } = compare(schemas);
  const isDifferent =
    changes.added.length + changes.removed.length + Object.keys(changes.renamed).length > 0 ||
    differ(itemSchemas(schemas)) ||
    Object.values(members).some(differ);
  differing.set(after, isDifferent);
  return isDifferent;
}

/** How many values are made for one that breaks the schema: a made value may have null in place of an object. */
const ATTEMPTS = 8;

/** Replaces each value that breaks the schema by the one at its place in a made value. */
export function repaired(
  value: unknown,
  schema: string,
  make: (schema: string, attempt: number) => unknown,
): unknown {
  let result = value;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const problems = validateValue(schema, result);
    if (problems.length === 0) return result;
    const made = make(schema, attempt);
    for (const { pointer } of problems) {
      const fill =
        valueAtPointer(made, pointer) ?? valueAtPointer(made, pointer.replace(/\/\d+(?=\/|$)/g, '/0'));
      if (fill !== undefined) result = withValueAt(result, pointer, fill);
    }
  }
  return result;
}
