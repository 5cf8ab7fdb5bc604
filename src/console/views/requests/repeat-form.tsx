// The form that sends a request again: as another persona, to another world, or with a fault.
import { useState } from 'preact/hooks';
import { ControlError, control, type Schema } from '../../api/client.ts';
import { toast } from '../../components/toast.tsx';
import { hrefOf, navigate, pagePath } from '../../state/location.ts';
import { personas, worldName, worlds } from '../../state/world.ts';

/** The faults by what happens, each as a preference. */
const FAULTS: Readonly<Record<string, string>> = {
  'no fault': '',
  'status 503': 'code=503',
  'status 429': 'code=429',
  'status 500': 'code=500',
  '2 seconds late': 'delay_ms=2000',
  'connection cut': 'fault=reset',
  'body ends early': 'fault=truncated',
  'body is no JSON': 'fault=invalid_json',
  'body breaks the schema': 'fault=wrong_schema',
};

/** The names of the fields of the form, which the control API calls the same. */
type Fields = { as: string; world: string; prefer: string };

/** Sends a request again and opens the new one. */
export function RepeatForm({
  request,
  open,
}: {
  request: Schema<'RequestDetail'>;
  open: (id: string) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const field = (name: keyof Fields): string => String(form.get(name) ?? '');
    const body = Object.fromEntries(
      (['as', 'world', 'prefer'] as const)
        .map((name) => [name, field(name)])
        // The same world needs no name, which would stand in the URL of the new request.
        .filter(([name, value]) => value !== '' && !(name === 'world' && value === worldName())),
    ) as Partial<Fields>;
    setBusy(true);
    setError(null);
    try {
      const repeated = await control('post', '/requests/{id}/repeat', { path: { id: request.id }, body });
      toast(`${repeated.id}: ${request.status} before, ${repeated.status} now.`);
      const to = worlds.value.find(({ name }) => name === repeated.world);
      if (repeated.world === worldName()) open(repeated.id);
      else navigate(`${pagePath(to?.main ? null : repeated.world)}${hrefOf('requests', [repeated.id])}`);
    } catch (failure) {
      setError(failure instanceof ControlError ? failure.message : String(failure));
    } finally {
      setBusy(false);
    }
  };
  const callers = Object.entries(personas.value).filter(([, { token, apiKey }]) => token ?? apiKey);
  return (
    <form class="request-repeat" onSubmit={send} aria-label="Send the request again">
      <label>
        As
        <select class="select" name="as" aria-label="As">
          <option value="">the same caller</option>
          <option value="anonymous">nobody</option>
          {callers.map(([name]) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        To
        <select class="select" name="world" aria-label="To">
          {worlds.value.map(({ name }) => (
            <option key={name} value={name} selected={name === worldName()}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        With
        <select class="select" name="prefer" aria-label="With">
          {Object.entries(FAULTS).map(([text, prefer]) => (
            <option key={text} value={prefer}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="button button-primary" disabled={busy}>
        {busy ? 'Sending…' : 'Send again'}
      </button>
      {error !== null && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
