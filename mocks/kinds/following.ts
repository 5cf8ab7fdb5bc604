// What most kinds do when their service moves: their resource pulls the trigger of the same name.
import type { ServiceRow, Store } from '../tables.ts';

type Movable = { move(id: string, trigger: string): unknown };
type Trigger = 'fail' | 'cancel' | 'suspend' | 'unsuspend' | 'terminate';
type Follower = (store: Store, service: ServiceRow) => void;

/** Followers for a table whose lifecycle knows the service's own triggers. */
export function following(rows: (store: Store) => Movable): Record<Trigger, Follower> {
  const pull =
    (trigger: Trigger): Follower =>
    (store, { resource_id }) =>
      void rows(store).move(resource_id ?? '', trigger);
  return {
    fail: pull('fail'),
    cancel: pull('cancel'),
    suspend: pull('suspend'),
    unsuspend: pull('unsuspend'),
    terminate: pull('terminate'),
  };
}

/** When the next cycle is charged and when it all ends: the resource shows what its service says. */
export const dates = ({ next_due_at, expires_at }: ServiceRow) => ({
  next_due_at: next_due_at ?? null,
  expires_at: expires_at ?? null,
});
