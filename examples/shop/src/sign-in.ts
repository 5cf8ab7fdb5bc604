// The sign-in of the shop: first the password, then a TOTP code if the account requires one.
import { type Client, createClient, type Session } from 'hosting-contract/client';
import { byId, el, show } from './dom.ts';
import { field, form } from './form.ts';

/** The base URL of the platform. Default: that of the mock on its default port. */
const BASE_URL: string = import.meta.env.VITE_API_URL ?? 'http://127.0.0.1:4010/v1';

/** Shows the login form. After the sign-in, calls `done` with a signed-in client. */
export function signIn(done: (api: Client, session: Session) => void): void {
  const email = el('input', { name: 'email', type: 'email', autocomplete: 'username' });
  const password = el('input', { name: 'password', type: 'password', autocomplete: 'current-password' });
  const loginForm = form('Sign in', [field('E-mail', email), field('Password', password)], async (values) => {
    const { email = '', password = '' } = values;
    let session: Session | undefined;
    const api = createClient({
      baseUrl: BASE_URL,
      // The client logs in before its first call, and again when the session has expired.
      credential: { email, password, totp: askForCode },
      onSession: (value) => {
        session = value;
      },
      wait: waitVisibly,
    });
    try {
      await api.listOrders({ query: { per_page: 1 } });
    } catch (error) {
      // After a wrong TOTP code, the login form is shown again for the next attempt.
      if (!page.isConnected) show(page);
      throw error;
    }
    if (session) done(api, session);
  });
  const page = el('section', {}, el('h2', {}, 'Sign in'), loginForm);
  show(page);
}

/** Asks the user for the TOTP code when the platform requires it. */
function askForCode(): Promise<string> {
  return new Promise((resolve) => {
    const code = el('input', { name: 'totp_code', inputmode: 'numeric', autocomplete: 'one-time-code' });
    const codeForm = form(
      'Go on',
      [field('Code of your authenticator app', code)],
      async ({ totp_code = '' }) => resolve(totp_code.trim()),
    );
    show(el('section', {}, el('h2', {}, 'Second step'), codeForm));
    code.focus();
  });
}

/** Waits for the time that a 429 reply states in `Retry-After`, and shows a message meanwhile. */
async function waitVisibly(ms: number, signal: AbortSignal): Promise<void> {
  const status = byId('status');
  const until = Date.now() + ms;
  try {
    for (let remainingMs = ms; remainingMs > 0; remainingMs = until - Date.now()) {
      signal.throwIfAborted();
      const seconds = Math.ceil(remainingMs / 1000);
      status.textContent = `The platform asks us to wait: ${seconds} ${seconds === 1 ? 'second' : 'seconds'} to go.`;
      await new Promise((resolve) => setTimeout(resolve, Math.min(remainingMs, 1000)));
    }
  } finally {
    status.textContent = '';
  }
}
