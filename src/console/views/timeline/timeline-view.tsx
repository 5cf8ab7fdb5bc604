// The view Timeline: the changes and requests of the present world, newest first and live. A moment opens beside the
// list: its rows before and after, what differs from now, and what can be made from it.
import { control, type Schema } from '../../api/client.ts';
import { Button, Checkbox, SearchInput } from '../../components/controls.tsx';
import { type Column, ListView, secondColumn } from '../../components/data-table.tsx';
import { Attempts, EmptyState, StatusBadge, Time, ViewHead } from '../../components/display.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { useList } from '../../state/use-data.ts';
import { type Item, itemTitle, kindOf, MomentPanel, tablesOf } from './moment-panel.tsx';

const COLUMNS: Column<Item>[] = [
  { key: 'kind', title: 'By', render: (item) => <span class="badge">{kindOf(item)}</span> },
  { key: 'title', title: 'What', render: What },
  secondColumn('persona', 'Persona', ({ persona, request }) => persona ?? request?.account ?? ''),
  secondColumn('rows', 'Changed', (item) =>
    item.kind === 'request' ? <StatusBadge status={item.request?.status ?? 0} /> : tablesOf(item),
  ),
  secondColumn('at', "World's time", ({ at }) => <Time at={at} />),
  secondColumn('seq', 'Moment', ({ kind, seq }) => (kind === 'request' ? '' : seq), true),
];

function What(item: Item) {
  const { label = null, id, series } = item.record ?? {};
  return (
    <>
      {itemTitle(item)}{' '}
      <span class="muted" title={id}>
        {label}
      </span>
      {item.repeated && <span class="badge">{`${item.repeated} times`}</span>}
      <Attempts series={series} />
    </>
  );
}

type Filter = { kind: 'all' | 'changes'; fold: 'equal' | 'none'; q: string };

export default function TimelineView() {
  const { path, params } = route.value;
  const { kind = 'all', fold = 'equal', q = '' } = params as Partial<Filter>;
  const list = useList<Item, Schema<'Timeline'>>(
    ({ until, ...range }) => {
      const query = {
        kind,
        fold,
        attempts: 'last',
        ...(q && { q }),
        ...(until && { until }),
        ...range,
      } as const;
      return control('get', '/timeline', { query });
    },
    { inputs: [kind, fold, q], on: 'all' },
  );
  const open = path[0] ?? null;
  const set = (chosen: Record<string, string>): void =>
    navigate(hrefOf('timeline', path, { ...params, ...chosen }), { replace: true });
  if (list === null) return null;
  return (
    <ListView
      version={`${kind} ${fold} ${q}`}
      label="Timeline"
      columns={COLUMNS}
      list={list}
      openId={open}
      open={(id) => navigate(hrefOf('timeline', [id], params))}
      head={
        <ViewHead title="Timeline" count={list.length.toLocaleString()}>
          <SearchInput label="Search the timeline" value={q} change={(text) => set({ q: text })} />
          <Checkbox
            text="Fold equal items"
            checked={fold === 'equal'}
            change={(checked) => set({ fold: checked ? '' : 'none' })}
          />
          <Checkbox
            text="Changes only"
            checked={kind === 'changes'}
            change={(checked) => set({ kind: checked ? 'changes' : '' })}
          />
        </ViewHead>
      }
      empty={
        q === '' ? (
          <EmptyState title="Nothing has happened yet">
            <p>Send a request, or advance the clock. Every change of this world appears here.</p>
          </EmptyState>
        ) : (
          <EmptyState title="No item has these words">
            <Button onClick={() => set({ q: '' })}>Clear the search</Button>
          </EmptyState>
        )
      }
      panel={
        open === null ? null : (
          <MomentPanel key={open} id={open} close={() => navigate(hrefOf('timeline', [], params))} />
        )
      }
    />
  );
}
