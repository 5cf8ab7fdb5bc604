// A table of any length: only the rows in sight are in the page. Rows are chosen with the arrow keys and opened with
// Enter or a click.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ErrorState } from './display.tsx';

/** A column of a table. */
export type Column<Row> = {
  key: string;
  title: string;
  /** the width, as a track of a CSS grid: `80px`, `minmax(120px, 1fr)` */
  width: string;
  /** whether its values stand in the second line of a row, when the table is too narrow for one line */
  second?: boolean;
  /** whether it is left out of a table that is too narrow for it, before rows have two lines */
  optional?: boolean;
  /** whether its values end at the right, as numbers do */
  end?: boolean;
  render(row: Row): ComponentChildren;
};

/** Returns a column whose values stand in the second line of a narrow table. The last one stands at the right. */
export const secondColumn = <Row,>(
  key: string,
  title: string,
  width: string,
  render: Column<Row>['render'],
  end = false,
): Column<Row> => ({ key, title, width, second: true, end, render });

/** The rows of a table by their place; an array is such a list. */
export type RowList<Row> = {
  readonly length: number;
  /** returns a row; undefined for one that is not loaded yet */
  at(index: number): Row | undefined;
  /** why rows could not be loaded, and how to try again */
  readonly error?: { value: Error | null };
  reload?(): void;
  /** called with the places of the first and the last row in sight, so that their data can be loaded */
  want?(first: number, last: number): void;
  /** counts the rows that were ever added at the top; rows in sight stay in place when it grows */
  readonly addedAtTop?: number;
};

export type TableProps<Row> = {
  /** what the table lists */
  label: string;
  columns: readonly Column<Row>[];
  list: RowList<Row>;
  /** the id of the row that is open beside the table */
  openId: string | null;
  open: (id: string) => void;
  /** shown instead of rows when there are none */
  empty: ComponentChildren;
};

/** The height of a row of one line and of two, in pixels. */
const [LINE_HEIGHT, TWO_LINES_HEIGHT] = [36, 54];
/** The space between two columns and at the ends of a row, in pixels, as in components.css. */
const [GAP, PADDING] = [12, 16];
/** The height of the line of titles, in pixels, as in components.css. It stays at the top of the table. */
const HEAD_HEIGHT = 32;
const widthOf = (columns: readonly Column<never>[]): number =>
  columns.reduce(
    (sum, { width }) => sum + GAP + Number.parseInt(width.replace(/^\D+/, ''), 10),
    2 * PADDING - GAP,
  );

/** How many rows are rendered above and below those in sight. */
const OVERSCAN = 8;

/** A table that renders the rows in sight only. */
export function DataTable<Row extends { id: string }>({ list, ...props }: TableProps<Row>) {
  const { label, columns, openId, open, empty } = props;
  const { length: rowCount, addedAtTop = 0 } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [scrollTop, setScrollTop] = useState(0);
  const [height, setHeight] = useState(600);
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  const [active, setActive] = useState(-1);
  let fitting = columns;
  while (widthOf(fitting) > width && fitting.some(({ optional }) => optional))
    fitting = fitting.toSpliced(
      fitting.findLastIndex(({ optional }) => optional),
      1,
    );
  const isNarrow = widthOf(fitting) > width;
  const rowHeight = isNarrow ? TWO_LINES_HEIGHT : LINE_HEIGHT;
  const main = isNarrow ? columns.filter(({ second }) => !second) : fitting;
  const more = columns.filter(({ second }) => isNarrow && second);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = (): void => {
      setHeight(element.clientHeight - HEAD_HEIGHT);
      setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list.error?.value]);

  const formerlyAdded = useRef(addedAtTop);
  useLayoutEffect(() => {
    const added = addedAtTop - formerlyAdded.current;
    formerlyAdded.current = addedAtTop;
    if (added <= 0) return;
    if (active >= 0) setActive(active + added);
    if (scroller.current && scroller.current.scrollTop > 0) scroller.current.scrollTop += added * rowHeight;
  }, [addedAtTop]);

  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN);
  const last = Math.min(rowCount - 1, Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN);
  useEffect(() => {
    if (rowCount > 0) list.want?.(first, last);
  }, [first, last, rowCount, list]);

  const moveTo = (index: number): void => {
    const to = Math.max(0, Math.min(rowCount - 1, index));
    setActive(to);
    const element = scroller.current;
    if (!element) return;
    if (to * rowHeight < element.scrollTop) element.scrollTop = to * rowHeight;
    const below = (to + 1) * rowHeight + HEAD_HEIGHT - element.clientHeight;
    if (below > element.scrollTop) element.scrollTop = below;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const to = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rowCount - 1,
    }[event.key];
    if (to !== undefined) moveTo(to);
    else if (event.key === 'Enter' && active >= 0) openRow(active);
    else return;
    event.preventDefault();
  };
  const openRow = (index: number): void => {
    setActive(index);
    const row = list.at(index);
    if (row !== undefined) open(row.id);
  };

  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (list.error?.value) return <ErrorState error={list.error.value} retry={() => list.reload?.()} />;
  return (
    <div
      ref={scroller}
      class="table"
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      tabIndex={0}
      aria-activedescendant={active >= first && active <= last ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
      onFocus={() => active < 0 && rowCount > 0 && setActive(0)}
      style={{ '--columns': main.map((column) => column.width).join(' '), '--row-height': `${rowHeight}px` }}
    >
      <div class="table-head" role="row" aria-rowindex={1}>
        {[...main, ...more].map(({ key, title, second, end }) => (
          <div
            key={key}
            role="columnheader"
            class={`cell ${isNarrow && second ? 'visually-hidden' : end ? 'cell-end' : ''}`}
          >
            {title}
          </div>
        ))}
      </div>
      <div class="table-body" role="rowgroup">
        {rowCount === 0 ? (
          <div role="row">
            <div role="gridcell">{empty}</div>
          </div>
        ) : (
          <div class="table-space" role="presentation" style={{ height: `${rowCount * rowHeight}px` }}>
            {indexes.map((index) => {
              const row = list.at(index);
              const key = row?.id ?? `at ${index}`;
              const cell = (column: Column<Row> | undefined) =>
                column && (
                  <div
                    key={column.key}
                    role="gridcell"
                    class={`cell cell-${column.key}${column.end ? ' cell-end' : ''}`}
                    title={isNarrow && column.second ? column.title : undefined}
                  >
                    {row === undefined ? <span class="cell-loading" /> : column.render(row)}
                  </div>
                );
              return (
                <div
                  key={key}
                  id={`${id}-${index}`}
                  class={`row${index === active ? ' row-active' : ''}`}
                  role="row"
                  aria-rowindex={index + 2}
                  aria-selected={row !== undefined && key === openId}
                  style={{ transform: `translateY(${index * rowHeight}px)` }}
                  onClick={() => openRow(index)}
                >
                  <div class="row-line" role="presentation">
                    {main.map(cell)}
                  </div>
                  {more.length > 0 && (
                    <div class="row-more" role="presentation">
                      <div class="row-wrap" role="presentation">
                        {more.slice(0, -1).map(cell)}
                      </div>
                      {cell(more.at(-1))}
                    </div>
                  )}
                </div>
              );
            })}
          </div>
        )}
      </div>
    </div>
  );
}
