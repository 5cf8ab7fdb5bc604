// A world of its own for every test, as fixtures of vitest.
import { type Mock, type MockOptions, type MockWorld, openMock } from './mock.ts';
import { type ClientOf, personaClients } from './persona-clients.ts';
import { type TestAPI, vitestApi } from './vitest-api.ts';

const { test } = await vitestApi();

export type MockFixtures = {
  /** a world that is this test's alone: `mock.fetch('http://any.example/v1/…')`, `mock.values`, `mock.delivered()`, … */
  mock: MockWorld;
  /** typed clients: `client()` is the owner's, `client('readOnly')` another persona's */
  client: ClientOf;
  clock: MockWorld['clock'];
  personas: MockWorld['personas'];
};

/**
 * `test` with a mock: every test gets a copy of the same platform. Takes what `createMock` takes; the clock is frozen and
 * nobody is rate limited unless the options say so.
 */
export function createMockTest(options: MockOptions = {}): TestAPI<MockFixtures> {
  let platform: Mock | undefined;
  let created = 0;
  return test.extend<MockFixtures>({
    mock: async ({ task: _ }, use) => {
      platform ??= openMock({ clock: 'frozen', limits: 'off', ...options }).mock;
      created += 1;
      const world = platform.worlds.create({ name: `test-${created}` });
      await use(world);
      platform.worlds.delete(world.name);
    },
    client: async ({ mock }, use) => use(personaClients(mock, 'http://mock/v1')),
    clock: async ({ mock }, use) => use(mock.clock),
    personas: async ({ mock }, use) => use(mock.personas),
  });
}

/** `createMockTest()`: of the demo world. */
export const mockTest: TestAPI<MockFixtures> = vitestOrThrow();

/** Outside of vitest its own `test`, which says so when it is called: loading this must not fail. */
function vitestOrThrow(): TestAPI<MockFixtures> {
  try {
    return createMockTest();
  } catch {
    return test as unknown as TestAPI<MockFixtures>;
  }
}
