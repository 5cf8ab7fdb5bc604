// What most kinds do when their service moves: their resource pulls the trigger of the same name.
import type { ServiceRow, Store } from '../../tables.ts';

type TransitionTable = { move(id: string, trigger: string): unknown };
type ServiceTrigger = 'fail' | 'cancel' | 'suspend' | 'unsuspend' | 'terminate';
type ResourceSync = (store: Store, service: ServiceRow) => void;

/** Followers for a table whose lifecycle knows the service's own triggers. */
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

/** When the next cycle is charged and when it all ends: the resource shows what its service says. */
export const serviceDates = ({ next_due_at, expires_at }: ServiceRow) => ({
  next_due_at: next_due_at ?? null,
  expires_at: expires_at ?? null,
});
