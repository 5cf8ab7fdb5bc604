// `hosting-contract/vitest`: what a project that tests with vitest adds to its test files.
export type { ConformOptions } from './parts/conform-options.ts';
export { conformanceTests } from './parts/conformance-tests.ts';
export { createMockTest, type MockFixtures, mockTest } from './parts/mock-test.ts';
