// Callbacks that several product types share: the resource follows its service by the trigger of the same name.
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

/** Selects the next due date and the expiry of a service, to copy them to its resource. */
export const serviceDates = ({ next_due_at, expires_at }: ServiceRow) => ({
  next_due_at: next_due_at ?? null,
  expires_at: expires_at ?? null,
});
