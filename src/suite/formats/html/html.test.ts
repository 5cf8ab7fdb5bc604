// Tests the HTML report in Chromium, which loads it from a file without a network.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Browser, chromiumPath, type Page, testChromium } from '../../../../tools/testing/chromium.ts';
import { whole } from '../../../../tools/testing/sampled.ts';
import { findingsOf, summarise } from '../../report/findings/findings.ts';
import type { Report } from '../../report/report.ts';
import { HOSTILE, mixedReport } from '../../testing/mixed-report.ts';
import { formatReport } from '../formats.ts';

// Chromium is required in CI; elsewhere the tests are skipped when it is not installed.
const missing = chromiumPath() === undefined && process.env.CI === undefined;

describe.skipIf(missing)('in Chromium (skipped where it is not installed: apt-get install chromium)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await testChromium();
  });

  /**
   * Opens a report as a file in Chromium.
   * @returns the page, and the errors and network requests that the page causes
   */
  async function open(report: Report, hash = ''): Promise<{ page: Page; problems: string[] }> {
    const file = join(mkdtempSync(join(tmpdir(), 'hc-page-')), 'report.html');
    writeFileSync(file, formatReport('html', report, { colour: false, source: 'report.json' }));
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => problems.push(message.text()));
    page.on('request', (request) => {
      if (!/^(file|data):/.test(request.url())) problems.push(`it asked for ${request.url()}`);
    });
    await page.goto(`${pathToFileURL(file)}${hash}`);
    return { page, problems };
  }

  test('scripts and images in replies of the target are shown as text', async () => {
    const { page, problems } = await open(await mixedReport(HOSTILE));
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('main img, main script').count()).toBe(0);
    const first = page.locator('.finding').first();
    await first.locator('.exchanges summary').click();
    expect(await first.locator('.exchange pre').first().textContent()).toBe(HOSTILE);
    expect(problems).toEqual([]);
  });

  test('the content security policy of the page blocks every resource and every request', async () => {
    const { page, problems } = await open(await mixedReport());
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.hacked = 1' }))",
    );
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'out', () => 'kept in')")).toBe(
      'kept in',
    );
    await expect.poll(() => problems.join('\n')).toContain('Content Security Policy');
  });

  test('findings come first in the page, with requirement, expected, actual, request and replay line', async () => {
    const { page } = await open(await mixedReport());
    const first = page.locator('.finding').first();
    for (const text of [
      'customers/readable',
      'The target must hand out a customer it created.',
      'Test: A customer can be read.',
      "curl -i 'http://127.0.0.1/v1/customers/",
      'npx hosting-contract conform replay customers/readable --from report.json',
    ]) {
      expect(await first.textContent()).toContain(text);
    }
    expect(await first.locator('.expected dd').textContent()).toBe('200');
    expect(await first.locator('.actual dd').textContent()).toBe('500');
    expect(await page.locator('h1').textContent()).toBe('nonconformant http://127.0.0.1/v1');
  });

  test('the filters narrow findings and results, also by keyboard, and show how many remain', async () => {
    const { page, problems } = await open(await mixedReport());
    await page.keyboard.press('/');
    await page.keyboard.type('readable');
    const results = page.locator('tr.result:visible');
    await expect.poll(() => page.locator('output').textContent()).toBe('1 finding and 3 of 11 results');
    expect(await results.count()).toBe(3);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 warn' }).click();
    await expect.poll(() => page.locator('.finding:visible h3').allTextContents()).toEqual(['warn soft']);
    expect(await results.count()).toBe(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Level').selectOption('observe');
    await expect.poll(() => results.locator('.id').allTextContents()).toEqual(['look']);
    expect(problems).toEqual([]);
  });

  test('a link to a finding or to a folded result scrolls to its target and unfolds it', async () => {
    const report = await mixedReport();
    const finding = await open(report, '#customers%2Freadable');
    await finding.page.waitForFunction('document.activeElement.id === "customers/readable"');
    const { page } = await open(report, '#result%3Afaulty');
    const row = page.locator('[id="result:faulty"]');
    await row.waitFor({ state: 'visible' });
    expect(await row.textContent()).toContain('oops');
  });

  test('the copy button copies the whole command line', async () => {
    const { page } = await open(await mixedReport());
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const command = page.locator('.finding').first().locator('.command').first();
    await command.getByRole('button').click();
    await command.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      await command.locator('code').textContent(),
    );
  });

  if (whole)
    test('a report with hundreds of results and findings opens and filters without an error', async () => {
      const length = whole ? 1000 : 200;
      const report = await mixedReport(HOSTILE);
      const [model] = report.results.filter(({ verdict }) => verdict === 'fail');
      if (!model) throw new Error('The run has no finding.');
      const results = Array.from({ length }, (_, at) => ({ ...model, id: `customers/many-${at}` }));
      const findings = results.flatMap((one) => findingsOf([one]));
      const many = { ...report, results, findings, summary: summarise(results) };
      const { page, problems } = await open(many);
      expect(await page.locator('.finding').count()).toBe(length);
      await page.locator('[name=text]').fill('many-17');
      await expect
        .poll(() => page.locator('output').textContent())
        .toBe(`11 findings and 11 of ${length} results`);
      expect(problems).toEqual([]);
    });

  if (whole)
    test('heading levels have no gaps, and every field and table has a name', async () => {
      const { page } = await open(await mixedReport());
      const levels: number[] = await page.evaluate(
        "[...document.querySelectorAll('h1, h2, h3, h4, h5')].map(({ localName }) => Number(localName[1]))",
      );
      expect(levels[0]).toBe(1);
      for (const [at, level] of levels.entries())
        expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
      const nameless = 'label :is(input, select)';
      expect(await page.locator('form :is(input, select)').count()).toBe(
        await page.locator(nameless).count(),
      );
      expect(await page.locator('thead th:not([scope])').count()).toBe(0);
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
    });

  test('every text has enough contrast with its background, light and dark', async () => {
    const { page } = await open(await mixedReport());
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(FAINT), colorScheme).toEqual([]);
    }
  });
});

/** A script for the page that returns the texts whose contrast is below 4.5 (WCAG 2.2, 1.4.3). */
const FAINT = `(() => {
  const parts = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (text) => {
    const [r, g, b] = parts(text).map((x) => { const c = x / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if ((parts(backgroundColor)[3] ?? 1) > 0) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  return [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && [...one.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())).flatMap((one) => {
    const [a, b] = [light(getComputedStyle(one).color), light(ground(one))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    return contrast < 4.5 ? [one.className + ' ' + one.textContent.slice(0, 40) + ' ' + contrast.toFixed(2)] : [];
  });
})()`;
