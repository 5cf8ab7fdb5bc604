// Loads the rows of a table that are in sight, in pages, and again when they change.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ControlError, control } from '../../api/client.ts';
import { connectionCount, onEvents } from '../../api/events.ts';
import type { Row } from './tables.ts';

/** The rows of one page. */
const PAGE = 100;
/** The least time between two loads that changes of the table cause, in ms. */
const RELOAD_MS = 250;
/** How long a changed row is marked, in ms. */
const MARKED_MS = 4000;

/** Which rows are listed. */
export type RowsQuery = { q: string; where: string; sort: string };

/** The loaded rows of a table. */
export type RowPages = {
  /** the number of rows that match; null before the first page is loaded */
  total: number | null;
  error: ControlError | null;
  rowAt(index: number): Row | undefined;
  /** loads the rows between two places */
  show(first: number, last: number): void;
  /** whether a row was changed in the last seconds */
  isChanged(id: string): boolean;
};

type Loaded = {
  total: number | null;
  pages: ReadonlyMap<number, readonly Row[]>;
  error: ControlError | null;
};
const NOTHING: Loaded = { total: null, pages: new Map(), error: null };

/** Loads the rows of a table as they come into sight. A change of the query begins anew. */
export function useRowPages(table: string, { q, where, sort }: RowsQuery): RowPages {
  const [loaded, setLoaded] = useState(NOTHING);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const wanted = useRef(new Set<number>([0]));
  const state = useRef({ stop: new AbortController(), requested: new Set<number>() });

  const load = useCallback(
    (at: number): void => {
      const { stop, requested } = state.current;
      if (requested.has(at)) return;
      requested.add(at);
      const query = {
        limit: PAGE,
        offset: at * PAGE,
        ...(q !== '' && { q }),
        ...(where !== '' && { where: [where] }),
        ...(sort !== '' && { sort }),
      };
      control('get', '/tables/{table}/rows', { path: { table }, query, signal: stop.signal }).then(
        ({ rows, total }) =>
          setLoaded((before) => ({ total, pages: new Map(before.pages).set(at, rows), error: null })),
        (error: unknown) => {
          if (error instanceof ControlError) setLoaded((before) => ({ ...before, error }));
        },
      );
    },
    [table, q, where, sort],
  );

  const restart = useCallback((): void => {
    state.current.stop.abort();
    state.current = { stop: new AbortController(), requested: new Set() };
    for (const at of wanted.current) load(at);
  }, [load]);

  const connections = connectionCount.value;
  useEffect(() => {
    wanted.current = new Set([0]);
    setLoaded(NOTHING);
    restart();
    return () => state.current.stop.abort();
  }, [restart]);
  const firstConnection = useRef(connections);
  useEffect(() => {
    // Events may have been missed when the connection is a new one.
    if (connections !== firstConnection.current) restart();
  }, [connections]);

  const mark = useCallback((ids: readonly string[]): void => {
    setChanged((before) => new Set([...before, ...ids]));
    setTimeout(
      () => setChanged((before) => new Set([...before].filter((id) => !ids.includes(id)))),
      MARKED_MS,
    );
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remove = onEvents((events) => {
      const ids = events.flatMap((event) =>
        event.type === 'commit'
          ? event.data.writes.filter((write) => write.table === table).map(({ id }) => id)
          : [],
      );
      const replaced = events.some(({ type, data }) => type === 'world' && data.replaced);
      if (ids.length === 0 && !replaced) return;
      mark(ids);
      timer ??= setTimeout(() => {
        timer = undefined;
        restart();
      }, RELOAD_MS);
    });
    return () => {
      remove();
      clearTimeout(timer);
    };
  }, [table, restart]);

  const show = useCallback(
    (first: number, last: number): void => {
      const pages = new Set<number>();
      for (let at = Math.floor(first / PAGE); at <= Math.floor(last / PAGE); at += 1) pages.add(at);
      wanted.current = pages;
      for (const at of pages) load(at);
    },
    [load],
  );

  return {
    total: loaded.total,
    error: loaded.error,
    rowAt: (index) => loaded.pages.get(Math.floor(index / PAGE))?.[index % PAGE],
    show,
    isChanged: (id) => changed.has(id),
  };
}
