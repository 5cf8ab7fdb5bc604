// The session of the shop: signs in, keeps the session over reloads of the tab, refreshes it, and waits after a 429.
import { signal } from '@preact/signals';
import {
  ApiError,
  type Client,
  type ClientOptions,
  createClient,
  type Session,
} from 'hosting-contract/client';
import { messageOf } from './errors.ts';

/** The base URL of the platform. Default: that of the mock on its default port. */
export const BASE_URL: string = import.meta.env.VITE_API_URL ?? 'http://127.0.0.1:4010/v1';

/** A signed-in user and the client that calls the platform as this user. */
type SignedIn = { api: Client; email: string };

/** The storage key of the session. The storage belongs to the tab, and closing the tab ends the session. */
const KEY = 'hosting-shop session';

/** The signed-in user; null when nobody is signed in. */
export const signedIn = signal<SignedIn | null>(resume());
/** A message about the shop as a whole. */
export const notice = signal('');
/** The remaining seconds that the platform asked the shop to wait; 0 when it does not wait. */
export const waitSeconds = signal(0);

/**
 * Signs a user in.
 * @param totp asks the user for the code of the second factor, when the account has one
 * @throws ApiError when the platform refuses
 */
export async function signIn(email: string, password: string, totp: () => Promise<string>): Promise<void> {
  let session: Session | undefined;
  const saved = save;
  const first = clientWith({ email, password, totp }, (one) => {
    session = one;
  });
  await first.getWallet();
  if (session === undefined) throw new Error('The platform signed in without a session.');
  saved(session);
  // From now on the client knows only the token, as after a reload: the password is forgotten.
  signedIn.value = { api: clientWith({ token: session.token }, saved), email: session.user.email };
}

/** Signs the user out, here and at the platform. */
export async function signOut(): Promise<void> {
  const { api } = signedIn.value ?? {};
  forget('');
  // The session ends here in any case; the platform may be away.
  await api?.logout().catch(() => {});
}

/**
 * Runs a call of the platform. When the platform has ended the session, shows the sign-in page again.
 * @throws the error of the call
 */
export async function call<T>(run: (api: Client) => Promise<T>): Promise<T> {
  const user = signedIn.value;
  if (user === null) throw new Error('Nobody is signed in.');
  try {
    return await run(user.api);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401)
      forget('Your session has ended. Please sign in again.');
    throw error;
  }
}

/** Shows the error of a call above the page. */
export function report(error: unknown): void {
  notice.value = messageOf(error);
}

function forget(message: string): void {
  sessionStorage.removeItem(KEY);
  signedIn.value = null;
  notice.value = message;
}

function save(session: Session): void {
  sessionStorage.setItem(KEY, JSON.stringify(session));
}

function resume(): SignedIn | null {
  try {
    const session = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Session | null;
    return session && { api: clientWith({ token: session.token }, save), email: session.user.email };
  } catch {
    return null;
  }
}

// Creates a client; it refreshes its token by itself and passes every new session on.
function clientWith(
  credential: NonNullable<ClientOptions['credential']>,
  onSession: (session: Session) => void,
): Client {
  // That a session has ended shows in the 401 of the call.
  const passOn = (session: Session | null): void => {
    if (session !== null) onSession(session);
  };
  return createClient({ baseUrl: BASE_URL, credential, onSession: passOn, wait: waitVisibly });
}

// Waits for the time that a 429 reply states in `Retry-After`, and counts it down meanwhile.
async function waitVisibly(ms: number, signal: AbortSignal): Promise<void> {
  const until = Date.now() + ms;
  try {
    for (let remainingMs = ms; remainingMs > 0; remainingMs = until - Date.now()) {
      signal.throwIfAborted();
      waitSeconds.value = Math.ceil(remainingMs / 1000);
      await new Promise((resolve) => setTimeout(resolve, Math.min(remainingMs, 1000)));
    }
  } finally {
    waitSeconds.value = 0;
  }
}
