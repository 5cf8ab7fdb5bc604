// Idempotency of the POST requests that move money (heading Payload notes): key syntax, stored responses, and the two
// pipeline steps.

import { sha256Hex } from '../contract/digest.ts';
import { canonicalJson } from '../contract/json/canonical-json.ts';
import { policies } from '../contract/policies.ts';
import { toIso } from '../state/instant.ts';
import { Refusal } from '../state/refusal.ts';
import type { Store } from '../state/store.ts';
import { declaredTable, type Tables } from '../state/tables/table.ts';
import { jsonReply } from './http/call.ts';
import { type RequestContext, required, type StepResult } from './pipeline/request-context.ts';

/** The kind of the timer that removes a stored response. */
const EXPIRY_TIMER = 'idempotency.forget';

/**
 * Parses the value of an `Idempotency-Key` header. The Structured Fields spelling `"k"` (RFC 9651 §3.3.3) names the same
 * key as `k`.
 */
export function parseIdempotencyKey(header: string): string {
  const text = header.trim();
  const quoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"');
  return quoted ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;
}

/** The table of stored responses, each to the first request with a key. Every world has this table beside the tables of the mock definition. */
export const idempotencyTables = {
  idempotency: declaredTable({
    columns: { scope: 'text', fingerprint: 'text', status: 'status', body: 'json' },
    tenant: false,
    unique: ['scope'],
    updated: false,
  }),
};

type IdempotencyStore = Store<typeof idempotencyTables>;

/** The timer handlers that belong to `idempotencyTables`. */
export const idempotencyTimers = {
  [EXPIRY_TIMER]: (store: IdempotencyStore, ref: Readonly<Record<string, string>>): void => {
    const id = ref.id ?? '';
    if (store.idempotency.find(id)) store.idempotency.remove(id);
  },
};

// `createApp` adds the table to every world, so the platform's store has the table, although the store's type does
// not say so.
const idempotencyStore = (store: Store<Tables>): IdempotencyStore =>
  store.platform as unknown as IdempotencyStore;

// Returns the unique name of a request's key, built from tenant, credential, method, path and key, so that requests
// which differ in one of these do not share a key. Returns null when the request has no key.
function scopeOf(context: RequestContext): string | null {
  const { idempotencyKey, caller, call } = context;
  if (idempotencyKey === null) return null;
  return `${caller.tenantId ?? '-'} ${caller.id} ${call.method} ${call.path} ${idempotencyKey}`;
}

/**
 * Finds the response stored for a request's key, and records the fingerprint of the request's body in the context.
 * @returns null when the request has no key or the key is new; `sameBody` tells whether the request has the same body
 * as the first request with the key
 */
export function findStoredResponse(
  context: RequestContext,
): { status: number; body: string; sameBody: boolean } | null {
  const scope = scopeOf(context);
  if (scope === null) return null;
  context.bodyFingerprint = sha256Hex(canonicalJson(context.body));
  const stored = idempotencyStore(required(context.store, 'a store')).idempotency.by('scope', scope);
  return stored
    ? { status: stored.status, body: stored.body, sameBody: stored.fingerprint === context.bodyFingerprint }
    : null;
}

/**
 * Stores the response to a request that has a key; does nothing for a request without a key. Call it in the
 * transaction that contains the effect of the request, so that effect and response are committed together.
 */
export function storeResponse(
  context: RequestContext,
  store: Store<Tables>,
  status: number,
  body: string,
): void {
  const scope = scopeOf(context);
  if (scope === null) return;
  const platformStore = idempotencyStore(store);
  if (platformStore.idempotency.count() >= policies().idempotency_stored_replies) {
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
  platformStore.schedule(
    EXPIRY_TIMER,
    toIso(platformStore.nowMs + policies().idempotency_retention_seconds * 1000 + 999),
    { id },
  );
}

/** Answers a repeated key with the stored response, or refuses the request when its body differs from the first one's. */
export function replayIdempotentResponse(context: RequestContext): StepResult {
  const stored = findStoredResponse(context);
  if (stored === null) return undefined;
  if (!stored.sameBody) return new Refusal('IDEMPOTENCY_KEY_REUSED');
  return jsonReply(stored.status, stored.body, { 'Idempotent-Replayed': 'true' });
}

/** Stores a successful response in the transaction of the handler's writes. */
export function saveIdempotentResponse(context: RequestContext): undefined {
  if (context.idempotencyKey === null) return;
  const { success } = required(context.plan, 'an operation').operation;
  storeResponse(context, required(context.store, 'a store'), success, context.replyText);
}
