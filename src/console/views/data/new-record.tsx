// Creates a record through the API as a persona: the operation, the members of its body, filled in from the running
// world as the reference does it, and the refusal or the new record.
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { control } from '../../api/client.ts';
import type { ApiReply } from '../../api/platform.ts';
import { Select } from '../../components/controls.tsx';
import { wordsOf } from '../../components/display.tsx';
import { Panel } from '../../components/panel.tsx';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { memberAnywhere } from '../reference/fill-in/fill-in.ts';
import { asObject } from '../reference/fill-in/records.ts';
import type { Operation } from '../reference/model/document.ts';
import { loadedReference } from '../reference/reference-state.ts';
import { useFillIn } from '../reference/use-fill-in.tsx';
import { bodyMembers, CallForm, pathMembers, startText } from './call-form.tsx';
import { createOperations, type Table } from './tables.ts';

/** The record that was created last, with the reply: some members of a reply, such as a key, are never shown again. */
export const lastCreated = signal<{ id: string; operation: string; reply: ApiReply } | null>(null);

/** The form that creates a record, beside the rows of its table. */
export function NewRecord({ table }: { table: Table }) {
  const { new: wanted, ...params } = route.value.params;
  const operations = createOperations(loadedReference(), table);
  const operation = operations.find(({ id }) => id === wanted) ?? operations[0];
  if (operation === undefined) return null;
  return (
    <Panel
      label={`New record of ${wordsOf(table.name)}`}
      title={operation.summary}
      takesFocus
      closeLabel="Close the form"
      close={() => navigate(hrefOf('data', [table.name], params))}
    >
      {operations.length > 1 && (
        <Select
          label="Operation"
          value={operation.id}
          options={operations.map(({ id }) => id)}
          choose={(id) => navigate(hrefOf('data', [table.name], { ...params, new: id }), { replace: true })}
        />
      )}
      <Form key={operation.id} table={table} operation={operation} />
    </Panel>
  );
}

const NO_TEXTS = {};

function Form({ table, operation }: { table: Table; operation: Operation }) {
  const reference = loadedReference();
  const { filled, choices, notes, another, noteReply } = useFillIn(operation);
  const members = useMemo(
    () => [...pathMembers(operation), ...bodyMembers(reference, operation.body?.schema)],
    [reference, operation],
  );
  const start = useMemo(() => {
    if (filled === null) return NO_TEXTS;
    const ids = Object.entries(filled.path).map(([name, id]) => [`{${name}}`, id]);
    const values = Object.entries(asObject(filled.body) ?? {}).map(([name, value]) => [
      name,
      startText(value),
    ]);
    return Object.fromEntries([...ids, ...values]);
  }, [filled]);

  const replied = async (reply: ApiReply): Promise<void> => {
    noteReply(reply);
    const id = memberAnywhere(reply.json, 'id');
    if (reply.status >= 300 || typeof id !== 'string') return;
    const record = await control('get', '/records/{id}', { path: { id } });
    lastCreated.value = { id, operation: operation.id, reply };
    const { q = '', where = '', sort = '' } = route.peek().params;
    const listed = record.table === table.name ? { q, where, sort } : {};
    navigate(hrefOf('data', [record.table, id], listed), { replace: true });
  };
  return (
    <>
      <div class="flow">{choices}</div>
      <CallForm
        operation={operation}
        members={members}
        start={start}
        sendsAll
        hasBody={operation.body !== null}
        bearer={filled?.bearer}
        replied={replied}
        notes={notes}
        beside={
          <>
            {another}
            <span class="muted">Empty members are left out.</span>
          </>
        }
      />
    </>
  );
}
