// The configuration of vitest: which test files run, and with which time limits.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The test files. */
const TESTS = '{bin,entry,examples,src,mocks,conformance,fixtures,openapi,tools}/**/*.test.ts';
/** Test files that only `npm run test:whole` runs. */
const WHOLE = '**/*.whole.test.ts';

/** True in `npm run test:whole`. It runs the *.whole.test.ts files, and tests with sampled tables on all their rows. */
const whole = process.env.TEST_WHOLE === '1';
const filesWith = (pattern: RegExp): string[] =>
  globSync(TESTS, { exclude: (name) => name === 'node_modules' }).filter((file) =>
    pattern.test(readFileSync(file, 'utf8')),
  );

// In CI the long tables run in their samples alone, which `npm test` contains.
const include = whole
  ? [WHOLE, ...(process.env.CI ? [] : filesWith(/testing\/sampled\.ts|'fast-check'/))]
  : [TESTS];
const exclude = ['**/node_modules/**', ...(whole ? [] : [WHOLE])];
/** Test files that load the modules anew, with another document. */
const isolated = filesWith(/edited-server\.ts|resetModules/);
/** Test files that replace the document of their process, which others must not see. */
const replacing = filesWith(/reload-document\.ts/).filter((file) => !isolated.includes(file));

/** Where Node keeps compiled modules: the processes that tests start need half the time. The build empties it. */
const COMPILE_CACHE = fileURLToPath(new URL('./.cache/compiled', import.meta.url));

/** Stands for fast-check in tests: properties run with the seed of TEST_SEED. */
const SEEDED_FAST_CHECK = fileURLToPath(new URL('./tools/testing/seeded-fast-check.ts', import.meta.url));
const isItself = (importer = ''): boolean => importer.split('?')[0] === SEEDED_FAST_CHECK;

export default defineConfig({
  plugins: [
    {
      name: 'seeded fast-check',
      enforce: 'pre',
      resolveId: (name, importer) =>
        name === 'fast-check' && !isItself(importer) ? SEEDED_FAST_CHECK : null,
    },
  ],
  test: {
    setupFiles: ['bin/testing/end-processes.ts'],
    // Most slow tests wait for child processes or a browser: one worker more than CI has cores. With another one, a run takes
    // longer.
    maxWorkers: 3,
    // A larger young generation saves a tenth of the processor time: most objects of a run do not survive it.
    execArgv: ['--max-semi-space-size=64'],
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
    // Limits for a machine with much load, where everything takes ten times as long: they end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000 } },
    projects: [
      // Files share the modules of their worker, because loading the mock takes longer than most tests of it.
      {
        extends: true,
        test: { name: 'shared', isolate: false, include, exclude: [...exclude, ...replacing, ...isolated] },
      },
      { extends: true, test: { name: 'replacing', isolate: false, include: replacing, exclude } },
      { extends: true, test: { name: 'isolated', include: isolated, exclude } },
    ],
  },
});
