// Request bodies by an edited document: one that it allows, one that a body of the suite becomes, and invalid ones.
import { isDeepStrictEqual } from 'node:util';
import { document, packageDocument } from '../document.ts';
import { schemaValueMaker } from '../example-values/schema-value.ts';
import { firstValidValue } from '../example-values/valid-value.ts';
import { isObject, type JsonObject, memberOf } from '../is-object.ts';
import { exampleBody, type JsonSchema, type OpenApiDocument, resolveRef } from '../openapi.ts';
import { type Operation, packageOperation } from '../operations.ts';
import { type ParameterForm, parameterText } from '../parameter-text.ts';
import { validateByPackage, validateValue } from '../validation/validate.ts';

export { isValidPath } from '../validation/validate.ts';

import { bodyDelta, editedSchemas } from './delta.ts';

/** What the members of a body are set to where the document allows it: a text of this run, and a customer. */
type Filling = { tag: string; customerId: string };

/**
 * Returns a body that the document allows for an operation: its first example, or one that is made from its schema, with
 * names of this run. Optional references are left out. Undefined when no object can be made.
 */
export function documentedBody(
  operation: Operation,
  filling: Filling = { tag: '', customerId: '' },
): JsonObject | undefined {
  const schema = operation.body?.schema;
  const shown = schema === undefined ? undefined : validBody(schema, exampleBody(document(), operation));
  if (schema === undefined || shown === undefined) return undefined;
  let body: JsonObject = { ...shown };
  const tryBody = (changed: JsonObject): void => {
    if (validateValue(schema, changed).length === 0) body = changed;
  };
  for (const [name, value] of Object.entries(shown)) {
    const { [name]: _, ...without } = body;
    const text = typeof value === 'string' && filling.tag !== '' ? ownText(name, filling) : undefined;
    if (text !== undefined) tryBody({ ...body, [name]: text });
    else if (/_id$/.test(name)) tryBody(without);
  }
  return body;
}

/**
 * Returns the values that the document shows for the parameters of an operation: all of its path, and those of queries,
 * headers and cookies that it requires.
 */
export function documentedParameters(operation: Operation): {
  params: Record<string, string>;
  query: JsonObject;
  headers: Record<string, string>;
} {
  const valuesOf = (place: string, forms: readonly ParameterForm[] = []): [ParameterForm, unknown][] => {
    const schema = forms.length > 0 ? editedSchemas()[`${operation.id}.${place}`] : undefined;
    const isNeeded = ({ name }: ParameterForm): boolean =>
      place === 'path' || schema?.required?.includes(name) === true;
    const needed = schema ? forms.filter(isNeeded) : [];
    const made = needed.length > 0 ? madeBody(`${operation.id}.${place}`) : {};
    return needed.map((form) => [form, memberOf(made, form.name)]);
  };
  const plain = (text: string): string => text;
  const cookies = valuesOf('cookie', operation.cookies).map(([form, value]) => parameterText(form, value));
  const headers = valuesOf('header', operation.headers).map(([form, value]): [string, string] => [
    form.name,
    parameterText({ ...form, style: 'simple' }, value, plain),
  ]);
  return {
    params: Object.fromEntries(
      valuesOf('path', operation.pathParameters).map(([form, value]) => [
        form.name,
        parameterText({ style: 'simple', ...form }, value, plain),
      ]),
    ),
    query: Object.fromEntries(valuesOf('query', operation.query).map(([{ name }, value]) => [name, value])),
    headers: Object.fromEntries([
      ...headers,
      ...(cookies.length > 0 ? [['cookie', cookies.join('; ')]] : []),
    ]),
  };
}

function ownText(name: string, { tag, customerId }: Filling): string | undefined {
  if (name === 'customer_id') return customerId === '' ? undefined : customerId;
  if (/email$/.test(name)) return `${tag}@example.org`;
  if (/(domain|hostname)$/.test(name)) return `${tag}.example.org`;
  return /(^|_)(name|title|label|slug)$/.test(name) ? tag : undefined;
}

/** Returns a value that the document allows as the body of an operation, whatever its type; undefined for none. */
export const documentedValue = (operation: Operation): unknown => {
  const { schema } = operation.body ?? {};
  const example = exampleBody(document(), operation);
  if (schema === undefined) return undefined;
  return example !== undefined && validateValue(schema, example).length === 0 ? example : madeBody(schema);
};

// Returns an example if it is valid; otherwise one that is completed by a made value, or the made value.
function validBody(schema: string, example: unknown): JsonObject | undefined {
  const isValid = (one: unknown): one is JsonObject =>
    isObject(one) && validateValue(schema, one).length === 0;
  if (isValid(example)) return example;
  const made = madeBody(schema);
  const completed = isObject(made) && isObject(example) ? { ...made, ...example } : made;
  return [completed, made].find(isValid);
}

function madeBody(schema: string): unknown {
  const made = firstValidValue((...trial) => schemaValueMaker(document(), schema)(...trial), 1, {
    validate: (value) => validateValue(schema, value),
  });
  return 'value' in made ? made.value : undefined;
}

/**
 * Returns a body of the suite as the document allows it: without members that it has removed, and with values that it
 * shows where it allows the suite's no longer, or demands a member.
 */
export function fittedBody<Body extends JsonObject>(
  operation: Operation,
  body: Body,
  fixed: readonly string[] = [],
): Body {
  const delta = bodyDelta(packageOperation(operation.id), operation);
  if (!operation.body || !delta?.isKnown) return body;
  const removed = [...delta.removed, ...Object.values(delta.renamed)].filter((name) => name in body);
  const problems = validateValue(operation.body.schema, body).map(({ field }) => field.split('.')[0] ?? '');
  if (removed.length + problems.length === 0) return body;
  const documented = documentedBody(operation) ?? {};
  const fitted: JsonObject = { ...body };
  for (const name of new Set([...removed, ...problems])) {
    if (fixed.includes(name)) continue;
    if (name in documented && !removed.includes(name)) fitted[name] = documented[name];
    else delete fitted[name];
  }
  return fitted as Body;
}

/** Returns whether an edited document gives the request body of an operation a member that the package's has not. */
export function hasAddedMember(operation: Operation, name: string): boolean {
  const { before = {}, after = {} } = bodyDelta(packageOperation(operation.id), operation) ?? {};
  return Object.hasOwn(after, name) && !Object.hasOwn(before, name);
}

/** A member of a request body and a value that the document does not allow; undefined leaves the member out. */
type InvalidMember = { path: string; value: unknown };

/** Texts of which a pattern, a format or a list of values allows few. */
const ODD_TEXTS = ['zz unknown', 'zz-42', 'ZZ', 'ä', '.', '42'];
/** The longest text that is sent for a limit of length. */
const MAX_TEXT = 5000;

/**
 * Lists invalid members of the body of an operation: of an added one, each required member left out, and values that no
 * member allows; of an operation of the package, what the package's document allows and this one no longer.
 */
export function invalidMembers(operation: Operation): InvalidMember[] {
  const schema = operation.body?.schema;
  const base = schema && documentedBody(operation);
  if (!base) return [];
  const before = packageOperation(operation.id)?.body?.schema;
  const isInvalid = ({ path, value }: InvalidMember): boolean => {
    const { [path]: _, ...rest } = base;
    const body = value === undefined ? rest : { ...rest, [path]: value };
    const problems = validateValue(schema, body);
    const isOwn = before === undefined || validateByPackage(before, body).length === 0;
    const isAlone = problems.every(({ field }) => field.split('.')[0] === path);
    return isOwn && isAlone && problems.some(({ field }) => field === path);
  };
  const delta = bodyDelta(packageOperation(operation.id), operation);
  return Object.entries(delta?.after ?? {}).flatMap(([path, written]) => {
    const member = resolved(document(), written);
    if (member['x-stated'] === false && before === undefined) return [];
    const packaged = resolved(packageDocument(), delta?.before[path] ?? {});
    const values = [
      ...limitValues(member),
      ...(packaged.enum ?? []),
      ...((packaged.examples as unknown[]) ?? []),
      ...ODD_TEXTS,
      {},
      42,
    ];
    const [limit, type] = [values, [{}, 42]].map((some) =>
      some.map((value) => ({ path, value })).find(isInvalid),
    );
    const found = before === undefined && !isDeepStrictEqual(limit, type) ? [limit, type] : [limit];
    return [...[{ path, value: undefined }].filter(isInvalid), ...found.filter((one) => one !== undefined)];
  });
}

function limitValues({ maximum, minimum, maxLength, minLength }: JsonSchema): unknown[] {
  const length = Number(maxLength);
  return [
    ...(typeof maximum === 'number' ? [maximum + 1] : []),
    ...(typeof minimum === 'number' ? [minimum - 1] : []),
    ...(length < MAX_TEXT ? ['x'.repeat(length + 1)] : []),
    ...(Number(minLength) > 0 ? [''] : []),
  ];
}

function resolved(of: OpenApiDocument, { $ref, ...siblings }: JsonSchema): JsonSchema {
  const named = $ref === undefined ? {} : resolved(of, resolveRef<JsonSchema>(of, { $ref }));
  const [form] = siblings.anyOf ?? siblings.oneOf ?? [];
  return { ...(form && resolved(of, form)), ...named, ...siblings };
}
