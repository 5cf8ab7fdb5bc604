import ts from 'typescript';
import { expect, test } from 'vitest';
import { clientText } from './client-text.ts';
import type { OpenApiDocument } from './openapi.ts';

test.each(['a\n}\nexport const evil = 1;//', "it's", 'a "quoted" \\ name', '\u2028', '*/'])(
  'the operation id %j is written as a text of the program',
  (operationId) => {
    const reply = { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } };
    const document = {
      openapi: '3.1.1',
      info: { title: 'A', version: '1' },
      paths: { '/backups': { get: { operationId, responses: { 200: reply } } } },
      components: {},
    } as unknown as OpenApiDocument;
    const { diagnostics = [] } = ts.transpileModule(clientText(document, ''), { reportDiagnostics: true });
    expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
    expect(clientText(document, '')).not.toMatch(/^export const evil/m);
  },
);
