// A list, and beside it what is open of it; on a narrow screen one of the two.
import type { ComponentChildren } from 'preact';
import { DataTable, type RowList, type TableProps } from './data-table.tsx';

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
