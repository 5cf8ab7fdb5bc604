// @playwright/test, which a project adds by itself: loaded from there, and asked for in one line where it is missing.
import type * as Playwright from '@playwright/test';

export type { APIRequestContext, BrowserContext, TestType } from '@playwright/test';
export type Args = Playwright.PlaywrightTestArgs & Playwright.PlaywrightTestOptions;
export type WorkerArgs = Playwright.PlaywrightWorkerArgs & Playwright.PlaywrightWorkerOptions;

/**
 * At once, since a project's own tests may be modules of either kind.
 * @throws Error with one line, when @playwright/test is not installed beside this package
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
