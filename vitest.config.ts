import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{bin,entry,examples,src,mocks,conformance,fixtures,openapi,tools}/**/*.test.ts'],
    // most of what takes long waits for processes of its own
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
