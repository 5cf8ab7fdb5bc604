// Runs the whole suite against a second server in this process, on a clock that never waits.
import { virtualClock } from '../../src/suite/clock.ts';
import { conform, type Report } from '../../src/suite/conform.ts';
import { catalogue } from '../index.ts';
import { createOtherwise, type Options } from './otherwise.ts';

/**
 * The report on a second server with these switches.
 * @param told false: the target file says nothing about its bodies and values, only who may call
 */
export async function judgeOtherwise(switches: Partial<Options> = {}, told = true): Promise<Report> {
  const clock = virtualClock(Date.UTC(2026, 10, 20, 8));
  const server = createOtherwise(switches, clock.now, clock.sleep);
  return conform({
    catalogue,
    clock,
    fetch: server.fetch,
    seed: 7,
    runId: 'hc-otherwise',
    allow: ['rate-limit-burst'],
    target: {
      baseUrl: 'http://127.0.0.1:1/shop/v1',
      credentials: server.credentials,
      // The second server has none of these areas; which others it lacks, its switches say.
      capabilities: {
        tenants: false,
        vps: false,
        support: false,
        webhooks: false,
        'api-keys': false,
        ...server.capabilities,
      },
      ...(told ? { bodies: server.bodies, values: server.values } : {}),
      lag: { read: `${switches.readLag ?? 0}ms`, revocation: `${switches.revocationLag ?? 0}ms` },
    },
  });
}
