// Signs a page in without its login form: writes the persona's session to the browser storage that the page reads.
import type { Persona } from '../../src/server/mock-definition.ts';
import type { PersonaName } from './mock.ts';
import type { MockWorld } from './mock-world.ts';

/** Options of `signIn`: where and how the page under test stores its session. */
export type SignInOptions = {
  /** The storage key of the session. Default: `token`. */
  key?: string;
  /** The browser storage that the page uses. Default: `localStorage`. */
  storage?: 'localStorage' | 'sessionStorage';
  /** Builds the text that is stored for a persona. Default: the persona's token. */
  value?: (persona: Persona) => string;
};

/**
 * Signs the pages of a test in as a persona (default: `owner`). Call it before the page opens.
 * @throws Error when the persona has no token
 */
export type SignIn = (persona?: PersonaName, options?: SignInOptions) => Promise<void>;

/** What `signIn` uses of Playwright's browser context. */
type InitScripts = { addInitScript(script: (session: Session) => void, session: Session): Promise<unknown> };
type Session = { key: string; text: string; storage: 'localStorage' | 'sessionStorage' };

/** Creates the `signIn` fixture for a browser context and a world. */
export function createSignIn(context: InitScripts, { personas }: Pick<MockWorld, 'personas'>): SignIn {
  return async (name = 'owner', { key = 'token', storage = 'localStorage', value } = {}) => {
    const persona: Persona | undefined = personas[name];
    const text = persona && (value ? value(persona) : persona.token);
    if (text === undefined)
      throw new Error(
        `The persona ${name} has no token to sign a page in with: choose another persona, give a value, or use the login form of the page.`,
      );
    await context.addInitScript(
      ({ key, text, storage }) => {
        const page = globalThis as unknown as Record<string, Map<string, string> & Record<string, string>>;
        const [stored, tab] = [page[storage], page.sessionStorage];
        // The session is written once per tab, so that a page that signs out stays signed out.
        if (!stored || !tab || tab['hosting-mock signed in'] === key) return;
        tab['hosting-mock signed in'] = key;
        stored[key] = text;
      },
      { key, text, storage },
    );
  };
}
