// A record beside the rows of its table: its levers, its members, the reply of the API for it, and its changes.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { ControlError, control } from '../../api/client.ts';
import { connectionCount, onEvents } from '../../api/events.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { type Tab, Tabs } from '../../components/tabs.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { Levers } from './levers.tsx';
import { RecordChange } from './record-change.tsx';
import { RecordMembers } from './record-members.tsx';
import { RecordReply } from './record-reply.tsx';
import { StateBadge } from './state-badge.tsx';
import { type FullRecord, memberOf, type Table, wordsOf } from './tables.ts';

/** The least time between two loads that commits cause, in ms. */
const RELOAD_MS = 250;

/** Shows a record, and again whenever the world changes. */
export function RecordPanel({ table, id }: { table: Table; id: string }) {
  const [record, setRecord] = useState<FullRecord | null>(null);
  const [error, setError] = useState<ControlError | null>(null);
  const connections = connectionCount.value;
  const load = useCallback(async (): Promise<void> => {
    try {
      setRecord(await control('get', '/tables/{table}/rows/{id}', { path: { table: table.name, id } }));
      setError(null);
    } catch (failure) {
      if (failure instanceof ControlError) setError(failure);
    }
  }, [table.name, id]);
  useEffect(() => void load(), [load, connections]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remove = onEvents((events) => {
      if (!events.some(({ type }) => type === 'commit')) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void load();
      }, RELOAD_MS);
    });
    return () => {
      remove();
      clearTimeout(timer);
    };
  }, [load]);

  const { tab = 'record', ...params } = route.value.params;
  const close = (): void => navigate(hrefOf('data', [table.name], params));
  const choose = (chosen: string): void =>
    navigate(hrefOf('data', [table.name, id], { ...params, tab: chosen }), { replace: true });
  return (
    <section
      class="data-record"
      aria-label={`Record of ${wordsOf(table.name)}`}
      onKeyDown={({ key, target }) => {
        if (key === 'Escape' && !(target instanceof HTMLInputElement)) close();
      }}
    >
      <div class="data-record-head">
        <button
          type="button"
          class="button button-icon data-back"
          aria-label="Back to the rows"
          onClick={close}
        >
          <Icon name="back" />
        </button>
        <div class="data-record-name">
          <h2>{record?.label ?? wordsOf(table.name)}</h2>
          {record && <StateBadge state={memberOf(record, 'status')} />}
        </div>
        <button
          type="button"
          class="button button-icon data-close"
          aria-label="Close the record"
          onClick={close}
        >
          <Icon name="close" />
        </button>
        <div class="data-record-id">
          <code>{id}</code>
          <CopyButton text={id} label="Copy the id" />
        </div>
      </div>
      {error ? (
        <ErrorState error={error} retry={() => void load()} />
      ) : (
        record && (
          <>
            <Levers table={table} record={record} reload={load} />
            <Tabs label="Record" tabs={tabsOf(record, load)} current={tab} choose={choose} />
          </>
        )
      )}
    </section>
  );
}

function tabsOf(record: FullRecord, reload: () => Promise<void>): Tab[] {
  const reads = record.operations.filter(({ method }) => method === 'GET');
  const writes = record.operations.filter(({ method }) => method !== 'GET');
  return [
    { id: 'record', title: 'Record', content: () => <RecordMembers record={record} /> },
    ...(reads.length === 0
      ? []
      : [
          {
            id: 'reply',
            title: 'What a client sees',
            content: () => <RecordReply record={record} operations={reads} />,
          },
        ]),
    ...(writes.length === 0
      ? []
      : [
          {
            id: 'change',
            title: 'Change',
            content: () => <RecordChange record={record} operations={writes} reload={reload} />,
          },
        ]),
  ];
}
