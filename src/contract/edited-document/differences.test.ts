// Tests what is said of the differences of an edited document.
import { expect, test } from 'vitest';
import { packageDocument } from '../document.ts';
import { documentDifferences } from './differences.ts';

test('a query parameter that no handler reads is not possible, also where it is the first parameter', () => {
  const edited = structuredClone(packageDocument());
  const operation = edited.paths['/customers']?.post;
  expect(operation).toBeDefined();
  Object.assign(operation ?? {}, {
    parameters: [{ name: 'added', in: 'query', schema: { type: 'string' } }],
  });
  expect(documentDifferences(packageDocument(), edited)).toContainEqual(
    expect.objectContaining({ group: 'not possible', note: 'no handler reads this parameter' }),
  );
});
