// The platform of `cope`: a mock in this process that speaks as a lawful deployment, with a new world for each run.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { hostingMock } from '../mocks/index.ts';
import { variedMock } from '../mocks/vary.ts';
import { matchRoute } from '../src/contract/operations.ts';
import { mountControl } from '../src/control/mount-control.ts';
import { explainRequest } from '../src/control/request-log/explain.ts';
import { requestDetail } from '../src/control/request-log/request-summary.ts';
import { deliverWebhooks } from '../src/control/webhook-delivery/outbox.ts';
import type { SentRequest, StartPlatform } from '../src/cope/platform.ts';
import { type App, createApp, type WorldServer } from '../src/server/app.ts';
import type { AppOptions } from '../src/server/app-options.ts';
import { recordCoverage } from '../src/server/contract-coverage.ts';
import type { Reply } from '../src/server/http/call.ts';
import type { Persona } from '../src/server/mock-definition.ts';
import type { LoggedRequest } from '../src/server/request-log.ts';
import { shortLine } from '../src/suite/model/text.ts';
import { environmentOf } from './mock-environment.ts';

/**
 * Returns the function that starts a mock for a run. All mocks have one port, on which a dev server can rely.
 * @param options the folder `coverage` gets the counts of the runs without a variation
 */
export function mockPlatform({
  coverage,
  ...options
}: Pick<AppOptions, 'seed' | 'world'> & { coverage?: string }): StartPlatform {
  let port = 0;
  return async (choices) => {
    const varied = choices.length === 0 ? null : variedMock(choices.join(','));
    const app = createApp(hostingMock, { ...options, ...varied?.options });
    if (coverage !== undefined && varied === null) recordCoverage(app, coverage);
    mountControl(app, { token: null, loopback: true });
    varied?.attach(app);
    shortenWaits(app as unknown as App);
    const requests = recordRequests(app as unknown as App);
    const server = await app.listen({ port });
    ({ port } = server);
    deliverWebhooks(app, 'loopback');
    const described: Record<string, unknown> = {
      credentials: structuredClone(app.personas),
      values: { ...app.values },
    };
    varied?.describe(described);
    return {
      env: {
        ...environmentOf(server.origin, described.credentials as Record<string, Persona>),
        HOSTING_CONTRACT_VARY: choices.join(','),
      },
      requests: () => requests,
      close: () => app.close(),
    };
  };
}

/** How long a request over a limit of requests a minute has to wait, in seconds: tests cannot wait for a minute. */
const MAX_WAIT = 2;
const MINUTE = 60;
const NO_REQUESTS = { window: -1, used: [], waiting: [] };

/** Makes waits for the limit of requests a minute short, as a platform may that counts in shorter windows. */
function shortenWaits(app: App): void {
  const forget = (): void => {
    for (const { deps } of app.worlds.list()) deps.limiter.restore(NO_REQUESTS);
  };
  let isPending = false;
  const shorten = (reply: Reply): void => {
    const wait = Number(reply.headers['Retry-After']);
    if (reply.status !== 429 || !(wait > MAX_WAIT && wait <= MINUTE)) return;
    const short = String(MAX_WAIT);
    Object.assign(reply.headers, { 'Retry-After': short, 'RateLimit-Reset': short });
    if (typeof reply.body === 'string') {
      reply.body = reply.body.replaceAll(/\d+(?= seconds)|(?<="retry_after":)\d+/g, short);
      if (reply.headers['Content-Length'] !== undefined)
        reply.headers['Content-Length'] = String(Buffer.byteLength(reply.body));
    }
    if (isPending) return;
    isPending = true;
    setTimeout(
      () => {
        isPending = false;
        forget();
      },
      MAX_WAIT * 1000 - 50,
    ).unref();
  };
  app.intercept(async (call, next) => {
    const reply = await next(call);
    shorten(reply);
    return reply;
  });
}

/** Records the requests of all worlds of an app, without those of tools such as the console. */
function recordRequests(app: App): SentRequest[] {
  const all: SentRequest[] = [];
  app.worlds.observe((worldServer) =>
    worldServer.deps.requests.onAdd((logged) => {
      if (logged.context.call.headers['x-mock-tool'] === undefined)
        all.push(sentRequest(worldServer, logged));
    }),
  );
  return all;
}

function sentRequest(worldServer: WorldServer, logged: LoggedRequest): SentRequest {
  const { context, reply, sent } = logged;
  const { call } = context;
  // A reply that the variation gives in place of the mock has no plan.
  const operation = matchRoute(call.method, call.path.replace(/^\/v1/, ''))?.operation ?? null;
  const text = sent === null ? '' : new TextDecoder().decode(sent);
  return {
    arrived: context.arrivedAt,
    replied: performance.now(),
    caller: `${worldServer.name} ${call.headers.authorization ?? call.address} ${call.headers['user-agent'] ?? ''}`,
    operation: operation?.id ?? null,
    takesKey: (operation?.idempotency ?? null) !== null,
    key: call.headers['idempotency-key'] ?? null,
    method: call.method,
    url: `${call.path}${call.query === '' ? '' : `?${call.query}`}`,
    body: text,
    status: reply.status,
    isClosed: reply.transportFault !== undefined,
    get retryAfter() {
      const value = Object.entries(reply.headers).find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
      return value === undefined ? null : Number(value);
    },
    hasEffect: context.commit !== null && reply.headers['Idempotent-Replayed'] === undefined,
    varied: context.varied.map(({ freedom }) => freedom),
    replyText: () => replyText(reply),
    show: (choices) => shown(worldServer, logged, choices),
  };
}

const MAX_BODY = 1500;

/** The freedoms that a client reads from the headers of a reply. */
const OF_HEADERS =
  /^(media-type|header-case|further-headers|encoding|limit-headers|limits|reset|early-limits)=/;

/** Returns the text of a reply as the client reads it, decoded; empty for a file. */
function replyText({ body, headers }: Reply): string {
  if (typeof body === 'string') return body;
  const encoding = Object.entries(headers).find(([name]) => /^content-encoding$/i.test(name))?.[1];
  const decode = { gzip: gunzipSync, br: brotliDecompressSync }[String(encoding)];
  return decode && body instanceof Uint8Array ? decode(body).toString() : '';
}

function shown(worldServer: WorldServer, logged: LoggedRequest, choices: readonly string[]): string {
  const { method, url, persona, status, varied, request, reply } = requestDetail(worldServer, logged);
  const { sentence } = explainRequest(worldServer, logged);
  const { transportFault } = logged.reply;
  const body = (value: unknown): string =>
    shortLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), MAX_BODY);
  return [
    `${method} ${url}${persona === null ? '' : ` as ${persona}`}`,
    ...(request.body === null ? [] : [`request: ${body(request.body)}`]),
    transportFault ? 'reply: none, the connection was closed' : `reply: ${status} ${body(reply.body)}`,
    ...(choices.some((choice) => OF_HEADERS.test(choice))
      ? [
          `headers: ${Object.entries(reply.headers)
            .map((pair) => pair.join(': '))
            .join('; ')}`,
        ]
      : []),
    ...(sentence === '' || (logged.context.plan === null && varied.length > 0)
      ? []
      : [`reason: ${sentence}`]),
    ...(varied.length === 0 ? [] : [`varied: ${varied.join(', ')}`]),
  ].join('\n');
}
