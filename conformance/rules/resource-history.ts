// Rules that remember the resources of a run. A resource keeps its last written values, changes only through calls
// that name it, and appears in lists.
import { operation } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/suite/model/define.ts';
import { ListReadings } from '../../src/suite/model/list-readings.ts';
import { rule } from '../define.ts';
import { isSuccess, statusIn } from '../support/reply-readers/response-readers.ts';
import { isSameTime } from '../support/reply-readers/times.ts';
import {
  idsInPath,
  isUntouchedSince,
  isWithinReadLag,
  type KnownResource,
  mayLag,
  newRunState,
  type Observation,
  observeExchange,
  type ResourceView,
  type RunState,
  VOLATILE_MEMBER,
  viewsIn,
  type WriteRecord,
} from './resource-state.ts';

/**
 * Matches statuses that only a call brings about, as opposed to statuses that come with time, such as expired and
 * failed.
 */
const ENDED_STATUS = /^(cancel|terminat|suspend|clos|revok|inactiv|deactiv|delet|stopped)/i;

const endedStatus = (view: ResourceView): string | undefined => {
  const status = statusIn(view);
  return status !== undefined && ENDED_STATUS.test(status) ? status : undefined;
};

/**
 * Finds a member that shows again the value from before a write, although a later read has shown the changed value.
 */
function revertedMember(resource: KnownResource, was: Observation, now: ResourceView): string | undefined {
  const { before } = resource;
  if (before === null) return undefined;
  return Object.keys(was.view).find((name) => {
    const [old, left, is] = [before.view[name], was.view[name], now[name]];
    const plain = ['string', 'number', 'boolean'].includes(typeof left) && typeof left === typeof is;
    return plain && !VOLATILE_MEMBER.test(name) && is !== left && !isSameTime(is, left) && is === old;
  });
}

/** Returns the last successful write whose target is the given resource. */
const lastWriteOf = ({ writes }: RunState, id: string) =>
  writes.findLast(({ ids, exchange }) => ids.at(-1) === id && isSuccess(exchange));

/** Returns whether a write may end a resource, end a part of a resource, or stop a resource for a while. */
const isEndingWrite = ({ exchange }: WriteRecord): boolean =>
  exchange.request.method === 'DELETE' ||
  /^(terminate|cancel|close|suspend|stop|reboot|resize)/.test(exchange.operation ?? '');

/**
 * Finds a write on another resource of the same kind since an earlier read, provided that no write on the changed
 * resource explains the change.
 */
function strayWrite(state: RunState, resource: KnownResource, since: number) {
  if (!isUntouchedSince(state, resource, 0, isEndingWrite)) return undefined;
  return state.writes.findLast(
    (write) =>
      write.sequence > since &&
      isEndingWrite(write) &&
      isSuccess(write.exchange) &&
      resource.kinds.has(write.kind) &&
      write.ids.at(-1) !== resource.id,
  );
}

/**
 * Returns whether the service accepted a deliberately invalid write on a resource, so that the effect of the write is
 * unknown.
 */
const wasSentInvalid = ({ writes }: RunState, id: string): boolean =>
  writes.some(
    ({ exchange, ids }) => exchange.deliberateFault !== null && isSuccess(exchange) && ids.at(-1) === id,
  );

/**
 * Maps each list operation to the operation that creates the listed resources, as far as the specification states
 * that a list shows new resources at once.
 */
const CREATION_OF_LIST: Readonly<Record<string, string>> = {
  listTenants: 'createTenant',
  listCustomers: 'createCustomer',
  listOrders: 'createOrder',
  listPayments: 'createPayment',
  listDomains: 'registerDomain',
  listHostingAccounts: 'createHostingAccount',
  listCertificates: 'createCertificate',
  listDnsZones: 'createDnsZone',
  listEmailServices: 'createEmailService',
  listVps: 'createVps',
  listTickets: 'createTicket',
  listWebhooks: 'createWebhook',
  listApiKeys: 'createApiKey',
};

export const resourceHistoryRules = [
  rule('resources/others-unchanged', {
    must: 'leave the other things of a kind alone when one of them is acted on',
    requirement: 'states/others-untouched',
    defersToChecks: true,
    applies: ({ operation: op }) => op !== null,
    includeUnanswered: true,
    state: newRunState,
    judge(exchange, { state, lag, compared }) {
      const observations = observeExchange(state, exchange);
      if (isWithinReadLag(state, exchange, lag)) return undefined;
      for (const { resource, was, now } of observations) {
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
  rule('resources/unchanged-since-write', {
    must: 'show a thing as the last write left it',
    requirement: 'states/shown-as-left',
    defersToChecks: true,
    applies: ({ operation: op }) => op !== null,
    includeUnanswered: true,
    state: newRunState,
    judge(exchange, { state, lag, compared }) {
      const shown = observeExchange(state, exchange);
      if (exchange.request.method !== 'GET' || isWithinReadLag(state, exchange, lag)) return undefined;
      for (const { resource, was, now } of shown) {
        const write = lastWriteOf(state, resource.id);
        if (write === undefined || !isUntouchedSince(state, resource, was.sequence)) continue;
        const endedBefore = endedStatus(was.view);
        const status = statusIn(now.view);
        // What a later write brought back to life may have been seen before that write took effect.
        const isRevived =
          isEndingWrite(write) &&
          endedBefore !== undefined &&
          status !== undefined &&
          endedStatus(now.view) === undefined;
        const name = isRevived ? 'status' : revertedMember(resource, was, now.view);
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
  rule('resources/listed', {
    must: 'list what was made',
    requirement: 'endpoints/list-shows-all',
    defersToChecks: true,
    after: ['bodies/parse'],
    applies: ({ operation: op }) => op !== null,
    includeUnanswered: true,
    state: () => ({
      ...newRunState(),
      lists: new ListReadings(),
      /** what a list left out, by an id that no read had shown; the id may be that of an order or a task */
      unproved: new Map<string, { message: string; list: Exchange }>(),
    }),
    judge(exchange, { state, lag, compared }) {
      for (const { resource } of observeExchange(state, exchange)) {
        const earlier = state.unproved.get(resource.id);
        if (earlier === undefined || !resource.isShownById) continue;
        state.unproved.delete(resource.id);
        return {
          message: earlier.message,
          expected: resource.creation.view,
          dependsOn: [resource.creation.exchange, earlier.list],
        };
      }
      const { operation: op, caller } = exchange;
      const creation = op === null ? undefined : CREATION_OF_LIST[op];
      if (creation === undefined || !isSuccess(exchange)) return undefined;
      const pages = state.lists.wholeList(exchange);
      const startedAt = pages?.[0]?.startedAt ?? Number.NaN;
      if (pages === null || startedAt < state.lastWriteEnd + lag) return undefined;
      const here = new Set(pages.flatMap(viewsIn).map(({ id }) => String(id).toLowerCase()));
      for (const resource of state.resources.values()) {
        const { exchange: by } = resource.creation;
        if (by.operation !== creation || by.caller !== caller) continue;
        if (by.deliberateFault !== null || wasSentInvalid(state, resource.id)) continue;
        if (compared(here.has(resource.id))) continue;
        if (!isUntouchedSince(state, resource, 0, isEndingWrite)) continue;
        if (!isUntouchedSince(state, resource, resource.last.sequence)) continue;
        const message = `${op} leaves out what ${creation} made`;
        if (!resource.isShownById) {
          if (!mayLag(state, exchange)) state.unproved.set(resource.id, { message, list: exchange });
          continue;
        }
        return {
          unconfirmed: mayLag(state, exchange),
          message,
          expected: `${resource.id} among them`,
          actual: [...here],
          dependsOn: [resource.creation.exchange],
        };
      }
      return undefined;
    },
  }),
];

/**
 * Finds a resource that no call deleted and that a read no longer finds after a write on another resource of the same
 * kind.
 */
function disappeared(state: RunState, exchange: Exchange) {
  const { operation: op, status, request, caller } = exchange;
  const id = idsInPath(exchange).at(-1);
  const resource = id === undefined ? undefined : state.resources.get(id);
  if (!resource?.isShownById || resource.caller !== caller || ![404, 410].includes(status)) return undefined;
  // An operation that has never succeeded may not exist on the target.
  if (
    op === null ||
    !state.succeededOperations.has(op) ||
    request.method === 'POST' ||
    operation(op).path.split('}').at(-1) !== ''
  )
    return undefined;
  const otherWrites = state.writes.filter(({ exchange: by }) => by !== exchange);
  if (wasSentInvalid(state, resource.id)) return undefined;
  const earlier = { ...state, writes: otherWrites };
  if (!isUntouchedSince(earlier, resource, resource.last.sequence)) return undefined;
  const write = strayWrite(earlier, resource, resource.last.sequence);
  if (write === undefined) return undefined;
  return {
    // A single 404 may come from a gateway.
    unconfirmed: true,
    message: `gone without having been named, since ${write.exchange.operation} on another one`,
    expected: '2xx',
    actual: status,
    dependsOn: [resource.creation.exchange, write.exchange],
  };
}
