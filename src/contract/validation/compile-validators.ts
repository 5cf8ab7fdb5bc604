// Compiles the schemas of a set to modules of validators, or in memory. Only this file imports ajv.

import { Ajv2020, type CodeOptions } from 'ajv/dist/2020.js';
import codegen, { type Code, type Name } from 'ajv/dist/compile/codegen/index.js';
import type { UsedScopeValues } from 'ajv/dist/compile/codegen/scope.js';
import type { AnyValidateFunction, CodeKeywordDefinition } from 'ajv/dist/types/index.js';
import { hasRepeatedItem } from '../json/canonical-json.ts';
import { type JsonSchema, type OpenApiDocument, schemaName } from '../openapi.ts';
import { buildOperationIndex } from '../operation-index.ts';
import { type SchemaSet, schemasOf } from '../schema-sets.ts';
import { formats } from './formats.ts';
import type { Validator } from './load-validators.ts';
import { MAX_ERRORS } from './validation-messages.ts';
import { type CompiledSchema, type FunctionSource, validatorModules } from './validator-modules.ts';

const { _ } = codegen;

const SETTINGS = {
  strictTypes: false,
  strictRequired: false,
  allErrors: true,
  // Each schema becomes one function that calls the functions of the schemas it references. Inlining the references
  // would nearly double the code.
  inlineRefs: false,
  messages: false,
  formats: formats as Record<string, true>,
  discriminator: true,
} as const;

// The keywords that look into a value, by the keyword that limits its size, with the condition under which they do: a
// value that is too large has the problem of its size and no other. A character has at most two UTF-16 units.
const LOOKING_INTO: [limit: string, keywords: string[], isSmall: (data: Name, limit: number) => Code][] = [
  [
    'maxItems',
    ['items', 'prefixItems', 'contains', 'uniqueItems', 'unevaluatedItems'],
    (data, limit) => _`${data}.length <= ${limit}`,
  ],
  ['maxLength', ['pattern', 'format'], (data, limit) => _`!(${data}.length > ${2 * limit})`],
  [
    'maxProperties',
    ['additionalProperties', 'patternProperties', 'propertyNames', 'unevaluatedProperties'],
    (data, limit) => _`Object.keys(${data}).length <= ${limit}`,
  ],
];

// Makes an ajv whose validators need steps in proportion to the size of the value. `strict`: whether an unknown keyword
// or format is an error; otherwise it constrains nothing, as JSON Schema says.
function linearAjv(code: CodeOptions, strict: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    ...SETTINGS,
    strict,
    strictNumbers: true,
    // 19.99 is a multiple of 0.01, which a division of floating-point numbers does not show.
    ...(!strict && { logger: false, multipleOfPrecision: 9 }),
    code: { ...code, process: withBoundedErrors },
  });
  // `getKeyword` returns the definition that this instance uses.
  const unique = ajv.getKeyword('uniqueItems') as CodeKeywordDefinition;
  unique.error = { message: '', params: _`{}` };
  unique.code = (context) => {
    const repeated = context.gen.scopeValue('func', { ref: hasRepeatedItem, code: _`hasRepeatedItem` });
    if (context.schema === true) context.fail(_`${repeated}(${context.data})`);
  };
  for (const [limit, keywords, isSmall] of LOOKING_INTO) {
    for (const keyword of keywords) {
      const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition;
      const { code } = definition;
      definition.code = (context, type) => {
        const most: unknown = context.parentSchema[limit];
        if (typeof most !== 'number') return code(context, type);
        context.gen.if(isSmall(context.data, most), () => code(context, type));
      };
    }
  }
  return ajv;
}

// Changes the text of a validator so that it keeps few errors: every loop cuts the list, and `errors`, which decides
// whether a value is valid, is counted independently of the list.
const withBoundedErrors = (code: string): string =>
  code
    .replace(/errors = vErrors\.length;/g, '')
    .replace(
      /vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\);/g,
      (merge, called) => `errors += ${called}.errors.length;${merge}`,
    )
    .replace(/vErrors\.length = (_errs\d+)/g, 'vErrors.length = Math.min(vErrors.length, $1)')
    .replace(
      /\bfor\((?:let|const) \w+(?:=| in )[^{}]+\{/g,
      (loop) =>
        `${loop}if(vErrors !== null && vErrors.length > ${MAX_ERRORS}){vErrors.length = ${MAX_ERRORS};}`,
    );

/** Returns a function that tells whether a value is valid by a JSON Schema. Formats are not checked. */
export const compileSchema = <T>(schema: object): ((value: unknown) => value is T) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile<T>(schema);

/** The base URL of the schemas' `$id`s; it is never fetched. */
const BASE = 'https://hosting-contract.example';

/**
 * Generates the sources of the modules of a set, by group: each module exports `validators`, the validators of the
 * group's schemas by name. Schemas that are equal in this set, and in the same group or shared, have one function.
 * @throws Error naming the schema that ajv's strict mode refuses
 */
export function compileValidators(
  document: OpenApiDocument,
  set: SchemaSet,
  groups: SchemaGroups,
): Map<string, string> {
  const ajv = linearAjv({ source: true, esm: true, formats: _`formats` }, true);
  const schemas = schemasOf(document, set);
  addSchemas(ajv, schemas);
  const compiled: CompiledSchema[] = [];
  const functions = new Map<string, Validator>();
  const inOrder = Object.entries(groups).sort(([one]) => (one === SHARED_SCHEMAS ? -1 : 0));
  for (const [group, names] of inOrder) {
    for (const name of names) {
      const text = JSON.stringify(inlineReferences(schemas, schemas[name]));
      const own = ajv.getSchema(`${BASE}/${name}`) as Validator;
      const equal = functions.get(`${SHARED_SCHEMAS} ${text}`) ?? functions.get(`${group} ${text}`) ?? own;
      functions.set(`${group} ${text}`, equal);
      compiled.push({ name, group, own, validate: equal });
    }
  }
  return validatorModules(compiled, (validate, declared) => functionSource(ajv, validate, declared));
}

function functionSource(ajv: Ajv2020, validate: Validator, declared: UsedScopeValues): FunctionSource {
  const { source } = validate as AnyValidateFunction;
  if (!source) throw new Error('ajv has kept no source of a validator.');
  const calls: Validator[] = [];
  const constants = ajv.scope.scopeCode(source.scopeValues, declared, ({ prefix, value }) => {
    if (prefix !== 'validate') throw new Error(`A validator needs a ${prefix}, which a module cannot have.`);
    calls.push(value?.ref as Validator);
    return codegen.nil;
  });
  const name = `${source.validateName}`;
  const evaluated = source.evaluated ? `${name}.evaluated = ${source.evaluated};` : '';
  return { name, code: `${constants}${withBoundedErrors(source.validateCode)}${evaluated}`, calls };
}

/**
 * Compiles the validators in memory, for a document that is loaded at run time.
 * @param names the schemas whose validators are needed; every schema when left out
 * @throws Error naming the schema that is no JSON Schema
 */
export function makeValidators(
  document: OpenApiDocument,
  set: SchemaSet,
  names?: readonly string[],
): Record<string, Validator> {
  // Shorter code would take as long to make as all else that a load of a document does.
  const ajv = linearAjv({ optimize: false }, false);
  const schemas = schemasOf(document, set);
  const each = <A>(
    make: (name: string, schema: JsonSchema) => A,
    only: Record<string, JsonSchema> = schemas,
  ): [name: string, made: A][] =>
    Object.entries(only).map(([name, schema]) => {
      try {
        return [name, make(name, schema)];
      } catch (error) {
        throw new Error(
          `The schema ${name} cannot be used: ${error instanceof Error ? error.message : error}.`,
        );
      }
    });
  const some = (chosen: Iterable<string>) =>
    Object.fromEntries([...chosen].map((name) => [name, schemas[name] ?? {}]));
  const needed = names && new Set(names);
  const used = needed && new Set(needed);
  for (const name of used ?? []) for (const to of references(schemas[name] ?? {})) used?.add(to);
  each((name, schema) => addSchemas(ajv, schemas, { [name]: schema }), used && some(used));
  return Object.fromEntries(
    each((name) => ajv.getSchema(`${BASE}/${name}`) as Validator, needed && some(needed)),
  );
}

function addSchemas(ajv: Ajv2020, schemas: Record<string, JsonSchema>, added = schemas): void {
  for (const [name, schema] of Object.entries(added)) {
    if (!ajv.validateSchema(schema)) throw new Error(`it is no JSON Schema: ${ajv.errorsText()}`);
    const named = {
      ...withAbsoluteReferences(withDiscriminator(schemas, schema)),
      $id: `${BASE}/${name}`,
    };
    ajv.addSchema(named, undefined, undefined, false);
  }
}

// Adds a discriminator to a `oneOf` whose forms have different values for a required member, like `type` in the nine
// forms of a DNS record. A value is then validated against one form only: an invalid MX record gets the problems of the
// MX form and not those of the other eight forms.
function withDiscriminator(schemas: Record<string, JsonSchema>, schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, node: unknown) => {
    const forms = typeof node === 'object' && node !== null ? (node as JsonSchema).oneOf : undefined;
    if (!Array.isArray(forms) || 'properties' in (node as object)) return node;
    const targets = forms.map((form) => (form.$ref ? schemas[schemaName(form) ?? ''] : form) ?? {});
    const tag = Object.keys(targets[0]?.properties ?? {}).find((name) => {
      const values = targets.map((target) => discriminatorValues(target, name));
      return (
        values.every((values) => values.length > 0) && new Set(values.flat()).size === values.flat().length
      );
    });
    if (tag === undefined) return node;
    const values = targets.flatMap((target) => discriminatorValues(target, tag));
    const common = { type: 'object', required: [tag], properties: { [tag]: { enum: values } } };
    return { ...(node as JsonSchema), ...common, discriminator: { propertyName: tag } };
  }) as JsonSchema;
}

// Lists the values that a form allows for a required member; an empty list when the form allows any value.
function discriminatorValues({ type, required, properties }: JsonSchema, name: string): unknown[] {
  const { const: only, enum: several } = properties?.[name] ?? {};
  if (type !== 'object' || !required?.includes(name)) return [];
  return typeof only === 'string' ? [only] : (several ?? []);
}

// Replaces each reference by the `$id` of the schema that it names.
function withAbsoluteReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', `"${BASE}/`)) as JsonSchema;
}

function inlineReferences(schemas: Record<string, JsonSchema>, schema: JsonSchema | undefined): unknown {
  return JSON.parse(JSON.stringify(schema ?? {}), (_key, value: unknown) => {
    const ref = typeof value === 'object' && value !== null && '$ref' in value ? value.$ref : undefined;
    if (typeof ref !== 'string') return value;
    return {
      ...(value as object),
      $ref: inlineReferences(schemas, schemas[schemaName({ $ref: ref }) ?? '']),
    };
  });
}

export type SchemaGroups = Record<string, string[]>;

/** The group of the schemas that the operations of several areas use. */
const SHARED_SCHEMAS = 'shared';

/** The group of the schemas that no operation uses, such as those of webhooks. */
const OTHER_SCHEMAS = 'other';

/**
 * Divides the schemas: a schema that only the operations of one area use, directly or through other schemas, is in the
 * group of the area; others are shared. So the schemas of an area refer to schemas of the same area or to shared ones.
 */
export function groupSchemas(document: OpenApiDocument): SchemaGroups {
  const schemas = schemasOf(document, 'full');
  const areas = new Map<string, Set<string>>();
  for (const { id, area, body, responses, query, headers } of buildOperationIndex(document)) {
    const pending = [body?.schema, ...Object.values(responses).map(({ schema }) => schema)];
    if (query.length > 0) pending.push(`${id}.query`);
    if (headers.length > 0) pending.push(`${id}.header`);
    for (const name of pending) {
      const schema = name == null ? undefined : schemas[name];
      if (name == null || !schema || areas.get(name)?.has(area)) continue;
      areas.set(name, (areas.get(name) ?? new Set()).add(area));
      pending.push(...references(schema));
    }
  }
  const groups: SchemaGroups = {};
  for (const name of Object.keys(schemas)) {
    // The packaged mock finds no record by an id of another form; validators of paths serve edited documents only.
    if (name.endsWith('.path')) continue;
    const [first = OTHER_SCHEMAS, ...more] = areas.get(name) ?? [];
    const group = more.length > 0 ? SHARED_SCHEMAS : first;
    groups[group] = [...(groups[group] ?? []), name];
  }
  return groups;
}

function references(schema: JsonSchema): string[] {
  return [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
}
