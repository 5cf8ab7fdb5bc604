// What a client of the API sees of a record: the reply to a read as a persona.
import { useEffect, useState } from 'preact/hooks';
import { bearerOf, callPlatform, type PlatformReply } from '../../api/platform.ts';
import { personas } from '../../state/world.ts';
import { PersonaChoice, personaFor } from './persona-choice.tsx';
import { ReplyView } from './reply-view.tsx';
import type { FullRecord } from './tables.ts';

/** Reads the record through the API as a persona, and again when the record changed. */
export function RecordReply({
  record,
  operations,
}: {
  record: FullRecord;
  operations: FullRecord['operations'];
}) {
  const [chosen, setChosen] = useState(0);
  const [reply, setReply] = useState<PlatformReply | null>(null);
  const [failure, setFailure] = useState('');
  const operation = operations[chosen] ?? operations[0];
  const name = personaFor(record);
  const version = JSON.stringify(record.row);
  useEffect(() => {
    const persona = personas.peek()[name];
    if (operation === undefined || persona === undefined) return;
    let current = true;
    callPlatform(bearerOf(persona), operation.method, operation.path, { own: true }).then(
      (found) => {
        if (!current) return;
        setReply(found);
        setFailure('');
      },
      () => current && setFailure('The mock does not answer. Is it still running?'),
    );
    return () => {
      current = false;
    };
  }, [operation?.path, name, version]);
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
      <code class="data-path">{`${operation?.method} /v1${operation?.path}`}</code>
      {failure !== '' && <p class="field-error">{failure}</p>}
      {name === '' && <p class="muted">This world has no persona that could call.</p>}
      {reply && <ReplyView reply={reply} />}
    </div>
  );
}
