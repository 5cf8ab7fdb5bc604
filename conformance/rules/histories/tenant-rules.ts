// Rules about whose values a reply shows: what one tenant sent or created stands in no reply to another tenant, and what
// only a refused update sent stands in no reply at all.

import { percentDecoded } from '../../../src/contract/json/pointer.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import { itemsInPage } from '../../../src/suite/lists/pagination.ts';
import type { Exchange, Share } from '../../../src/suite/model/define.ts';
import { isCreation, isListOperation, kindOf } from '../../../src/suite/model/kinds.ts';
import { rule } from '../../define.ts';
import type { RequirementId } from '../../requirements.ts';
import {
  idIn,
  isSuccess,
  isUniqueId,
  maySeeAllTenants,
  textsIn,
} from '../../support/reply-readers/response-readers.ts';
import { isSameBody } from '../../support/reply-readers/shown-changes.ts';
import { observe } from './observe.ts';
import { isWithinReadLag, mayLag, newRunHistory, targetKey, viewsIn } from './run-history.ts';

/** Matches ids that no two tenants have by chance: UUIDs, and long random texts. */
const RANDOM_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b(?=[a-z_]*\d)[0-9a-z_]{20,36}\b/g;

type Sent = { callers: Set<string>; by: Exchange; isRefused: boolean };

const newOwners = (share: Share) => ({
  history: share(newRunHistory),
  /** a text of the run, or an id → who sent it */
  sent: new Map<string, Sent>(),
  /** the id of a resource → the reply that created it, or showed it to its owner first */
  owned: new Map<string, Exchange>(),
  /** the caller → its profile, in which the id of its tenant stands */
  profiles: new Map<string, { ids: ReadonlySet<string>; tenant: string | undefined; seesAll: boolean }>(),
  /** the keys of resources that a refused update named */
  refused: new Set<string>(),
  latest: { exchange: null as Exchange | null, shown: new Set<string>() },
});
type Owners = ReturnType<typeof newOwners>;

function markersIn(text: string, runId: string): Set<string> {
  const lower = text.toLowerCase();
  const own = runId.toLowerCase();
  const ofRun =
    own !== '' && lower.includes(own)
      ? lower.matchAll(new RegExp(`${own.replace(/\W/g, '\\$&')}-\\d+`, 'g'))
      : [];
  return new Set([...ofRun, ...lower.matchAll(RANDOM_ID)].map(([marker]) => marker));
}

const isId = (marker: string): boolean => marker.replace(RANDOM_ID, '') === '';

/** Returns whether two callers are known to belong to different tenants. A platform admin sees all of them. */
function areForeign({ profiles }: Owners, one: string, other: string): boolean {
  const [mine, theirs] = [profiles.get(one), profiles.get(other)];
  if (one === other || [...(mine?.ids ?? [])].some((id) => theirs?.ids.has(id))) return false;
  if ([one, other].every((name) => ['tenantA', 'tenantB'].includes(name))) return true;
  return mine?.tenant !== undefined && theirs?.tenant !== undefined && mine.tenant !== theirs.tenant;
}

/** Records who sent what, who owns what and what the reply shows. @returns the markers that the reply shows */
function note(owners: Owners, exchange: Exchange, runId: string): ReadonlySet<string> {
  if (owners.latest.exchange === exchange) return owners.latest.shown;
  observe(owners.history, exchange);
  const { caller, operation: op, request, status } = exchange;
  const isRefused =
    ['PUT', 'PATCH'].includes(request.method) &&
    status >= 400 &&
    status < 500 &&
    ![408, 409, 425, 429].includes(status);
  for (const marker of markersIn(`${percentDecoded(request.path)} ${request.body ?? ''}`, runId)) {
    const before = owners.sent.get(marker) ?? { callers: new Set(), by: exchange, isRefused };
    before.callers.add(caller);
    before.isRefused &&= isRefused;
    owners.sent.set(marker, before);
  }
  const key = targetKey(exchange);
  if (isRefused && key !== undefined) owners.refused.add(key);
  const headers = exchange.headers.map(([, value]) => value).join(' ');
  const shown = markersIn(`${exchange.text} ${headers}`, runId);
  owners.latest = { exchange, shown };
  if (!isSuccess(exchange) || op === null) return shown;
  if (op === 'getCurrentUser') {
    const [tenant] = textsIn(exchange.json, /^tenant(_?id)?$/i);
    const ids = markersIn(exchange.text, '');
    owners.profiles.set(caller, { ids, tenant, seesAll: maySeeAllTenants(exchange) });
  }
  const isOwn = isCreation(op)
    ? exchange.deliberateFault === null
    : request.method === 'GET' && key !== undefined;
  for (const { key: one } of isOwn ? viewsIn(exchange).slice(0, 1) : [])
    if (!owners.owned.has(one)) owners.owned.set(one, exchange);
  return shown;
}

/** Finds a text or id of another tenant that a reply shows, which its caller has never sent. */
function foreignMarker(owners: Owners, exchange: Exchange, shown: ReadonlySet<string>) {
  const { caller } = exchange;
  for (const marker of shown) {
    const sent = owners.sent.get(marker);
    const senders = [...(sent?.callers ?? [])];
    const owner = owners.owned.get(marker);
    const isSentByOthers = senders.every((sender) => areForeign(owners, sender, caller));
    if (!isSentByOthers) continue;
    if (owner !== undefined && areForeign(owners, owner.caller, caller)) return { marker, by: owner };
    if (owner === undefined && sent !== undefined && !isId(marker)) return { marker, by: sent.by };
  }
  return undefined;
}

/** Defines a rule on a secret that only the reply to its creation may show. */
const secretRule = (id: string, what: string, requirement: RequirementId, creation: OperationId) =>
  rule(id, {
    should: `show the ${what} in the reply that creates it only`,
    requirement,
    conditional: true,
    applies: (exchange) => isSuccess(exchange) && exchange.operation !== null,
    state: () => new Map<string, Exchange>(),
    judge(exchange, { state, compared }) {
      const { operation: op, request, json, text } = exchange;
      if (op === creation)
        for (const secret of textsIn(json, /secret|signing|token|key$/))
          if (secret.length >= 16 && !request.body?.includes(secret)) state.set(secret, exchange);
      if (op === null || request.method !== 'GET' || kindOf(op) !== kindOf(creation) || state.size === 0)
        return undefined;
      const shown = compared([...state.keys()].find((secret) => text.includes(secret)));
      const by = shown === undefined ? undefined : state.get(shown);
      return (
        by && {
          message: `a read shows the ${what} again`,
          expected: 'no such text',
          actual: json,
          dependsOn: [by],
        }
      );
    },
  });

export const tenantRules = [
  secretRule('api-keys/key-once', 'key itself', 'api-keys/key-once', 'createApiKey'),
  secretRule('webhooks/secret-once', 'secret of an endpoint', 'webhooks/secret-once', 'createWebhook'),
  rule('values/of-one-tenant', {
    must: 'show a tenant nothing that another one sent or created',
    requirement: 'service/own-tenant-only',
    defersToChecks: true,
    conditional: true,
    state: (share) => share(newOwners),
    judge(exchange, { state, runId, compared }) {
      const shown = note(state, exchange, runId);
      // A platform admin may see every tenant, although its profile may name one.
      if (exchange.caller === 'platformAdmin' || state.profiles.get(exchange.caller)?.seesAll)
        return undefined;
      if (![...state.profiles.keys(), 'tenantA'].some((one) => areForeign(state, one, exchange.caller)))
        return undefined;
      const found = compared(foreignMarker(state, exchange, shown));
      if (found === undefined) return undefined;
      return {
        message: `the reply to ${exchange.caller} contains ${found.marker}, which belongs to ${found.by.caller}`,
        expected: 'values of its own tenant',
        actual: exchange.json ?? exchange.text,
        dependsOn: [found.by],
      };
    },
  }),
  rule('lists/rows-of-one-tenant', {
    must: 'show on no page of a list a row that stands in the same list of another tenant',
    requirement: 'service/own-tenant-only',
    defersToChecks: true,
    conditional: true,
    state: (share) => ({
      owners: share(newOwners),
      /** the list and the id of a row → the caller → the row as a list last showed it to that caller */
      shown: new Map<string, Map<string, { item: unknown; by: Exchange }>>(),
    }),
    judge(exchange, { state: { owners, shown }, runId, compared }) {
      note(owners, exchange, runId);
      const { operation: op, caller, json } = exchange;
      if (op === null || !isSuccess(exchange) || !isListOperation(op) || kindOf(op) === 'Tenant')
        return undefined;
      const ofCaller = owners.profiles.get(caller);
      for (const item of itemsInPage(json) ?? []) {
        const id = idIn(item);
        // Each tenant may count its own things, as in `INV-0001`.
        if (id === undefined || !isUniqueId(id)) continue;
        const rows = shown.get(`${op} ${id}`) ?? new Map<string, { item: unknown; by: Exchange }>();
        shown.set(`${op} ${id}`, rows.set(caller, { item, by: exchange }));
        const other = caller === 'tenantA' ? 'tenantB' : 'tenantA';
        const [theirs, ofOther] = [rows.get(other), owners.profiles.get(other)];
        // Only callers whose profiles name two tenants, and neither of whom may see all of them.
        const tenants = [ofCaller, ofOther].map((one) => (one?.seesAll === false ? one.tenant : undefined));
        if (
          !['tenantA', 'tenantB'].includes(caller) ||
          tenants.includes(undefined) ||
          tenants[0] === tenants[1]
        )
          continue;
        if (!compared(theirs !== undefined && isSameBody(theirs.item, item))) continue;
        return {
          message: `the same row stands in ${op} of tenantA and of tenantB`,
          expected: 'rows of its own tenant',
          actual: item,
          dependsOn: theirs === undefined ? [] : [theirs.by],
        };
      }
      return undefined;
    },
  }),
  rule('values/refused-not-shown', {
    must: 'keep nothing of an update that was refused',
    requirement: 'endpoints/refused-write-changes-nothing',
    defersToChecks: true,
    conditional: true,
    applies: ({ operation }) => operation !== null,
    state: (share) => share(newOwners),
    judge(exchange, { state, runId, lag, compared }) {
      const shown = note(state, exchange, runId);
      if (exchange.request.method !== 'GET' || !isSuccess(exchange)) return undefined;
      if (isWithinReadLag(state.history, exchange, lag)) return undefined;
      if (!viewsIn(exchange).some(({ key }) => state.refused.has(key))) return undefined;
      const kept = compared(
        [...shown]
          .flatMap((marker) => (isId(marker) ? [] : (state.sent.get(marker) ?? [])))
          .find(({ isRefused }) => isRefused),
      );
      if (kept === undefined) return undefined;
      return {
        unconfirmed: mayLag(state.history, exchange),
        message: `a value stands in the reply that only a refused ${kept.by.operation} has sent`,
        expected: 'what was there before',
        actual: exchange.json,
        dependsOn: [kept.by],
      };
    },
  }),
];
