// Rules with a memory of the things a run makes: shown as they were left, touched only by what names them, found in their lists.
import { operation } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/suite/define.ts';
import { itemsOf } from '../../src/suite/lists.ts';
import { isRecord, isSuccess, statusIn, timeOf } from '../kit/reading.ts';
import { rule } from '../suite.ts';
import {
  type Known,
  type Memory,
  named,
  newMemory,
  note,
  restless,
  type Shown,
  type Thing,
  thingsIn,
  tooSoon,
  untouchedSince,
  type Written,
} from './shown.ts';

/** States somebody has put a thing into; what time alone brings (expired, failed) is none. */
const ended = /^(cancel|terminat|suspend|clos|revok|inactiv|deactiv|delet|stopped)/i;

const endedIn = (thing: Thing): string | undefined => {
  const status = statusIn(thing);
  return status !== undefined && ended.test(status) ? status : undefined;
};

/** A member that stands again as it stood before a write changed it. */
function reverted(known: Known, was: Shown, now: Thing): string | undefined {
  const { before } = known;
  if (before === null) return undefined;
  return Object.keys(was.thing).find((name) => {
    const [old, left, is] = [before.thing[name], was.thing[name], now[name]];
    const plain = ['string', 'number', 'boolean'].includes(typeof left) && typeof left === typeof is;
    return plain && !restless.test(name) && is !== left && is === old;
  });
}

/** The last write that named a thing. */
const lastWriteOf = ({ writes }: Memory, id: string) =>
  writes.findLast(({ ids, by }) => ids.at(-1) === id && isSuccess(by));

/** What may end a thing, or part of it, or stop it for a while. */
const ending = ({ by }: Written): boolean =>
  by.request.method === 'DELETE' ||
  /^(terminate|cancel|close|suspend|stop|reboot|resize)/.test(by.operation ?? '');

/** The write on another thing of the same kind that came between two looks, where nothing that was ever asked of this one explains it. */
function stray(memory: Memory, known: Known, since: number) {
  if (!untouchedSince(memory, known, 0, ending)) return undefined;
  return memory.writes.findLast(
    (write) =>
      write.turn > since &&
      ending(write) &&
      isSuccess(write.by) &&
      known.kinds.has(write.kind) &&
      write.ids.at(-1) !== known.id,
  );
}

/** A write that was made wrong on purpose, and taken, may have done anything with what it names. */
const tamperedWith = ({ writes }: Memory, id: string): boolean =>
  writes.some(({ by, ids }) => by.spoiled !== null && isSuccess(by) && ids.at(-1) === id);

const plainList = ({ request }: Exchange): boolean => !request.path.includes('?');

/** The creations whose things stand in a list at once, as far as the specification's words go. */
const madeBy: Readonly<Record<string, string>> = {
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

/** The time after which nothing can be missing from a page: its oldest element's, when it is ordered from new to old, and any when it is all there is. */
function reachOf({ json }: Exchange): number {
  const items = itemsOf(json) ?? [];
  if (isRecord(json) && isRecord(json.meta) && json.meta.total === items.length) return 0;
  const times = items.map((item) => timeOf(isRecord(item) ? item.created_at : undefined));
  const falling = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? Number.NaN));
  const [newest, oldest] = [times[0] ?? Number.NaN, times.at(-1) ?? Number.NaN];
  return times.length > 2 && falling && newest > oldest ? oldest : Number.NaN;
}

export const memoryRules = [
  rule('things/others-untouched', {
    must: 'leave the other things of a kind alone when one of them is acted on',
    says: 'states/others-untouched',
    yields: true,
    applies: ({ operation: op }) => op !== null,
    unanswered: true,
    state: newMemory,
    judge(exchange, { state, lag }) {
      const shown = note(state, exchange);
      if (tooSoon(state, exchange, lag)) return undefined;
      for (const { known, was, now } of shown) {
        const status = endedIn(now.thing);
        if (status === undefined || endedIn(was.thing) !== undefined || statusIn(was.thing) === undefined)
          continue;
        const write = stray(state, known, was.turn);
        if (write === undefined) continue;
        return {
          message: `\`${status}\` without having been named, since ${write.by.operation} on another one`,
          expected: was.thing,
          actual: now.thing,
          rests: [known.born.by, was.by, write.by],
        };
      }
      return gone(state, exchange);
    },
  }),
  rule('things/as-left', {
    must: 'show a thing as the last write left it',
    says: 'states/shown-as-left',
    yields: true,
    applies: ({ operation: op }) => op !== null,
    unanswered: true,
    state: newMemory,
    judge(exchange, { state, lag }) {
      const shown = note(state, exchange);
      if (exchange.request.method !== 'GET' || tooSoon(state, exchange, lag)) return undefined;
      for (const { known, was, now } of shown) {
        const write = lastWriteOf(state, known.id);
        if (write === undefined || !untouchedSince(state, known, was.turn)) continue;
        const left = endedIn(was.thing);
        const status = statusIn(now.thing);
        const back = left !== undefined && status !== undefined && endedIn(now.thing) === undefined;
        const name = back ? 'status' : reverted(known, was, now.thing);
        if (name === undefined) continue;
        return {
          message: `\`${name}\` is as it was before ${write.by.operation}`,
          expected: was.thing,
          actual: now.thing,
          rests: [known.born.by, was.by, write.by],
        };
      }
      return undefined;
    },
  }),
  rule('things/listed', {
    must: 'list what was made where its time puts it',
    says: 'endpoints/list-shows-all',
    yields: true,
    after: ['bodies/parse'],
    applies: ({ operation: op }) => op !== null,
    unanswered: true,
    state: newMemory,
    judge(exchange, { state, lag }) {
      note(state, exchange);
      const { operation: op, caller } = exchange;
      const maker = op === null ? undefined : madeBy[op];
      if (maker === undefined || !isSuccess(exchange) || !plainList(exchange)) return undefined;
      if (tooSoon(state, exchange, lag)) return undefined;
      const reach = reachOf(exchange);
      const here = new Set(thingsIn(exchange).map(({ id }) => String(id).toLowerCase()));
      for (const known of state.known.values()) {
        const { by, thing } = known.born;
        const made = timeOf(thing.created_at);
        const settledSince = exchange.startedAt - (by.startedAt + by.ms) > lag;
        if (by.operation !== maker || by.caller !== caller || !settledSince || !(made > reach)) continue;
        if (by.spoiled !== null || here.has(known.id) || tamperedWith(state, known.id)) continue;
        if (!untouchedSince(state, known, 0, ending)) continue;
        if (!untouchedSince(state, known, known.last.turn)) continue;
        return {
          message: `${op} leaves out what ${maker} made`,
          expected: thing,
          actual: [...here],
          rests: [known.born.by],
        };
      }
      return undefined;
    },
  }),
];

/** A thing that nobody deleted and that is not there any more, since another one of its kind was acted on. */
function gone(memory: Memory, exchange: Exchange) {
  const { operation: op, status, request, caller } = exchange;
  const id = named(exchange).at(-1);
  const known = id === undefined ? undefined : memory.known.get(id);
  if (known === undefined || known.caller !== caller || ![404, 410].includes(status)) return undefined;
  // of an operation that may not be there at all nothing can be told
  if (
    op === null ||
    !memory.worked.has(op) ||
    request.method === 'POST' ||
    operation(op).path.split('}').at(-1) !== ''
  )
    return undefined;
  const own = memory.writes.filter(({ by }) => by !== exchange);
  if (tamperedWith(memory, known.id)) return undefined;
  const earlier = { ...memory, writes: own };
  if (!untouchedSince(earlier, known, known.last.turn)) return undefined;
  const write = stray(earlier, known, known.last.turn);
  if (write === undefined) return undefined;
  return {
    message: `gone without having been named, since ${write.by.operation} on another one`,
    expected: known.last.thing,
    actual: status,
    rests: [known.born.by, write.by],
  };
}
