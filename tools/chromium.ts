// Starts the Chromium that is installed on this machine, for tests and screenshots of web pages.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

export type { Browser, Page } from 'playwright-core';

/** How long an action, a navigation or a wait in a page may take, in ms, also on a machine with much load. */
const PATIENCE_MS = 100_000;

/** Flags for machines without a display, with which pages share processes: that takes a tenth less processor time. */
export const CHROMIUM_FLAGS: readonly string[] = [
  ...['--no-sandbox', '--disable-dev-shm-usage', '--in-process-gpu'],
  ...['--renderer-process-limit=2', '--disable-site-isolation-trials'],
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Returns the path of the first Chromium found on the PATH or in /usr/bin; undefined when there is none. */
export function chromiumPath(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(runnable);
}

/**
 * Starts Chromium.
 * @param flags further command-line flags: `--host-resolver-rules=MAP evil.example 127.0.0.1`
 * @throws Error when Chromium is not installed; `chromiumPath` tells whether it is
 */
export async function openChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined)
    throw new Error('There is no Chromium on this machine: install the package `chromium`.');
  const args = [...CHROMIUM_FLAGS, ...flags];
  const browser = await chromium.launch({ executablePath, args, timeout: PATIENCE_MS });
  const newContext = browser.newContext.bind(browser);
  // `newPage` of a browser opens a context, too.
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

function runnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
