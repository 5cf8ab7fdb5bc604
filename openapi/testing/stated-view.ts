// Writes everything that the document marks as stated by the specification, so that a person can compare it with the
// specification.
import { document } from '../../src/contract/document.ts';
import type { JsonSchema } from '../../src/contract/openapi.ts';
import { schemasOf } from '../../src/contract/schema-sets.ts';
import { marksOf } from './provenance.ts';
import { type Documented, type Header, operations } from './walk.ts';

/**
 * Writes the stated parts of the document as Markdown: the operations with their statuses, media types and
 * parameters, the headers, the credential, the schemas member by member, and last each sentence with the elements
 * that it supports.
 */
export function statedView(): string {
  const schemas = Object.entries(schemasOf(document(), 'stated')).filter(
    ([name]) => document().components.schemas[name]?.['x-stated'] === true,
  );
  return [
    '# What the document states',
    '',
    'Derived from the `x-stated` marks; everything that is not listed here is chosen. Written by the tests.',
    '',
    '## Operations',
    '',
    ...operations().map(operationLine),
    '',
    '## Headers',
    '',
    ...Object.entries(document().components.headers ?? {})
      .filter(([, header]) => (header as Header)['x-stated'] === true)
      .map(([name, header]) => headerLine(name, header as Header)),
    '',
    '## Credentials',
    '',
    ...Object.entries(document().components.securitySchemes ?? {})
      .filter(([, scheme]) => (scheme as JsonSchema)['x-stated'] === true)
      .map(([name, scheme]) => `- ${name}: ${(scheme as { scheme: string }).scheme}`),
    '',
    '## Rate limits',
    '',
    ...limitLines(),
    '',
    '## Schemas',
    ...schemas.flatMap(([name, schema]) => ['', `### ${name}`, '', ...lines(schema, 0)]),
    '',
    '## Sentences and the elements that they support',
    '',
    ...sentenceLines(),
    '',
  ].join('\n');
}

function headerLine(name: string, header: Header): string {
  const type = header.schema['x-stated'] === true ? `: ${header.schema.type}` : '';
  return `- ${name}${type} on ${header['x-stated-on']?.join(', ')}`;
}

// Lists the stated figures of the two sets of limits, without those that this contract chose.
function limitLines(): string[] {
  const { window_seconds, sets = {} } = document()['x-rate-limits'] ?? {};
  return Object.entries(sets).map(([name, { chosen: _, ...stated }]) => {
    const { tiers, ...rest } = stated as { tiers: object };
    const figures = Object.entries({ ...rest, ...tiers }).map(([key, value]) => `${key} ${value}`);
    return `- Set ${name}, in ${window_seconds} seconds: ${figures.join(', ')}`;
  });
}

function sentenceLines(): string[] {
  const places = new Map<string, string[]>();
  for (const { at, requirements } of marksOf(document())) {
    for (const id of requirements) places.set(id, [...(places.get(id) ?? []), at]);
  }
  return [...places].sort().map(([id, at]) => `- ${id}: ${at.join(', ')}`);
}

function operationLine({ name, parameters, responses }: Documented): string {
  const stated = responses
    .filter(({ response }) => response['x-stated'] === true)
    .map(({ status }) => status);
  const media = responses.flatMap(({ response }) =>
    Object.entries(response.content ?? {})
      .filter(([, content]) => content['x-stated'] === true)
      .map(([type]) => ` as ${type}`),
  );
  const takes = parameters
    .filter((parameter) => parameter['x-stated'] === true)
    .map((parameter) => parameter.name);
  const defaults = parameters
    .filter(({ schema }) => schema?.['x-stated-keywords']?.includes('default'))
    .map((parameter) => `, by default with ${parameter.name}=${parameter.schema?.default}`);
  return `- ${name} → ${stated.join(' ')}${media.join('')}${takes.length > 0 ? ` (takes ${takes.join(', ')})` : ''}${defaults.join('')}`;
}

function lines(schema: JsonSchema, depth: number): string[] {
  const indent = '  '.repeat(depth);
  const root = depth === 0 ? [`- ${shape(schema)}`] : [];
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    `${indent}  - ${name}${schema.required?.includes(name) ? ' (required)' : ''}: ${shape(member)}`,
    ...lines(member, depth + 1),
  ]);
  return [...root, ...members];
}

function shape(schema: JsonSchema): string {
  const ref = schema.$ref?.replace('#/components/schemas/', '');
  const rest = ['enum', 'pattern', 'minProperties'].filter((keyword) => keyword in schema);
  const { items, additionalProperties, anyOf, oneOf } = schema;
  return [
    ref ?? (schema.type ? [schema.type].flat().join(' or ') : (anyOf ?? oneOf) ? '' : 'anything'),
    schema.format ? `in the format ${schema.format}` : '',
    items ? `of ${shape(items)}` : '',
    typeof additionalProperties === 'object' ? `whose values are ${shape(additionalProperties)}` : '',
    (anyOf ?? oneOf ?? []).map(shape).join(' or '),
    ...rest.map((keyword) => `${keyword} ${JSON.stringify(schema[keyword])}`),
  ]
    .filter((part) => part !== '')
    .join(' ');
}
