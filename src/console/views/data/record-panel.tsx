// A record beside the rows of its table: its levers, its members, the reply of the API for it, and its changes.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ControlError, control } from '../../api/client.ts';
import type { components } from '../../api/generated/control.ts';
import { type ApiReply, bearerOf, callApi } from '../../api/platform.ts';
import { PersonaSelect, ReplyView } from '../../components/api-call.tsx';
import { Button, CopyButton, Select } from '../../components/controls.tsx';
import {
  ErrorState,
  Facts,
  Loaded,
  Problem,
  rowNameOf,
  Time,
  titleOf,
  wordsOf,
} from '../../components/display.tsx';
import { Panel, type Tab, Tabs } from '../../components/panel.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { undoIn } from '../../state/undo.ts';
import { act, useData } from '../../state/use-data.ts';
import { chosenPersona, personas } from '../../state/world.ts';
import { reference, referenceError } from '../reference/reference-state.ts';
import { itemTitle, kindOf } from '../timeline/moment-panel.tsx';
import { bodyMembers, CallForm, startText } from './call-form.tsx';
import { lastCreated } from './new-record.tsx';
import { StateBadge } from './state-badge.tsx';
import { memberOf, type Table } from './tables.ts';
import { Value } from './value.tsx';

type FullRecord = components['schemas']['Record'];

type Operation = FullRecord['operations'][number];

/** Shows a record, and again whenever the world changes. */
export function RecordPanel({ table, id }: { table: Table; id: string }) {
  const path = { table: table.name, id };
  const load = () => control('get', '/tables/{table}/rows/{id}', { path });
  const { data: record, error, reload } = useData(load, { on: 'changes' });
  const created = lastCreated.value?.id === id ? lastCreated.value : null;
  const { tab = 'record', ...params } = route.value.params;
  const choose = (chosen: string): void =>
    navigate(hrefOf('data', [table.name, id], { ...params, tab: chosen }), { replace: true });
  return (
    <Panel
      label={`Record of ${wordsOf(table.name)}`}
      title={
        record && (
          <>
            <span class="muted">{titleOf(rowNameOf(table.name))}</span> {record.label}
          </>
        )
      }
      beside={record && <StateBadge table={table.name} state={memberOf(record, 'status')} />}
      closeLabel="Close the record"
      close={() => navigate(hrefOf('data', [table.name], params))}
    >
      <div class="flow muted">
        <code>{id}</code>
        <CopyButton text={id} label="Copy the id" />
      </div>
      {error && record === null && <ErrorState error={error} retry={reload} />}
      {error?.status === 404 && record && (
        <Problem text="This record was removed. What you see is how it was." />
      )}
      {record && (
        <>
          {created && (
            <details>
              <summary>{`Created by ${created.operation}: the reply`}</summary>
              <ReplyView reply={created.reply} />
            </details>
          )}
          <Levers table={table} record={record} reload={reload} />
          <Tabs label="Record" tabs={tabsOf(record, reload)} current={tab} choose={choose} />
        </>
      )}
    </Panel>
  );
}

function tabsOf(record: FullRecord, reload: () => void): Tab[] {
  const reads = record.operations.filter(({ method }) => method === 'GET');
  const writes = record.operations.filter(({ method }) => method !== 'GET');
  const tabs: (Tab | false)[] = [
    { id: 'record', title: 'Record', content: () => <Members record={record} /> },
    reads.length > 0 && {
      id: 'reply',
      title: 'What a client sees',
      content: () => (
        <Calls record={record} operations={reads}>
          {(operation, bearer) => <ClientReply record={record} operation={operation} bearer={bearer} />}
        </Calls>
      ),
    },
    writes.length > 0 && {
      id: 'change',
      title: 'Change',
      content: () => (
        <Calls record={record} operations={writes}>
          {(operation, bearer) => (
            <ChangeForm key={operation.id} {...{ record, operation, bearer, reload }} />
          )}
        </Calls>
      ),
    },
  ];
  tabs.push({ id: 'history', title: 'History', content: () => <History record={record} reload={reload} /> });
  return tabs.filter((tab) => tab !== false);
}

// The levers of a record: buttons that make happen what would otherwise take its time, and what came of it.
function Levers({ table, record, reload }: { table: Table; record: FullRecord; reload: () => void }) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ text: string; failed: boolean } | null>(null);
  const names = Object.keys(table.levers);
  if (names.length === 0) return null;
  const pull = async (lever: string): Promise<void> => {
    setBusy(true);
    const before = String(memberOf(record, 'status'));
    try {
      const path = { type: table.name, id: record.id, lever };
      const { status } = await control('post', '/resources/{type}/{id}/{lever}', { path });
      const text =
        status === before ? `${lever}: done, it is still ${status}.` : `${lever}: ${before} → ${status}`;
      setOutcome({ text, failed: false });
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      setOutcome({ text: `${lever}: ${error.message}`, failed: true });
    }
    reload();
    setBusy(false);
  };
  return (
    <div class="flow data-levers">
      {/* Buttons that do not fit the status stay in their places, so that the focus is not lost. */}
      {names.map((lever) => {
        const from = record.others[lever];
        return (
          <Button
            key={lever}
            aria-disabled={from !== undefined || busy}
            title={from && `While it is ${from.join(' or ')}`}
            onClick={() => from === undefined && !busy && void pull(lever)}
          >
            {titleOf(lever)}
          </Button>
        );
      })}
      <p role="status" class={outcome?.failed ? 'bad' : 'muted'}>
        {outcome?.text}
      </p>
    </div>
  );
}

function Members({ record }: { record: FullRecord }) {
  // The id is above.
  const names = Object.keys(record.row).filter((name) => name !== 'id');
  return (
    <>
      <Facts of={names.map((name) => [name, <Value key={name} {...record} name={name} />])} />
      <h3>Referenced by</h3>
      {record.referenced_by.length === 0 && <p class="muted">No record names this one.</p>}
      <ul>
        {record.referenced_by.map(({ table, member, count }) => (
          <li key={`${table} ${member}`}>
            <a href={hrefOf('data', [table], { where: `${member}=${record.id}` })}>
              {`${count.toLocaleString()} ${count === 1 ? rowNameOf(table) : wordsOf(table)}`}
            </a>{' '}
            <span class="muted">{`in ${member}`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type CallsProps = {
  record: FullRecord;
  operations: readonly Operation[];
  children: (operation: Operation, bearer: string | null) => preact.ComponentChildren;
};

// Chooses one of the operations, at first a PUT, and the persona that calls it, at first one of the record's tenant.
function Calls({ record: { tenant_id, id }, operations, children }: CallsProps) {
  const put = operations.findIndex(({ method }) => method === 'PUT');
  const [chosen, setChosen] = useState(String(Math.max(0, put)));
  const callers = Object.keys(personas.value).filter((name) => bearerOf(personas.value[name]) !== null);
  const isOwn = (name: string): boolean => personas.value[name]?.tenantId === (tenant_id ?? id);
  const wanted = callers.find((name) => name === chosenPersona.value);
  const persona = wanted ?? callers.find(isOwn) ?? callers[0];
  const operation = operations[Number(chosen)];
  if (persona === undefined) return <p class="muted">This world has no persona that could call.</p>;
  return (
    <div class="section">
      <div class="flow data-calls">
        <Select
          label="Operation"
          value={chosen}
          choose={setChosen}
          options={operations.map((one, at) => [String(at), one.id])}
        />
        <PersonaSelect label="as" value={persona} note={(name) => isOwn(name) && 'of this tenant'} />
      </div>
      {operation && children(operation, bearerOf(personas.value[persona]))}
    </div>
  );
}

type CallProps = { record: FullRecord; operation: Operation; bearer: string | null };

// What a client of the API sees of a record: the reply to a read, and again when the record changed.
function ClientReply({ record, operation: { method, path }, bearer }: CallProps) {
  const [reply, setReply] = useState<ApiReply | null>(null);
  const version = JSON.stringify(record.row);
  useEffect(() => {
    const stop = new AbortController();
    callApi(method, path, { bearer, own: true, signal: stop.signal }).then(setReply, () => undefined);
    return () => stop.abort();
  }, [path, bearer, version]);
  return (
    <>
      <code class="muted">{`${method} /v1${path}`}</code>
      {reply && <ReplyView reply={reply} />}
    </>
  );
}

// Changes a record through the API. Only the members that the user changed, and required ones, are sent.
function ChangeForm({ record, operation, bearer, reload }: CallProps & { reload: () => void }) {
  const { value: document } = reference;
  const { body } = operation;
  const members = useMemo(
    () => (body === null ? [] : document && bodyMembers(document, document.schemas.get(body))),
    [document, body],
  );
  if (members === null && referenceError.value) return <ErrorState error={referenceError.value} />;
  if (members === null) return null;
  return (
    <CallForm
      operation={operation}
      members={members}
      start={Object.fromEntries(members.map(({ name }) => [name, startText(memberOf(record, name))]))}
      sendsAll={false}
      hasBody={body !== null}
      bearer={bearer}
      replied={reload}
      beside={
        members.length > 0 && <span class="muted">Sends the required members and those you change.</span>
      }
    />
  );
}

type HistoryProps = { record: components['schemas']['Record']; reload: () => void };

// The changes of a record that the timeline keeps, the newest first; the record can be set back to each.
function History({ record: { table, id }, reload }: HistoryProps) {
  const query = { record: id, kind: 'changes', limit: 100 } as const;
  const timeline = useData(() => control('get', '/timeline', { query }), { on: 'changes' });
  const setBack = async (at: number): Promise<void> => {
    const call = () =>
      control('post', '/tables/{table}/rows/{id}/restore', { path: { table, id }, body: { at } });
    await act(call, `The record is as it was at moment ${at}.`, undoIn());
    reload();
  };
  return (
    <Loaded of={timeline}>
      {({ items, oldest }) => (
        <ul class="list">
          {items.length === 0 && <li class="muted">The timeline has no change of this record.</li>}
          {[...items.map((item) => item.seq), ...(items[0] ? [oldest] : [])].map((seq, at) => {
            const item = items[at];
            return (
              <li key={seq}>
                {item ? (
                  <a href={hrefOf('timeline', [item.id])}>{`${kindOf(item)} ${itemTitle(item)}`}</a>
                ) : (
                  <span class="muted">Before these changes</span>
                )}
                <span class="flow muted">
                  {item && <Time at={item.at} />}
                  {at > 0 && <Button onClick={() => void setBack(seq)}>{`Set back to moment ${seq}`}</Button>}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Loaded>
  );
}
