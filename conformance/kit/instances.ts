// Service instances that checks stand on, and how one is read when it is ready.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { subject } from '../suite.ts';
import { atRest } from './rest.ts';
import { firstService, order, sinkIn } from './subjects.ts';

/** How long a new service is waited for until its actions make sense, in milliseconds. */
const pauses = [4000, 4000, 4000];

const notReady = /pend|provision|creat|setup|setting|queue|install|process|build|start/i;

export const readService = (t: Context, id: string, known = false): Promise<Exchange> =>
  t.as('tenantA').send('getService', { params: { id }, known });

/** Reads a service until it is ready, for a while. @param told the reply that set it going */
export const readyService = (t: Context, id: string, told?: Exchange): Promise<Exchange> =>
  atRest(t, (known) => readService(t, id, known), {
    moving: (status) => notReady.test(status),
    pauses,
    told,
  });

/** The first service of the shared order, as it is read. */
export const service = subject('service', {
  cost: 1,
  uses: [order],
  async make(t: Context): Promise<{ id: string; reply: Exchange }> {
    const id = firstService(t, await t.use(order));
    await sinkIn(t);
    return { id, reply: await readService(t, id) };
  },
});
