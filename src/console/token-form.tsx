// The form for the control token, which a mock that listens beyond loopback requires.
import { useState } from 'preact/hooks';
import { setControlToken, tokenRequired } from './api/client.ts';
import { reconnect } from './api/events.ts';
import { loadWorld } from './state/world.ts';

/** Asks for the control token. */
export function TokenForm() {
  const [wrong, setWrong] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    setControlToken(String(new FormData(form).get('token') ?? '').trim());
    await loadWorld();
    if (tokenRequired.value) setWrong(true);
    else reconnect();
  };
  return (
    <form class="card token-form" onSubmit={submit}>
      <h2>This mock asks for its control token</h2>
      <p>The mock prints the token when it starts. It stays in this tab until you close it.</p>
      <label for="token">Control token</label>
      <input
        id="token"
        name="token"
        type="password"
        class="input"
        autocomplete="off"
        required
        aria-describedby={wrong ? 'token-wrong' : undefined}
      />
      {wrong && (
        <p id="token-wrong" class="field-error" role="alert">
          The mock refuses this token.
        </p>
      )}
      <button type="submit" class="button button-primary">
        Open the console
      </button>
    </form>
  );
}
