// A record beside the rows of its table: its levers, its members, the reply of the API for it, and its changes.
import { control } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { type Tab, Tabs } from '../../components/tabs.tsx';
import { useFocusWhenLost } from '../../components/use-focus.ts';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { useData, useReloadOnCommit } from '../../state/use-data.ts';
import { Levers } from './levers.tsx';
import { lastCreated } from './new-record.tsx';
import { focusRows, PanelHead } from './panel-head.tsx';
import { RecordChange } from './record-change.tsx';
import { RecordMembers } from './record-members.tsx';
import { RecordReply } from './record-reply.tsx';
import { ReplyView } from './reply-view.tsx';
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

  const created = lastCreated.value?.id === id ? lastCreated.value : null;
  const title = useFocusWhenLost(record !== null);

  const { tab = 'record', ...params } = route.value.params;
  const close = (): void => {
    navigate(hrefOf('data', [table.name], params));
    focusRows();
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
      <PanelHead
        closeLabel="Close the record"
        close={close}
        title={
          <>
            <h2 ref={title} tabIndex={-1}>
              {record?.label ?? wordsOf(table.name)}
            </h2>
            {record && <StateBadge table={table} state={memberOf(record, 'status')} />}
          </>
        }
      >
        <div class="data-record-id">
          <code>{id}</code>
          <CopyButton text={id} label="Copy the id" />
        </div>
      </PanelHead>
      {error && record === null && <ErrorState error={error} retry={reload} />}
      {error?.status === 404 && record && (
        <p class="field-error" role="alert">
          This record was removed. What you see is how it was.
        </p>
      )}
      {record && (
        <>
          {created && (
            <details class="data-created">
              <summary>{`Created by ${created.operation}: the reply`}</summary>
              <ReplyView reply={created.reply} />
            </details>
          )}
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
