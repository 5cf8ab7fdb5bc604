// Runs the whole suite against a reference server in this process, on a virtual clock.
import { virtualClock } from '../../src/suite/model/clock.ts';
import type { Mode } from '../../src/suite/model/define.ts';
import { type CredentialName, credentialNames } from '../../src/suite/model/target.ts';
import { conform, type Report } from '../../src/suite/run/conform.ts';
import { catalogue } from '../index.ts';
import { createReferenceServer, type Options } from './reference-server.ts';

export type ReferenceRunOptions = {
  /** whether the target file contains request bodies and values besides the credentials; default true */
  describesBodies?: boolean;
  mode?: Mode;
  /** the credentials in the target file; default all */
  credentials?: readonly CredentialName[];
  /** prefixes of the ids of the checks to run; default all */
  only?: readonly string[];
  /** the most requests of a burst; default 700 */
  burstMax?: number;
  /** whether the server delivers webhooks to the suite's receiver, in real time; default false */
  deliveries?: boolean;
  /** how far the server's clock is ahead of the suite's clock, in milliseconds; default 0 */
  clockAheadMs?: number;
  /**
   * whose clock the `Date` header shows: the server's own or the suite's ('ours'); without this option the header is
   * missing
   */
  dateHeader?: 'its own' | 'ours';
};

/** Runs the suite against a reference server with the given options and returns the report. */
export async function runAgainstReference(
  switches: Partial<Options> = {},
  {
    describesBodies = true,
    mode = 'full',
    deliveries = false,
    clockAheadMs = 0,
    dateHeader,
    burstMax,
    only = [],
    credentials = credentialNames,
  }: ReferenceRunOptions = {},
): Promise<Report> {
  const clock = virtualClock(Date.UTC(2026, 10, 20, 8));
  const server = createReferenceServer(switches, () => clock.now() + clockAheadMs, clock.sleep);
  const fetch = async (request: Request): Promise<Response> => {
    const { status, headers, body } = await server.fetch(request);
    const time = clock.now() + (dateHeader === 'its own' ? clockAheadMs : 0);
    const all = new Headers(headers);
    if (dateHeader !== undefined) all.set('Date', new Date(time).toUTCString());
    return new Response(body, { status, headers: all });
  };
  return conform({
    catalogue,
    clock,
    fetch,
    seed: 7,
    runId: 'hc-otherwise',
    mode,
    only,
    ...(burstMax === undefined ? {} : { burstMax }),
    allow: ['rate-limit-burst', ...(deliveries ? ['webhooks' as const] : [])],
    target: {
      baseUrl: 'http://127.0.0.1:1/shop/v1',
      credentials: Object.fromEntries(
        credentials.flatMap((name) => (server.credentials[name] ? [[name, server.credentials[name]]] : [])),
      ),
      capabilities: server.capabilities,
      ...(describesBodies ? { bodies: server.bodies, values: server.values } : {}),
      lag: { read: `${switches.readLag ?? 0}ms`, revocation: `${switches.revocationLag ?? 0}ms` },
    },
  });
}
