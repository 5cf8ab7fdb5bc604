// Changes a record through the API as a persona: an operation, the members of its body, and the reply.
import { useMemo, useState } from 'preact/hooks';
import { bearerOf, callPlatform, type PlatformReply } from '../../api/platform.ts';
import { personas } from '../../state/world.ts';
import { reference, referenceError } from '../reference/reference-state.ts';
import { BodyFields, type Problems } from './body-fields.tsx';
import { fieldErrors, parseField, startText } from './body-values.ts';
import { PersonaChoice, personaFor } from './persona-choice.tsx';
import { ReplyView } from './reply-view.tsx';
import { type BodyMember, bodyMembers } from './request-schema.ts';
import type { FullRecord } from './tables.ts';
import { memberOf } from './tables.ts';

/** Offers the operations that change a record. */
export function RecordChange({
  record,
  operations,
  reload,
}: {
  record: FullRecord;
  operations: FullRecord['operations'];
  reload: () => void;
}) {
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      operations.findIndex(({ method }) => method === 'PUT'),
    ),
  );
  const operation = operations[chosen] ?? operations[0];
  if (operation === undefined) return null;
  return (
    <div class="data-call">
      <div class="data-call-head">
        <select
          class="select"
          aria-label="Operation"
          value={String(chosen)}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        >
          {operations.map(({ id }, at) => (
            <option key={id} value={String(at)}>
              {id}
            </option>
          ))}
        </select>
        <PersonaChoice record={record} />
      </div>
      <code class="data-path">{`${operation.method} /v1${operation.path}`}</code>
      <BodyForm key={operation.id} record={record} operation={operation} reload={reload} />
    </div>
  );
}

/** The form of a body. Only the members that the user changed, and required ones, are sent. */
function BodyForm({
  record,
  operation,
  reload,
}: {
  record: FullRecord;
  operation: FullRecord['operations'][number];
  reload: () => void;
}) {
  const { method, path, body } = operation;
  const document = reference.value;
  const members = useMemo((): readonly BodyMember[] | null => {
    if (body === null) return [];
    return document && bodyMembers(document, document.schemas.get(body) ?? {});
  }, [document, body]);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Problems>({});
  const [reply, setReply] = useState<PlatformReply | null>(null);
  const [busy, setBusy] = useState(false);
  const startOf = (member: BodyMember): string => startText(memberOf(record, member.name));
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const persona = personas.value[personaFor(record)];
    if (persona === undefined || members === null || busy) return;
    const values: Record<string, unknown> = {};
    const invalid: Record<string, string[]> = {};
    for (const member of members) {
      const text = texts[member.name];
      if (text === undefined && !(member.required && startOf(member) !== '')) continue;
      const parsed = parseField(member, text ?? startOf(member));
      if ('problem' in parsed) invalid[member.name] = [parsed.problem];
      else if (parsed.value !== undefined) values[member.name] = parsed.value;
    }
    setProblems(invalid);
    if (Object.keys(invalid).length > 0) return;
    setBusy(true);
    try {
      const found = await callPlatform(
        bearerOf(persona),
        method,
        path,
        body === null ? {} : { body: values },
      );
      setReply(found);
      setProblems(fieldErrors(found.body));
      if (found.status < 300) setTexts({});
    } catch {
      setProblems({ '': ['The mock does not answer. Is it still running?'] });
    }
    setBusy(false);
    reload();
  };

  if (members === null && referenceError.value)
    return (
      <p class="field-error" role="alert">
        {referenceError.value.message}
      </p>
    );
  if (members === null) return null;
  return (
    <form class="data-body" onSubmit={(event) => void send(event)} noValidate>
      <BodyFields
        members={members}
        textOf={(member) => texts[member.name] ?? startOf(member)}
        isChanged={({ name }) => texts[name] !== undefined}
        problems={problems}
        change={(name, text) => setTexts({ ...texts, [name]: text })}
      />
      <div class="data-send">
        <button
          type="submit"
          class={`button ${method === 'DELETE' ? '' : 'button-primary'}`}
          aria-disabled={busy}
        >
          {`Send ${operation.id}`}
        </button>
        <span class="muted">{members.length > 0 && 'Sends the required members and those you change.'}</span>
      </div>
      <div role="status">{reply && <ReplyView reply={reply} />}</div>
    </form>
  );
}
