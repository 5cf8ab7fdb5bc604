// Service instances that checks stand on, and how one is read when it is ready.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { fixture } from '../define.ts';
import { firstService, order, waitForReadLag } from './customers-and-orders.ts';
import { waitUntilStable } from './polling.ts';

/** How long a new service is waited for until its actions make sense, in milliseconds. */
const READY_POLL_DELAYS = [4000, 4000, 4000];

const NOT_READY = /pend|provision|creat|setup|setting|queue|install|process|build|start/i;

export const readService = (t: CheckContext, id: string, allowCached = false): Promise<Exchange> =>
  t.as('tenantA').send('getService', { params: { id }, allowCached });

/** Reads a service until it is ready, for a while. @param told the reply that set it going */
export const readReadyService = (t: CheckContext, id: string, lastReply?: Exchange): Promise<Exchange> =>
  waitUntilStable(t, (allowCached) => readService(t, id, allowCached), {
    isInProgress: (status) => NOT_READY.test(status),
    delays: READY_POLL_DELAYS,
    lastReply,
  });

/** The first service of the shared order, as it is read. */
export const service = fixture('service', {
  cost: 1,
  uses: [order],
  async make(t: CheckContext): Promise<{ id: string; reply: Exchange }> {
    const id = firstService(t, await t.use(order));
    await waitForReadLag(t);
    return { id, reply: await readService(t, id) };
  },
});
