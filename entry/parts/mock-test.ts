// Fixtures for vitest that give every test a world of its own.

import { type TestAPI, test } from 'vitest';
import { type MockFixtures, openTestMock, type TestMockOptions, worldFixtures } from './test-fixtures.ts';

/**
 * Creates a vitest `test` whose fixtures give every test its own copy of one world.
 * @param options those of `createMock`, and `vary`; here `clock` defaults to `frozen` and `limits` to `off`
 * @throws Error in the first test when an option is invalid
 */
export function createMockTest(options: TestMockOptions = {}): TestAPI<MockFixtures> {
  let platform: ReturnType<typeof openTestMock> | undefined;
  let created = 0;
  return test.extend<MockFixtures>({
    mock: async ({ task: _ }, use) => {
      platform ??= openTestMock(options);
      const { mock, worldOf } = await platform;
      const { worlds } = mock;
      created += 1;
      const world = worlds.create({ name: `test-${created}` });
      await use(worldOf(world));
      worlds.delete(world.name);
    },
    ...worldFixtures,
  });
}

/**
 * `createMockTest()` with its defaults: every test gets a copy of the demo world, with a frozen clock and without
 * rate limits.
 */
export const mockTest: TestAPI<MockFixtures> = vitestOrThrow();

// Returns vitest's `test`. Outside of vitest it returns a function that throws when it is called, so that a program can
// load this module without vitest running.
function vitestOrThrow(): TestAPI<MockFixtures> {
  try {
    return createMockTest();
  } catch {
    return test as unknown as TestAPI<MockFixtures>;
  }
}
