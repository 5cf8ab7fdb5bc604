// Loads the timeline in pages, as far as it is looked at, and adds new items at the top.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ControlError, control, type Schema } from '../../api/client.ts';
import { connectionCount } from '../../api/events.ts';
import { useReloadOnAny } from '../../state/use-data.ts';

/** An item of the timeline. */
export type Item = Schema<'TimelineItem'>;

/** Which items are listed. */
export type Kind = 'all' | 'changes';

const PAGE = 100;
/** How many new items are loaded at once; when there are more, the timeline is loaded anew. */
const MAX_NEW = 500;

/**
 * The items that are known: those that were added at the top since the timeline was loaded, and pages of the older
 * ones, counted from the newest item at that time.
 */
type Loaded = {
  kind: Kind;
  added: readonly Item[];
  /** the items at that time by the number of their page */
  pages: ReadonlyMap<number, readonly Item[]>;
  /** the number of items at that time */
  count: number;
};

/** The timeline as the view shows it. */
export type TimelineData = {
  count: number;
  addedAtTop: number;
  error: ControlError | null;
  rowAt(index: number): Item | undefined;
  /** loads the items from one place to another */
  load(first: number, last: number): void;
};

/** Loads the timeline of the present world; null until its first page is there. */
export function useTimeline(kind: Kind): TimelineData | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<ControlError | null>(null);
  const state = useRef<Loaded | null>(null);
  const requested = useRef(new Set<string>());
  const set = (next: Loaded): void => {
    state.current = next;
    setLoaded(next);
    setError(null);
  };
  const fail = (failure: unknown): void => {
    if (failure instanceof ControlError) setError(failure);
  };

  const start = useCallback(() => {
    requested.current.clear();
    control('get', '/timeline', { query: { kind, limit: PAGE } }).then(
      ({ items, total }) => set({ kind, added: [], pages: new Map([[0, items]]), count: total }),
      fail,
    );
  }, [kind]);
  useEffect(start, [start, connectionCount.value]);

  const loadNew = useCallback(() => {
    const before = state.current;
    const newest = before?.added[0] ?? before?.pages.get(0)?.[0];
    if (!before || !newest) return start();
    control('get', '/timeline', { query: { kind, limit: MAX_NEW } }).then(({ items }) => {
      if (state.current !== before) return;
      const known = items.findIndex(({ id }) => id === newest.id);
      if (known === -1) start();
      else if (known > 0) set({ ...before, added: [...items.slice(0, known), ...before.added] });
    }, fail);
  }, [kind, start]);
  useReloadOnAny(loadNew);

  const load = useCallback(
    (first: number, last: number) => {
      const { current } = state;
      const anchor = current?.pages.get(0)?.[0];
      if (!current || !anchor) return;
      const [from, to] = [first, last].map((index) =>
        Math.max(0, Math.floor((index - current.added.length) / PAGE)),
      );
      for (let page = from ?? 0; page <= (to ?? 0); page += 1) {
        const key = `${anchor.id} ${page}`;
        if (current.pages.has(page) || requested.current.has(key)) continue;
        requested.current.add(key);
        // The anchor itself is not part of the items before it.
        const query = { kind, before: anchor.id, offset: page * PAGE - 1, limit: PAGE };
        control('get', '/timeline', { query }).then(({ items }) => {
          const now = state.current;
          if (now?.pages.get(0)?.[0] !== anchor) return;
          set({ ...now, pages: new Map(now.pages).set(page, items) });
        }, fail);
      }
    },
    [kind],
  );

  if (loaded?.kind !== kind) return error && { count: 0, addedAtTop: 0, error, load, rowAt: () => undefined };
  const { added, pages, count } = loaded;
  return {
    count: added.length + count,
    addedAtTop: added.length,
    error,
    load,
    rowAt(index) {
      if (index < added.length) return added[index];
      const place = index - added.length;
      return pages.get(Math.floor(place / PAGE))?.[place % PAGE];
    },
  };
}
