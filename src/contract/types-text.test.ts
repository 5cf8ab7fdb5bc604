// Tests of generating types: it reads nothing but the document.
import { expect, test } from 'vitest';
import type { OpenApiDocument } from './openapi.ts';
import { typesText } from './types-text.ts';

test.each(['http://127.0.0.1:9/order.json', '/nowhere/order.json'])(
  'an external example at the address %s is not fetched',
  async (externalValue) => {
    const content = {
      'application/json': { schema: { $ref: '#/components/schemas/A' }, examples: { e: { externalValue } } },
    };
    const document = {
      openapi: '3.1.1',
      info: { title: 'A', version: '1' },
      paths: { '/a': { get: { operationId: 'getA', responses: { 200: { description: 'A', content } } } } },
      components: { schemas: { A: { type: 'object', properties: { externalValue: { type: 'string' } } } } },
    };
    expect(await typesText(document as unknown as OpenApiDocument)).toContain('externalValue?: string;');
  },
);
