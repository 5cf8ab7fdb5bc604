// Builds the JSON Schema of scenarios, with which editors complete and check scenario files.
import { document } from '../../contract/document.ts';
import { type JsonSchema, resolveRef } from '../../contract/openapi.ts';
import type { Arrangement, OwnMember, RecordKind } from '../../server/arrangement.ts';
import type { Tables } from '../../state/tables/table.ts';
import { bodyMembersOf, componentOf, valueSchema } from './validate-members.ts';

const INSTANT: JsonSchema = {
  type: 'string',
  anyOf: [
    { format: 'date-time', pattern: '^\\d{4}-' },
    { pattern: '^[+-]?(P[0-9YMWDTHS.,]+|\\d+(y|mo|w|d|h|m|s|ms))$' },
  ],
};

/** Returns the JSON Schema (draft 2020-12) of the scenarios that an arrangement accepts. */
export function scenarioSchema<T extends Tables>({
  kinds,
  root,
}: Pick<Arrangement<T>, 'kinds' | 'root'>): JsonSchema {
  const defs: Record<string, JsonSchema> = {};
  const convert = (schema: JsonSchema): JsonSchema => converted(schema, defs);
  for (const [name, kind] of Object.entries(kinds))
    defs[`record-${name}`] = recordSchema(kind, kinds, convert);
  const { children = {} } = kinds[root] ?? {};
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Scenario',
    description: 'Records to arrange in a world of the mock, nested by ownership or flat with references.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      tenant: {
        type: 'string',
        description: "The slug or the id of the tenant in which to arrange. Default: the owner's tenant.",
      },
      [root]: listOf(root, kinds),
      ...Object.fromEntries(Object.entries(children).map(([member, kind]) => [member, listOf(kind, kinds)])),
    },
    $defs: defs,
  };
}

function listOf(kind: string, kinds: Readonly<Record<string, RecordKind>>): JsonSchema {
  const one = { $ref: `#/$defs/record-${kind}` };
  return kinds[kind]?.single ? one : { type: 'array', items: one };
}

function recordSchema(
  kind: RecordKind,
  kinds: Readonly<Record<string, RecordKind>>,
  convert: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const properties: Record<string, JsonSchema> = kind.single
    ? {}
    : {
        as: {
          type: 'string',
          pattern: '^[A-Za-z_][A-Za-z0-9_.-]{0,63}$',
          description:
            'The name of the record: the result has its id under it, and others refer to it by it.',
        },
        count: {
          type: 'integer',
          minimum: 1,
          maximum: 5000,
          description: 'How many such records; 1 by default.',
        },
      };
  if (kind.owner) {
    const { noun = '' } = kinds[kind.owner.kind] ?? {};
    properties[kind.owner.member] = {
      type: 'string',
      description: `The name or the id of the ${noun}, for a record that is not nested in one.`,
    };
  }
  for (const [name, member] of Object.entries(kind.own)) properties[name] = memberSchema(member, convert);
  for (const name of bodyMembersOf(kind)) properties[name] = convert(bodyMemberSchema(kind, name));
  for (const [name, child] of Object.entries(kind.children ?? {})) properties[name] = listOf(child, kinds);
  return { type: 'object', description: `One ${kind.noun}.`, additionalProperties: false, properties };
}

function memberSchema(member: OwnMember, convert: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const description = member.help;
  switch (member.type) {
    case 'instant':
      return { ...INSTANT, description: `${description} ISO 8601, or a duration from now: -P10D, P3D.` };
    case 'component':
      return { ...convert(componentOf(member.component)), description };
    case 'reference':
      return { type: 'string', minLength: 1, description };
    default:
      return { ...valueSchema(member), description };
  }
}

/** Finds the schema of a member of the create request; a union has one for each of its forms. */
function bodyMemberSchema({ body }: RecordKind, name: string): JsonSchema {
  const component = componentOf(body ?? '');
  const forms = [component, ...(component.oneOf ?? []), ...(component.anyOf ?? [])];
  const found = forms.flatMap((form) => {
    const member = resolveRef<JsonSchema>(document(), form).properties?.[name];
    return member ? [member] : [];
  });
  return found.length === 1 && found[0] ? found[0] : { anyOf: found };
}

/** Copies a schema without extensions, and the components that it refers to into `defs`. */
function converted(schema: JsonSchema, defs: Record<string, JsonSchema>): JsonSchema {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([keyword]) => !keyword.startsWith('x-'))
        .map(([keyword, inner]) => [keyword, keyword === '$ref' ? reference(String(inner)) : copy(inner)]),
    );
  };
  const reference = (ref: string): string => {
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    if (!Object.hasOwn(defs, name)) {
      defs[name] = {};
      defs[name] = copy(componentOf(name)) as JsonSchema;
    }
    return `#/$defs/${name}`;
  };
  return copy(schema) as JsonSchema;
}
