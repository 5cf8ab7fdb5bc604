// What every handler of the second server is given, and what handlers share: looking up, listing, showing times.
import type { Books, Memory, Shelf, User } from './books.ts';
import type { Options } from './options.ts';
import { type Answer, type Ask, Refused } from './wire.ts';

export type Caller = { id: string; tenant: string; user: User | null; token: string; writes: boolean };

export type Kit = {
  options: Options;
  memory: Memory;
  now: () => number;
};
export type Handler = (
  ask: Ask,
  params: Record<string, string>,
  caller: Caller,
  kit: Kit,
) => Answer | Promise<Answer>;

/** A Unix time in one of the legitimate spellings. */
export function show(kit: Kit, unix: number): string {
  const iso = new Date(unix).toISOString();
  if (kit.options.times === 'zulu') return iso.replace(/\.\d+Z$/, 'Z');
  if (kit.options.times === 'offset') return iso.replace(/\.(\d+)Z$/, '.$1000+00:00');
  return iso.replace(/Z$/, '123456Z');
}

export const booksOf = (kit: Kit, tenant: string): Books => {
  const found = kit.memory.books.get(tenant);
  if (!found) throw new Error(`no books for ${tenant}`);
  return found;
};

/** One thing of the caller's own; another tenant's is refused as the options say, a missing one with 404. */
export function own<K extends Shelf>(
  kit: Kit,
  caller: Caller,
  shelf: K,
  id: string,
): Books[K] extends Map<string, infer T> ? T : never;
export function own(kit: Kit, caller: Caller, shelf: Shelf, id: string): { born: number } {
  const found = booksOf(kit, caller.tenant)[shelf].get(id);
  if (found && found.born + kit.options.readLag <= kit.now()) return found;
  for (const other of kit.memory.books.values()) {
    if (other.tenant !== caller.tenant && other[shelf].has(id)) {
      throw new Refused(kit.options.foreign, kit.options.foreign === 403 ? 'Not yours.' : 'Nothing here.');
    }
  }
  throw new Refused(404, 'Nothing here.');
}

/** A list in the shape of the options, newest last, as pages where the shape has pages. */
export function list<T extends { born: number }>(
  ask: Ask,
  kit: Kit,
  all: Iterable<T>,
  view: (item: T) => Record<string, unknown>,
): Answer {
  const seen = [...all].filter((item) => item.born + kit.options.readLag <= kit.now()).map(view);
  if (kit.options.lists === 'bare') return { status: 200, body: seen };
  const from = Number(ask.query.get('after') ?? '0') || 0;
  const to = from + kit.options.pageSize;
  const items = seen.slice(from, to);
  const next = to < seen.length ? `${ask.path}?after=${to}` : null;
  if (kit.options.lists === 'items') return { status: 200, body: { items, links: { next } } };
  return { status: 200, body: { results: items, count: seen.length, links: { next } } };
}

/** The answer to an action: nothing worth reading, or the resource. */
export const done = (kit: Kit, view: Record<string, unknown>, status = kit.options.actionStatus): Answer => ({
  status,
  body: kit.options.actions === 'empty' ? {} : view,
});

/** A refusal for a state that does not allow something; 402 is kept for money. */
export const conflict = (kit: Kit, message: string): Refused =>
  new Refused(kit.options.conflict === 402 ? 409 : kit.options.conflict, message);

export const short = (kit: Kit): Refused => {
  if (kit.options.funds === 'ample') return new Refused(kit.options.conflict, 'The wallet is short.');
  const said = { payment_method: ['Das Guthaben reicht dafür nicht.'] };
  return new Refused(kit.options.conflict, 'Das geht so nicht.', said);
};
