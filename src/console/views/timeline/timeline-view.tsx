// The view Timeline: the changes and requests of the present world, newest first and live. A moment opens beside the
// list: its rows before and after, what differs from now, and what can be made from it.
import { control } from '../../api/client.ts';
import { Checkbox } from '../../components/controls.tsx';
import { type Column, secondColumn } from '../../components/data-table.tsx';
import { counted, EmptyState, StatusBadge, Time, ViewHead } from '../../components/display.tsx';
import { ListView } from '../../components/list-view.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { PagedList, type Part } from '../../state/paged-list.ts';
import { reloadOn, usePagedList } from '../../state/use-data.ts';
import { type Item, itemTitle, kindOf, tablesOf } from './item-title.ts';
import { MomentPanel } from './moment-panel.tsx';

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
      {series &&
        series.attempts > 1 && [
          ' ',
          <span key="attempts" class="badge">
            {counted(series.attempts, 'attempt')}
          </span>,
        ]}
    </>
  );
}

type Kind = 'all' | 'changes';

/** How many new items are loaded at once; when there are more, the timeline is loaded anew. */
const MAX_NEW = 500;

function useTimeline(kind: Kind): PagedList<Item> | null {
  const open = () => {
    /** The newest item of the first load. Pages are counted from it, and it is not part of the items before it. */
    let newest: Item | undefined;
    let last: Item | undefined;
    const load = async ({ offset, limit }: Part) => {
      if (newest === undefined) {
        const { items, total } = await control('get', '/timeline', {
          query: { kind, attempts: 'last', limit },
        });
        [newest] = items;
        last = newest;
        return { items, total };
      }
      const query = {
        kind,
        attempts: 'last' as const,
        before: newest.id,
        offset: Math.max(0, offset - 1),
        limit,
      };
      const { items, total } = await control('get', '/timeline', { query });
      return { items: offset === 0 ? [newest, ...items.slice(0, limit - 1)] : items, total: total + 1 };
    };
    const list = new PagedList(load);
    const restart = (): void => {
      newest = undefined;
      list.clear();
      list.reload();
    };
    const loadNew = async (): Promise<void> => {
      const known = last;
      if (known === undefined) return list.reload();
      const { items } = await control('get', '/timeline', {
        query: { kind, attempts: 'last', limit: MAX_NEW },
      });
      if (known !== last) return;
      const at = items.findIndex(({ id }) => id === known.id);
      // A new attempt takes the place of the one before it.
      const isRepeated = items.slice(0, at).some(({ record }) => record?.series);
      if (at === -1 || isRepeated || list.addedAtTop > MAX_NEW) return restart();
      [last] = items;
      list.add(items.slice(0, at).toReversed());
    };
    return { list, stop: reloadOn('all', () => void loadNew().catch(() => undefined)) };
  };
  return usePagedList(open, [kind]);
}

/** The view Timeline. */
export default function TimelineView() {
  const { path, params } = route.value;
  const kind: Kind = params.kind === 'changes' ? 'changes' : 'all';
  const list = useTimeline(kind);
  const open = path[0] ?? null;
  const choice = kind === 'changes' ? { kind } : {};
  if (list === null) return null;
  return (
    <ListView
      version={kind}
      label="Timeline"
      columns={COLUMNS}
      list={list}
      openId={open}
      open={(id) => navigate(hrefOf('timeline', [id], choice))}
      head={
        <ViewHead title="Timeline" count={counted(list.length, kind === 'changes' ? 'change' : 'item')}>
          <Checkbox
            text="Changes only"
            checked={kind === 'changes'}
            change={(checked) =>
              navigate(hrefOf('timeline', path, checked ? { kind: 'changes' } : {}), { replace: true })
            }
          />
        </ViewHead>
      }
      empty={
        <EmptyState title="Nothing has happened yet">
          <p>Send a request, or advance the clock. Every change of this world appears here.</p>
        </EmptyState>
      }
      panel={
        open === null ? null : (
          <MomentPanel key={open} id={open} close={() => navigate(hrefOf('timeline', [], choice))} />
        )
      }
    />
  );
}
