// What several product types share: callbacks by which the resource follows its service, and members that both have.
import type { ServiceRow, Store } from '../../tables.ts';

type TransitionTable = { move(id: string, trigger: string): unknown };
type ServiceTrigger = 'fail' | 'cancel' | 'suspend' | 'unsuspend' | 'terminate';
type ResourceSync = (store: Store, service: ServiceRow) => void;

/** Creates the callbacks of a product type for a table whose lifecycle has the same triggers as services. */
export function resourceTransitions(
  rows: (store: Store) => TransitionTable,
): Record<ServiceTrigger, ResourceSync> {
  const move =
    (trigger: ServiceTrigger): ResourceSync =>
    (store, { resource_id }) =>
      void rows(store).move(resource_id ?? '', trigger);
  return {
    fail: move('fail'),
    cancel: move('cancel'),
    suspend: move('suspend'),
    unsuspend: move('unsuspend'),
    terminate: move('terminate'),
  };
}

/** Selects the members that say of which service, order and invoice a resource is. */
export const ofService = (service: ServiceRow, invoice_id: string) => ({
  service_id: service.id,
  customer_id: service.customer_id,
  order_id: service.order_id ?? null,
  invoice_id,
  sku_id: service.sku_id,
});

/** Selects the next due date and the expiry of a service, to copy them to its resource. */
export const serviceDates = ({ next_due_at, expires_at }: ServiceRow) => ({
  next_due_at: next_due_at ?? null,
  expires_at: expires_at ?? null,
});
