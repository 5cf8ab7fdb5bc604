// Signs a page in without its login form: what the page would have kept of a login is put where it looks for it.
import type { Persona } from '../../src/server/mock-definition.ts';
import type { MockWorld, PersonaName } from './mock.ts';
import type { BrowserContext } from './playwright-api.ts';

export type SignInOptions = {
  /** under which name the page keeps its session; `token` when left out */
  key?: string;
  /** where; `localStorage` when left out */
  storage?: 'localStorage' | 'sessionStorage';
  /** what it keeps; the token when left out */
  value?: (persona: Persona) => string;
};

/** Before the page opens: whoever looks finds the session of the persona; the owner's when none is named. */
export type SignIn = (persona?: PersonaName, options?: SignInOptions) => Promise<void>;

export function createSignIn(context: BrowserContext, { personas }: Pick<MockWorld, 'personas'>): SignIn {
  return async (name = 'owner', { key = 'token', storage = 'localStorage', value } = {}) => {
    const persona = personas[name];
    const text = persona && (value ? value(persona) : persona.token);
    if (text === undefined) throw new Error(`The persona ${name} has no token to sign a page in with.`);
    await context.addInitScript(
      ({ key, text, storage }) => {
        const page = globalThis as unknown as Record<string, Map<string, string> & Record<string, string>>;
        const [stored, tab] = [page[storage], page.sessionStorage];
        // Once in a tab: a page that signs out stays out.
        if (!stored || !tab || tab['hosting-mock signed in'] === key) return;
        tab['hosting-mock signed in'] = key;
        stored[key] = text;
      },
      { key, text, storage },
    );
  };
}
