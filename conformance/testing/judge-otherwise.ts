// Runs the whole suite against a second server in this process, on a clock that never waits.
import { virtualClock } from '../../src/suite/clock.ts';
import { conform, type Report } from '../../src/suite/conform.ts';
import type { Mode } from '../../src/suite/define.ts';
import { catalogue } from '../index.ts';
import { createOtherwise, type Options } from './otherwise.ts';

export type Manner = {
  /** false: the target file says nothing about its bodies and values, only who may call */
  told?: boolean;
  mode?: Mode;
  /** whether its webhooks are tried with a receiver, which takes real time */
  deliveries?: boolean;
  /** milliseconds that its clock is ahead of ours */
  ahead?: number;
  /** whose time its `Date` tells; left out: it has none */
  dated?: 'its own' | 'ours';
};

/** The report on a second server with these switches. */
export async function judgeOtherwise(
  switches: Partial<Options> = {},
  { told = true, mode = 'full', deliveries = false, ahead = 0, dated }: Manner = {},
): Promise<Report> {
  const clock = virtualClock(Date.UTC(2026, 10, 20, 8));
  const server = createOtherwise(switches, () => clock.now() + ahead, clock.sleep);
  const fetch = async (request: Request): Promise<Response> => {
    const { status, headers, body } = await server.fetch(request);
    const time = clock.now() + (dated === 'its own' ? ahead : 0);
    const all = new Headers(headers);
    if (dated !== undefined) all.set('Date', new Date(time).toUTCString());
    return new Response(body, { status, headers: all });
  };
  return conform({
    catalogue,
    clock,
    fetch,
    seed: 7,
    runId: 'hc-otherwise',
    mode,
    allow: ['rate-limit-burst', ...(deliveries ? ['webhooks' as const] : [])],
    target: {
      baseUrl: 'http://127.0.0.1:1/shop/v1',
      credentials: server.credentials,
      capabilities: server.capabilities,
      ...(told ? { bodies: server.bodies, values: server.values } : {}),
      lag: { read: `${switches.readLag ?? 0}ms`, revocation: `${switches.revocationLag ?? 0}ms` },
    },
  });
}
