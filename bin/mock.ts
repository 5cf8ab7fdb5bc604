// `hosting-contract mock`: starts the server, says where it is and who may call it, and stops when asked.
import { hostingMock } from '../mocks/index.ts';
import { validateValue } from '../src/contract/validate.ts';
import { mountControl } from '../src/control/mount-control.ts';
import { openOutbox } from '../src/control/outbox.ts';
import { createApp } from '../src/server/app.ts';
import { runContained } from '../src/server/background.ts';
import { type MockFlags, parseFast } from './mock-flags.ts';
import { createMockOutput } from './mock-output.ts';

/** How to serve what well-formed arguments ask for; null when they ask for help, or are not well-formed. */
export function prepareServe(args: readonly string[]): (() => Promise<void>) | null {
  const flags = parseFast(args);
  return flags && (() => serve(flags));
}

/** Serves until SIGTERM or SIGINT. A start that fails is one line on standard error, and exit 2. */
export async function serve(flags: MockFlags): Promise<void> {
  const report = createMockOutput(flags.log);
  const loopback = isLoopback(flags.host);
  const token = flags.controlToken ?? (loopback || !flags.control ? null : makeToken());
  const worldFile = flags.world.endsWith('.json');
  if (flags.watch && !worldFile && flags.openapi === undefined) exitWithError(WATCH_HELP);
  const files = worldFile ? await import('./world-file.ts') : null;
  const app = startOrExit(() =>
    createApp(hostingMock, {
      seed: flags.seed,
      world: flags.world,
      ...(files && { from: files.readWorldFile(flags.world) }),
      clock: flags.clock,
      errorShape: flags.errorShape,
      limits: flags.limits,
      lifecycle: flags.lifecycle,
      latency: flags.latency,
      // Nobody could look them up.
      requests: { count: flags.control ? flags.requests : 0, bytes: LOGGED_BODY_BYTES },
      ...(flags.limitsAuth !== undefined && { limitsAuth: flags.limitsAuth }),
      ...(flags.cors && { cors: flags.cors }),
      ...(report.logRequest && { log: report.logRequest }),
    }),
  );
  if (flags.openapi !== undefined) {
    const { serveDocumentFile } = await import('./document-watch.ts');
    const refused = (message: string): void => {
      process.stderr.write(`warning: ${message} What was served before still is.\n`);
    };
    const documentListener = flags.watch ? { served: report.redocumented, rejected: refused } : null;
    await serveDocumentFile(app, flags.openapi, documentListener).catch(({ message }: Error) =>
      exitWithError(message),
    );
  }
  if (flags.control) mountControl(app, { token, loopback });
  const tls = flags.tls ? await certificateFor(flags.host) : null;
  const where = { port: flags.port, host: flags.host, ...(tls && { tls }) };
  const server = await app.listen(where).catch((error: unknown) => {
    exitWithError(startErrorMessage(error, flags));
  });
  const reach = flags.webhooksAllowPrivate ? 'any' : loopback ? 'loopback' : 'public';
  const own = (): number[] => app.listening().map(({ port }) => port);
  app.worlds.observe(({ world, deps: { reportFault } }) => {
    const outbox = openOutbox(world, hostingMock, { scope: reach, own, fault: reportFault });
    return { changed: outbox.wake, close: outbox.close };
  });
  stopOn(['SIGTERM', 'SIGINT'], () => app.close());
  if (flags.targetFile !== undefined) {
    const { writeTargetFile } = await import('./mock-target.ts');
    startOrExit(() => writeTargetFile(flags.targetFile ?? '', `${server.origin}/v1`, app));
  }
  if (flags.watch && worldFile) {
    const { watchWorld } = await import('./world-watch.ts');
    const refused = (message: string): void => {
      process.stderr.write(`warning: ${message} The world stays as it is.\n`);
    };
    watchWorld(app, flags.world, { loaded: report.reloaded, rejected: refused });
  }
  surviveUncaught();
  report.printReady({ server, flags: { ...flags, seed: app.seed }, token, personas: app.personas, tls });
  if (flags.open) {
    // The console, where there is one.
    const { status } = await app.fetch(new Request(`${server.origin}/_mock/`));
    openPage(`${server.origin}${status === 200 ? '/_mock/' : '/v1/openapi.json'}`);
  }
  // The validators are large and wait for their first use: they are read while the first caller still makes up its mind.
  const warmUp = runContained(app.worlds.main.deps.reportFault, 'reading the validators', () =>
    validateValue('Error', {}),
  );
  setTimeout(warmUp, WARM_UP_MS).unref();
}

/**
 * The last resort, of this command alone: an error that no callback contains is one line on standard error, and the mock
 * serves on. Such an error is a defect of ours, and callbacks are contained where they are made (`background.ts`). But all
 * worlds are in the memory of this process, and a transaction that throws is undone whole: to go on costs nobody
 * anything, to end costs everybody their state. `createMock` has no such handler: that process is not ours.
 */
function surviveUncaught(): void {
  process.on('uncaughtException', (error: unknown) => {
    const [what = '', where = ''] = String((error instanceof Error && error.stack) || error).split('\n');
    process.stderr.write(
      `error: The mock goes on after an uncaught error; please report it: ${what}${where}\n`,
    );
  });
}

const WATCH_HELP =
  '--watch looks after a file: name it, as in --world world.json --watch, or --openapi openapi.json --watch.';

/** How many bytes of the last requests are remembered. */
const LOGGED_BODY_BYTES = 4_194_304;

/** A certificate for where the mock is to be reached, and its fingerprint as browsers show it. */
async function certificateFor(host: string): Promise<{ key: string; cert: string; fingerprint: string }> {
  const [{ fingerprint }, { createSelfSignedCertificate }] = await Promise.all([
    import('../mocks/documents/certificate.ts'),
    import('../mocks/documents/self-signed-certificate.ts'),
  ]);
  const now = Date.now();
  const names = new Set(['localhost', '127.0.0.1', '::1', ...(ANY_ADDRESS.includes(host) ? [] : [host])]);
  const { key, cert, der } = createSelfSignedCertificate(
    [...names],
    new Date(now - DAY),
    new Date(now + 30 * DAY),
  );
  return {
    key,
    cert,
    fingerprint: fingerprint(der)
      .toUpperCase()
      .replace(/..(?=.)/g, '$&:'),
  };
}

const DAY = 86_400_000;
const ANY_ADDRESS = ['0.0.0.0', '::'];

/** How long after the start the first idle moment is taken to be (ms). */
const WARM_UP_MS = 5;

const OPENERS: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Asks the system to show a URL. That it could not is said on standard error; the mock runs on. */
function openPage(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = process
    .getBuiltinModule('child_process')
    .spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () =>
    process.stderr.write(`No browser could be opened (${command}). Open ${url} yourself.\n`),
  );
  child.unref();
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Not from the seed: whoever knows the seed must not know the way in. */
function makeToken(): string {
  return process.getBuiltinModule('crypto').randomBytes(18).toString('base64url');
}

function startOrExit<A>(make: () => A): A {
  try {
    return make();
  } catch (error) {
    exitWithError(error instanceof Error ? error.message : String(error));
  }
}

function exitWithError(message: string): never {
  process.stderr.write(`error: ${message}\n`);
  process.exit(2);
}

function startErrorMessage(error: unknown, { port, host }: MockFlags): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Choose another with --port ${port === 65_535 ? 4010 : port + 1}, or any free one with --port 0.`;
  }
  if (code === 'EACCES')
    return `Port ${port} may not be opened by this user. Choose one above 1023 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `${host} is no address of this machine. Choose one with --host, such as 127.0.0.1 or 0.0.0.0.`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** How long closing may take before the process ends without it, in ms. */
const LAST = 1500;

/** Drains and ends, well within a second; a second signal ends at once. */
function stopOn(signals: readonly NodeJS.Signals[], close: () => Promise<void>): void {
  let stopping = false;
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      const end = (): never => process.exit(0);
      setTimeout(end, LAST);
      close().then(end, end);
    });
  }
}
