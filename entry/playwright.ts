// `hosting-contract/playwright`: what a project that tests with Playwright adds to its test files.
export {
  createMockTest,
  type MockTest,
  type PlaywrightFixtures,
  type PlaywrightOptions,
  test,
} from './parts/playwright-test.ts';
export type { SignIn, SignInOptions } from './parts/sign-in.ts';
