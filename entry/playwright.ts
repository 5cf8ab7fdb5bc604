// `hosting-contract/playwright`: fixtures for projects that test with Playwright.

import type * as Playwright from '@playwright/test';
import type { Persona } from '../src/server/mock-definition.ts';
import { type MockedUrls, mockedUrlsAt } from './parts/base-url.ts';
import type { PersonaName, Served } from './parts/mock.ts';
import type { MockWorld } from './parts/mock-world.ts';
import {
  type MockFixtures,
  openTestMock,
  type TestMockOptions,
  worldFixtures,
} from './parts/test-fixtures.ts';

/** Options of `createMockTest`: the options of `createMock`, `vary` and `apiUrl`. */
export type PlaywrightOptions = TestMockOptions & {
  /**
   * The base URL of the API that the pages under test call, such as `https://api.example/v1`. Requests of a test's
   * pages to this URL are redirected to the test's world. Default: no redirection.
   */
  apiUrl?: string;
};

/** The fixtures that `createMockTest` adds to Playwright's `test`. */
export type PlaywrightFixtures = Omit<MockFixtures, 'mock'> & {
  /** This test's own world, with its base URL over HTTP: `http://127.0.0.1:49152/w/test-1/v1`. */
  mock: MockWorld & { readonly baseUrl: string };
  /** Sends requests to this test's world: `api.get('customers', { headers })`. */
  api: Playwright.APIRequestContext;
  /** Signs pages in without a login form: `await signIn('owner', { key: 'token' })` before `page.goto`. */
  signIn: SignIn;
};

/** The mock that the tests of one Playwright worker process share. */
type Platform = Awaited<ReturnType<typeof openTestMock>> & { served: Served };
type Shared = { platform: Platform };

/** Playwright's `test` with the fixtures of the mock. */
export type MockTest = Playwright.TestType<
  Playwright.PlaywrightTestArgs & Playwright.PlaywrightTestOptions & PlaywrightFixtures,
  Playwright.PlaywrightWorkerArgs & Playwright.PlaywrightWorkerOptions & Shared
>;

/**
 * Creates a Playwright `test` whose fixtures give every test its own copy of one world, on a port of this machine.
 * @param options the options of `createMock` and `apiUrl`; here `clock` defaults to `frozen` and `limits` to `off`
 * @throws Error with one line when `apiUrl` is not a base URL; an invalid option of the mock makes the first test
 * fail instead
 */
export function createMockTest({ apiUrl, ...options }: PlaywrightOptions = {}): MockTest {
  const urls = apiUrl === undefined ? undefined : mockedUrlsAt(apiUrl);
  return playwrightApi().test.extend<PlaywrightFixtures, Shared>({
    platform: [
      async ({ playwright: _ }, use) => {
        const opened = await openTestMock(options);
        await use({ ...opened, served: await opened.mock.listen() });
        await opened.mock.close();
      },
      { scope: 'worker' },
    ],
    mock: async ({ platform: { mock, served, worldOf } }, use, { testId, retry }) => {
      const world = mock.worlds.create({ name: `test-${testId}-${retry}` });
      const baseUrl = served.baseUrlOf(world.name);
      await use(Object.create(worldOf(world), { baseUrl: { value: baseUrl, enumerable: true } }));
      mock.worlds.delete(world.name);
    },
    ...worldFixtures,
    api: async ({ playwright, mock }, use) => {
      const extraHTTPHeaders = { 'x-mock-world': mock.name };
      const context = await playwright.request.newContext({ baseURL: `${mock.baseUrl}/`, extraHTTPHeaders });
      await use(context);
      await context.dispose();
    },
    context: async ({ context, mock, platform: { app, served } }, use) => {
      await context.route(
        (url) => url.origin === served.origin,
        (route) => route.continue({ headers: { ...route.request().headers(), 'x-mock-world': mock.name } }),
      );
      if (urls) await routeToMock(context, urls, app, mock.name);
      await use(context);
    },
    signIn: async ({ context, mock }, use) => use(createSignIn(context, mock)),
  });
}

// Redirects the API requests of pages to a world of the mock. When a request meets an injected transport fault, the
// page sees a reset connection.
async function routeToMock(
  context: Playwright.BrowserContext,
  urls: MockedUrls,
  app: Platform['app'],
  world: string,
): Promise<void> {
  await context.route(
    (url) => urls.matches(url.href),
    async (route) => {
      const webRequest = route.request();
      const headers = Object.entries(await webRequest.allHeaders()).filter(([name]) => !name.startsWith(':'));
      const body = webRequest.postDataBuffer();
      const request = new Request(webRequest.url(), {
        method: webRequest.method(),
        headers: [...headers, ['x-mock-world', world]],
        ...(body && { body: new Uint8Array(body) }),
      });
      try {
        const reply = await urls.answer(app, request);
        await route.fulfill({
          status: reply.status,
          headers: Object.fromEntries(reply.headers),
          body: Buffer.from(await reply.arrayBuffer()),
        });
      } catch {
        await route.abort('connectionreset');
      }
    },
  );
}

// Loads @playwright/test from the user's project, synchronously, because test files may be CommonJS modules. Throws
// Error with one line that says how to install @playwright/test
function playwrightApi(): typeof Playwright {
  const load = process.getBuiltinModule('module').createRequire(import.meta.url);
  try {
    return load('@playwright/test');
  } catch (error) {
    if (!(error instanceof Error) || !/Cannot find (package|module) '@playwright\/test'/.test(error.message))
      throw error;
    const missing = new Error(
      'hosting-contract/playwright needs @playwright/test in your project: npm install -D @playwright/test',
    );
    missing.stack = missing.message;
    throw missing;
  }
}

/** `createMockTest()` with its defaults: every test gets a copy of the demo world. */
export const test: MockTest = createMockTest();

/** Options of `signIn`: where and how the page under test stores its session. */
export type SignInOptions = {
  /** The storage key of the session. Default: `token`. */
  key?: string;
  /** The browser storage that the page uses. Default: `localStorage`. */
  storage?: 'localStorage' | 'sessionStorage';
  /** Builds the text that is stored for a persona. Default: the persona's token. */
  value?: (persona: Persona) => string;
};

/**
 * Signs the pages of a test in as a persona (default: `owner`). Call it before the page opens.
 * @throws Error when the persona has no token
 */
export type SignIn = (persona?: PersonaName, options?: SignInOptions) => Promise<void>;

/** What `signIn` uses of Playwright's browser context. */
type InitScripts = { addInitScript(script: (session: Session) => void, session: Session): Promise<unknown> };
type Session = { key: string; text: string; storage: 'localStorage' | 'sessionStorage' };

/** Creates the `signIn` fixture for a browser context and a world. */
function createSignIn(context: InitScripts, { personas }: Pick<MockWorld, 'personas'>): SignIn {
  return async (name = 'owner', { key = 'token', storage = 'localStorage', value } = {}) => {
    const persona: Persona | undefined = personas[name];
    const text = persona && (value ? value(persona) : persona.token);
    if (text === undefined)
      throw new Error(
        `The persona ${name} has no token to sign a page in with: choose another persona, give a value, or use the login form of the page.`,
      );
    await context.addInitScript(
      ({ key, text, storage }) => {
        const page = globalThis as unknown as Record<string, Map<string, string> & Record<string, string>>;
        const [stored, tab] = [page[storage], page.sessionStorage];
        // The session is written once per tab, so that a page that signs out stays signed out.
        if (!stored || !tab || tab['hosting-mock signed in'] === key) return;
        tab['hosting-mock signed in'] = key;
        stored[key] = text;
      },
      { key, text, storage },
    );
  };
}
