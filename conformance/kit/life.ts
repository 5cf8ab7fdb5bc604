// The life of one service: ordered, suspended, unsuspended, renewed, terminated, and asked for more after its end.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Context, Exchange } from '../../src/suite/define.ts';
import { subject } from '../suite.ts';
import { bodyFor } from './bodies.ts';
import { readService, readyService } from './instances.ts';
import { pair, readOrderDetail } from './purchases.ts';
import { isSuccess, mentions, settled, statusIn } from './reading.ts';
import { firstService, sinkIn } from './subjects.ts';

/** A step of a service's life: what was asked, and how the service is read afterwards. */
export type Step = { reply: Exchange; after: Exchange };

type Life = {
  before: Exchange;
  unsuspendEarly: Exchange;
  suspend: Step;
  suspendAgain: Exchange;
  unsuspend: Step;
  renew: Step;
  renewReplay: Step;
  terminate: Step;
  /** actions on what has ended */
  afterwards: Exchange[];
  /** the services as they are listed, before the suspension, after it and after the end */
  beside: { id: string; before: Exchange; suspended: Exchange; ended: Exchange };
  /** the order of the service, and the attempt to cancel it; null: it is not shown as completed */
  done: { order: Exchange; cancel: Exchange | null };
  /** how many invoices speak of the customer, before a renewal that is refused and after it */
  bills: { before: number; after: number; list: Exchange };
};

const sameService = (was: Exchange | undefined, is: Exchange): boolean =>
  was !== undefined && settled(was.json) === settled(is.json);

/** A service of an order of two, from its start to its end, every action in turn; nothing is to happen to the other. */
export const life = subject('life of a service', {
  cost: 23,
  destructive: true,
  uses: [pair],
  async make(t: Context): Promise<Life> {
    const placed = await t.use(pair);
    const payer = placed.body.customer_id;
    const id = firstService(t, placed);
    const act = (operation: OperationId, headers: Record<string, string> = {}): Promise<Exchange> => {
      const given = bodyFor(t, operation, {});
      const sent = Object.keys(given).length > 0 ? { body: given } : {};
      return t.as('tenantA').send(operation, { params: { id }, headers, ...sent });
    };
    let last: Exchange | undefined;
    const step = async (
      operation: OperationId,
      headers?: Record<string, string>,
      again = false,
    ): Promise<Step> => {
      const reply = await act(operation, headers);
      await sinkIn(t);
      let after = await readService(t, id);
      // what was acknowledged may take a moment to happen; of what was done already nothing is to be seen
      for (let look = 0; look < 3 && !again && isSuccess(reply) && sameService(last, after); look++) {
        await t.sleep(1000 * 2 ** look);
        after = await readService(t, id);
      }
      last = after;
      return { reply, after };
    };
    const lookBeside = (): Promise<Exchange> => t.as('tenantA').send('listServices');
    const before = await readyService(t, id, placed.created);
    last = before;
    const unsuspendEarly = await act('unsuspendService');
    const besideBefore = await lookBeside();
    const suspend = await step('suspendService');
    const besideSuspended = await lookBeside();
    const suspendAgain = await act('suspendService');
    const unsuspend = await step('unsuspendService');
    const key = { 'Idempotency-Key': t.unique('renewal') };
    const renew = await step('renewService', key);
    const renewReplay = await step('renewService', key, true);
    const terminate = await step('terminateService');
    const afterwards = [];
    const bills = async (): Promise<{ n: number; list: Exchange }> => {
      const { items, exchange } = await t
        .as('tenantA')
        .list('listInvoices', { query: { customer_id: payer } });
      return { n: items.filter((one) => mentions(one, payer)).length, list: exchange };
    };
    const billed = await bills();
    afterwards.push(await act('renewService'));
    const rebilled = await bills();
    for (const operation of ['suspendService', 'terminateService'] as const) {
      afterwards.push(await act(operation));
    }
    const shownOrder = await readOrderDetail(t, placed.id);
    const complete = /^(complete|fulfil|done|deliver|active|finish|success)/i.test(
      statusIn(shownOrder.json) ?? '',
    );
    const done = {
      order: shownOrder,
      cancel: complete
        ? await t
            .as('tenantA')
            .send('cancelOrder', { params: { id: placed.id }, spoiled: 'a completed order' })
        : null,
    };
    return {
      beside: { id, before: besideBefore, suspended: besideSuspended, ended: await lookBeside() },
      done,
      before,
      unsuspendEarly,
      suspend,
      suspendAgain,
      unsuspend,
      renew,
      renewReplay,
      terminate,
      afterwards,
      bills: { before: billed.n, after: rebilled.n, list: rebilled.list },
    };
  },
});
