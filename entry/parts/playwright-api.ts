// Imports @playwright/test, an optional peer dependency, when the mock's fixtures need it.
import type * as Playwright from '@playwright/test';

export type { APIRequestContext, BrowserContext, TestType } from '@playwright/test';
/** The fixtures that Playwright itself gives a test. */
export type Args = Playwright.PlaywrightTestArgs & Playwright.PlaywrightTestOptions;
/** The fixtures that Playwright itself gives a worker process. */
export type WorkerArgs = Playwright.PlaywrightWorkerArgs & Playwright.PlaywrightWorkerOptions;

/**
 * Loads @playwright/test from the user's project, synchronously, because test files may be CommonJS modules.
 * @throws Error with one line that says how to install @playwright/test
 */
export function playwrightApi(): typeof Playwright {
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
