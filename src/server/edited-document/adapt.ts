// Adapts requests and replies of the package's handlers to an edited document: renamed members get their former names
// for the handler and their new ones in the reply, removed ones are left out, and added ones are filled in. What still
// breaks the schema of the reply is replaced by a made value. Headers are added and left out.
import { document, packageDocument } from '../../contract/document.ts';
import { bodyDelta, replyDelta, type SchemaDelta } from '../../contract/edited-document/delta.ts';
import { documentedHeaders, headerProblems } from '../../contract/edited-document/header-problems.ts';
import { schemaValueMaker } from '../../contract/example-values/schema-value.ts';
import { isObject, type JsonObject, memberOf, recordOf } from '../../contract/is-object.ts';
import { pointerSegment, valueAtPointer, withValueAt } from '../../contract/json/pointer.ts';
import type { JsonSchema } from '../../contract/openapi.ts';
import { isOtherApi, perDocument } from '../../contract/operations.ts';
import { validateByPackage, validateValue } from '../../contract/validation/validate.ts';
import { seedKey } from '../../state/ids.ts';
import { madeValue } from '../generated-reply/generated-result.ts';
import type { Reply } from '../http/call.ts';
import type { OperationPlan } from '../pipeline/operation-plan.ts';
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import { type RequestContext, required } from '../pipeline/request-context.ts';
import { addedMembersOf, keepAddedMembers } from './added-members.ts';

const bodyOf = ({ operation, handler }: OperationPlan): SchemaDelta | undefined =>
  bodyDelta(handler?.packaged, operation);

export function adaptBody({ plan, body }: RequestContext): unknown {
  const delta = bodyOf(required(plan, 'an operation'));
  return delta ? toHandler(body, delta) : body;
}

function toHandler(value: unknown, delta: SchemaDelta): unknown {
  if (Array.isArray(value)) return value.map((one) => toHandler(one, delta.items));
  if (!isObject(value) || !delta.isKnown) return value;
  // Members that the document no longer has are none of the handler's, also under the former name of a renamed one.
  const unknown = new Set([...delta.removed, ...Object.values(delta.renamed)]);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      unknown.has(name) ? [] : [[delta.renamed[name] ?? name, toHandler(member, delta.member(name))]],
    ),
  );
}

/** Gives the errors of a refusal the names that the document has for their fields. */
export function adaptErrors(plan: OperationPlan, errors: Record<string, string[]>): Record<string, string[]> {
  const body = bodyOf(plan);
  const fieldOf = (field: string): string => {
    let delta = body;
    const names = field.split('.').map((former) => {
      const isElement = /^\d+$/.test(former);
      const name = Object.entries(delta?.renamed ?? {}).find(([, one]) => one === former)?.[0] ?? former;
      delta = isElement ? delta?.items : delta?.member(name);
      return isElement ? former : name;
    });
    return names.join('.');
  };
  return Object.fromEntries(Object.entries(errors).map(([field, texts]) => [fieldOf(field), texts]));
}

function addedValues(value: unknown, delta: SchemaDelta, at = ''): [pointer: string, value: unknown][] {
  if (Array.isArray(value))
    return value.flatMap((one, index) => addedValues(one, delta.items, `${at}/${index}`));
  if (!isObject(value) || !delta.isKnown) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const pointer = `${at}/${pointerSegment(name)}`;
    return delta.added.includes(name)
      ? [[pointer, member]]
      : addedValues(member, delta.member(name), pointer);
  });
}

/**
 * Adapts the result of the package's handler to the edited document, and keeps the values that the request has for
 * added members.
 */
export function adaptResult(deps: PipelineDeps, context: RequestContext): unknown {
  const { result } = context;
  const plan = required(context.plan, 'an operation');
  const { operation, handler, replySchema } = plan;
  const reply = replyDelta(handler?.packaged, operation);
  if (replySchema === null || !reply?.isKnown) return result;
  const store = required(context.store, 'a store');
  const body = bodyOf(plan);
  if (body && isObject(result) && typeof result.id === 'string') {
    const sent = addedValues(context.body, body);
    if (sent.length > 0) keepAddedMembers(store, result.id, Object.fromEntries(sent));
  }
  const madeFor = (schema: string, id: string): unknown => {
    let value = madeValue(schema, seedKey(deps.world.seed, `filled in ${schema} ${id}`).a >>> 0);
    for (const [pointer, kept] of Object.entries(addedMembersOf(store, id)))
      value = withValueAt(value, pointer, kept);
    return value;
  };
  const adapted = toReply(result, reply, madeFor, () => madeFor(replySchema, idOf(result)));
  return repaired(adapted, replySchema, (attempt) => madeFor(replySchema, String(attempt)));
}

const idOf = (value: unknown): string => (isObject(value) && typeof value.id === 'string' ? value.id : '');

// Adapts a value of a reply. `madeFor`: makes a value of a schema for the record with an id `made`: returns the made
// value at the place of this one
function toReply(
  value: unknown,
  delta: SchemaDelta,
  madeFor: (schema: string, id: string) => unknown,
  made: () => unknown,
): unknown {
  if (Array.isArray(value)) {
    const { items } = delta;
    return value.map((one, at) => {
      const id = idOf(one);
      const inner = (): unknown =>
        items.component !== null && id !== '' ? madeFor(items.component, id) : elementOf(made(), at);
      return toReply(one, items, madeFor, inner);
    });
  }
  if (!isObject(value) || !delta.isKnown) return value;
  const newNames = new Map(Object.entries(delta.renamed).map(([name, former]) => [former, name]));
  const result: JsonObject = recordOf([]);
  for (const [former, member] of Object.entries(value)) {
    if (delta.removed.includes(former)) continue;
    const name = newNames.get(former) ?? former;
    result[name] = toReply(member, delta.member(name), madeFor, () => memberOf(made(), name));
  }
  const values = delta.added.length > 0 ? made() : undefined;
  for (const name of delta.added) {
    const fill = memberOf(values, name);
    if (!Object.hasOwn(result, name) && fill !== undefined) result[name] = fill;
  }
  return result;
}

const elementOf = (value: unknown, at: number): unknown =>
  Array.isArray(value) ? (value[at] ?? value[0]) : undefined;

/** How many values are made for one that breaks the schema: a made value may have null in place of an object. */
const ATTEMPTS = 8;

function repaired(value: unknown, schema: string, make: (attempt: number) => unknown): unknown {
  let result = value;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const problems = validateValue(schema, result);
    if (problems.length === 0) return result;
    const made = make(attempt);
    for (const { pointer } of problems) {
      const fill =
        valueAtPointer(made, pointer) ?? valueAtPointer(made, pointer.replace(/\/\d+(?=\/|$)/g, '/0'));
      if (fill !== undefined) result = withValueAt(result, pointer, fill);
    }
  }
  return result;
}

/** Adapts an error body to its schema; that of another API is made, and says the message where it has a place for it. */
export function adaptErrorBody(schema: string | null | undefined, body: object, message: string): object {
  if (schema == null) return body;
  const made = isOtherApi ? madeValue(schema, 1) : undefined;
  if (!isObject(made)) return repaired(body, schema, (attempt) => madeValue(schema, attempt)) as object;
  const place = ['message', 'detail', 'error', 'title'].find((name) => typeof made[name] === 'string');
  const told = place === undefined ? made : { ...made, [place]: message };
  return validateValue(schema, told).length === 0 ? told : made;
}

/** Says what the document permits in the request that the package's handler does not know; null for nothing. */
export function unknownToHandler(context: RequestContext): string | null {
  const { body, id } = context.plan?.handler?.packaged ?? {};
  const [problem] = body ? validateByPackage(body.schema, adaptBody(context)) : [];
  return problem === undefined
    ? null
    : `The document permits this request, but the handler of ${id} does not know it: ${problem.message} Serve this operation without \`operationId: ${id}\` to have its replies generated.`;
}

/** Says which header of a reply breaks the document; undefined when none does. */
export function headerProblem({ operation }: OperationPlan, { status, headers }: Reply): string | undefined {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return headerProblems(operation, status, (name) => lower.get(name.toLowerCase()) ?? null)[0];
}

const headerValues = perDocument(() => new Map<string, string>());
/** The longest value of a header that is filled in, in characters. */
const MAX_HEADER = 4096;

/** Adds and removes the headers of a reply in which the document differs from that of the package. */
export function adaptHeaders({ operation, handler }: OperationPlan, { status, headers }: Reply): void {
  const before = handler ? documentedHeaders(packageDocument(), handler.packaged, status) : new Map();
  const after = documentedHeaders(document(), operation, status);
  const lowerCase = (names: Iterable<string>): Set<string> =>
    new Set([...names].map((name) => name.toLowerCase()));
  const sent = lowerCase(Object.keys(headers));
  const documented = lowerCase(after.keys());
  if (after.size > 0)
    for (const name of before.keys()) if (!documented.has(name.toLowerCase())) delete headers[name];
  for (const [name, { schema }] of after) {
    if (sent.has(name.toLowerCase()) || before.has(name)) continue;
    const value = headerValue(`${operation.id} ${status} ${name}`, schema);
    if (value !== null) headers[name] = value;
  }
}

// Returns the first example of a header's schema or a made value, the same for the same place; null for neither.
function headerValue(place: string, schema: JsonSchema): string | null {
  let value = headerValues().get(place);
  if (value === undefined) {
    const { components, ...rest } = document();
    const schemas = { ...components.schemas, Header: schema };
    const sources = { examples: true, names: true };
    try {
      const make = schemaValueMaker({ ...rest, components: { ...components, schemas } }, 'Header');
      value = String(make(seedKey(1, place).a >>> 0, sources));
    } catch {
      return null;
    }
    headerValues().set(place, value);
  }
  return value.length <= MAX_HEADER && /^[\t -~]*$/.test(value) ? value : null;
}
