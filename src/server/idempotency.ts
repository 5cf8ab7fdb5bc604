// Answers kept for repeated calls: the machinery's own table, beside those of the content.
import type { Store } from '../state/store.ts';
import { type Row, type Tables, table } from '../state/table.ts';
import { fingerprint } from './canonical-json.ts';
import { type RequestContext, required } from './pipeline/request-context.ts';

/** How long an answer is kept, on the world's clock: 24 hours. */
const RETENTION_MS = 86_400_000;
/** How many answers a world keeps, whatever its clock does: beyond them the oldest is forgotten. */
const MOST_KEPT = 10_000;
/** The timer that forgets an answer. */
const EXPIRY_TIMER = 'idempotency.forget';

/** One kept answer. */
type StoredResponse = Row & { scope: string; fingerprint: string; status: number; body: string };

export const idempotencyTables = {
  idempotency: table<StoredResponse>({
    columns: { scope: 'text', fingerprint: 'text', status: 'status', body: 'json' },
    tenant: false,
    unique: ['scope'],
    updated: false,
  }),
};

type IdempotencyStore = Store<typeof idempotencyTables>;

export const idempotencyTimers = {
  [EXPIRY_TIMER]: (store: IdempotencyStore, ref: Readonly<Record<string, string>>): void => {
    const id = ref.id ?? '';
    if (store.idempotency.find(id)) store.idempotency.remove(id);
  },
};

/** Keys of other credentials, methods and paths are other keys; null when the call has none. */
function scopeOf({ idempotencyKey, caller, call }: RequestContext): string | null {
  return idempotencyKey === null
    ? null
    : `${caller.tenantId ?? '-'} ${caller.id} ${call.method} ${call.path} ${idempotencyKey}`;
}

/** The table is there whatever the content declares: the app adds it. */
const idempotencyStore = (store: Store<Tables>): IdempotencyStore =>
  store.platform as unknown as IdempotencyStore;

/** The answer kept for a call, and whether the call has the same body as the one it was given to. */
export function findStoredResponse(
  context: RequestContext,
): { status: number; body: string; sameBody: boolean } | null {
  const scope = scopeOf(context);
  if (scope === null) return null;
  context.bodyFingerprint = fingerprint(context.body);
  const stored = idempotencyStore(required(context.store, 'a store')).idempotency.by('scope', scope);
  return stored
    ? { status: stored.status, body: stored.body, sameBody: stored.fingerprint === context.bodyFingerprint }
    : null;
}

/** Keeps the answer to a call that has a key, in the transaction that also holds its effect. */
export function storeResponse(
  context: RequestContext,
  store: Store<Tables>,
  status: number,
  body: string,
): void {
  const scope = scopeOf(context);
  if (scope === null) return;
  const platformStore = idempotencyStore(store);
  if (platformStore.idempotency.count() >= MOST_KEPT) {
    const [oldest] = platformStore.idempotency.page({ sort: 'created_at', per_page: 1 }).data;
    if (oldest) {
      platformStore.idempotency.remove(oldest.id);
      platformStore.unschedule(EXPIRY_TIMER, { id: oldest.id });
    }
  }
  const { id } = platformStore.idempotency.insert({
    scope,
    fingerprint: context.bodyFingerprint,
    status,
    body,
  });
  platformStore.schedule(EXPIRY_TIMER, new Date(platformStore.nowMs + RETENTION_MS).toISOString(), { id });
}
