// The platform of `cope`: a mock in this process that speaks as a lawful deployment, with a new world for each run.
import { hostingMock } from '../mocks/index.ts';
import { variedMock } from '../mocks/vary.ts';
import { mountControl } from '../src/control/mount-control.ts';
import { signedForReceivers } from '../src/control/webhook-delivery/delivery-forms.ts';
import { deliverWebhooks } from '../src/control/webhook-delivery/outbox.ts';
import type { SentRequest, StartPlatform } from '../src/cope/platform.ts';
import { type App, createApp } from '../src/server/app.ts';
import type { AppOptions } from '../src/server/app-options.ts';
import { recordCoverage } from '../src/server/contract-coverage.ts';
import type { Reply } from '../src/server/http/call.ts';
import type { Persona } from '../src/server/mock-definition.ts';
import { environmentOf } from './mock-environment.ts';
import { recordRequests } from './sent-requests.ts';

/**
 * Returns the function that starts a mock for a run. All mocks have one port, on which a dev server can rely.
 * @param options the folder `coverage` gets the counts of the runs without a variation
 */
export function mockPlatform({
  coverage,
  ...options
}: Pick<AppOptions, 'seed' | 'world'> & { coverage?: string }): StartPlatform {
  let port = 0;
  return async (choices, only) => {
    const varied = choices.length === 0 ? null : variedMock(choices.join(','), only);
    const app = createApp(hostingMock, { ...options, ...varied?.options });
    if (coverage !== undefined && varied === null) recordCoverage(app, coverage);
    mountControl(app, { token: null, loopback: true });
    varied?.attach(app);
    shortenWaits(app as unknown as App);
    const requests: SentRequest[] = [];
    recordRequests(app as unknown as App, (request) => requests.push(request));
    const server = await app.listen({ port });
    ({ port } = server);
    const deliveries: string[] = [];
    const onSent: Parameters<typeof deliverWebhooks>[2] = ({ url, headers, body }, outcome) => {
      const shown = Object.entries(headers).map((pair) => pair.join(': '));
      if ('status' in outcome) deliveries.push(`POST ${url}\nheaders: ${shown.join('; ')}\nbody: ${body}`);
    };
    // A client refuses a delivery whose time is far from its own.
    deliverWebhooks(app, 'loopback', onSent, signedForReceivers);
    const described: Record<string, unknown> = {
      credentials: structuredClone(app.personas),
      values: { ...app.values },
    };
    varied?.describe(described);
    return {
      env: {
        ...environmentOf(server.origin, described.credentials as Record<string, Persona>),
        HOSTING_CONTRACT_VARY: choices.join(','),
        HOSTING_CONTRACT_VARY_ONLY: only?.join('\n') ?? '',
      },
      requests: () => requests.toSorted((one, other) => one.arrived - other.arrived),
      deliveries: () => deliveries,
      async close() {
        // What still waits is recorded too: its client has given up, or was ended.
        varied?.closeWaiting();
        await new Promise((done) => setImmediate(done));
        await app.close();
      },
    };
  };
}

/** How long a request over a limit of requests a minute has to wait, in seconds: tests cannot wait for a minute. */
const MAX_WAIT = 1;
const MINUTE = 60;
const NO_REQUESTS = { window: -1, used: [], waiting: [] };

// Makes waits for the limit of requests a minute short, as a platform may that counts in shorter windows.
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
