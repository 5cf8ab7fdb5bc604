// Fixtures for vitest that give every test a world of its own.
import { type ArrangedMockOptions, openArrangedMock } from './mock.ts';
import type { MockWorld } from './mock-world.ts';
import { type ClientOf, personaClients } from './persona-clients.ts';
import { type TestAPI, test } from './vitest-api.ts';

/** The fixtures that `createMockTest` adds to vitest's `test`. */
export type MockFixtures = {
  /** This test's own world: `mock.fetch('http://any.example/v1/…')`, `mock.values`, `mock.delivered()` and so on. */
  mock: MockWorld;
  /** Creates typed clients: `client()` signs in as the owner, `client('readOnly')` as another persona. */
  client: ClientOf;
  /** Overrides replies in this test's world: it ends with the test. */
  override: MockWorld['override'];
  /** Arranges a scenario in this test's world: `await arrange({ vps: [{ status: 'stopped' }] })`. */
  arrange: MockWorld['arrange'];
  /** The clock of this test's world; frozen by default. */
  clock: MockWorld['clock'];
  /** The personas of this test's world with their credentials. */
  personas: MockWorld['personas'];
};

/**
 * Creates a vitest `test` whose fixtures give every test its own copy of one world.
 * @param options those of `createMock`; here `clock` defaults to `frozen` and `limits` to `off`
 * @throws Error in the first test when an option is invalid
 */
export function createMockTest(options: ArrangedMockOptions = {}): TestAPI<MockFixtures> {
  let platform: ReturnType<typeof openArrangedMock> | undefined;
  let created = 0;
  return test.extend<MockFixtures>({
    mock: async ({ task: _ }, use) => {
      platform ??= openArrangedMock({ clock: 'frozen', limits: 'off', ...options });
      const { worlds } = (await platform).mock;
      created += 1;
      const world = worlds.create({ name: `test-${created}` });
      await use(world);
      worlds.delete(world.name);
    },
    client: async ({ mock }, use) => use(personaClients(mock, 'http://mock/v1')),
    override: async ({ mock }, use) => use(mock.override),
    arrange: async ({ mock }, use) => use(mock.arrange),
    clock: async ({ mock }, use) => use(mock.clock),
    personas: async ({ mock }, use) => use(mock.personas),
  });
}

/**
 * `createMockTest()` with its defaults: every test gets a copy of the demo world, with a frozen clock and without
 * rate limits.
 */
export const mockTest: TestAPI<MockFixtures> = vitestOrThrow();

/**
 * Returns vitest's `test`. Outside of vitest it returns a function that throws when it is called, so that a program
 * can load this module without vitest running.
 */
function vitestOrThrow(): TestAPI<MockFixtures> {
  try {
    return createMockTest();
  } catch {
    return test as unknown as TestAPI<MockFixtures>;
  }
}
