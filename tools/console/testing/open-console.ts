// Opens the console in Chromium, for the story of each view: `openConsole(mock, '#/requests')`.

import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { hostingMock } from '../../../mocks/index.ts';
import type { AccessGuard } from '../../../src/control/access/access-guard.ts';
import { mountControl } from '../../../src/control/mount-control.ts';
import { type App, createApp } from '../../../src/server/app.ts';
import type { AppOptions } from '../../../src/server/app-options.ts';
import { chromiumPath, type Page, testChromium } from '../../testing/chromium.ts';
import { whole } from '../../testing/sampled.ts';

const hasChromium = chromiumPath() !== undefined;
if (!hasChromium) console.warn('The console is not tested: there is no Chromium on this machine.');

/** `test` for stories; skipped on machines without Chromium, except in CI. */
export const story = test.skipIf(!hasChromium && !process.env.CI);

/** A mock that listens on a free port. It is closed after the test. */
export type ConsoleMock = App & { origin: string };

/** Starts a mock with its control API and console; its clock stands at 2026-11-20T08:00:00Z. */
export async function startMock(
  options: AppOptions = {},
  guard: AccessGuard = { token: null, loopback: true },
): Promise<ConsoleMock> {
  const app = createApp(hostingMock, { clock: 'frozen', ...options }) as unknown as App;
  mountControl(app, guard);
  onTestFinished(() => app.close());
  const { origin } = await app.listen();
  return Object.assign(app, { origin });
}

// A script for the page that lets its short messages stay, so that a story on a machine with much load does not miss
// them.
const KEEP_MESSAGES = `const start = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms, ...rest) => start(run, ms >= 4000 ? 600_000 : ms, ...rest);`;

/**
 * Opens the console of a mock in a new page. After the test, the page is closed, and the test fails when the page
 * reported an error or sent a request to another origin.
 * @param hash the view and the item to open, such as `#/requests/req_1`
 * @param options the size of the screen in pixels, and the path of the page: `/`, or `/w/{name}/` for a world
 */
export async function openConsole(
  { origin }: ConsoleMock,
  hash: string,
  { width = 1280, height = 800, path = '/' }: { width?: number; height?: number; path?: string } = {},
): Promise<Page> {
  const context = await (await testChromium()).newContext({
    viewport: { width, height },
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  await context.addInitScript(KEEP_MESSAGES);
  const page = await context.newPage();
  // Errors that the page reported, and requests to other origins.
  const errors: string[] = [];
  onTestFinished(async () => {
    await context.close();
    expect(errors).toEqual([]);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => {
    // The browser reports every reply with an error status, and some stories cause such replies on purpose.
    if (line.type() === 'error' && !/Failed to load resource/.test(line.text())) errors.push(line.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      errors.push(`a request to ${request.url()}`);
  });
  await page.goto(`${origin}${path}${hash}`);
  await page.locator('.app').waitFor();
  return page;
}

/** Presses a button that copies, and returns what it copied. */
export async function copyWith(page: Page, button: string): Promise<string> {
  await page.evaluate("navigator.clipboard.writeText('')");
  await page.getByRole('button', { name: button, exact: true }).click();
  const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(copied).not.toBe('');
  return copied();
}

/**
 * Checks that the page fits into each width, and at every fifth call checks it with axe-core in its present state, light
 * at 1280 and dark at 390 pixels in turns; in `npm run test:whole` at every call, in both appearances at each width.
 * @param widths the widths of the screen to check, in pixels
 */
export async function expectAccessible(page: Page, widths: readonly number[] = [1280, 390]): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  const call = turns++;
  const isAudited = whole || call % 5 === 0;
  if (isAudited && !(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: size.height });
    for (const [at, colorScheme] of APPEARANCES.entries()) {
      if (!isAudited || (!whole && (index !== call % widths.length || at !== index % 2))) continue;
      await page.emulateMedia({ colorScheme });
      const violations = await page.evaluate(RUN_AXE);
      expect(violations, `${width} pixels, ${colorScheme}`).toEqual([]);
    }
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'), {
        message: `horizontal overflow at ${width} pixels`,
      })
      .toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** How often pages were checked in this process. */
let turns = 0;

const APPEARANCES = ['light', 'dark'] as const;

const RUN_AXE = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).join(' | ')))`;
