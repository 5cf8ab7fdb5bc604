// The fixtures that tests with vitest and with Playwright share: typed clients that are signed in as personas, and the
// members of the test's world.
import { type Client, createClient } from '../../src/client/client.ts';
import type { Persona } from '../../src/server/mock-definition.ts';
import { type ArrangedMockOptions, openArrangedMock, type PersonaName } from './mock.ts';
import type { MockWorld } from './mock-world.ts';

/** Creates a typed client that is signed in as a persona (default: the owner of the first tenant), or as nobody with null. */
export type ClientOf = (persona?: PersonaName | null) => Client;

// Creates the function that returns signed-in clients for a world. The clients do not retry, so a refused call throws
// at once. Throws an Error that lists the personas when the name of a persona is unknown
function personaClients(
  { personas, fetch, outbox }: Pick<MockWorld, 'personas' | 'fetch' | 'outbox'>,
  baseUrl: string,
): ClientOf {
  /** The clients that sign in with a TOTP code, which the mock accepts only once. */
  const withCode = new Map<string, Client>();
  const totpOf = (name: string): string => outbox().codes.find(({ persona }) => persona === name)?.code ?? '';
  return (name = 'owner') => {
    if (name === null) return createClient({ baseUrl, fetch, retries: 0 });
    const opened = withCode.get(name);
    if (opened) return opened;
    const persona = personas[name];
    if (!persona)
      throw new Error(`There is no persona ${name}; there are: ${Object.keys(personas).join(', ')}.`);
    const { token, apiKey, email, password, totpSecret }: Persona = persona;
    const credential =
      token !== undefined
        ? { token }
        : apiKey !== undefined
          ? { apiKey }
          : { email: email ?? '', password: password ?? '', totp: () => totpOf(name) };
    const client = createClient({ baseUrl, credential, fetch, retries: 0 });
    if (totpSecret !== undefined) withCode.set(name, client);
    return client;
  };
}

/** The fixtures of a test that has a world of its own. */
export type MockFixtures = {
  /** This test's own world: `mock.fetch('http://any.example/v1/…')`, `mock.values`, `mock.delivered()` and so on. */
  mock: MockWorld;
  /** Creates typed clients: `client()` signs in as the owner, `client('readOnly')` as another persona, `client(null)` as nobody. */
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

/** The options of a mock for tests: those of `createMock`, a scenario, and a variation. */
export type TestMockOptions = ArrangedMockOptions & {
  /**
   * The lawful deployment that the mock behaves as: values of freedoms, `errors=flat,page-size=3`, or a seed. Default: what
   * `hosting-contract cope` is trying, else the mock's own. It applies to `mock.fetch`, and in Playwright to pages and
   * `api`; `client` goes on speaking as the contract does.
   */
  vary?: string;
};

/**
 * Creates a mock for tests, with a frozen clock and without rate limits unless the options say otherwise.
 * @returns the mock, and a function that gives a world the `fetch` of the deployment
 * @throws Error when an option is invalid
 */
export async function openTestMock({
  vary = process.env.HOSTING_CONTRACT_VARY,
  ...options
}: TestMockOptions) {
  const only = process.env.HOSTING_CONTRACT_VARY_ONLY?.split('\n').filter((one) => one !== '');
  const varied = vary
    ? (await import('../../mocks/vary.ts')).variedMock(vary, only?.length ? only : undefined)
    : null;
  const opened = await openArrangedMock({ clock: 'frozen', limits: 'off', ...options, ...varied?.options });
  varied?.attach(opened.app);
  const { HOSTING_COPE_RUN: run } = process.env;
  if (run) (await import('../../bin/sent-requests.ts')).recordInFile(opened.app, run);
  const worldOf = (world: MockWorld): MockWorld => {
    if (!varied) return world;
    const fetchVaried: MockWorld['fetch'] = async (input, init) => {
      const request = new Request(input, init);
      request.headers.set('x-mock-world', world.name);
      return opened.app.fetch(request);
    };
    return Object.create(world, {
      fetch: { value: fetchVaried, enumerable: true },
      plainFetch: { value: world.fetch },
    });
  };
  return { ...opened, worldOf };
}

type Use<Value> = (value: Value) => Promise<void>;
type WithWorld = { mock: MockWorld & { plainFetch?: MockWorld['fetch'] } };

/** How a test's world makes its other fixtures; vitest and Playwright read the names of the parameters. */
export const worldFixtures = {
  client: async ({ mock }: WithWorld, use: Use<ClientOf>) =>
    use(
      personaClients(
        { personas: mock.personas, outbox: mock.outbox, fetch: mock.plainFetch ?? mock.fetch },
        'http://mock/v1',
      ),
    ),
  override: async ({ mock }: WithWorld, use: Use<MockWorld['override']>) => use(mock.override),
  arrange: async ({ mock }: WithWorld, use: Use<MockWorld['arrange']>) => use(mock.arrange),
  clock: async ({ mock }: WithWorld, use: Use<MockWorld['clock']>) => use(mock.clock),
  personas: async ({ mock }: WithWorld, use: Use<MockWorld['personas']>) => use(mock.personas),
};
