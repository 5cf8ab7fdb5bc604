// The view Timeline: the changes and requests of the present world, newest first and live. A moment opens beside the
// list: its rows before and after, what differs from now, and what can be made from it.
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Time } from '../../components/time.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { StatusBadge } from '../requests/status-badge.tsx';
import { kindOf, tablesOf, titleOf } from './item-title.tsx';
import { MomentDetail } from './moment-detail.tsx';
import { type Item, useTimeline } from './use-timeline.ts';

const COLUMNS: Column<Item>[] = [
  {
    key: 'seq',
    title: 'Moment',
    width: '60px',
    render: ({ kind, seq }) => (kind === 'request' ? '' : seq),
  },
  { key: 'kind', title: 'By', width: '76px', render: (item) => <span class="badge">{kindOf(item)}</span> },
  { key: 'title', title: 'What', width: 'minmax(110px, 1fr)', render: titleOf },
  {
    key: 'persona',
    title: 'Persona',
    width: '100px',
    wideOnly: true,
    render: ({ persona }) => persona ?? '',
  },
  {
    key: 'rows',
    title: 'Changed',
    width: 'minmax(120px, 1fr)',
    wideOnly: true,
    render: (item) =>
      item.kind === 'request' ? <StatusBadge status={item.request?.status ?? 0} /> : tablesOf(item),
  },
  {
    key: 'at',
    title: "World's time",
    width: '180px',
    wideOnly: true,
    render: ({ at }) => <Time at={at} />,
  },
];

/** The columns of the list beside an open moment. */
const NARROW_COLUMNS = COLUMNS.filter(({ key }) => key !== 'persona' && key !== 'rows');

/** The view Timeline. */
export default function TimelineView() {
  const { path, params } = route.value;
  const kind = params.kind === 'changes' ? 'changes' : 'all';
  const timeline = useTimeline(kind);
  const open = path[0] ?? null;
  const choice = kind === 'changes' ? { kind } : {};
  const close = (): void => {
    navigate(hrefOf('timeline', [], choice));
    // The list is out of sight beside an open moment on a narrow screen, so it takes the focus once it is back.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.timeline-list [role="grid"]')?.focus());
  };
  if (timeline === null) return null;
  if (timeline.error && timeline.count === 0) return <ErrorState error={timeline.error} />;
  return (
    <div class={`timeline${open === null ? '' : ' timeline-open'}`}>
      <section class="timeline-list" aria-labelledby="timeline-title">
        <div class="page-head timeline-head">
          <h2 id="timeline-title">
            {timeline.count} {kind === 'changes' ? 'changes' : 'changes and requests'}
          </h2>
          <label class="timeline-choice">
            <input
              type="checkbox"
              checked={kind === 'changes'}
              onChange={({ currentTarget: { checked } }) =>
                navigate(hrefOf('timeline', path, checked ? { kind: 'changes' } : {}), { replace: true })
              }
            />
            Changes only
          </label>
        </div>
        <DataTable
          key={kind}
          label="Timeline"
          columns={open === null ? COLUMNS : NARROW_COLUMNS}
          rowCount={timeline.count}
          rowAt={timeline.rowAt}
          keyOf={({ id }) => id}
          openKey={open}
          onOpen={({ id }) => navigate(hrefOf('timeline', [id], choice))}
          onRange={timeline.load}
          addedAtTop={timeline.addedAtTop}
          empty={
            <EmptyState title="Nothing has happened yet">
              <p>Send a request, or advance the clock. Every change of this world appears here.</p>
            </EmptyState>
          }
        />
      </section>
      {open !== null && <MomentDetail key={open} id={open} close={close} />}
    </div>
  );
}
