// A moment of the timeline: the change that led to it, what differs from now, and what can be made from it.

import { useState } from 'preact/hooks';
import { control, downloadFile, type Schema } from '../../api/client.ts';
import { Button, CopyButton } from '../../components/controls.tsx';
import {
  Facts,
  Loaded,
  RecordLink,
  rowNameOf,
  shortIds,
  Time,
  titleOf,
  wordsOf,
} from '../../components/display.tsx';
import { Panel, Tabs } from '../../components/panel.tsx';
import { hrefOf, openWorld } from '../../state/location.ts';
import { act, useData } from '../../state/use-data.ts';
import { isHidden, loadWorld, worldName } from '../../state/world.ts';
import { Value } from '../data/value.tsx';

type Moment = Schema<'Moment'>;

/**
 * Shows a moment.
 * @param id the id of the item: `12` for a change, `12.req_7` for a request after it that changed nothing
 */
export function MomentPanel({ id, close }: { id: string; close: () => void }) {
  const [seqText = '', requestId] = id.split('.');
  const seq = Number(seqText);
  const data = useData(() => control('get', '/timeline/{seq}', { path: { seq } }));
  const test = useData(() => control('get', '/timeline/{seq}/test', { path: { seq } }));
  const [tab, setTab] = useState('change');
  return (
    <Panel
      label={`Moment ${seqText}`}
      title={data.data && `Moment ${seqText}`}
      closeLabel="Close the moment"
      close={close}
    >
      <Loaded of={data}>
        {(moment) => (
          <>
            <MomentFacts moment={moment} requestId={requestId} />
            <Actions seq={seq} test={test.data?.text ?? null} />
            <Tabs
              label="Moment"
              current={tab}
              choose={setTab}
              tabs={[
                {
                  id: 'change',
                  title: `Changed rows (${moment.rows_count})`,
                  content: () =>
                    moment.rows_count === 0 ? (
                      <p class="muted">No row changed. Ids, events or the whole state may have.</p>
                    ) : (
                      <RowChanges rows={moment.rows} count={moment.rows_count} />
                    ),
                },
                { id: 'difference', title: 'Differs from now', content: () => <Difference seq={seq} /> },
              ]}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function MomentFacts({
  moment: { item, now },
  requestId,
}: {
  moment: Moment;
  requestId: string | undefined;
}) {
  const { cause, request } = item ?? {};
  const link = (id: string) => (
    <a key={id} href={hrefOf('requests', [id])}>
      {id}
    </a>
  );
  const by = item?.persona ? ` by ${item.persona}` : '';
  const named = (id: string) =>
    // A link leads to the request as long as the log contains it.
    request
      ? [link(id), ` ${request.method} ${request.url}, ${request.status}`]
      : `${id}, no longer in the log`;
  return (
    <Facts
      of={[
        [
          'just after',
          item === null ? 'the start of the timeline' : `${kindOf(item)} ${itemTitle(item)}${by}`,
        ],
        ['record', item?.record && <RecordLink key="record" record={item.record} />],
        ["world's time", <Time key="now" at={now} />],
        ['request', cause?.kind === 'request' && named(cause.id)],
        ['later', requestId !== undefined && [link(requestId), ' changed nothing']],
        ['events', item?.events.join(', ')],
      ]}
    />
  );
}

function Actions({ seq, test }: { seq: number; test: string | null }) {
  const make = () =>
    act(async () => {
      const { name } = await control('post', '/worlds', { body: { from: worldName(), at: seq } });
      await loadWorld();
      openWorld(name);
    }, `A new world goes on from moment ${seq}.`);
  const save = () =>
    act(() => downloadFile(`/export?at=${seq}`, `moment-${seq}.json`), `Moment ${seq} is exported.`);
  return (
    <div class="flow">
      <Button onClick={make}>Make a world from it</Button>
      <Button onClick={save}>Export</Button>
      {test !== null && <CopyButton text={test} label="Copy a mockTest" shown />}
    </div>
  );
}

const SHOWN_ROWS = 200;

function Difference({ seq }: { seq: number }) {
  const difference = useData(
    () => control('get', '/timeline/{seq}/difference', { path: { seq }, query: { limit: SHOWN_ROWS } }),
    { on: 'changes' },
  );
  return (
    <Loaded of={difference}>
      {({ clock, tables, rows, rows_count }) =>
        rows_count === 0 ? (
          <p class="muted">Every row is as it was at this moment.</p>
        ) : (
          <div class="section">
            <p>
              <Time at={clock.moment} /> → <Time at={clock.now} />: {rows_count}{' '}
              {rows_count === 1 ? 'row differs' : 'rows differ'} now.
            </p>
            <ul class="flow">
              {Object.entries(tables).map(([table, counts]) => (
                <li key={table}>
                  {titleOf(tableTitle(table))}{' '}
                  {CHANGES.map(
                    ([change, text, kind]) =>
                      counts[change] > 0 && (
                        <span key={change} class={`badge ${kind}`}>{`${counts[change]} ${text}`}</span>
                      ),
                  )}
                </li>
              ))}
            </ul>
            <RowChanges rows={rows} count={rows_count} />
          </div>
        )
      }
    </Loaded>
  );
}

type Change = Schema<'RowChange'>;

const CHANGES = [
  ['inserted', 'new', 'badge-good'],
  ['updated', 'changed', 'badge-warn'],
  ['removed', 'removed', 'badge-bad'],
] as const;

const OPEN = 5;

// Lists changes of rows. `count`: the number of all changes, of which `rows` may be the first.
function RowChanges({ rows, count }: { rows: readonly Change[]; count: number }) {
  return (
    <>
      <ul class="row-changes">
        {rows.map(({ table, id, label, change, members }, at) => {
          const { before: was, after: currency = was } = members.currency ?? {};
          const [, text, kind] = CHANGES.find(([name]) => name === change) ?? CHANGES[1];
          return (
            <li key={`${table} ${id}`}>
              <details open={at < OPEN && change === 'updated'}>
                <summary>
                  <span class={`badge ${kind}`}>{text}</span> {rowNameOf(tableTitle(table))}{' '}
                  {/* The id of a timer begins with its kind. */}
                  <span class="muted" title={id.replaceAll('\n', ' ')}>
                    {label ?? (id.includes('\n') ? wordsOf(id.replace(/\n.*/s, '')) : shortIds(id))}
                  </span>
                </summary>
                <Facts
                  kind="code"
                  of={Object.entries(members).map(([name, { before, after }]) => [
                    name,
                    [
                      change !== 'inserted' && (
                        <Version key="before" {...{ name, currency }} value={before} old />
                      ),
                      change === 'updated' && <span aria-hidden="true"> → </span>,
                      change !== 'removed' && <Version key="after" {...{ name, currency }} value={after} />,
                    ],
                  ])}
                />
              </details>
            </li>
          );
        })}
      </ul>
      {count > rows.length && <p class="muted">and {count - rows.length} more rows</p>}
    </>
  );
}

type VersionProps = { name: string; value: unknown; currency: unknown; old?: boolean };

function Version({ name, value, currency, old = false }: VersionProps) {
  const Text = old ? 'del' : 'span';
  return (
    <Text class={old ? 'bad' : undefined}>
      <span class="visually-hidden">{old ? 'before: ' : 'after: '}</span>
      <Value row={{ currency, [name]: value }} name={name} linked />
    </Text>
  );
}

export type Item = Schema<'TimelineItem'>;

/** The kinds of items, as badges name them. */
export function kindOf({ kind, cause }: Item): string {
  if (kind === 'commit') return cause?.kind ?? 'change';
  return kind;
}

/** Names an item: the operation, the timer, the lever or the snapshot. */
export function itemTitle({ kind, cause, request, snapshot }: Item): string {
  if (kind === 'request') return request?.operation ?? `${request?.method} ${request?.url}`;
  if (kind !== 'commit') return snapshot ?? 'of the whole world';
  switch (cause?.kind) {
    case 'request':
      return cause.operation ?? cause.id;
    case 'timer':
      return wordsOf(cause.timer);
    case 'lever':
      return `${cause.lever} ${cause.table}`;
    case 'delivery':
      return 'webhook';
    default:
      return 'of the mock itself';
  }
}

const tableTitle = (table: string): string => wordsOf(table.replace('$', ''));

/** Counts the changed rows by table: `order, 2 services`. */
export function tablesOf({ writes, writes_count }: Item): string {
  const counts = new Map<string, number>();
  for (const { table } of writes) counts.set(table, (counts.get(table) ?? 0) + 1);
  // What the API shows says most.
  const tables = [...counts].sort(([a], [b]) => Number(isHidden(a)) - Number(isHidden(b)));
  const listed = tables
    .map(([table, count]) => (count === 1 ? rowNameOf(tableTitle(table)) : `${count} ${tableTitle(table)}`))
    .join(', ');
  return writes_count > writes.length ? `${listed} … ${writes_count} rows` : listed;
}
