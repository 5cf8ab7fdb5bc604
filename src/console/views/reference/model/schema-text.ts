// Describes a schema in words: its type, its limits, and the schemas inside it.

import type { JsonSchema } from '../../../../contract/openapi.ts';
import { type Reference, schemaName } from './document.ts';

export type SchemaText = {
  /** the type, such as `string`, `integer or null`, `array of Order` */
  type: string;
  /** the name of the schema that the reader can look up; undefined for one without a name */
  named: string | undefined;
  /** formats, lengths, limits and patterns, such as `uuid` and `1 to 80 characters` */
  limits: readonly string[];
  /** the permitted values; empty when they are not listed */
  values: readonly unknown[];
  description: string;
  stated: boolean;
  deprecated: boolean;
  example: unknown;
  defaultValue: unknown;
};

type Member = { name: string; schema: JsonSchema; required: boolean };

/** What is inside a schema: the members of an object or of the elements of an array, or the forms of a choice. */
export type Inside = { members: readonly Member[]; forms: readonly JsonSchema[]; formsTitle: string };

export function describeSchema(reference: Reference, schema: JsonSchema): SchemaText {
  const resolved = reference.resolve(schema);
  const element = resolved.items && reference.resolve(resolved.items);
  return {
    type: typeOf(reference, schema),
    named: schemaName(schema) ?? (resolved.items && schemaName(resolved.items)),
    limits: [
      ...limitsOf(resolved),
      ...(element?.format ? [`each ${element.format}`] : []),
      ...((resolved['x-extensible'] ?? element?.['x-extensible']) ? ['other values may follow'] : []),
    ],
    values: resolved.const !== undefined ? [resolved.const] : (resolved.enum ?? element?.enum ?? []),
    description: resolved.description ?? '',
    // The mark of a reference's target is about the target.
    stated: schema['x-stated'] ?? false,
    deprecated: resolved.deprecated ?? false,
    example: resolved.examples?.[0],
    defaultValue: resolved.default,
  };
}

function typeOf(reference: Reference, schema: JsonSchema): string {
  const resolved = reference.resolve(schema);
  const forms = resolved.oneOf ?? resolved.anyOf;
  if (forms && resolved.type === undefined)
    return [...new Set(forms.map((one) => nameOrType(reference, one)))].join(' or ');
  const types = typeof resolved.type === 'string' ? [resolved.type] : (resolved.type ?? []);
  const words = types.map((type) =>
    type === 'array' && resolved.items ? `array of ${nameOrType(reference, resolved.items)}` : type,
  );
  if (words.length > 0) return words.join(' or ');
  if (resolved.const !== undefined) return typeof resolved.const;
  return resolved.properties || resolved.allOf ? 'object' : 'any';
}

// Objects and choices go by their name, everything else by its type.
function nameOrType(reference: Reference, schema: JsonSchema): string {
  const name = schemaName(schema);
  const { properties, oneOf, anyOf } = reference.resolve(schema);
  return name !== undefined && (properties ?? oneOf ?? anyOf) ? name : typeOf(reference, schema);
}

function limitsOf(schema: JsonSchema): string[] {
  const { format, pattern, minimum, maximum, minLength, maxLength, minItems, maxItems, uniqueItems } = schema;
  return [
    format,
    range(minLength, maxLength, 'character'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, 'element'),
    uniqueItems ? 'no duplicates' : undefined,
    pattern === undefined || pattern === '\\S' ? undefined : `matches ${pattern}`,
  ].filter((one) => one !== undefined);
}

function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  const counted = (count: number): string =>
    unit === '' ? String(count) : `${count} ${unit}${count === 1 ? '' : 's'}`;
  const isMost = most !== undefined && Math.abs(most) < 2 ** 31 - 1;
  const isLeast = least !== undefined && (unit === '' ? least > -(2 ** 31) : least > 0);
  if (isLeast && isMost) return least === most ? counted(most) : `${least} to ${counted(most)}`;
  if (isMost) return `at most ${counted(most)}`;
  return isLeast ? `at least ${counted(least)}` : undefined;
}

export function insideOf(reference: Reference, schema: JsonSchema): Inside {
  const resolved = reference.resolve(schema);
  const members = membersOf(reference, resolved);
  if (members.length > 0) return { members, forms: [], formsTitle: '' };
  const forms = (resolved.oneOf ?? resolved.anyOf ?? []).filter((one) => hasInside(reference, one));
  if (forms.length > 0) return { members: [], forms, formsTitle: resolved.oneOf ? 'One of' : 'Any of' };
  return resolved.items ? insideOf(reference, resolved.items) : { members: [], forms: [], formsTitle: '' };
}

const hasInside = (reference: Reference, schema: JsonSchema): boolean => {
  const { members, forms } = insideOf(reference, schema);
  return members.length + forms.length > 0;
};

function membersOf(
  reference: Reference,
  { properties, required = [], allOf = [], additionalProperties }: JsonSchema,
): Member[] {
  const own = Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
  const inherited = allOf.flatMap((one) => membersOf(reference, reference.resolve(one)));
  const further =
    typeof additionalProperties === 'object'
      ? [{ name: 'any name', schema: additionalProperties, required: false }]
      : [];
  return [...inherited, ...own, ...further];
}
