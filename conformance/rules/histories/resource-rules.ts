// Rules about the resources of a run: a resource changes only through calls that name it, and appears in lists.
import { isObject } from '../../../src/contract/is-object.ts';
import { valueAt } from '../../../src/contract/json/pointer.ts';
import { operation } from '../../../src/contract/operations.ts';
import type { Exchange } from '../../../src/suite/model/define.ts';
import { isCreation, type Kind, kindOf } from '../../../src/suite/model/kinds.ts';
import { rule, rulesOf } from '../../define.ts';
import {
  isSuccess,
  isUniqueId,
  leaves,
  statusIn,
  VOLATILE_NAMES,
} from '../../support/reply-readers/response-readers.ts';
import { isSameTime, isUtcTime } from '../../support/reply-readers/times.ts';
import { observe } from './observe.ts';
import {
  bareId,
  isEndingWrite,
  isList,
  isReadOf,
  isUntouchedSince,
  isWithinReadLag,
  type KnownResource,
  mayLag,
  newRunHistory,
  type Observation,
  type ResourceView,
  type RunHistory,
  targetKey,
  targetOf,
  VOLATILE_MEMBER,
  viewedKind,
  viewsIn,
  type WriteRecord,
} from './run-history.ts';

// Matches statuses that only a call brings about, as opposed to statuses that come with time, such as expired and
// failed.
const ENDED_STATUS =
  /^(cancel(l?ed)?|terminated?|suspend(ed)?|closed?|revoked?|inactive|deactivated?|deleted?|stopped)(?![a-z])/i;

/** Match the members of a reply to a creation that are new with it: an order creates its invoice and its services. */
const NEW_IN_ORDER = /^(id|invoice_id|services)$/;
const NEW_IN_KEY = /^(id|key|secret|token|api_key)$/;

/** Matches words by which a view says that a resource has ended. */
const ENDED_WORD = /delet|remov|terminat|disabled|inactive/i;

// Returns whether a resource is shown as ended since an earlier view: a member has another value than then (a status, a
// flag, a time where there was none), or a new one says so.
function isMarkedSince(before: ResourceView, view: ResourceView): boolean {
  const old = new Map(leaves(before).map(({ pointer, value }) => [pointer, value]));
  return leaves(view).some(({ pointer, name, value }) => {
    if (isObject(value) || Array.isArray(value) || VOLATILE_NAMES.test(name)) return false;
    const was = old.get(pointer);
    if (!old.has(pointer)) return value !== null && value !== false && ENDED_WORD.test(`${name} ${value}`);
    return value !== was && !(isUtcTime(value) && isUtcTime(was));
  });
}

/** The kinds of products that come together under one id: a hosting account with its domain, certificate and mail. */
const BUNDLED = new Set<Kind | undefined>(['Domain', 'HostingAccount', 'EmailService', 'Certificate']);
/** Returns whether a kind is one of products, which are provisioned. */
export const isProduct = (kind: Kind | undefined): boolean => BUNDLED.has(kind) || kind === 'Vps';

/** Matches statuses in the reply to a deletion that will happen later. */
const ANNOUNCED_STATUS = /schedul|pending|queue|progress|accepted|^(delet|remov|terminat)ing/i;

/** Returns the word of state by which a view shows that a call has ended the resource; undefined when none does. */
export const endedStatus = (view: ResourceView): string | undefined => {
  const status = statusIn(view);
  return status !== undefined && ENDED_STATUS.test(status) ? status : undefined;
};

// Finds a member that shows again the value from before a write, although a later read has shown the changed value.
function revertedMember(
  resource: KnownResource,
  write: WriteRecord,
  was: Observation,
  now: ResourceView,
): string | undefined {
  const { before } = resource;
  if (before === null || viewedKind(before) !== viewedKind(was)) return undefined;
  const { operation, request } = write.exchange;
  // An action such as a reboot may end in the state that it began with: only what it sent must stay.
  const mayReturn =
    request.method === 'POST' && (!isEndingWrite(write) || /^(reboot|resize)/.test(operation ?? ''));
  const sent = mayReturn ? leaves(request.json).map(({ value }) => value) : null;
  return Object.keys(was.view).find((name) => {
    const [old, left, is] = [before.view[name], was.view[name], now[name]];
    if (sent?.includes(left) === false) return false;
    const plain = ['string', 'number', 'boolean'].includes(typeof left) && typeof left === typeof is;
    return plain && !VOLATILE_MEMBER.test(name) && is !== left && !isSameTime(is, left) && is === old;
  });
}

/** Returns whether a view shows that nothing follows: a thing that was ended, and not switched off for a while. */
const isForGood = (view: ResourceView): boolean =>
  /^(terminat|delet|destroy|cancel|remov)/i.test(statusIn(view) ?? '');

/** Returns whether a write may end a resource for good. */
export const isEnd = ({ exchange: { operation: op, request } }: WriteRecord): boolean =>
  request.method === 'DELETE' || op === null || /^(terminate|cancel|close|delete|revoke)/.test(op);

const lastWriteOf = (history: RunHistory, resource: KnownResource) =>
  history.writesById
    .get(bareId(resource.id))
    ?.findLast(({ exchange }) => targetKey(exchange) === resource.id && isSuccess(exchange));

// Finds a write on another resource of the same kind since an earlier read, provided that no write on the changed
// resource explains the change.
function strayWrite(history: RunHistory, resource: KnownResource, since: number, of?: Exchange) {
  const mayEnd = (write: WriteRecord): boolean => isEndingWrite(write) && write.exchange !== of;
  if (!isUntouchedSince(history, resource, 0, mayEnd)) return undefined;
  return history.endingWrites
    .get(resource.kind)
    ?.findLast(
      ({ sequence, exchange }) =>
        sequence > since && isSuccess(exchange) && targetKey(exchange) !== resource.id,
    );
}

/**
 * Returns whether the service accepted a deliberately invalid write on a resource, so that the effect of the write is
 * unknown.
 */
export const wasSentInvalid = (history: RunHistory, resource: KnownResource): boolean =>
  history.writesById
    .get(bareId(resource.id))
    ?.some(
      ({ exchange }) =>
        exchange.deliberateFault !== null && isSuccess(exchange) && targetKey(exchange) === resource.id,
    ) === true;

const historyRule = rulesOf<RunHistory>({
  defersToChecks: true,
  applies: ({ operation: op }) => op !== null,
  includeUnanswered: true,
  state: (share) => share(newRunHistory),
});

export const resourceHistoryRules = [
  historyRule('resources/others-unchanged', {
    must: 'leave the other things of a kind alone when one of them is acted on',
    requirement: 'states/others-untouched',
    judge(exchange, { state, lag, compared }) {
      const observations = observe(state, exchange);
      if (isWithinReadLag(state, exchange, lag)) return undefined;
      for (const { resource, was, now } of observations) {
        if (viewedKind(was) !== viewedKind(now)) continue;
        if (endedStatus(was.view) !== undefined || statusIn(was.view) === undefined) continue;
        const write = strayWrite(state, resource, was.sequence);
        if (write === undefined) continue;
        const status = compared(endedStatus(now.view));
        if (status === undefined) continue;
        return {
          message: `\`${status}\` without having been named, since ${write.exchange.operation} on another one`,
          expected: was.view,
          actual: now.view,
          dependsOn: [resource.creation.exchange, was.exchange, write.exchange],
        };
      }
      return disappeared(state, exchange);
    },
  }),
  historyRule('resources/ended-by-what-ends', {
    must: 'not end a thing by an action that does not end it',
    requirement: 'states/acknowledged-action-happens',
    judge(exchange, { state, lag, compared }) {
      const observations = observe(state, exchange);
      if (isWithinReadLag(state, exchange, lag)) return undefined;
      for (const { resource, was, now } of observations) {
        const action = lastWriteOf(state, resource);
        if (action === undefined || action.sequence < was.sequence || viewedKind(was) !== viewedKind(now))
          continue;
        if (isForGood(was.view) || !isUntouchedSince(state, resource, 0, isEnd)) continue;
        if (action.exchange.deliberateFault !== null || compared(!isForGood(now.view))) continue;
        return {
          message: `\`${statusIn(now.view)}\` after ${action.exchange.operation}`,
          expected: was.view,
          actual: now.view,
          dependsOn: [resource.creation.exchange, was.exchange, action.exchange],
        };
      }
      return undefined;
    },
  }),
  historyRule('resources/deleted', {
    must: 'not show a thing as before that was deleted',
    requirement: 'states/deletes-delete',
    judge(exchange, { state, lag, compared }) {
      const shown = observe(state, exchange).map(({ resource, now }) => ({ resource, view: now.view }));
      if (exchange.request.method !== 'GET' || isWithinReadLag(state, exchange, lag)) return undefined;
      if (!isSuccess(exchange)) {
        if (targetOf(state, exchange)?.deleted) compared(exchange.status);
        return undefined;
      }
      for (const { resource, view } of shown) {
        if (resource.deleted === null || !isReadOf(exchange, resource)) continue;
        const { by, before } = resource.deleted;
        // The deletion may be announced, and what names the resource may be its history.
        const isAnnounced = ANNOUNCED_STATUS.test(statusIn(by.json) ?? '');
        const isOther = !Object.keys(before).some((name) => name !== 'id' && name in view);
        if (isAnnounced || isOther) continue;
        if (compared(isMarkedSince(before, view))) continue;
        return {
          unconfirmed: mayLag(state, exchange),
          message: `${exchange.operation} shows it as before ${by.operation}`,
          expected: 'none, or one that is marked as deleted',
          actual: view,
          dependsOn: [resource.creation.exchange, by],
        };
      }
      return undefined;
    },
  }),
  historyRule('lists/of-one-kind', {
    must: 'list only products of the kind that the path names',
    requirement: 'endpoints/lists-of-one-kind',
    conditional: true,
    judge(exchange, { state, compared }) {
      observe(state, exchange);
      const kind = exchange.operation === null ? undefined : kindOf(exchange.operation);
      if (!isList(exchange) || !isSuccess(exchange) || !isProduct(kind)) return undefined;
      for (const { key } of viewsIn(exchange)) {
        const { creation, kind: made } = state.resources.get(key) ?? {};
        const { operation: by, request } = creation?.exchange ?? {};
        if (!by || request?.method !== 'POST' || !isCreation(by) || !isUniqueId(key) || !isProduct(made))
          continue;
        if (compared(made === kind || (BUNDLED.has(made) && BUNDLED.has(kind)))) continue;
        return {
          message: `${exchange.operation} shows what ${by} made`,
          expected: `none but of its kind, ${kind}`,
          actual: creation?.view.id,
          dependsOn: creation ? [creation.exchange] : [],
        };
      }
      return undefined;
    },
  }),
  rule('resources/ids-of-one', {
    must: 'give each new thing an id of its own',
    requirement: 'endpoints/ids-of-one',
    applies: (exchange) =>
      isSuccess(exchange) &&
      // The reply to another creation may show what contains the new thing: the wallet, the ticket, the zone.
      (exchange.operation === 'createOrder' || exchange.operation === 'createApiKey') &&
      !exchange.concurrent &&
      exchange.deliberateFault === null,
    state: () => new Map<string, { by: Exchange; pointer: string }>(),
    judge(exchange, { state, compared }) {
      const { operation: op, request } = exchange;
      const names = op === 'createOrder' ? NEW_IN_ORDER : NEW_IN_KEY;
      const [made] = viewsIn(exchange);
      for (const { name, pointer, value } of leaves(made?.view)) {
        if (!names.test(name) || typeof value !== 'string' || !isUniqueId(value)) continue;
        if (!/^\/\w+(\/\d+)?$/.test(pointer)) continue;
        const first = state.get(`${op} ${name} ${value}`) ?? { by: exchange, pointer };
        state.set(`${op} ${name} ${value}`, first);
        const { by } = first;
        if (by === exchange && compared(first.pointer !== pointer))
          return {
            message: `\`${name}\` names one twice`,
            expected: 'each once',
            actual: valueAt(made?.view, [name]),
          };
        const [key, keyBefore] = [exchange, by].map((one) => one.request.headers['idempotency-key']);
        const isReplay = by.request.body === request.body || (key !== undefined && key === keyBefore);
        if (compared(by === exchange) || isReplay) continue;
        return {
          message: `\`${name}\` is that of another one`,
          expected: 'one that no other creation has returned',
          actual: value,
          dependsOn: [by],
        };
      }
      return undefined;
    },
  }),
  historyRule('resources/unchanged-since-write', {
    must: 'show a thing as the last write left it',
    requirement: 'states/shown-as-left',
    judge(exchange, { state, lag, compared }) {
      const shown = observe(state, exchange);
      if (exchange.request.method !== 'GET' || isWithinReadLag(state, exchange, lag)) return undefined;
      for (const { resource, was, now } of shown) {
        // Another kind with the same id may have words of its own.
        if (viewedKind(was) !== viewedKind(now)) continue;
        const write = lastWriteOf(state, resource);
        if (write === undefined || !isUntouchedSince(state, resource, was.sequence)) continue;
        const endedBefore = endedStatus(was.view);
        const status = statusIn(now.view);
        // What a later write brought back to life may have been seen before that write took effect.
        const isRevived =
          isEndingWrite(write) &&
          endedBefore !== undefined &&
          endedStatus(now.view) === undefined &&
          (resource.states.get(status ?? '') ?? write.sequence) < write.sequence;
        const name = isRevived ? 'status' : revertedMember(resource, write, was, now.view);
        if (compared(name === undefined)) continue;
        return {
          unconfirmed: mayLag(state, exchange),
          message: `\`${name}\` is as it was before ${write.exchange.operation}`,
          expected: was.view,
          actual: now.view,
          dependsOn: [resource.creation.exchange, was.exchange, write.exchange],
        };
      }
      return undefined;
    },
  }),
];

// Finds a resource that no call deleted and that two reads no longer find after a write on another resource of the same
// kind.
function disappeared(history: RunHistory, exchange: Exchange) {
  const { operation: op, status, request, caller } = exchange;
  const resource = history.resources.get(targetKey(exchange) ?? '');
  if (!resource?.isShownById || resource.caller !== caller || ![404, 410].includes(status)) return undefined;
  // An operation that has never succeeded may not exist on the target.
  if (
    op === null ||
    !history.succeededOperations.has(op) ||
    request.method === 'POST' ||
    operation(op).path.split('}').at(-1) !== ''
  )
    return undefined;
  if (wasSentInvalid(history, resource)) return undefined;
  const isOther = ({ exchange: by }: WriteRecord): boolean => by !== exchange;
  if (!isUntouchedSince(history, resource, resource.last.sequence, isOther)) return undefined;
  const write = strayWrite(history, resource, resource.last.sequence, exchange);
  if (write === undefined) return undefined;
  return {
    // A single 404 may come from a gateway.
    unconfirmed: resource.missedBy === exchange,
    message: `gone without having been named, since ${write.exchange.operation} on another one`,
    expected: '2xx',
    actual: status,
    dependsOn: [resource.creation.exchange, write.exchange],
  };
}
