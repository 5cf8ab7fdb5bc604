import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const TESTS = '{bin,entry,examples,src,mocks,conformance,fixtures,openapi,tools}/**/*.test.ts';
const WHOLE = '**/*.whole.test.ts';

/** The whole run adds the files named so, and takes all rows of the tables that `npm test` takes a sample of. */
const whole = process.env.TEST_WHOLE === '1';
const sampledFiles = (): string[] =>
  globSync(TESTS, { exclude: (name) => name === 'node_modules' }).filter((file) =>
    readFileSync(file, 'utf8').includes('testing/sampled.ts'),
  );

export default defineConfig({
  test: {
    include: whole ? [WHOLE, ...sampledFiles()] : [TESTS],
    exclude: ['**/node_modules/**', ...(whole ? [] : [WHOLE])],
    // most of what takes long waits for processes of its own
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
