// Compiles both views of a document into one JavaScript module, ahead of time. The only file that knows ajv.
import { Ajv2020 } from 'ajv/dist/2020.js';
import codegen from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import { formats } from './formats.ts';
import type { JsonSchema, OpenApiDocument } from './openapi.ts';
import { schemasOf, type View } from './views.ts';

const VIEWS: View[] = ['full', 'stated'];
/** A base for `$id`s, never fetched. */
const BASE = 'https://hosting-contract.example';

/**
 * The source of a module that exports `validators`: `{ full: { Order: validate, … }, stated: { … } }`. Schemas that
 * come out equal share one function.
 * @throws Error naming the schema that ajv's strict mode refuses
 */
export function compileValidators(document: OpenApiDocument): string {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    messages: false,
    formats: formats as Record<string, true>,
    code: { source: true, esm: true, formats: codegen._`formats` },
  });
  const keys: Record<View, Record<string, string>> = { full: {}, stated: {} };
  const known = new Map<string, string>();
  for (const view of VIEWS) {
    const schemas = schemasOf(document, view);
    for (const [name, schema] of Object.entries(schemas)) {
      ajv.addSchema({ ...point(schema, view), $id: `${BASE}/${view}/${name}` });
    }
    for (const name of Object.keys(schemas)) {
      const same = JSON.stringify(expanded(schemas, name));
      const key = known.get(same) ?? `${view}_${name.replaceAll('.', '_')}`;
      if (!known.has(same)) known.set(same, key);
      keys[view][name] = key;
    }
  }
  const exported: Record<string, string> = {};
  for (const view of VIEWS) {
    for (const [name, key] of Object.entries(keys[view])) {
      if (!(key in exported)) exported[key] = `${BASE}/${view}/${name}`;
    }
  }
  return module_(standalone.default(ajv, exported), keys);
}

/** References within a view point at the schema's `$id` of that view. */
function point(schema: JsonSchema, view: View): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', `"/${view}/`)) as JsonSchema;
}

/** A schema with its references written out, to recognise equal ones. */
function expanded(schemas: Record<string, JsonSchema>, name: string): unknown {
  return JSON.parse(JSON.stringify(schemas[name]), (_key, value: unknown) => {
    const ref = typeof value === 'object' && value !== null && '$ref' in value ? value.$ref : undefined;
    return typeof ref === 'string' ? { ...(value as object), $ref: expanded(schemas, ref.slice(21)) } : value;
  });
}

/** Turns ajv's output, which still holds `require`, into a module of plain imports. */
function module_(code: string, keys: Record<View, Record<string, string>>): string {
  const body = code
    .replace('"use strict";', '')
    .replace(/require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g, '$1.default')
    .replace(/export const (\w+) = /g, 'const $1 = ');
  const runtime = [
    ...new Set([...code.matchAll(/require\("ajv\/dist\/runtime\/(\w+)"\)/g)].map((found) => found[1])),
  ];
  const table = VIEWS.map(
    (view) =>
      `  ${view}: {\n${Object.entries(keys[view])
        .map(([name, key]) => `    '${name}': ${key},`)
        .join('\n')}\n  },`,
  );
  return [
    '// Generated from openapi/ by `npm run generate`: validators of every schema in both views. Not edited by hand.',
    ...runtime.map((name) => `import ${name} from 'ajv/dist/runtime/${name}.js';`),
    "import { formats } from '../formats.ts';",
    body,
    `export const validators = {\n${table.join('\n')}\n};`,
    '',
  ].join('\n');
}
