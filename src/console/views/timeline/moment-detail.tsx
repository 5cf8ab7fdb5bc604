// A moment of the timeline: the change that led to it, what differs from now, and what can be made from it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { control, type Schema } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { hrefOf, openWorld } from '../../state/location.ts';
import { act, useData, useReloadOnCommit } from '../../state/use-data.ts';
import { loadWorld, worldName } from '../../state/world.ts';
import { kindOf, tableTitle, titleOf } from './item-title.tsx';
import { RowChanges } from './row-changes.tsx';

/**
 * Shows a moment.
 * @param id the id of the item: `12` for a change, `12.req_7` for a request after it that changed nothing
 */
export function MomentDetail({ id, close }: { id: string; close: () => void }) {
  const [seqText = '', requestId] = id.split('.');
  const seq = Number(seqText);
  const moment = useData(() => control('get', '/timeline/{seq}', { path: { seq } }));
  const test = useData(() => control('get', '/timeline/{seq}/test', { path: { seq } }));
  const [tab, setTab] = useState('change');
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = moment.data !== null;
  useEffect(() => {
    if (isLoaded) heading.current?.focus();
  }, [isLoaded]);
  return (
    <section
      class="timeline-detail"
      aria-labelledby="moment-title"
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <div class="page-head">
        <h2 id="moment-title" tabIndex={-1} ref={heading}>
          Moment {seqText}
        </h2>
        <button type="button" class="button button-icon" aria-label="Close the moment" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {moment.error && <ErrorState error={moment.error} retry={moment.reload} />}
      {moment.data && (
        <>
          <Facts moment={moment.data} requestId={requestId ?? null} />
          <Actions seq={seq} test={test.data?.text ?? null} />
          <Tabs
            label="Moment"
            current={tab}
            choose={setTab}
            tabs={[
              {
                id: 'change',
                title: `Changed rows (${moment.data.rows_count})`,
                content: () => <Changed moment={moment.data as Schema<'Moment'>} />,
              },
              { id: 'difference', title: 'Differs from now', content: () => <Difference seq={seq} /> },
            ]}
          />
        </>
      )}
    </section>
  );
}

function Facts({ moment: { item, now }, requestId }: { moment: Schema<'Moment'>; requestId: string | null }) {
  const id = item?.cause?.kind === 'request' ? item.cause.id : null;
  return (
    <dl class="moment-facts">
      <div>
        <dt>just after</dt>
        <dd>
          {item === null ? 'the start of the timeline' : `${kindOf(item)} ${titleOf(item)}`}
          {item?.persona && ` by ${item.persona}`}
        </dd>
      </div>
      <div>
        <dt>world's time</dt>
        <dd>
          <Time at={now} />
        </dd>
      </div>
      {id !== null && (
        <div>
          <dt>request</dt>
          <dd>
            <RequestName id={id} request={item?.request ?? null} />
          </dd>
        </div>
      )}
      {requestId !== null && (
        <div>
          <dt>later</dt>
          <dd>
            <a href={hrefOf('requests', [requestId])}>{requestId}</a> changed nothing
          </dd>
        </div>
      )}
      {(item?.events.length ?? 0) > 0 && (
        <div>
          <dt>events</dt>
          <dd>{item?.events.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

/** Names a request, with a link as long as the request log contains it. */
function RequestName({ id, request }: { id: string; request: Schema<'Request'> | null }) {
  if (request === null) return <>{id}, no longer in the log</>;
  return (
    <>
      <a href={hrefOf('requests', [id])}>{id}</a>
      {` ${request.method} ${request.url}, ${request.status}`}
    </>
  );
}

function Actions({ seq, test }: { seq: number; test: string | null }) {
  const make = (): Promise<boolean> =>
    act(async () => {
      const { name } = await control('post', '/worlds', { body: { from: worldName(), at: seq } });
      await loadWorld();
      openWorld(name);
    }, `A new world goes on from moment ${seq}.`);
  const save = (): Promise<boolean> =>
    act(() => downloadFile(`/export?at=${seq}`, `moment-${seq}.json`), `Moment ${seq} is exported.`);
  return (
    <div class="buttons">
      <button type="button" class="button button-small" onClick={make}>
        Make a world from it
      </button>
      <button type="button" class="button button-small" onClick={save}>
        Export
      </button>
      {test !== null && <CopyButton text={test} label="Copy a mockTest" shown />}
    </div>
  );
}

function Changed({ moment: { rows, rows_count } }: { moment: Schema<'Moment'> }) {
  if (rows_count === 0) return <p class="muted">No row changed. Ids, events or the whole state may have.</p>;
  return <RowChanges rows={rows} count={rows_count} />;
}

/** How many rows of a difference are loaded. */
const SHOWN_ROWS = 200;

function Difference({ seq }: { seq: number }) {
  const { data, error, reload } = useData(() =>
    control('get', '/timeline/{seq}/difference', { path: { seq }, query: { limit: SHOWN_ROWS } }),
  );
  useReloadOnCommit(reload);
  if (error) return <ErrorState error={error} retry={reload} />;
  if (data === null) return null;
  if (data.rows_count === 0) return <p class="muted">Every row is as it was at this moment.</p>;
  const tables = Object.entries(data.tables);
  return (
    <div class="section">
      <p>
        <Time at={data.clock.moment} /> → <Time at={data.clock.now} />: {data.rows_count}{' '}
        {data.rows_count === 1 ? 'row differs' : 'rows differ'} now.
      </p>
      <ul class="timeline-tables">
        {tables.map(([table, { inserted, updated, removed }]) => (
          <li key={table}>
            <code>{tableTitle(table)}</code>
            {inserted > 0 && <span class="badge badge-good">{inserted} new</span>}
            {updated > 0 && <span class="badge badge-warn">{updated} changed</span>}
            {removed > 0 && <span class="badge badge-bad">{removed} removed</span>}
          </li>
        ))}
      </ul>
      <RowChanges rows={data.rows} count={data.rows_count} />
    </div>
  );
}
