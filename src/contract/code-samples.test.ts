// Tests the code samples of the document: those in shell and in TypeScript are run.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { addCodeSamples } from './bundle.ts';
import { document } from './document.ts';
import type { OpenApiDocument } from './openapi.ts';

// Returns the words that a shell passes to curl for a sample.
function wordsOf(operation: object): string[] {
  const [{ source }] = Reflect.get(operation, 'x-codeSamples');
  const script = `BASE_URL=B TOKEN=T IDEMPOTENCY_KEY=K; curl() { printf '%s\\0' "$@"; }; ${source}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('a sample of each operation is one call of curl with the example of its path and its body', () => {
  const { paths } = document();
  const order = paths['/orders']?.post ?? {};
  const [url, ...rest] = wordsOf(order);
  expect(url).toBe('B/orders');
  expect(rest.slice(0, 5)).toEqual(['-H', 'Authorization: Bearer T', '-H', 'Idempotency-Key: K', '--json']);
  expect(JSON.parse(rest[5] ?? '')).toMatchObject({ items: [{ sku_id: expect.any(String) }] });
  expect(wordsOf(paths['/vps/{id}']?.delete ?? {}).slice(0, 3)).toEqual([
    '-X',
    'DELETE',
    expect.stringMatching(/^B\/vps\/[0-9a-f-]{36}$/),
  ]);
  expect(wordsOf(paths['/invoices/{id}/pdf']?.get ?? {})[0]).toBe('-OJ');
  expect(wordsOf(paths['/auth/login']?.post ?? {})).not.toContain('-H');
  const sources = JSON.stringify(paths).match(/"x-codeSamples"/g);
  expect(sources).toHaveLength(93);
});

test('the samples in TypeScript and Python send what the one in shell sends', async () => {
  const [, typescript, python] = Reflect.get(document().paths['/orders']?.post ?? {}, 'x-codeSamples');
  const sent: unknown[] = [];
  const fetch = async (...call: unknown[]) => {
    sent.push(...call);
    return { json: () => null };
  };
  const names = ['fetch', 'BASE_URL', 'TOKEN', 'IDEMPOTENCY_KEY'];
  await new Function(...names, `return (async () => { ${typescript.source} })()`)(fetch, 'B', 'T', 'K');
  expect(sent).toMatchObject([
    'B/orders',
    { method: 'POST', headers: { Authorization: 'Bearer T', 'Idempotency-Key': 'K' } },
  ]);
  const words = wordsOf(document().paths['/orders']?.post ?? {});
  expect(JSON.parse(Reflect.get(Object(sent[1]), 'body'))).toEqual(JSON.parse(words.at(-1) ?? ''));
  expect(python.source).toContain('f"{BASE_URL}/orders"');
  expect(python.source).toContain('"Idempotency-Key": IDEMPOTENCY_KEY}');
});

test('a body with quotes and dollars reaches curl as it is, and a path without an example keeps its parameter', () => {
  const value = { text: `it's "$HOME"` };
  const put = {
    operationId: 'a',
    requestBody: { content: { 'application/json': { examples: { one: { value } } } } },
    responses: {},
  };
  const edited = { paths: { '/a/{b}': { put } }, components: {} };
  addCodeSamples(edited as unknown as OpenApiDocument);
  const words = wordsOf(put);
  expect(words.slice(0, 3)).toEqual(['-X', 'PUT', 'B/a/{b}']);
  expect(JSON.parse(words.at(-1) ?? '')).toEqual(value);
});
