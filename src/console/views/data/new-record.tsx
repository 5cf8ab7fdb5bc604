// Creates a record through the API as a persona: the operation, the members of its body, filled in from the running
// world as the reference does it, and the refusal or the new record.
import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ControlError, control } from '../../api/client.ts';
import { callPlatform, type PlatformReply } from '../../api/platform.ts';
import { hrefOf, navigate, route } from '../../state/location.ts';
import { personas } from '../../state/world.ts';
import { choosePersona, type FilledRequest, fillIn } from '../reference/fill-in/fill-in.ts';
import { memberAnywhere } from '../reference/fill-in/sign-in.ts';
import { asObject } from '../reference/fill-in/world.ts';
import type { Operation, Reference } from '../reference/model/document.ts';
import { runningWorld } from '../reference/reference-state.ts';
import { BodyFields, type Problems } from './body-fields.tsx';
import { fieldErrors, parseField, refusedPaths, startText } from './body-values.ts';
import { createOperations } from './create-operations.ts';
import { focusRows, PanelHead } from './panel-head.tsx';
import { CallerChoice, chosenCaller } from './persona-choice.tsx';
import { ReplyView } from './reply-view.tsx';
import { type BodyMember, bodyMembers } from './request-schema.ts';
import { type Table, wordsOf } from './tables.ts';

/** The record that was created last, with the reply: some members of a reply, such as a key, are never shown again. */
export const lastCreated = signal<{ id: string; operation: string; reply: PlatformReply } | null>(null);

/** The form that creates a record, beside the rows of its table. */
export function NewRecord({ table, reference }: { table: Table; reference: Reference }) {
  const { new: wanted, ...params } = route.value.params;
  const operations = createOperations(reference, table);
  const operation = operations.find(({ id }) => id === wanted) ?? operations[0];
  const close = (): void => {
    navigate(hrefOf('data', [table.name], params));
    focusRows();
  };
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  if (operation === undefined) return null;
  return (
    <section
      class="data-record"
      aria-label={`New record of ${wordsOf(table.name)}`}
      onKeyDown={({ key, target }) => {
        if (key === 'Escape' && !(target instanceof HTMLInputElement)) close();
      }}
    >
      <PanelHead
        title={
          <h2 ref={title} tabIndex={-1}>
            {operation.summary}
          </h2>
        }
        closeLabel="Close the form"
        close={close}
      />
      <div class="data-call">
        {operations.length > 1 && (
          <select
            class="select"
            aria-label="Operation"
            value={operation.id}
            onChange={({ currentTarget }) =>
              navigate(hrefOf('data', [table.name], { ...params, new: currentTarget.value }), {
                replace: true,
              })
            }
          >
            {operations.map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        )}
        <Form key={operation.id} table={table} reference={reference} operation={operation} />
      </div>
    </section>
  );
}

/** The parameters of the path, such as the id of the record above, as members that are typed in. */
const pathMembers = ({ parameters }: Operation): BodyMember[] =>
  parameters
    .filter((one) => one.in === 'path')
    .map(({ name, description }) => ({
      ...{ name, description, required: true, nullable: false },
      ...{ input: 'text', options: [] },
    }));

function Form({ table, reference, operation }: { table: Table; reference: Reference; operation: Operation }) {
  const { method, path } = operation;
  const examples = operation.body?.examples ?? [];
  const [example, setExample] = useState(examples[0]?.name);
  const [attempt, setAttempt] = useState(0);
  const [filled, setFilled] = useState<(FilledRequest & { persona: string }) | null>(null);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [ids, setIds] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Problems>({});
  const [reply, setReply] = useState<PlatformReply | null>(null);
  const [busy, setBusy] = useState(false);
  const refused = useRef<readonly string[]>([]);
  const fields = useMemo(() => pathMembers(operation), [operation]);
  const members = useMemo(
    () => (operation.body?.schema ? bodyMembers(reference, operation.body.schema) : []),
    [reference, operation],
  );

  const suited = choosePersona(reference, operation, runningWorld());
  const chosen = chosenCaller.value;
  const persona = chosen !== null && chosen in personas.value ? chosen : suited;
  useEffect(() => {
    if (persona === '') return;
    let current = true;
    fillIn(reference, operation, runningWorld(), {
      persona,
      example,
      attempt,
      refused: refused.current,
    }).then(
      (found) => {
        if (!current) return;
        setFilled({ ...found, persona });
        setIds(found.path);
        const values = Object.entries(asObject(found.body) ?? {});
        setTexts(Object.fromEntries(values.map(([name, value]) => [name, startText(value)])));
        setProblems({});
      },
      (error: unknown) =>
        current && setProblems({ '': [`The form could not be filled in: ${String(error)}`] }),
    );
    return () => {
      current = false;
    };
  }, [reference, operation, persona, example, attempt]);

  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (filled?.persona !== persona || busy) return;
    const { values, invalid } = valuesOf(members, texts);
    setProblems(invalid);
    if (Object.keys(invalid).length > 0) return;
    setBusy(true);
    try {
      const to = path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
      const body = operation.body === null ? {} : { body: values };
      const found = await callPlatform(filled.bearer, method, to, body);
      refused.current = refusedPaths(found.body);
      setReply(found);
      setProblems(fieldErrors(found.body));
      if (found.status < 300) await show(found);
    } catch (error) {
      const message =
        error instanceof ControlError ? error.message : 'The mock does not answer. Is it still running?';
      setProblems({ '': [message] });
    }
    setBusy(false);
  };

  /** Shows the new record in its table. */
  const show = async (found: PlatformReply): Promise<void> => {
    const id = memberAnywhere(found.body, 'id');
    if (typeof id !== 'string') return;
    const record = await control('get', '/records/{id}', { path: { id } });
    lastCreated.value = { id, operation: operation.id, reply: found };
    const { q = '', where = '', sort = '' } = route.peek().params;
    const listed = record.table === table.name ? { q, where, sort } : {};
    navigate(hrefOf('data', [record.table, id], listed), { replace: true });
  };

  return (
    <>
      <div class="data-call-head">
        <CallerChoice value={persona} suited={suited} />
        {examples.length > 1 && (
          <select
            class="select"
            aria-label="Example"
            value={example ?? ''}
            onChange={({ currentTarget }) => setExample(currentTarget.value)}
          >
            {examples.map(({ name, summary }) => (
              <option key={name} value={name}>
                {summary}
              </option>
            ))}
          </select>
        )}
      </div>
      <code class="data-path">{`${method} /v1${path}`}</code>
      <form class="data-body" onSubmit={(event) => void send(event)} noValidate>
        <BodyFields
          members={fields}
          textOf={({ name }) => ids[name] ?? ''}
          isChanged={() => false}
          problems={{}}
          change={(name, text) => setIds({ ...ids, [name]: text })}
        />
        <BodyFields
          members={members}
          textOf={({ name }) => texts[name] ?? ''}
          isChanged={() => false}
          problems={problems}
          change={(name, text) => setTexts({ ...texts, [name]: text })}
        />
        {filled?.notes.map((note) => (
          <p key={note} class={filled.complete ? 'muted' : 'field-error'}>
            {note}
          </p>
        ))}
        <div class="data-send">
          <button
            type="submit"
            class="button button-primary"
            aria-disabled={busy || filled?.persona !== persona}
          >
            {`Send ${operation.id}`}
          </button>
          <button type="button" class="button" onClick={() => setAttempt(attempt + 1)}>
            Fill in other values
          </button>
          <span class="muted">Empty members are left out.</span>
        </div>
        <div role="status">{reply && <ReplyView reply={reply} />}</div>
      </form>
    </>
  );
}

/** Reads the fields. Optional members without a text are left out. */
function valuesOf(members: readonly BodyMember[], texts: Readonly<Record<string, string>>) {
  const values: Record<string, unknown> = {};
  const invalid: Record<string, string[]> = {};
  for (const member of members) {
    const text = texts[member.name] ?? '';
    if (text === '' && !member.required) continue;
    const parsed = parseField(member, text);
    if ('problem' in parsed) invalid[member.name] = [parsed.problem];
    else if (parsed.value !== undefined) values[member.name] = parsed.value;
  }
  return { values, invalid };
}
