// `hosting-contract mock`: starts the server, prints its addresses and personas, and stops on a signal.
import { hostingMock } from '../../mocks/index.ts';
import type { LikeMock, VariedMock } from '../../mocks/vary.ts';
import { loadValidatorsAhead } from '../../src/contract/validation/validate.ts';
import { mountControl } from '../../src/control/mount-control.ts';
import { deliverWebhooks } from '../../src/control/webhook-delivery/outbox.ts';
import { type App, createApp } from '../../src/server/app.ts';
import { runContained } from '../../src/server/background.ts';
import { onStop } from '../stop-signals.ts';
import type { MockFlags } from './mock-flags.ts';
import { createMockOutput } from './mock-output.ts';
import { openUpstream } from './upstream.ts';

/**
 * Serves the mock until SIGTERM or SIGINT. If the start fails, prints one line on standard error and exits with code
 * 2.
 */
export async function serve(flags: MockFlags): Promise<void> {
  const report = createMockOutput(flags.log);
  const ready = handleUncaught();
  const loopback = isLoopback(flags.host);
  const token = flags.controlToken ?? (loopback || !flags.control ? null : makeToken());
  const worldFile = flags.world.endsWith('.json');
  if (flags.watch && !worldFile && flags.openapi === undefined) exitWithError(WATCH_HELP);
  const stateModule = flags.state === undefined ? null : await import('./mock-state.ts');
  const state = stateModule && (await stateModule.openState(flags.state ?? '').catch(exitWithReason));
  const recover = state?.main ?? undefined;
  const files = worldFile && recover === undefined ? await import('../world-file.ts') : null;
  const varied = await readVariation(flags);
  const upstream = startOrExit(() => openUpstream(flags, loopback));
  const app = startOrExit(() =>
    createApp(hostingMock, {
      seed: flags.seed,
      ...(recover === undefined ? { world: flags.world } : { recover }),
      ...(files && { from: files.readWorldFile(flags.world) }),
      clock: flags.clock,
      errorShape: flags.errorShape,
      limits: flags.limits,
      lifecycle: flags.lifecycle,
      catalogue: flags.catalogue,
      latency: flags.latency,
      // Without the control API, no caller can read the log of requests or the timeline, so the mock keeps none.
      requests: {
        count: flags.control || flags.coverage !== undefined ? Math.max(flags.requests, 1) : 0,
        bytes: logBytes(flags.requests),
      },
      ...(!flags.control && { timeline: { count: 0, bytes: 0 } }),
      ...(flags.limitsAuth !== undefined && { limitsAuth: flags.limitsAuth }),
      ...varied?.options,
      ...(upstream && { steps: upstream.steps }),
      ...(flags.cors && { cors: flags.cors }),
      ...(report.logRequest && { log: report.logRequest }),
    }),
  );
  if (flags.openapi !== undefined) {
    const { serveDocumentFile } = await import('./document-watch.ts');
    const served = flags.watch ? report.redocumented : null;
    await serveDocumentFile(app, flags.openapi, { allow: flags.allow, served }).catch(exitWithReason);
  }
  if (flags.scenario !== undefined && recover === undefined) {
    const { arrangeAtStart } = await import('../scenario-file.ts');
    await arrangeAtStart(app, flags.scenario).catch(exitWithReason);
  }
  startOrExit(() => upstream?.checkNames());
  const { coverage } = flags;
  if (coverage !== undefined) {
    const { recordCoverage } = await import('../../src/server/contract-coverage.ts');
    startOrExit(() => recordCoverage(app, coverage));
  }
  if (flags.control) mountControl(app, { token, loopback, origins: new Set(flags.cors) });
  const worlds = state && (await state.serve(app as unknown as App).catch(exitWithReason));
  varied?.attach(app);
  Object.assign(app.startedWith, { varied: varied?.choices ?? [], upstream: flags.upstream?.href ?? null });
  if (flags.worlds === 'on-demand') {
    if (!flags.control) exitWithError(WORLDS_HELP);
    const { createWorldsOnDemand } = await import('../../src/control/worlds-on-demand.ts');
    createWorldsOnDemand(app, token, loopback ? new Set(flags.cors) : null);
  }
  const tls = flags.tls ? await certificateFor(flags.host) : null;
  const listenOptions = { port: flags.port, host: flags.host, ...(tls && { tls }) };
  const server = await app.listen(listenOptions).catch((error: unknown) => {
    exitWithError(startErrorMessage(error, flags));
  });
  await upstream?.checkAddress(server.port).catch(exitWithReason);
  if (upstream && !loopback) process.stderr.write(`warning: ${OPEN_UPSTREAM}\n`);
  const scope = flags.webhooksAllowPrivate ? 'any' : loopback ? 'loopback' : 'public';
  deliverWebhooks(app, scope);
  if (worlds) stopOn(() => worlds.close().finally(() => app.close()), MAX_STORE_MS, UNSAVED);
  else stopOn(() => app.close(), MAX_CLOSE_MS);
  if (flags.targetFile !== undefined) {
    const { writeTargetFile } = await import('../mock-target.ts');
    startOrExit(() => writeTargetFile(flags.targetFile ?? '', `${server.origin}/v1`, app, varied?.describe));
  }
  if (flags.output !== undefined) {
    const { environmentOf, writeEnvironmentFile } = await import('../mock-environment.ts');
    const described = { credentials: structuredClone(app.personas), values: { ...app.values } };
    varied?.describe(described);
    const accounts = flags.envAccounts ? environmentOf(server.origin, described.credentials) : {};
    const variables = { [`${flags.envPrefix}API_URL`]: `${server.origin}/v1`, ...accounts };
    startOrExit(() => writeEnvironmentFile(flags.output ?? '', variables));
  }
  if (flags.watch && worldFile) {
    const { watchWorld } = await import('../world-file.ts');
    watchWorld(app, flags.world, report.reloaded);
  }
  const overruled =
    recover !== undefined &&
    stateModule?.overruledFlags(app as unknown as App, flags, state?.description ?? '', process.argv);
  if (overruled) process.stderr.write(`warning: ${overruled}\n`);
  report.printReady({
    server,
    flags: { ...flags, seed: app.seed, world: recover ?? flags.world },
    varied: varied?.choices ?? null,
    upstream: flags.upstream?.href ?? null,
    missing: varied?.missing ?? [],
    token,
    personas: app.personas,
    tls,
    state: state && worlds && (stateModule?.describeRecovery(state.description, worlds) ?? null),
  });
  ready();
  if (flags.control && flags.log === 'pretty' && process.stdin.isTTY) {
    const { readTerminalKeys } = await import('./terminal-keys.ts');
    const quit = (): void => void process.kill(process.pid, 'SIGINT');
    readTerminalKeys({ origin: server.origin, token, fetch: (request) => app.fetch(request), quit });
  }
  if (flags.open) {
    const { openPage } = await import('./open-page.ts');
    // Without the control API there is no console; then open the OpenAPI document.
    openPage(`${server.origin}${flags.control ? '/' : '/v1/openapi.json'}`);
  }
  // The validators are large. They load soon after the start, in parts between which requests are answered, so that
  // the first requests need not wait for them.
  const warmUp = runContained(app.worlds.main.deps.reportFault, 'reading the validators', () => {
    if (loadValidatorsAhead()) setImmediate(warmUp);
  });
  setTimeout(warmUp, WARM_UP_MS).unref();
}

// Handles errors that nothing else has handled. Before the mock is ready, such an error ends the process. Afterwards it
// is a defect of the mock, because every callback handles its own errors (`background.ts`): one line on standard error,
// and the mock goes on serving. To go on is safe, because a transaction that throws is rolled back whole; to exit would
// lose all worlds, which are in the memory of the process. `createMock` installs no such handler, because its process
// belongs to the user.
function handleUncaught(): () => void {
  let isReady = false;
  process.on('uncaughtException', (error: unknown) => {
    if (!isReady) exitWithReason(error);
    const [what = '', where = ''] = String((error instanceof Error && error.stack) || error).split('\n');
    process.stderr.write(
      `error: The mock goes on after an uncaught error; please report it: ${what}${where}\n`,
    );
  });
  return () => {
    isReady = true;
  };
}

const WATCH_HELP = '--watch needs a file: --world world.json --watch, or --openapi openapi.json --watch.';

const WORLDS_HELP = '--worlds on-demand creates worlds by the control API: leave --control off out.';

// Reads the value of `--vary` or `--like`; null without one. `--vary list` prints the freedoms and exits; an unknown
// freedom or value, and a file that tells no forms, exit with code 2.
async function readVariation({
  vary: text,
  like,
}: MockFlags): Promise<(VariedMock & Partial<LikeMock>) | null> {
  if (text === undefined && like === undefined) return null;
  const { likeMock, variedMock, varyList } = await import('../../mocks/vary.ts');
  if (like !== undefined) {
    if (text !== undefined)
      exitWithError('--like and --vary both say how the mock differs: give one of them.');
    const { MAX_STORED_FILE, readJson } = await import('../../src/contract/read-file.ts');
    return startOrExit(() => likeMock(readJson(like, MAX_STORED_FILE))) ?? exitWithError(likeHelp(like));
  }
  if (text === 'list') {
    const { writeSync } = process.getBuiltinModule('fs');
    writeSync(1, `${varyList().join('\n')}\n`);
    process.exit(0);
  }
  return startOrExit(() => variedMock(text ?? ''));
}

const OPEN_UPSTREAM =
  'Whoever reaches this address reaches the upstream through it. Without --host, only this machine does.';

const likeHelp = (file: string): string =>
  `${file} does not tell the form of a deployment (learned.kinds). Write a report of it with: hosting-contract conform <base-url> --report json=report.json; then give report.json, or a target file with the member \`learned\` of it.`;

// Returns the maximum memory of a request log, in bytes: 4 MiB, or 4 KiB a request for a log of more than 1024
// requests.
const logBytes = (requests: number): number => Math.max(4_194_304, requests * 4096);

async function certificateFor(host: string): Promise<{ key: string; cert: string; fingerprint: string }> {
  const { fingerprint, createSelfSignedCertificate } = await import('../../mocks/documents/certificate.ts');
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

/** How long after the start the validators load, in ms. */
const WARM_UP_MS = 5;

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

// Creates a random token for the control API. The token does not derive from the seed, which other people may know.
function makeToken(): string {
  return process.getBuiltinModule('crypto').randomBytes(18).toString('base64url');
}

function startOrExit<A>(start: () => A): A {
  try {
    return start();
  } catch (error) {
    return exitWithReason(error);
  }
}

const exitWithReason = (error: unknown): never =>
  exitWithError(error instanceof Error ? error.message : String(error));

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

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** The longest time that closing the server may take before the process exits, in ms. */
const MAX_CLOSE_MS = 1500;
/** The longest time that storing the worlds and closing the server may take, in ms. */
const MAX_STORE_MS = 1900;

const UNSAVED = 'The worlds were not closed in time: changes of the last requests may not be stored.';

// On the first request to stop, closes the server and exits; on the second, exits at once. `late`: the error when
// closing takes too long; without it, the process then exits as after closing.
function stopOn(close: () => Promise<void>, maxMs: number, late?: string): void {
  onStop(SIGNALS, (isAgain) => {
    if (isAgain) process.exit(1);
    const end = (): never => process.exit(0);
    const fail = (reason: unknown): never => {
      process.stderr.write(`error: ${reason instanceof Error ? reason.message : reason}\n`);
      process.exit(1);
    };
    setTimeout(() => (late === undefined ? end() : fail(late)), maxMs);
    close().then(end, fail);
  });
}
