// Fixtures for the services of orders, and functions that read a service.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { fixture } from '../define.ts';
import { firstService, order, waitForReadLag } from './customers-and-orders.ts';
import { waitUntilStable } from './polling.ts';

/** The pauses between the reads of a new service until the service is ready, in milliseconds. */
const READY_POLL_DELAYS = [4000, 4000, 4000];

const NOT_READY = /pend|provision|creat|setup|setting|queue|install|process|build|start/i;

export const readService = (t: CheckContext, id: string, allowCached = false): Promise<Exchange> =>
  t.as('tenantA').send('getService', { params: { id }, allowCached });

/**
 * Reads a service repeatedly until the service is ready or the pauses are over.
 * @param lastReply the reply that started the provisioning
 */
export const readReadyService = (t: CheckContext, id: string, lastReply?: Exchange): Promise<Exchange> =>
  waitUntilStable(t, (allowCached) => readService(t, id, allowCached), {
    isInProgress: (status) => NOT_READY.test(status),
    delays: READY_POLL_DELAYS,
    lastReply,
  });

/** Reads the first service of the shared order. */
export const service = fixture('service', {
  cost: 1,
  uses: [order],
  async make(t: CheckContext): Promise<{ id: string; reply: Exchange }> {
    const id = firstService(t, await t.use(order));
    await waitForReadLag(t);
    return { id, reply: await readService(t, id) };
  },
});
