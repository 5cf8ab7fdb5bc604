// Handlers for services: read, suspend, unsuspend, terminate, renew.
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { isRecurring } from '../billing/cycles.ts';
import { overdueInvoiceOf, renewService } from '../billing/renewals.ts';
import { suspendService, terminateService, unsuspendService } from '../products/instances.ts';
import type { Store } from '../tables.ts';

/** Handles the operations under /services. */
export const services = {
  listServices: ({ store, query }) => store.services.page(query),

  getService: ({ store, params }) => store.services.get(params.id),

  suspendService: ({ store, params, body }) => suspendService(store, params.id, body?.reason ?? null),

  unsuspendService: ({ store, params }) => {
    const service = store.services.get(params.id);
    const overdue = service.status === 'suspended' ? overdueInvoiceOf(store, service) : undefined;
    if (overdue) throw new Refusal('INVOICE_OVERDUE', { values: { number: overdue.number } });
    return unsuspendService(store, service.id);
  },

  terminateService: ({ store, params }) => terminateService(store, params.id),

  // Chosen by this contract: a billing cycle that differs from the service's own applies to this renewal only, and a
  // one_time service cannot be renewed.
  renewService: ({ store, params, body }) => {
    const service = store.services.get(params.id);
    if (!isRecurring(service.billing_cycle)) throw new Refusal('CYCLE_NOT_RENEWABLE');
    return renewService(
      store,
      service,
      body?.billing_cycle ?? service.billing_cycle,
      body?.payment_method ?? 'wallet',
    );
  },
} satisfies Partial<Handlers<Store>>;
