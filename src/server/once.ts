// Answers kept for repeated calls: the machinery's own table, beside those of the content.
import type { Store } from '../state/store.ts';
import { type Row, type Tables, table } from '../state/table.ts';
import { fingerprint } from './canonical.ts';
import { need, type Turn } from './turn.ts';

/** How long an answer is kept, on the world's clock: 24 hours. */
const KEPT = 86_400_000;
/** How many answers a world keeps, whatever its clock does: beyond them the oldest is forgotten. */
const MOST_KEPT = 10_000;
/** The timer that forgets an answer. */
const FORGET = 'idempotency.forget';

/** One kept answer. */
type Kept = Row & { scope: string; fingerprint: string; status: number; body: string };

export const onceTables = {
  idempotency: table<Kept>({
    holds: { scope: 'text', fingerprint: 'text', status: 'status', body: 'json' },
    tenant: false,
    unique: ['scope'],
    updated: false,
  }),
};

type OnceStore = Store<typeof onceTables>;

export const onceTimers = {
  [FORGET]: (store: OnceStore, ref: Readonly<Record<string, string>>): void => {
    const id = ref.id ?? '';
    if (store.idempotency.find(id)) store.idempotency.remove(id);
  },
};

/** Keys of other credentials, methods and paths are other keys; null when the call has none. */
function scopeOf({ onceKey, caller, call }: Turn): string | null {
  return onceKey === null
    ? null
    : `${caller.tenantId ?? '-'} ${caller.id} ${call.method} ${call.path} ${onceKey}`;
}

/** The table is there whatever the content declares: the app adds it. */
const own = (store: Store<Tables>): OnceStore => store.platform as unknown as OnceStore;

/** The answer kept for a call, and whether the call has the same body as the one it was given to. */
export function recall(turn: Turn): { status: number; body: string; same: boolean } | null {
  const scope = scopeOf(turn);
  if (scope === null) return null;
  turn.fingerprint = fingerprint(turn.body);
  const kept = own(need(turn.store, 'a store')).idempotency.by('scope', scope);
  return kept ? { status: kept.status, body: kept.body, same: kept.fingerprint === turn.fingerprint } : null;
}

/** Keeps the answer to a call that has a key, in the transaction that also holds its effect. */
export function keep(turn: Turn, store: Store<Tables>, status: number, body: string): void {
  const scope = scopeOf(turn);
  if (scope === null) return;
  const mine = own(store);
  if (mine.idempotency.count() >= MOST_KEPT) {
    const [oldest] = mine.idempotency.page({ sort: 'created_at', per_page: 1 }).data;
    if (oldest) {
      mine.idempotency.remove(oldest.id);
      mine.unschedule(FORGET, { id: oldest.id });
    }
  }
  const { id } = mine.idempotency.insert({ scope, fingerprint: turn.fingerprint, status, body });
  mine.schedule(FORGET, new Date(mine.nowMs + KEPT).toISOString(), { id });
}
