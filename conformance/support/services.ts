// Fixtures for the services of orders, and functions that read a service.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { fixture } from '../define.ts';
import { firstService, order, waitForReadLag } from './customers-and-orders.ts';
import { waitUntilStable } from './polling.ts';

/** How long a new service may take until it is ready, in milliseconds. */
const READY_PATIENCE = 12_000;

const NOT_READY =
  /pend|provision|creat|setup|setting|queue|install|process|build|start|await|wait|regist|validat|boot/i;

export const readService = (t: CheckContext, id: string, allowCached = false): Promise<Exchange> =>
  t.as('tenantA').send('getService', { params: { id }, allowCached });

/** Reads a service repeatedly until the service is ready or the patience is over. */
export const readReadyService = (t: CheckContext, id: string): Promise<Exchange> =>
  waitUntilStable(t, (allowCached) => readService(t, id, allowCached), {
    kind: 'service',
    isInProgress: (status) => NOT_READY.test(status),
    patience: READY_PATIENCE,
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
