// Measures the console: its size, the time until Chromium shows the requests, and what an open console costs the mock.
import { gzipSync } from 'node:zlib';
import { chromiumPath, openChromium, type Page } from '../chromium.ts';
import { buildConsole } from '../console-build.ts';
import { median } from '../median.ts';
import { type Case, type Mock, startMock } from './cases.ts';
import { type LoadFigure, load } from './load.ts';
import type { BenchOptions } from './options.ts';

const ROUNDS = 5;
const LOAD_SECONDS = 3;

/** Prints the figures of the console. */
export async function consoleFigures({ builds }: BenchOptions): Promise<void> {
  const files = await buildConsole();
  const bytes = [...files.values()].reduce((sum, text) => sum + gzipSync(text).length, 0);
  console.log(`\nConsole: ${(bytes / 1000).toFixed(1)} KB with gzip in ${files.size} files`);
  if (chromiumPath() === undefined) {
    console.log('\nThe console is not measured in a browser: install Chromium.');
    return;
  }
  const [build] = builds;
  if (!build) return;
  const mock = await startMock(build);
  try {
    await measure(mock);
  } finally {
    await mock.stop();
  }
}

async function measure(mock: Mock): Promise<void> {
  const { port, token } = mock;
  const url = `http://127.0.0.1:${port}`;
  for (let at = 0; at < 100; at += 1) {
    const reply = await fetch(`${url}/v1/wallet`, { headers: { authorization: `Bearer ${token}` } });
    await reply.arrayBuffer();
  }
  const browser = await openChromium();
  try {
    const paints: number[] = [];
    const useful: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const { paint, rows } = await timeToRows(page, `${url}/#/requests`);
      paints.push(paint);
      useful.push(rows);
      await context.close();
    }
    console.log(
      `First paint ${median(paints).toFixed(0)} ms, the requests in sight ${median(useful).toFixed(0)} ms after the navigation (medians of ${ROUNDS} with an empty cache)`,
    );
    const one: Case = {
      name: 'GET list of 20',
      method: 'GET',
      path: '/v1/customers?per_page=20',
      status: 200,
    };
    const loads: { closed: LoadFigure[]; open: LoadFigure[] } = { closed: [], open: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      loads.closed.push(await load(mock, one, token, LOAD_SECONDS));
      const page = await browser.newPage();
      await timeToRows(page, `${url}/#/requests`);
      loads.open.push(await load(mock, one, token, LOAD_SECONDS));
      await page.close();
    }
    const [closed, open] = [loads.closed, loads.open].map((figures) =>
      median(figures.map(({ rate }) => rate)),
    );
    console.log(
      `${one.name}: ${closed?.toFixed(0)} requests a second with the console closed, ${open?.toFixed(0)} with it open (${(((open ?? NaN) / (closed ?? NaN)) * 100).toFixed(0)} %)`,
    );
    // Chromium competes with the mock for the processor; the CPU time is what the console costs the mock itself.
    const [idle, shown] = [loads.closed, loads.open].map((figures) =>
      median(figures.map(({ cpuUs }) => cpuUs ?? NaN)),
    );
    console.log(
      `${one.name}: ${idle?.toFixed(0)} µs of CPU time of the mock a request with the console closed, ${shown?.toFixed(0)} with it open`,
    );
  } finally {
    await browser.close();
  }
}

/** Opens the page. Returns the times of the first paint and of the first shown request, in ms after the navigation. */
async function timeToRows(page: Page, url: string): Promise<{ paint: number; rows: number }> {
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (!document.querySelector('[role="row"] .badge')) return;
    observer.disconnect();
    requestAnimationFrame(() => { window.rowsShown = performance.now(); });
  }).observe(document, { childList: true, subtree: true });`);
  await page.goto(url);
  // The policy of the page refuses the functions that `waitForFunction` evaluates.
  await page.evaluate(
    'new Promise((done) => { const look = () => window.rowsShown === undefined ? setTimeout(look, 5) : done(); look(); })',
  );
  return (await page.evaluate(`({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    rows: window.rowsShown,
  })`)) as { paint: number; rows: number };
}
