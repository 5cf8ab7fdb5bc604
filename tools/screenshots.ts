// npm run screenshots: takes the screenshots of the documentation with Chromium, from a run of the suite that is the
// same every time. The pictures show names in many scripts: install the fonts `fonts-noto-core` and `fonts-noto-cjk`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defectById } from '../conformance/defects/index.ts';
import { catalogue } from '../conformance/index.ts';
import { hostingMock } from '../mocks/index.ts';
import { formatReport } from '../src/suite/formats/formats.ts';
import { conform, type Report } from '../src/suite/run/conform.ts';
import { type AnyContent, createMutantMock } from './bite/mutant-mock.ts';
import { mockClock, mockTransport, targetConfig } from './bite/target.ts';
import { type Browser, openChromium, type Page } from './chromium.ts';
import { animatedPng } from './screenshots/animation.ts';
import {
  CONSOLE_PICTURES,
  consolePage,
  docsPage,
  firstLook,
  shopPage,
  startConsoleMock,
  terminalPage,
} from './screenshots/pages.ts';

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
/** Ids of the defects in the platform that the screenshots show. */
const WRONG = [
  'validation/billing-cycle-accepted[01_year]',
  'billing/foreign-record-answered[downloadInvoicePdf]',
  'billing/payment-above-due-accepted',
];
/** Maximum size of a screenshot in bytes. */
const LARGEST = 220_000;

for (const language of ['ar', 'ja', 'zh']) {
  if (execFileSync('fc-list', [`:lang=${language}`], { encoding: 'utf8' }) === '')
    throw new Error(
      'The pictures would show boxes: install the packages fonts-noto-core and fonts-noto-cjk.',
    );
}
const consoleMock = await startConsoleMock();
const report = await wrongRun();
const html = formatReport('html', report, { colour: false, source: 'report.json' });
const said = formatReport('console', report, { colour: true, columns: 130, source: 'report.json' });
mkdirSync(folder, { recursive: true });
const browser = await openChromium([consoleMock.flag]);
try {
  for (const { name, scheme, width, ...view } of CONSOLE_PICTURES)
    await picture(browser, `${name}.png`, consolePage(view), { scheme, width, height: 800 });
  await picture(browser, 'report-light.png', html, { scheme: 'light', width: 1180, height: 1080 });
  await picture(browser, 'report-dark.png', html, { scheme: 'dark', width: 1180, height: 1080 });
  await picture(browser, 'docs.png', docsPage, { scheme: 'light', width: 1440, height: 860 });
  await picture(browser, 'shop.png', shopPage(consoleMock), { scheme: 'light', width: 1000, height: 860 });
  const moving = animatedPng(await firstLook(browser, consoleMock));
  writeFileSync(new URL('first-look.png', `file://${folder}`), moving);
  console.log(`docs/images/first-look.png: ${Math.round(moving.length / 1024)} KB`);
  const lines = `$ npx hosting-contract conform https://staging.example/v1 --config target.json --mode full\n\n${said}`;
  await picture(browser, 'console.png', terminalPage(lines), { scheme: 'dark', width: 1180, height: 760 });
} finally {
  await browser.close();
  await consoleMock.close();
}

async function wrongRun(): Promise<Report> {
  const plants = WRONG.map((id) => {
    const found = defectById(id);
    if (!found) throw new Error(`There is no defect ${id}.`);
    return found.inject;
  });
  const options = { seed: 1, world: 'demo', clock: 'frozen', fault: () => {} } as const;
  const mock = createMutantMock(hostingMock as unknown as AnyContent, options, plants);
  const target = { ...targetConfig(mock), baseUrl: 'https://staging.example/v1' };
  const report = await conform({
    target,
    catalogue,
    mode: 'full',
    seed: 1,
    runId: 'hc-pictures',
    transport: mockTransport(mock, target.baseUrl),
    clock: mockClock(mock),
  });
  return { ...report, called: { config: 'target.json' } };
}

// Takes a screenshot and writes it to docs/images/. `page`: the HTML of the page, or a function that opens the page in
// a browser tab.
async function picture(
  browser: Browser,
  name: string,
  page: string | ((tab: Page) => Promise<void>),
  { scheme, width, height }: { scheme: 'light' | 'dark'; width: number; height: number },
): Promise<void> {
  const tab = await browser.newPage({ colorScheme: scheme, viewport: { width, height } });
  await (typeof page === 'string' ? tab.setContent(page) : page(tab));
  const png = await tab.screenshot({ animations: 'disabled' });
  await tab.close();
  if (png.length > LARGEST) throw new Error(`${name} has ${png.length} bytes, more than ${LARGEST}.`);
  writeFileSync(new URL(name, `file://${folder}`), png);
  console.log(`docs/images/${name}: ${Math.round(png.length / 1024)} KB`);
}
