// `hosting-contract/vitest`: the suite as vitest tests, and fixtures with a mock, for projects that use vitest.
export type { ConformOptions } from './parts/conform-options.ts';
export { conformanceTests, createMockTest, mockTest } from './parts/mock-test.ts';
export type { MockFixtures } from './parts/test-fixtures.ts';
