// The life of one service: ordered, suspended, unsuspended, renewed, terminated, and asked for more after its end.
import type { OperationId } from '../../src/contract/operations.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { fixture } from '../define.ts';
import { firstService, waitForReadLag } from './customers-and-orders.ts';
import { readOrderDetail, twoItemOrder } from './orders.ts';
import { bodyFor } from './request-bodies.ts';
import { isSuccess, mentions, stableFields, statusIn } from './response-readers.ts';
import { readReadyService, readService } from './services.ts';

/** A step of a service's life: what was asked, and how the service is read afterwards. */
export type LifecycleStep = { reply: Exchange; after: Exchange };

type ServiceLifecycle = {
  before: Exchange;
  unsuspendEarly: Exchange;
  suspend: LifecycleStep;
  suspendRepeated: Exchange;
  unsuspend: LifecycleStep;
  renew: LifecycleStep;
  renewReplay: LifecycleStep;
  terminate: LifecycleStep;
  /** actions on what has ended */
  actionsAfterEnd: Exchange[];
  /** the services as they are listed, before the suspension, after it and after the end */
  listed: { id: string; before: Exchange; suspended: Exchange; ended: Exchange };
  /** the order of the service, and the attempt to cancel it; null: it is not shown as completed */
  orderAfterwards: { order: Exchange; cancel: Exchange | null };
  /** how many invoices speak of the customer, before a renewal that is refused and after it */
  invoices: { before: number; after: number; list: Exchange };
};

const isSameService = (was: Exchange | undefined, is: Exchange): boolean =>
  was !== undefined && stableFields(was.json) === stableFields(is.json);

/** A service of an order of two, from its start to its end, every action in turn; nothing is to happen to the other. */
export const serviceLifecycle = fixture('service lifecycle', {
  cost: 23,
  destructive: true,
  uses: [twoItemOrder],
  async make(t: CheckContext): Promise<ServiceLifecycle> {
    const placed = await t.use(twoItemOrder);
    const payer = placed.body.customer_id;
    const id = firstService(t, placed);
    const act = (operation: OperationId, headers: Record<string, string> = {}): Promise<Exchange> => {
      const bodyMembers = bodyFor(t, operation, {});
      const sent = Object.keys(bodyMembers).length > 0 ? { body: bodyMembers } : {};
      return t.as('tenantA').send(operation, { params: { id }, headers, ...sent });
    };
    let last: Exchange | undefined;
    const step = async (
      operation: OperationId,
      headers?: Record<string, string>,
      again = false,
    ): Promise<LifecycleStep> => {
      const reply = await act(operation, headers);
      await waitForReadLag(t);
      let after = await readService(t, id);
      // what was acknowledged may take a moment to happen; of what was done already nothing is to be seen
      for (let read = 0; read < 3 && !again && isSuccess(reply) && isSameService(last, after); read++) {
        await t.sleep(1000 * 2 ** read);
        after = await readService(t, id);
      }
      last = after;
      return { reply, after };
    };
    const lookBeside = (): Promise<Exchange> => t.as('tenantA').send('listServices');
    const before = await readReadyService(t, id, placed.created);
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
            .send('cancelOrder', { params: { id: placed.id }, deliberateFault: 'a completed order' })
        : null,
    };
    return {
      listed: { id, before: besideBefore, suspended: besideSuspended, ended: await lookBeside() },
      orderAfterwards: done,
      before,
      unsuspendEarly,
      suspend,
      suspendRepeated: suspendAgain,
      unsuspend,
      renew,
      renewReplay,
      terminate,
      actionsAfterEnd: afterwards,
      invoices: { before: billed.n, after: rebilled.n, list: rebilled.list },
    };
  },
});
