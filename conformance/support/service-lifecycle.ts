// The fixture of a service's lifecycle: the service is ordered, suspended, unsuspended, renewed and terminated, and
// called after its end.
import type { OperationId } from '../../src/contract/operations.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { fixture } from '../define.ts';
import { firstService, waitForReadLag } from './customers-and-orders.ts';
import { readOrderDetail, twoItemOrder } from './orders.ts';
import { bodyFor } from './request-bodies.ts';
import { isSuccess, mentions, stableFields, statusIn } from './response-readers.ts';
import { readReadyService, readService } from './services.ts';

/** A step of a service's lifecycle: the reply to the action, and the service as read afterwards. */
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
  /** the replies to actions on the service after its termination */
  actionsAfterEnd: Exchange[];
  /** the list of services before the suspension, after the suspension and after the termination */
  listed: { id: string; siblings: readonly string[]; before: Exchange; suspended: Exchange; ended: Exchange };
  /**
   * the order of the terminated service, and the reply to the attempt to cancel the order; null when the order is shown
   * as pending, as ended, or without a state
   */
  orderAfterwards: { order: Exchange; cancel: Exchange | null };
  /** the number of invoices that mention the customer, before and after a renewal of the terminated service */
  invoices: { customerId: string; before: number; after: number; list: Exchange };
};

/** Counts the invoices that mention a customer. */
export async function countInvoices(
  t: CheckContext,
  customerId: string,
): Promise<{ count: number; list: Exchange }> {
  const { items, exchange } = await t
    .as('tenantA')
    .list('listInvoices', { query: { customer_id: customerId }, whole: true });
  return { count: items.filter((item) => mentions(item, customerId)).length, list: exchange };
}

/** An order in such a state may be cancelled, or is cancelled: a cancellation may succeed. */
const PENDING_OR_ENDED = /pend|await|cancel|terminat|clos|end|refund|void|expire/i;

const isSameService = (before: Exchange | undefined, now: Exchange): boolean =>
  before !== undefined && stableFields(before.json) === stableFields(now.json);

/**
 * Orders two services and calls every action on the first service, up to its termination. The second service must not
 * change.
 */
export const serviceLifecycle = fixture('service lifecycle', {
  cost: 23,
  destructive: true,
  uses: [twoItemOrder],
  async make(t: CheckContext): Promise<ServiceLifecycle> {
    const placed = await t.use(twoItemOrder);
    const customerId = placed.body.customer_id;
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
      isRepeated = false,
    ): Promise<LifecycleStep> => {
      const reply = await act(operation, headers);
      await waitForReadLag(t);
      let after = await readService(t, id);
      // An acknowledged action may take effect a moment later, so the service is read again. A replayed action has no
      // effect to wait for.
      for (let read = 0; read < 3 && !isRepeated && isSuccess(reply) && isSameService(last, after); read++) {
        await t.sleep(1000 * 2 ** read);
        after = await readService(t, id);
      }
      last = after;
      return { reply, after };
    };
    const readServiceList = (): Promise<Exchange> => t.as('tenantA').send('listServices');
    const before = await readReadyService(t, id);
    last = before;
    const unsuspendEarly = await act('unsuspendService');
    const listedBefore = await readServiceList();
    const suspend = await step('suspendService');
    const listedSuspended = await readServiceList();
    const suspendRepeated = await act('suspendService');
    const unsuspend = await step('unsuspendService');
    const key = { 'Idempotency-Key': t.unique('renewal') };
    const renew = await step('renewService', key);
    const renewReplay = await step('renewService', key, true);
    const terminate = await step('terminateService');
    const actionsAfterEnd: Exchange[] = [];
    const invoicesBefore = await countInvoices(t, customerId);
    actionsAfterEnd.push(await act('renewService'));
    const invoicesAfter = await countInvoices(t, customerId);
    for (const operation of ['suspendService', 'terminateService'] as const) {
      actionsAfterEnd.push(await act(operation));
    }
    const orderReply = await readOrderDetail(t, placed.id);
    const orderStatus = statusIn(orderReply.json);
    const orderAfterwards = {
      order: orderReply,
      cancel:
        orderStatus !== undefined && !PENDING_OR_ENDED.test(orderStatus)
          ? await t.as('tenantA').send('cancelOrder', {
              params: { id: placed.id },
              deliberateFault: 'an order whose services were delivered',
            })
          : null,
    };
    return {
      listed: {
        id,
        siblings: placed.services,
        before: listedBefore,
        suspended: listedSuspended,
        ended: await readServiceList(),
      },
      orderAfterwards,
      before,
      unsuspendEarly,
      suspend,
      suspendRepeated,
      unsuspend,
      renew,
      renewReplay,
      terminate,
      actionsAfterEnd,
      invoices: {
        customerId,
        before: invoicesBefore.count,
        after: invoicesAfter.count,
        list: invoicesAfter.list,
      },
    };
  },
});
