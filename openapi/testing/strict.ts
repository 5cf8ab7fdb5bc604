// Validates the document's examples a second time, with ajv in strict mode, independently of the generated
// validators.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { document } from '../../src/contract/document.ts';
import type { JsonSchema } from '../../src/contract/openapi.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true });
formats.default(ajv);
ajv.addFormat('binary', true);
for (const keyword of [
  'x-stated',
  'x-stated-keywords',
  'x-requirements',
  'x-state-machine',
  'x-problem-states',
  'x-extensible',
  'x-enum-varnames',
  'discriminator',
  'components',
])
  ajv.addKeyword(keyword);
ajv.addSchema({ $id: 'contract', components: { schemas: document().components.schemas } });

const compiled = new Map<string, ValidateFunction>();

/**
 * Validates a value against a schema of the document.
 * @returns one sentence per problem; empty when the value is valid
 * @throws Error when ajv's strict mode refuses the schema
 */
export function faults(schema: JsonSchema, value: unknown): string[] {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/');
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, validate);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}
