// What the run knows of the things it made: how each was shown last, and which writes named it since.
import { operation } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/suite/define.ts';
import { itemsOf } from '../../src/suite/lists.ts';
import { isRecord, isSuccess, isUuid, leaves, settled } from '../kit/reading.ts';

export type Thing = Record<string, unknown>;

/** One showing of a thing: as what, by which exchange. */
export type Shown = { thing: Thing; by: Exchange; turn: number };

/** A write that named things in its path. */
export type Written = {
  by: Exchange;
  turn: number;
  /** ids in its path, the last one is what it is about */
  ids: readonly string[];
  /** the kind of what it is about: `dns/zones/records` */
  kind: string;
};

export type Known = {
  id: string;
  kinds: Set<string>;
  /** who made it */
  caller: string;
  /** the reply of its creation */
  born: Shown;
  last: Shown;
  /** the showing before the last one that differs from it */
  before: Shown | null;
};

export type Memory = {
  turn: number;
  /** ids that came with something the run made, and who made it */
  mine: Map<string, string>;
  known: Map<string, Known>;
  writes: Written[];
  /** operations that have answered with a success */
  worked: Set<string>;
  /** idempotency keys in use: what a replay answers with made nothing */
  keys: Set<string>;
};

export const newMemory = (): Memory => ({
  turn: 0,
  mine: new Map(),
  known: new Map(),
  writes: [],
  worked: new Set(),
  keys: new Set(),
});

/** What any reader might change, and what time does. */
export const restless =
  /_at$|^(status|state|phase|version|serial|etag)$|count|balance|used|usage|paid|due|remaining|failures|secret|password|token|key/;

const low = (id: string): string => id.toLowerCase();

/** The ids in a path, in order. */
export const named = ({ request }: Exchange): string[] => {
  const { id, rid, mbx } = request.params;
  return [id, rid ?? mbx].filter((one) => one !== undefined).map(low);
};

const words = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .join('/');

/** The kind of what an exchange's path ends in: `services` of `/services/{id}/suspend`. */
function kindNamed({ operation: op }: Exchange): string {
  const path = op === null ? '' : operation(op).path;
  return words(path.slice(0, path.lastIndexOf('}') + 1));
}

/** The kind of a thing in a reply, as far as its path tells. */
function kindShown(exchange: Exchange, id: string): string {
  if (named(exchange).at(-1) === id) return kindNamed(exchange);
  return exchange.operation === null ? '' : words(operation(exchange.operation).path);
}

const idOfThing = (thing: Thing): string | undefined =>
  typeof thing.id === 'string' && isUuid(thing.id) ? low(thing.id) : undefined;

/** The things a reply shows: itself, the elements of its list, and those of the lists within it. */
export function thingsIn(exchange: Exchange): readonly Thing[] {
  const before = found.get(exchange);
  if (before) return before;
  const things = thingsOf(exchange);
  found.set(exchange, things);
  return things;
}
/** Several rules look for them in the same reply. */
const found = new WeakMap<Exchange, readonly Thing[]>();

function thingsOf({ json }: Exchange): Thing[] {
  const own = isRecord(json) && isRecord(json.data) ? json.data : json;
  const inner = isRecord(own) ? Object.values(own).filter(Array.isArray).flat() : [];
  const all = [own, ...(itemsOf(json) ?? []), ...inner].filter(isRecord);
  return [...new Set(all)].filter((thing) => idOfThing(thing) !== undefined);
}

/** Whether a thing speaks of an id, its own included. */
function speaksOf(thing: Thing, id: string): boolean {
  let ids = spoken.get(thing);
  if (ids === undefined) {
    const values = leaves(thing).map(({ value }) => value);
    ids = new Set(values.filter(isUuid).map(low));
    spoken.set(thing, ids);
  }
  return ids.has(id);
}
const spoken = new WeakMap<Thing, ReadonlySet<string>>();

/** Whether a write may have touched a thing: it names it, something it speaks of, or something that speaks of it. */
function touches(memory: Memory, write: Written, known: Known): boolean {
  return write.ids.some((id) => {
    if (id === known.id || speaksOf(known.last.thing, id) || speaksOf(known.born.thing, id)) return true;
    const other = memory.known.get(id);
    return other !== undefined && speaksOf(other.last.thing, known.id);
  });
}

/** Whether no write that may have touched a thing came after a turn. @param which writes that count; all by default */
export const untouchedSince = (
  memory: Memory,
  known: Known,
  turn: number,
  which: (write: Written) => boolean = () => true,
): boolean =>
  !memory.writes.some((write) => write.turn > turn && which(write) && touches(memory, write, known));

/** Whether a reply came too soon after the last write for a target that grants itself a lag. */
export const tooSoon = (memory: Memory, exchange: Exchange, lag: number): boolean => {
  const last = memory.writes.at(-1);
  return lag > 0 && last !== undefined && exchange.startedAt <= last.by.startedAt + last.by.ms + lag;
};

/**
 * Takes note of an exchange: what it shows of the run's own things, and what it writes.
 * @returns the own things it shows, with what was known of each before
 */
export function note(memory: Memory, exchange: Exchange): { known: Known; was: Shown; now: Shown }[] {
  memory.turn += 1;
  const { turn } = memory;
  const { request } = exchange;
  const writes = request.method !== 'GET';
  const ids = named(exchange);
  if (writes && ids.length > 0) memory.writes.push({ by: exchange, turn, ids, kind: kindNamed(exchange) });
  if (!isSuccess(exchange)) return [];
  if (exchange.operation !== null) memory.worked.add(exchange.operation);
  const key = request.headers['idempotency-key'];
  const replayed = exchange.together || (key !== undefined && memory.keys.has(key));
  if (key !== undefined) memory.keys.add(key);
  if (request.method === 'POST' && ids.length < 2 && !replayed) own(memory, exchange);
  const found: { known: Known; was: Shown; now: Shown }[] = [];
  for (const thing of thingsIn(exchange)) {
    const id = idOfThing(thing);
    const caller = id === undefined ? undefined : memory.mine.get(id);
    if (id === undefined || caller !== exchange.caller) continue;
    const now: Shown = { thing, by: exchange, turn };
    const kind = kindShown(exchange, id);
    const known = memory.known.get(id);
    if (known === undefined) {
      memory.known.set(id, { id, kinds: new Set([kind]), caller, born: now, last: now, before: null });
      continue;
    }
    known.kinds.add(kind);
    found.push({ known, was: known.last, now });
    if (settled(known.last.thing) !== settled(thing)) known.before = known.last;
    known.last = now;
  }
  return found;
}

/** What a creation answers with belongs to the run: the thing and what came with it, not what was sent for it, nor whose it is. */
function own(memory: Memory, exchange: Exchange): void {
  const sent = new Set([...leaves(exchange.request.json)].map(({ value }) => value));
  for (const { name, value } of leaves(exchange.json)) {
    if (!isUuid(value) || sent.has(value) || /tenant|user|author|created_by|customer/.test(name)) continue;
    const id = low(value);
    if (!named(exchange).includes(id) && !memory.mine.has(id)) memory.mine.set(id, exchange.caller);
  }
}
