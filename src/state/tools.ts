// Building the store a handler holds: one per world and tenant, used by every transaction.
import { TableView } from './collection.ts';
import { numberOf, tokenOf } from './ids.ts';
import type { Ref, Settings, Store, StoreTools } from './store.ts';
import type { Tables } from './table.ts';
import { schedule, unschedule } from './timers.ts';
import type { Slot, Transaction } from './transaction.ts';

/** What the stores of one world share. */
export type Room<T extends Tables> = {
  readonly slots: ReadonlyMap<string, Slot>;
  readonly timers: Slot;
  readonly tx: Transaction;
  readonly settings: Settings;
  storeOf(tenantId: string | null): Store<T>;
};

class Tools<T extends Tables> implements StoreTools<T> {
  readonly tenantId: string | null;
  private readonly room: Room<T>;

  constructor(room: Room<T>, tenantId: string | null) {
    this.room = room;
    this.tenantId = tenantId;
  }

  get platform(): Store<T> {
    return this.room.storeOf(null);
  }

  forTenant(tenantId: string): Store<T> {
    return this.room.storeOf(tenantId);
  }

  get now(): string {
    return this.room.tx.now;
  }

  get nowMs(): number {
    return this.room.tx.nowMs;
  }

  at<A>(instant: string, fn: () => A): A {
    return this.room.tx.at(instant, fn);
  }

  get settings(): Settings {
    return this.room.settings;
  }

  emit(type: string, data: object): void {
    this.room.tx.emit({ type, tenant_id: this.tenantId, data });
  }

  schedule(kind: string, at: string, ref: Ref): void {
    schedule(this.room.timers, this.room.tx, kind, at, ref);
  }

  unschedule(kind: string, ref: Ref): void {
    unschedule(this.room.timers, this.room.tx, kind, ref);
  }

  mint(purpose: string): string {
    return this.room.tx.mint(purpose);
  }

  random(purpose: string): number {
    const { key, next } = this.room.tx.draw(purpose);
    return numberOf(key, next - 1);
  }

  token(purpose: string, length: number, alphabet?: string): string {
    const { key, next } = this.room.tx.draw(purpose);
    return tokenOf(key, next - 1, length, alphabet);
  }
}

/** Gives the room's stores, each made when first asked for. */
export function storesOf<T extends Tables>(room: Omit<Room<T>, 'storeOf'>): Room<T> {
  const tenants = new Map<string, Store<T>>();
  let platform: Store<T> | undefined;
  const whole: Room<T> = {
    ...room,
    storeOf(tenantId) {
      if (tenantId === null) {
        platform ??= buildStore(whole, null);
        return platform;
      }
      const known = tenants.get(tenantId);
      if (known !== undefined) return known;
      const made = buildStore(whole, tenantId);
      tenants.set(tenantId, made);
      return made;
    },
  };
  return whole;
}

/** A store over all tables of a room. Throws Error when a table has the name of one of the store's own members. */
function buildStore<T extends Tables>(room: Room<T>, tenantId: string | null): Store<T> {
  const tools = new Tools(room, tenantId);
  const views = tools as unknown as Record<string, unknown>;
  for (const [name, slot] of room.slots) {
    if (name in tools)
      throw new Error(`A table cannot be called "${name}": stores have a member of that name.`);
    views[name] = new TableView(slot, tenantId, room.tx);
  }
  return tools as unknown as Store<T>;
}
