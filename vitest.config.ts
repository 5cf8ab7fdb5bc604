import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{bin,entry,examples,src,mocks,conformance,fixtures,openapi,tools}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
