// Compiles one view of a document into a JavaScript module, ahead of time. The only file that knows ajv.

import { Ajv2020 } from 'ajv/dist/2020.js';
import codegen from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import { formats } from './formats.ts';
import type { JsonSchema, OpenApiDocument } from './openapi.ts';
import { schemasOf, type View } from './views.ts';

/** A base for `$id`s, never fetched. */
const BASE = 'https://hosting-contract.example';

/**
 * The source of a module that exports `validators`: ajv's standalone functions by schema name. Schemas that come out
 * equal share one function.
 * @throws Error naming the schema that ajv's strict mode refuses
 */
export function compileValidators(document: OpenApiDocument, view: View): string {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    messages: false,
    formats: formats as Record<string, true>,
    code: { source: true, esm: true, formats: codegen._`formats` },
  });
  const schemas = schemasOf(document, view);
  const functions = new Map<string, string>();
  const names: [schema: string, exported: string][] = [];
  const exported: Record<string, string> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const id = `${BASE}/${name}`;
    ajv.addSchema({ ...absolute(bounded(schema)), $id: id });
    const text = JSON.stringify(expanded(schemas, schema));
    const key = functions.get(text) ?? `validate_${name.replaceAll('.', '_')}`;
    functions.set(text, key);
    exported[key] ??= id;
    names.push([name, key]);
  }
  return asModule(standalone.default(ajv, exported), names);
}

/**
 * A list that is longer than it may be is told so, and its items are not looked at: a body of one megabyte holds half a
 * million of them, and collecting a complaint about each takes minutes.
 */
function bounded(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('items' in value) || !('maxItems' in value))
      return value;
    const { items, ...rest } = value;
    if (typeof items !== 'object' || typeof value.maxItems !== 'number') return value;
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword's name, and nobody awaits a schema.
    return { ...rest, if: { maxItems: value.maxItems }, then: { items } };
  }) as JsonSchema;
}

/** References point at the `$id` of the schema they name. */
function absolute(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', `"${BASE}/`)) as JsonSchema;
}

/** A schema with its references written out, to recognise equal ones. */
function expanded(schemas: Record<string, JsonSchema>, schema: JsonSchema | undefined): unknown {
  return JSON.parse(JSON.stringify(schema ?? {}), (_key, value: unknown) => {
    const ref = typeof value === 'object' && value !== null && '$ref' in value ? value.$ref : undefined;
    if (typeof ref !== 'string') return value;
    return { ...(value as object), $ref: expanded(schemas, schemas[ref.slice(ref.lastIndexOf('/') + 1)]) };
  });
}

/** Turns ajv's output, which still holds `require`, into a module of plain imports. */
function asModule(code: string, names: [schema: string, exported: string][]): string {
  const runtime = new Set(
    [...code.matchAll(/require\("ajv\/dist\/runtime\/(\w+)"\)/g)].map((found) => found[1]),
  );
  const body = code
    .replace('"use strict";', '')
    .replace(/require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g, '$1.default')
    .replace(/export const (\w+) = /g, 'const $1 = ');
  return [
    '// Generated from openapi/ by `npm run generate`: a validator of every schema. Not edited by hand.',
    ...[...runtime].map((name) => `import ${name} from 'ajv/dist/runtime/${name}.js';`),
    ...(body.includes('= formats') ? ["import { formats } from '../formats.ts';"] : []),
    body,
    'export const validators = {',
    ...names.map(([name, key]) => `  '${name}': ${key},`),
    '};',
    '',
  ].join('\n');
}
