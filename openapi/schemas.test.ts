// Tests every schema, parameter and component of the document against the style rules of README.md.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { document, documentText } from '../src/contract/document.ts';
import { type JsonSchema, type OpenApiDocument, resolveRef } from '../src/contract/openapi.ts';
import { faults } from './testing/strict.ts';
import { type Header, operations, places, requestBodies } from './testing/walk.ts';

const all = places();
const text = JSON.stringify(document());
const folder = new URL('./', import.meta.url);
/**
 * The schemas whose values are spelled as other standards require: record types of DNS, and domain states of the
 * registries' protocol (RFC 5731); and codes of errors, which the specification writes in capitals.
 */
const SPELLED_ELSEWHERE = new Set(['schemas.DnsRecordType', 'schemas.EppStatus', 'schemas.KnownErrorCode']);
const list = (found: { at: string }[]): string[] => found.map(({ at }) => at);

describe('the schemas of the document', () => {
  test("all schemas compile in ajv's strict mode", () => {
    for (const name of Object.keys(document().components.schemas)) {
      expect(() => faults({ $ref: `#/components/schemas/${name}` }, null), name).not.toThrow();
    }
  });

  test('every component permits further members and describes itself, and a property says what its reference does not', () => {
    const silent = all.filter(
      ({ at, schema }) =>
        /(^schemas\.\w+|\.properties\.\w+)$/.test(at) &&
        !resolveRef<JsonSchema>(document(), schema).description,
    );
    expect(list(silent)).toEqual([]);
    expect(list(all.filter(({ schema }) => schema.additionalProperties === false))).toEqual([]);
  });

  test('every string but a product identifier has a maximum length, and a format, pattern or list of values', () => {
    const open = all.filter(({ schema: { type, enum: values, const: only, maxLength, format, pattern } }) => {
      const listed = values !== undefined || only !== undefined;
      return [type].flat().includes('string') && !listed && !(maxLength && (format || pattern));
    });
    expect(list(open)).toEqual(['schemas.InvoiceLine.properties.sku_id', 'schemas.SkuId']);
  });

  test('every list of values and every object with members is a component with a name', () => {
    const inline = all.filter(
      ({ at, schema }) => (schema.enum || schema.properties) && !/^schemas\.\w+$/.test(at),
    );
    expect(list(inline)).toEqual([]);
  });

  test('replies close no list of values but the stated billing cycles', () => {
    const { components, paths } = JSON.parse(documentText()) as OpenApiDocument;
    const closed = new Set<string>();
    const visited = new Set<string>();
    const visit = (node: unknown): void => {
      for (const [, section = '', name = ''] of JSON.stringify(node).matchAll(
        /(?<!"x-extensible":true,"anyOf":\[\{)"\$ref":"#\/components\/(responses|schemas)\/(\w+)"/g,
      )) {
        if (visited.has(`${section}/${name}`)) continue;
        visited.add(`${section}/${name}`);
        const found = components[section]?.[name] as JsonSchema;
        if (found.enum) closed.add(name);
        visit(found);
      }
    };
    for (const item of Object.values(paths))
      for (const operation of Object.values(item)) if ('responses' in operation) visit(operation.responses);
    expect([...closed].sort()).toEqual(['BillingCycle', 'RecurringBillingCycle']);
  });

  test('no schema has the name of a type that languages have themselves', () => {
    // Object types of JavaScript, Swift's and Go's `Error`, Python's and pydantic's errors, Java's and Kotlin's `lang`.
    const taken = [
      ...Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z]/.test(name)),
      ...['Exception', 'Throwable', 'ValidationError', 'HTTPError', 'HttpError', 'ApiError', 'ApiException'],
      ...['Optional', 'Option', 'Result', 'Vec', 'Box', 'Record', 'List', 'Dict', 'Any', 'Type', 'Self'],
    ];
    const { schemas } = document().components;
    expect(Object.keys(schemas).filter((name) => taken.includes(name))).toEqual([]);
  });

  test('forms that exclude each other are `oneOf`, and `anyOf` only adds null to a component', () => {
    const choices = all.filter(({ schema }) => schema.anyOf);
    const others = choices.filter(
      ({ schema: { anyOf: [form, none, ...further] = [] } }) =>
        !form?.$ref || none?.type !== 'null' || further.length > 0,
    );
    expect(choices.length).toBeGreaterThan(0);
    // The patterns of their types tell events apart, and linters do not compare patterns.
    expect(list(others)).toEqual(['schemas.PlatformEvent']);
  });

  test('no schema uses a keyword that README.md excludes because some tool misreads it', () => {
    const words = ['nullable', 'example', '<<', '$id', 'readOnly', 'writeOnly'];
    const misread = all.filter(({ schema }) => words.some((word) => word in schema));
    expect(list(misread)).toEqual([]);
    expect(text).not.toContain('"<<"');
  });

  test('no schema contains itself, directly or through other schemas', () => {
    const { schemas } = document().components;
    const refs = (schema: JsonSchema): string[] =>
      [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '');
    const visit = (name: string, trail: string[]): void => {
      expect(trail, `${[...trail, name].join(' → ')}`).not.toContain(name);
      for (const next of refs(schemas[name] ?? {})) visit(next, [...trail, name]);
    };
    for (const name of Object.keys(schemas)) visit(name, []);
  });

  test('no schema of a request body contains a default', () => {
    const within = (schema: JsonSchema): JsonSchema[] => {
      const target = resolveRef<JsonSchema>(document(), schema);
      const children = [...Object.values(target.properties ?? {}), ...(target.items ? [target.items] : [])];
      return [schema, target, ...children.flatMap(within)];
    };
    for (const { at, schema } of requestBodies()) {
      expect(
        within(schema).filter((one) => 'default' in one),
        at,
      ).toEqual([]);
    }
  });

  test('every state machine uses the values of its own enumeration, and documented operations as triggers', () => {
    const ids = new Set<string>(operations().map(({ operation }) => operation.operationId));
    for (const { at, schema } of all) {
      const rows = schema['x-state-machine'] as
        | { from: string | null; on: string; to: string; operation?: string }[]
        | undefined;
      for (const { from, on, to, operation } of rows ?? []) {
        if (from !== null) expect(schema.enum, at).toContain(from);
        expect(schema.enum, at).toContain(to);
        expect(on, at).toMatch(/^[a-z]+(_[a-z]+)*$/);
        if (operation) expect(ids, at).toContain(operation);
      }
      for (const state of (schema['x-problem-states'] as string[] | undefined) ?? []) {
        expect(rows, at).toBeDefined();
        expect(schema.enum, at).toContain(state);
      }
      if (rows) {
        const reached = new Set(rows.map(({ to }) => to));
        expect(
          schema.enum?.filter((state) => !reached.has(String(state))),
          at,
        ).toEqual([]);
      }
    }
  });

  test('properties, query parameters and enumerated values are in snake_case', () => {
    const properties = all.flatMap(({ schema }) => Object.keys(schema.properties ?? {}));
    const own = all.filter(({ at }) => !SPELLED_ELSEWHERE.has(at));
    const values = own.flatMap(({ schema }) => schema.enum ?? []).filter((value) => value !== null);
    const parameters = operations().flatMap(({ parameters: found }) =>
      found.flatMap(({ name, in: where }) => (where === 'header' ? [] : [name])),
    );
    for (const name of [...properties, ...parameters]) expect(name).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
    const snake = /^-?[a-z0-9]+(_[a-z0-9]+)*([.:][a-z]+(_[a-z]+)*)?$/;
    for (const value of values.filter((value) => value !== '*')) expect(value).toMatch(snake);
  });
});

describe('the marks `x-stated` and `x-stated-keywords`', () => {
  test('a schema that this contract chose contains nothing marked as stated by the specification', () => {
    const chosen = all.filter(({ at, schema }) => /^schemas\.\w+$/.test(at) && schema['x-stated'] !== true);
    const claims = chosen.flatMap(({ at, schema }) =>
      Object.entries(schema.properties ?? {})
        .filter(([, property]) => property['x-stated'] === true)
        .map(([name]) => `${at}.${name}`),
    );
    expect(claims).toEqual([]);
  });

  test('every stated header lists the statuses on which it is stated', () => {
    const stated = Object.entries((document().components.headers ?? {}) as Record<string, Header>).filter(
      ([, header]) => header['x-stated'] === true,
    );
    expect(Object.fromEntries(stated.map(([name, header]) => [name, header['x-stated-on']]))).toEqual({
      'RateLimit-Limit': ['2XX'],
      'RateLimit-Remaining': ['2XX'],
      'RateLimit-Reset': ['2XX'],
      'X-RateLimit-Limit': ['2XX'],
      'X-RateLimit-Remaining': ['2XX'],
      'Retry-After': ['429'],
    });
  });

  test('no member of a request body is stated as required', () => {
    const claims = requestBodies()
      .map(({ at, schema }) => ({ at, schema: resolveRef<JsonSchema>(document(), schema) }))
      .filter(({ schema }) => schema['x-stated-keywords']?.includes('required'));
    expect(list(claims)).toEqual([]);
  });

  test('every keyword marked as stated exists in its schema', () => {
    for (const { at, schema } of all) {
      for (const keyword of schema['x-stated-keywords'] ?? []) expect(schema, at).toHaveProperty([keyword]);
    }
  });
});

describe('the components of the document', () => {
  test('every fragment below components/ is used', () => {
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }));
    const used = new Set(
      sources.flatMap(({ file, text }) =>
        [...text.matchAll(/\$ref: '?([^\s#'}]*)#\/([\w.-]+)/g)].map(
          ([, to, key]) => `${new URL(to || '#', new URL(file, folder)).pathname}#${key}`,
        ),
      ),
    );
    const unused = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/^([\w.-]+):/gm)]
        .map(([, key]) => `${new URL(file, folder).pathname}#${key}`)
        .filter((place) => file.startsWith('components/') && !used.has(place)),
    );
    expect(unused).toEqual([]);
  });
});
