// Edits of the document, each of which changes one figure, default, transition, scope, role, code, name or part.
import { isObject } from '../../src/contract/is-object.ts';
import { pointerSegment } from '../../src/contract/json/pointer.ts';
import {
  type JsonSchema,
  mapSubschemas,
  type OpenApiDocument,
  operationsOf,
  type ParameterObject,
  type RequestBodyObject,
  type ResponseObject,
  resolveRef,
} from '../../src/contract/openapi.ts';

/** One edit: what it changes, where, and a function that changes a copy of the document. */
export type DocumentEdit = { kind: string; place: string; apply(document: OpenApiDocument): void };

type Made = Omit<DocumentEdit, 'kind'>;

/** Lists the edits of a document, one for each part that it can change. */
export function documentEdits(document: OpenApiDocument): DocumentEdit[] {
  const of = (kind: string, made: readonly Made[]): DocumentEdit[] => made.map((one) => ({ kind, ...one }));
  return [
    ...of('rate limit', limitEdits(document)),
    ...of('policy', policyEdits(document)),
    ...of('refusal', refusalEdits(document)),
    ...of('transition', transitionEdits(document)),
    ...of('schema', schemaEdits(document)),
    ...of('parameter', parameterEdits(document)),
    ...of('operation', operationEdits(document)),
  ];
}

function limitEdits(document: OpenApiDocument): Made[] {
  const figures: Made[] = [];
  const visit = (node: object, path: readonly string[]): void => {
    for (const [name, value] of Object.entries(node)) {
      if (isObject(value)) visit(value, [...path, name]);
      else if (typeof value === 'number') figures.push(atPath([...path, name], value - 1));
    }
  };
  visit(document['x-rate-limits'] ?? {}, ['x-rate-limits']);
  return [...figures, atPath(['x-rate-limits', 'sets', 'A', 'per'], 'credential')];
}

// Returns an edit that sets the value at a path; undefined takes the member away.
const atPath = (path: readonly string[], value: unknown): Made => ({
  place: `#/${path.map(pointerSegment).join('/')}: ${value === undefined ? 'removed' : JSON.stringify(value)}`,
  apply(document) {
    let parent: unknown = document;
    for (const name of path.slice(0, -1)) parent = isObject(parent) ? parent[name] : undefined;
    const last = path.at(-1) ?? '';
    if (!isObject(parent)) throw new Error(`The document has nothing at ${path.join('/')}.`);
    if (value === undefined) delete parent[last];
    else parent[last] = structuredClone(value);
  },
});

const policyEdits = ({ 'x-policies': policies = {} }: OpenApiDocument): Made[] =>
  Object.entries(policies).flatMap(([name, { value }]) => [
    atPath(['x-policies', name, 'value'], Array.isArray(value) ? value.slice(1) : (value ?? 0) + 1),
    atPath(['x-policies', name, 'value'], 'many'),
    atPath(['x-policies', name], undefined),
  ]);

function refusalEdits(document: OpenApiDocument): Made[] {
  const entries = Object.entries(document['x-error-codes'] ?? {}).flatMap(([name, { status }]) => [
    atPath(['x-error-codes', name, 'code'], 'ANOTHER_CODE'),
    atPath(['x-error-codes', name, 'message'], 'Another sentence.'),
    atPath(['x-error-codes', name, 'status'], status === 422 ? 400 : 422),
    atPath(['x-error-codes', name], undefined),
  ]);
  const lists = operationsOf(document).flatMap(({ path, method, operation }) =>
    (operation['x-error-codes'] ?? []).map((name) =>
      atPath(
        ['paths', path, method, 'x-error-codes'],
        operation['x-error-codes']?.filter((one) => one !== name),
      ),
    ),
  );
  return [...entries, ...lists];
}

const transitionEdits = ({ components }: OpenApiDocument): Made[] =>
  Object.entries(components.schemas).flatMap(
    ([name, { 'x-state-machine': machine = [], enum: states = [] }]) =>
      machine.flatMap((transition, at) => {
        const other = states.find((state) => state !== transition.to && state !== transition.from);
        const path = ['components', 'schemas', name, 'x-state-machine'];
        const label = `${transition.from} ${transition.on}`;
        const changed = (transitions: unknown, what: string): Made => ({
          place: `${name}: ${label} ${what}`,
          apply: atPath(path, transitions).apply,
        });
        return [
          changed(machine.toSpliced(at, 1), 'removed'),
          ...(other === undefined
            ? []
            : [changed(machine.with(at, { ...transition, to: String(other) }), `leads to ${other}`)]),
          changed(machine.with(at, { ...transition, to: 'nowhere' }), 'leads to no state'),
        ];
      }),
  );

/** The keywords of figures, each with the change that makes it stricter. */
const FIGURES: Record<string, 1 | -1> = {
  minLength: 1,
  maxLength: -1,
  minimum: 1,
  maximum: -1,
  minItems: 1,
  maxItems: -1,
  minProperties: 1,
  maxProperties: -1,
};

function schemaEdits({ components }: OpenApiDocument): Made[] {
  return Object.entries(components.schemas).flatMap(([name, root]) => {
    const edits: Made[] = [];
    const visit = (schema: JsonSchema, path: readonly string[]): void => {
      for (const [keyword, step] of Object.entries(FIGURES)) {
        const value = schema[keyword];
        if (typeof value === 'number') edits.push(atPath([...path, keyword], value + step));
      }
      if (schema.enum && schema.enum.length > 1) {
        edits.push(atPath([...path, 'enum'], schema.enum.slice(0, -1)));
        edits.push(atPath([...path, 'enum'], [...schema.enum, 'an_added_value']));
      }
      if (typeof schema.pattern === 'string') edits.push(atPath([...path, 'pattern'], '^[a-c]*$'));
      for (const member of schema.required ?? [])
        edits.push(
          atPath(
            [...path, 'required'],
            schema.required?.filter((one) => one !== member),
          ),
        );
      const members = Object.entries(schema.properties ?? {});
      for (const [member, inner] of members) {
        const others = Object.fromEntries(members.filter(([one]) => one !== member));
        const required = schema.required?.filter((one) => one !== member);
        const replaced = (properties: object, what: string, names = required): Made => ({
          place: `#/${[...path, 'properties', member].join('/')}: ${what}`,
          apply(document) {
            atPath([...path, 'properties'], properties).apply(document);
            if (names) atPath([...path, 'required'], names).apply(document);
          },
        });
        edits.push(replaced(others, 'removed'));
        const wasRequired = schema.required?.includes(member);
        const names = wasRequired ? [...(required ?? []), `${member}_renamed`] : required;
        edits.push(replaced({ ...others, [`${member}_renamed`]: inner }, 'renamed', names));
        visit(inner, [...path, 'properties', member]);
      }
      if (members.length > 0) {
        const added = { type: 'string', minLength: 3, maxLength: 40 };
        edits.push(atPath([...path, 'properties', 'added_member'], added));
        if (schema.required) {
          edits.push({
            place: `#/${path.join('/')}: a required member added`,
            apply(document) {
              atPath([...path, 'properties', 'added_member'], added).apply(document);
              atPath([...path, 'required'], [...(schema.required ?? []), 'added_member']).apply(document);
            },
          });
        }
      }
      if (schema.items) visit(schema.items, [...path, 'items']);
    };
    visit(
      mapSubschemas(root, (part) => part),
      ['components', 'schemas', name],
    );
    return edits;
  });
}

function parameterEdits({ components }: OpenApiDocument): Made[] {
  return Object.entries(components.parameters ?? {}).flatMap(([name, parameter]) => {
    const { schema = {} } = parameter;
    const path = ['components', 'parameters', name];
    const edits = Object.entries(FIGURES).flatMap(([keyword, step]) => {
      const value = schema[keyword];
      return typeof value === 'number' ? [atPath([...path, 'schema', keyword], value + step)] : [];
    });
    if (schema.default !== undefined) {
      const list = resolveRef({ components } as OpenApiDocument, schema).enum;
      const other = list?.find((one) => one !== schema.default);
      const value = typeof schema.default === 'number' ? schema.default + 1 : (other ?? !schema.default);
      edits.push(atPath([...path, 'schema', 'default'], value));
      edits.push(atPath([...path, 'schema', 'default'], 'no such value'));
    }
    if (parameter.in !== 'query') return edits;
    return [
      ...edits,
      atPath([...path, 'name'], `${parameter.name}_renamed`),
      atPath([...path, 'required'], true),
    ];
  });
}

function operationEdits(document: OpenApiDocument): Made[] {
  const operations = operationsOf(document);
  const header = (name: string): ParameterObject => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string', minLength: 2 },
  });
  return operations.flatMap(({ id, path, method, operation }): Made[] => {
    const at = ['paths', path, method];
    const [success = ''] = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
    const { [success]: reply = { description: '' }, ...refusals } = operation.responses;
    const resolved = resolveRef<ResponseObject>(document, reply);
    const roles = operation['x-roles'] ?? [];
    const scopes = operation.security?.[0]?.bearerAuth ?? [];
    const isTaken = operations.some(({ path: other }) => other === `/moved${path}`);
    const listed = operation.parameters ?? [];
    return [
      ...roles.map((role) =>
        atPath(
          [...at, 'x-roles'],
          roles.filter((one) => one !== role),
        ),
      ),
      ...(roles.length > 0 ? [atPath([...at, 'x-roles'], [...roles, 'no_such_role'])] : []),
      ...(scopes.length > 0
        ? [
            atPath([...at, 'security'], [{ bearerAuth: ['tenants:write', 'dns:write'] }]),
            atPath([...at, 'security'], [{ bearerAuth: ['no_such:scope'] }]),
          ]
        : []),
      atPath([...at, 'x-rate-class'], operation['x-rate-class'] === 'auth' ? 'general' : 'auth'),
      ...(operation['x-idempotency'] ? [atPath([...at, 'x-idempotency'], undefined)] : []),
      ...(operation.security?.length === 0
        ? []
        : [atPath([...at, 'x-session-only'], !operation['x-session-only'])]),
      atPath([...at, 'operationId'], `${id}Renamed`),
      atPath(at, undefined),
      ...(isTaken ? [] : [moved(path)]),
      {
        place: `${id}: answers ${success === '200' ? '201' : '200'}`,
        apply: atPath([...at, 'responses'], { ...refusals, [success === '200' ? '201' : '200']: reply })
          .apply,
      },
      ...Object.keys(refusals).map((status) => atPath([...at, 'responses', status], undefined)),
      {
        place: `${id}: a header of the reply added`,
        apply: atPath([...at, 'responses', success], {
          ...resolved,
          headers: {
            ...resolved.headers,
            'X-Shard': { schema: { type: 'integer', minimum: 3, maximum: 9 } },
          },
        }).apply,
      },
      {
        place: `${id}: a required request header added`,
        apply: atPath([...at, 'parameters'], [...listed, header('X-Trace')]).apply,
      },
      {
        place: `${id}: a query parameter added`,
        apply: atPath(
          [...at, 'parameters'],
          [...listed, { name: 'added_parameter', in: 'query', schema: { type: 'string', maxLength: 20 } }],
        ).apply,
      },
      ...listed.map((_, index) => atPath([...at, 'parameters'], listed.toSpliced(index, 1))),
      ...(operation.requestBody
        ? [
            atPath(
              [...at, 'requestBody', 'required'],
              !resolveRef<RequestBodyObject>(document, operation.requestBody).required,
            ),
          ]
        : []),
    ];
  });
}

const moved = (path: string): Made => ({
  place: `${path}: moved`,
  apply(document) {
    const { [path]: item = {} } = document.paths;
    delete document.paths[path];
    document.paths[`/moved${path}`] = item;
  },
});
