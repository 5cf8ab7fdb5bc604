// Tests the figures about this document in docs/document.md.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { document, documentText } from '../src/contract/document.ts';
import { deliveries, examplesOf, operations, requestBodies } from './testing/walk.ts';

const page = readFileSync(new URL('../docs/document.md', import.meta.url), 'utf8');

/** The names of the table's rows. */
const ROWS = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(2).split(' | ')[0] ?? '');

// Returns the cell of the table about this document.
function cell(row: string): string {
  const line = page.split('\n').find((one) => one.startsWith(`| ${row} |`));
  expect(line, row).toBeDefined();
  return line?.split(' | ')[1] ?? '';
}

test('the table of docs/document.md says about this document what the document contains', () => {
  const all = operations();
  const replies = all.flatMap(({ responses }) => responses);
  const { schemas } = document().components;
  const withExamples = replies.filter(({ response }) =>
    Object.values(response.content ?? {}).every(
      ({ examples, schema = {} }) => Object.keys(examples ?? {}).length > 0 || examplesOf(schema).length > 0,
    ),
  );
  const withHeader = (name: string) =>
    replies.filter(({ response }) => name in (response.headers ?? {})).length;
  const types = (schemas.TestableEvent?.enum ?? []).length;
  const scoped = all.filter(({ operation }) =>
    operation.security?.some((one) => (one.bearerAuth ?? []).length > 0),
  );
  expect(Object.fromEntries(ROWS.map((row) => [row, cell(row)]))).toMatchObject({
    read: `version ${document().info.version}`,
    OpenAPI: document().openapi,
    operations: `${all.length}`,
    'named schemas': `${Object.keys(schemas).length}`,
    'size (MB)': (documentText().length / 1e6).toFixed(1),
    'operations that name a scope': `${scoped.length}`,
    'state machines': `${Object.values(schemas).filter((one) => 'x-state-machine' in one).length} (\`x-state-machine\`)`,
    'links from reply to operation': `${replies.flatMap(({ response }) => Object.keys(response.links ?? {})).length}`,
    'replies with a whole example, of those with a body': `${withExamples.length} of ${replies.length}`,
    'request bodies with a whole example': `${requestBodies().length - deliveries().length} of ${all.filter(({ operation }) => operation.requestBody).length}`,
    webhooks: `${deliveries().length} families, ${types} types, signed`,
    '`Idempotency-Key` as a parameter': `${all.filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key')).length} operations`,
    'replies with rate-limit headers': `${withHeader('RateLimit-Limit')} of ${replies.length}`,
    'replies with a request id header': `${withHeader('X-Request-Id')}`,
  });
});
