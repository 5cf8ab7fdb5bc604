// Bundles the client with all its imports for a browser and checks that the bundle is small and uses no Node API.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

const LIMIT_BYTES = 6.5 * 1024;

test('the bundled client is at most 6.5 KB minified and compressed, and uses no Node API', async () => {
  const input = fileURLToPath(new URL('./client.ts', import.meta.url));
  const bundle = await rolldown({ input, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  expect(output).toHaveLength(1);
  const [{ code, imports }] = output;
  expect(imports).toEqual([]);
  expect(/\bBuffer\b|\brequire\(|node:/.exec(code)).toBeNull();
  const bytes = gzipSync(code).length;
  console.log(
    `client: ${(code.length / 1024).toFixed(1)} KB minified, ${(bytes / 1024).toFixed(1)} KB with gzip`,
  );
  expect(bytes).toBeLessThanOrEqual(LIMIT_BYTES);
  const client = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  // Node prints the name of the class beside that of the error where they differ.
  expect([client.ApiError.name, client.WebhookError.name]).toEqual(['ApiError', 'WebhookError']);
});
