// A record beside the rows of its table: its levers, its members, the reply of the API for it, and its changes.
import { control } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { type Tab, Tabs } from '../../components/tabs.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { useData, useReloadOnCommit } from '../../state/use-data.ts';
import { Levers } from './levers.tsx';
import { RecordChange } from './record-change.tsx';
import { RecordMembers } from './record-members.tsx';
import { RecordReply } from './record-reply.tsx';
import { StateBadge } from './state-badge.tsx';
import { type FullRecord, memberOf, type Table, wordsOf } from './tables.ts';

/** Shows a record, and again whenever the world changes. */
export function RecordPanel({ table, id }: { table: Table; id: string }) {
  const {
    data: record,
    error,
    reload,
  } = useData(() => control('get', '/tables/{table}/rows/{id}', { path: { table: table.name, id } }));
  useReloadOnCommit(reload);

  const { tab = 'record', ...params } = route.value.params;
  const close = (): void => {
    navigate(hrefOf('data', [table.name], params));
    // The rows are shown again on a narrow screen with the next frame.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.data-rows [role="grid"]')?.focus());
  };
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
      {error && record === null && <ErrorState error={error} retry={reload} />}
      {error?.status === 404 && record && (
        <p class="field-error" role="alert">
          This record was removed. What you see is how it was.
        </p>
      )}
      {record && (
        <>
          <Levers table={table} record={record} reload={reload} />
          <Tabs label="Record" tabs={tabsOf(record, reload)} current={tab} choose={choose} />
        </>
      )}
    </section>
  );
}

function tabsOf(record: FullRecord, reload: () => void): Tab[] {
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
