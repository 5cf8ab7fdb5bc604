// The Chromium of the tests of a worker: it is started once, because a start takes a second of processor time.
import { type Browser, openChromium } from '../chromium.ts';

export { type Browser, chromiumPath, type Page } from '../chromium.ts';

let browser: Promise<Browser> | undefined;

/**
 * Returns the browser, which ends with the process; tests close the pages and contexts that they open. The name
 * insecure.example, which is no secure context, leads to this machine.
 */
export function testChromium(): Promise<Browser> {
  browser ??= openChromium(['--host-resolver-rules=MAP insecure.example 127.0.0.1']);
  return browser;
}
