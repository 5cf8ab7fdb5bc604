// Sends a request again.
import { useState } from 'preact/hooks';
import { control, type Schema } from '../../api/client.ts';
import { bearerOf } from '../../api/platform.ts';
import { JsonField } from '../../components/api-call.tsx';
import { Button, type Choice, Field, Input, Select, Submit } from '../../components/controls.tsx';
import { hrefOf, navigate, pagePath } from '../../state/location.ts';
import { act } from '../../state/use-data.ts';
import { personas, worldName, worlds } from '../../state/world.ts';

/** The faults by what happens, each as a preference. */
const FAULTS: readonly Choice[] = [
  ['', 'no fault'],
  ['code=503', 'status 503'],
  ['code=429', 'status 429'],
  ['code=500', 'status 500'],
  ['delay_ms=2000', '2 seconds late'],
  ['fault=reset', 'connection cut'],
  ['fault=truncated', 'body ends early'],
  ['fault=invalid_json', 'body is no JSON'],
  ['fault=wrong_schema', 'body breaks the schema'],
];

type RepeatProps = { request: Schema<'RequestDetail'>; open: (id: string) => void };

/** Sends a request again, edited or not, as another persona, to another world or with a fault, and opens the new one. */
export function RepeatForm({ request, open }: RepeatProps) {
  const [as, setAs] = useState('');
  const [world, setWorld] = useState(worldName());
  const [prefer, setPrefer] = useState('');
  /** the edited URL and body; null until the user edits them */
  const [edited, setEdited] = useState<{ url: string; body: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const { body: sentBody } = request.request;
  const edit = (): void =>
    setEdited({
      url: request.url,
      body: typeof sentBody === 'string' ? sentBody : sentBody ? JSON.stringify(sentBody, null, 2) : '',
    });
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const body = {
      ...(as !== '' && { as }),
      ...(edited && { url: edited.url, ...(edited.body !== '' && { body: edited.body }) }),
      ...(prefer !== '' && { prefer }),
      // The same world needs no name, which would stand in the URL of the new request.
      ...(world !== worldName() && { world }),
    };
    setBusy(true);
    const sent = await act(
      () => control('post', '/requests/{id}/repeat', { path: { id: request.id }, body }),
      ({ id, status, signed_in }) =>
        `${id}: ${request.status} before, ${status} now.${signed_in ? ' Its session had ended: the user was signed in again.' : ''}`,
    );
    setBusy(false);
    if (sent === null) return;
    const { result: repeated } = sent;
    const to = worlds.value.find(({ name }) => name === repeated.world);
    if (repeated.world === worldName()) open(repeated.id);
    else navigate(`${pagePath(to?.main ? null : repeated.world)}${hrefOf('requests', [repeated.id])}`);
  };
  const callers = Object.keys(personas.value).filter((name) => bearerOf(personas.value[name]) !== null);
  const fields = [
    ['As', as, setAs, [['', 'the same caller'], ['anonymous', 'nobody'], ...callers]],
    ['To', world, setWorld, worlds.value.map(({ name }) => name)],
    ['With', prefer, setPrefer, FAULTS],
  ] as const satisfies readonly (readonly [string, string, (value: string) => void, readonly Choice[]])[];
  return (
    <form class="section" onSubmit={send} aria-label="Send the request again">
      <div class="flow">
        {fields.map(([label, value, choose, options]) => (
          <Field key={label} label={label}>
            {(field) => <Select {...field} value={value} choose={choose} options={options} />}
          </Field>
        ))}
        {!edited && <Button onClick={edit}>Edit</Button>}
        <Submit disabled={busy}>{busy ? 'Sending…' : 'Send again'}</Submit>
      </div>
      {edited && (
        <>
          <Field label="URL">
            {(field) => (
              <Input {...field} value={edited.url} change={(url) => setEdited({ ...edited, url })} />
            )}
          </Field>
          <Field label="Body">
            {(field) => (
              <JsonField {...field} value={edited.body} change={(body) => setEdited({ ...edited, body })} />
            )}
          </Field>
        </>
      )}
    </form>
  );
}
