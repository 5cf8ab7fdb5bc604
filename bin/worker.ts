// `hosting-contract worker`: writes the mock as a service worker, in one file that a page registers.
import { existsSync, readFileSync } from 'node:fs';
import { packageFile, withDocument } from '../src/contract/package.ts';
import { consoleFiles } from '../src/control/page-files.ts';
import { Command, writeText } from './commander.ts';

/** The command `worker`. */
export const worker = new Command('worker')
  .description('write the mock as a service worker: one file, which answers /v1 inside the origin of a page')
  .option('--out <file>', 'where to write; without it the worker goes to standard output')
  .addHelpText(
    'after',
    `
Examples:
  $ hosting-contract worker --out public/hosting-mock.js

  // in the page, before it calls its API at /v1; it returns when the worker answers, also on the first load:
  import { startWorker } from 'hosting-contract/worker';
  const mock = await startWorker({ world: 'demo', limits: 'off' });
  const token = mock.personas.owner.token;

  // in a test, or in the console of the browser:
  await mock.control('POST', '/reset');
  await mock.clock.advance('P1M'); // also faults, arrange

The mock's console is at /__hosting/ of the page's origin; its file, hosting-mock.console.json, is written beside the
worker and loaded when the console is opened.

Without the package in the page: register the file with the settings in its query, /hosting-mock.js?limits=off, and
wait for navigator.serviceWorker.controller (\`ready\` resolves before the worker answers).

Settings: base (/v1), world, seed, clock, limits, limitsAuth, lifecycle, catalogue, errorShape, latency; they mean
what they mean for the mock command. Other settings are another mock. What was
answered is kept in the browser's cache of this origin, and outlives the worker and the page.`,
  )
  .action(async ({ out }: { out?: string }, command: Command) => {
    // The path of the file inside the build, and its path from the sources.
    const file = ['browser/worker.js', 'dist/browser/worker.js']
      .map(packageFile)
      .find((one) => existsSync(one));
    if (file === undefined)
      return command.error('error: the worker is not built yet: run npm run build, then this again.', {
        exitCode: 2,
      });
    const text = withDocument(readFileSync(file, 'utf8'));
    if (!writeText(command, out, text) || out === undefined) return;
    console.error(`${out}: the mock as a service worker, ${Math.round(text.length / 1024)} KiB`);
    const console_ = JSON.stringify(Object.fromEntries(await consoleFiles(false)));
    writeText(command, out.replace(/(?:\.js)?$/, '.console.json'), console_);
  });
