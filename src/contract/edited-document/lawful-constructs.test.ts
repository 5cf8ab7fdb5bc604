// Tests that constructs which OpenAPI 3.1 and JSON Schema 2020-12 allow cost nothing: the mock serves a document that has
// them, the suite can judge by it, and it has types.
import { describe, expect, onTestFinished, test } from 'vitest';
import { hostingMock } from '../../../mocks/index.ts';
import { sampled } from '../../../tools/testing/sampled.ts';
import { type App, createApp } from '../../server/app.ts';
import { sendCall } from '../../server/testing/minimal-mock.ts';
import { document, packageDocument } from '../document.ts';
import type { JsonSchema, OpenApiDocument } from '../openapi.ts';
import { typesText } from '../types-text.ts';
import { validateValue } from '../validation/validate.ts';
import { deploymentDocument } from './deployment-document.ts';
import { documentDifferences } from './differences.ts';
import { likelyMistakes } from './likely-mistakes.ts';
import { withNamedReferences } from './named-references.ts';
import { reloadDocument } from './reload-document.ts';

const ref = (path: string) => ({ $ref: `#/components/${path}` });
const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

// Adds the operations `getThing` and `createThing`, whose bodies have a schema.
function addThing({ paths }: OpenApiDocument, schema: JsonSchema): void {
  const shared = { summary: 'x', description: 'x', tags: [], security: [{ bearerAuth: [] }] };
  paths['/things'] = {
    get: {
      ...shared,
      operationId: 'getThing',
      responses: { 200: { description: 'x', content: json(schema) } },
    },
    post: {
      ...shared,
      operationId: 'createThing',
      requestBody: { required: true, content: json(schema) },
      responses: {
        200: { description: 'x', content: json(schema) },
        422: ref('responses/UnprocessableContent'),
      },
    },
  };
}

type Row = {
  /** a valid and an invalid body of `createThing` */
  valid?: unknown;
  invalid?: unknown;
  types?: RegExp;
  edit: (document: OpenApiDocument, schemas: Record<string, JsonSchema>) => void;
};

const member = (document: OpenApiDocument, schema: JsonSchema): void =>
  addThing(document, { type: 'object', required: ['a'], properties: { a: schema } });

const rows: Record<string, Row> = {
  'annotations of OpenAPI and unknown keywords': {
    valid: { a: 'x' },
    invalid: { a: 1 },
    edit: (document, schemas) => {
      const annotations = {
        example: '(',
        xml: { name: 'x' },
        externalDocs: { url: 'https://example.org' },
        $anchor: 'here',
        $comment: 'x',
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        nullable: true,
        unit: 'days',
        if: { type: 'string' },
      };
      member(document, { type: 'string', ...annotations });
      Object.assign(schemas.Customer?.properties?.email ?? {}, annotations);
    },
  },
  'formats that are not known': {
    valid: { a: '1.50' },
    invalid: { a: 1 },
    edit: (document, schemas) => {
      member(document, { type: 'string', format: 'decimal' });
      schemas.Unused = { type: 'integer', format: 'uint128' };
    },
  },
  'a discriminator beside anyOf, with a mapping, and on a base': {
    valid: { a: { kind: 'cat' } },
    invalid: { a: 1 },
    edit: (document, schemas) => {
      const kind = { type: 'string' };
      schemas.Cat = { type: 'object', required: ['kind'], properties: { kind } };
      schemas.Dog = {
        allOf: [ref('schemas/Animal')],
        type: 'object',
        required: ['kind'],
        properties: { kind },
      };
      const discriminator = { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } };
      schemas.Animal = { type: 'object', discriminator, properties: { kind } };
      member(document, { anyOf: [ref('schemas/Cat'), ref('schemas/Dog')], discriminator });
    },
  },
  'references below a component': {
    valid: { a: 'jane@example.org', b: 2 },
    invalid: { a: 'jane@example.org', b: 'x' },
    types: /b\?: components\["schemas"\]\["Wrapper_defs_Inner"\]/,
    edit: (document, schemas) => {
      schemas.Wrapper = { type: 'object', $defs: { Inner: { type: 'integer', minimum: 1 } } };
      addThing(document, {
        type: 'object',
        required: ['a'],
        properties: {
          a: ref('schemas/Customer/properties/email'),
          b: ref('schemas/Wrapper/$defs/Inner'),
        },
      });
    },
  },
  'keywords beside a reference, at the root of a body': {
    valid: { a: 'x', b: 1 },
    invalid: { a: 'x' },
    types: /b: number;\s*\} & components\["schemas"\]\["Base"\]/,
    edit: (document, schemas) => {
      schemas.Base = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
      addThing(document, {
        ...ref('schemas/Base'),
        type: 'object',
        required: ['b'],
        properties: { b: { type: 'integer' } },
      });
    },
  },
  'a path item that is a reference': {
    edit: (document) => {
      member(document, { type: 'string' });
      const { '/things': item = {} } = document.paths;
      Object.assign(document.components, { pathItems: { Things: item } });
      document.paths['/things'] = ref('pathItems/Things') as object;
    },
  },
};

describe.each(sampled(Object.entries(rows), 2))(
  '%s',
  (_, { edit, valid = { a: 'x' }, invalid = {}, types = /Thing/ }) => {
    const edited = (): OpenApiDocument => {
      const copy = structuredClone(packageDocument());
      edit(copy, copy.components.schemas);
      return copy;
    };

    test('are served by the mock', async () => {
      onTestFinished(reloadDocument(edited()).undo);
      const differences = documentDifferences(packageDocument(), document());
      expect(differences.filter(({ group }) => group === 'not possible')).toEqual([]);
      expect(likelyMistakes(edited())).toEqual([]);
      const app: App<never> = createApp(hostingMock, { clock: 'frozen' }) as never;
      app.followContract();
      const send = (method: string, path: string, body?: unknown) =>
        sendCall(app, method, path, { token: app.personas.owner?.token, body });
      const statuses = [
        await send('GET', '/customers'),
        await send('GET', '/things'),
        await send('POST', '/things', valid),
        await send('POST', '/things', invalid),
      ].map(({ status }) => status);
      expect(statuses).toEqual([200, 200, 200, 422]);
      await app.close();
    });

    test('are judged by the suite, and have types', () => {
      onTestFinished(reloadDocument(edited(), deploymentDocument).undo);
      for (const set of ['full', 'stated'] as const) validateValue('createThing.body', valid, set);
      expect(typesText(withNamedReferences(edited(), true))).toMatch(types);
    });
  },
);
