// Service instances: suspended, taken up again, terminated, renewed.
import type { Handlers } from '../src/server/handler.ts';
import { Refusal } from '../src/state/refusal.ts';
import { isRecurring } from './cycles.ts';
import { suspend, terminate, unsuspend } from './instances.ts';
import { overdueInvoiceOf, renew } from './renewals.ts';
import type { Store } from './tables.ts';

export const services = {
  listServices: ({ store, query }) => store.services.page(query),

  getService: ({ store, params }) => store.services.get(params.id),

  suspendService: ({ store, params, body }) => suspend(store, params.id, body?.reason ?? null),

  unsuspendService: ({ store, params }) => {
    const service = store.services.get(params.id);
    const overdue = service.status === 'suspended' ? overdueInvoiceOf(store, service) : undefined;
    if (overdue) throw new Refusal('INVOICE_OVERDUE', { extra: { number: overdue.number } });
    return unsuspend(store, service.id);
  },

  terminateService: ({ store, params }) => terminate(store, params.id),

  // Chosen: another cycle than the service's own is for this one renewal; a service bought once has none to renew.
  renewService: ({ store, params, body }) => {
    const service = store.services.get(params.id);
    const cycle = body?.billing_cycle ?? service.billing_cycle;
    if (!isRecurring(cycle) || !isRecurring(service.billing_cycle)) throw new Refusal('CYCLE_NOT_RENEWABLE');
    return renew(store, service, cycle, body?.payment_method ?? 'wallet');
  },
} satisfies Partial<Handlers<Store>>;
