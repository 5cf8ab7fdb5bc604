// A table of any length: only the rows in sight are in the page. Rows are chosen with the arrow keys and opened with
// Enter or a click.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ErrorState } from './display.tsx';

export type Column<Row> = {
  key: string;
  title: string;
  /** whether it stands in the second line of a row on a narrow screen, and is left out where a table is too narrow */
  second?: boolean;
  /** whether its values end at the right, as numbers do */
  end?: boolean;
  render(row: Row): ComponentChildren;
};

/** Returns a column that is left out where a table is too narrow, the last one first. */
export const secondColumn = <Row,>(
  key: string,
  title: string,
  render: Column<Row>['render'],
  end = false,
): Column<Row> => ({ key, title, second: true, end, render });

/** The rows of a table by their place; an array is such a list. */
type RowList<Row> = {
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

type TableProps<Row> = {
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

/** The height of a row, which has two lines on a narrow screen, in pixels. */
const [LINE_HEIGHT, TWO_LINES_HEIGHT] = [36, 54];
/** The screens on which a row has two lines. */
const NARROW_SCREEN = '(max-width: 700px)';
/** The space between two columns and at the ends of a row, in pixels, as in components.css. */
const [GAP, PADDING] = [16, 16];
/** The height of the line of titles, in pixels, as in components.css. It stays at the top of the table. */
const HEAD_HEIGHT = 32;
/** The width to which a column may be cut before another one is left out, in pixels. */
const LEAST_WIDTH = 160;

type Widths = Readonly<Record<string, number>>;

// Returns the widths of columns that the content of a table needs, which only grow; the same object when none does.
function neededWidths(table: HTMLElement, known: Widths): Widths {
  const needed: Record<string, number> = { ...known };
  const range = document.createRange();
  for (const cell of table.querySelectorAll<HTMLElement>('.table-head > .cell, .row-line > .cell')) {
    range.selectNodeContents(cell);
    const { key = '' } = cell.dataset;
    needed[key] = Math.max(needed[key] ?? 0, Math.ceil(range.getBoundingClientRect().width));
  }
  return Object.entries(needed).some(([key, width]) => width !== known[key]) ? needed : known;
}

// Leaves out columns, the last one first, until none of the others would be cut to less than `LEAST_WIDTH`.
function fittingColumns<Row>(columns: readonly Column<Row>[], widths: Widths, width: number) {
  const least = (some: readonly Column<Row>[]): number =>
    some.reduce((sum, { key }) => sum + GAP + Math.min(widths[key] ?? 0, LEAST_WIDTH), 2 * PADDING - GAP);
  let fitting = columns;
  while (least(fitting) > width && fitting.some(({ second }) => second))
    fitting = fitting.toSpliced(
      fitting.findLastIndex(({ second }) => second),
      1,
    );
  return fitting;
}

/** How many rows are rendered above and below those in sight. */
const OVERSCAN = 8;

// A table that renders the rows in sight only.
function DataTable<Row extends { id: string }>({ list, ...props }: TableProps<Row>) {
  const { label, columns, openId, open, empty } = props;
  const { length: rowCount, addedAtTop = 0 } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [scrollTop, setScrollTop] = useState(0);
  const [height, setHeight] = useState(600);
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  const [widths, setWidths] = useState<Widths>({});
  const [isNarrow, setIsNarrow] = useState(false);
  const [active, setActive] = useState(-1);
  const rowHeight = isNarrow ? TWO_LINES_HEIGHT : LINE_HEIGHT;
  const main = isNarrow ? columns.filter(({ second }) => !second) : fittingColumns(columns, widths, width);
  const more = columns.filter(({ second }) => isNarrow && second);

  useLayoutEffect(() => {
    if (scroller.current) setWidths(neededWidths(scroller.current, widths));
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = (): void => {
      setHeight(element.clientHeight - HEAD_HEIGHT);
      setWidth(element.clientWidth);
      setIsNarrow(matchMedia(NARROW_SCREEN).matches);
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
      style={{
        '--columns': main.map(({ key }) => `minmax(0, ${widths[key] ?? 0}px)`).join(' '),
        '--row-height': `${rowHeight}px`,
      }}
    >
      <div class="table-head" role="row" aria-rowindex={1}>
        {[...main, ...more].map(({ key, title, second, end }) => (
          <div
            key={key}
            data-key={key}
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
                    data-key={column.key}
                    role="gridcell"
                    class={`cell${column.end ? ' cell-end' : ''}`}
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

type ListViewProps<Row> = Omit<TableProps<Row>, 'list'> & {
  /** the rows; null until they are loaded */
  list: RowList<Row> | null;
  /** what stands above the rows, such as their number and the filters */
  head: ComponentChildren;
  /** the panel beside the list; null when nothing is open */
  panel: ComponentChildren | null;
  /** a change of it shows the list from its start */
  version?: string;
};

export function ListView<Row extends { id: string }>(props: ListViewProps<Row>) {
  const { list, head, panel, version, ...table } = props;
  const isOpen = panel !== null;
  return (
    <div class={`split${isOpen ? ' split-open' : ''}`}>
      <div class="split-list">
        {head}
        {list && <DataTable key={version} list={list} {...table} />}
      </div>
      {panel}
    </div>
  );
}
