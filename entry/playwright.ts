// `hosting-contract/playwright`: fixtures for projects that test with Playwright.
export {
  createMockTest,
  type MockTest,
  type PlaywrightFixtures,
  type PlaywrightOptions,
  test,
} from './parts/playwright-test.ts';
export type { SignIn, SignInOptions } from './parts/sign-in.ts';
