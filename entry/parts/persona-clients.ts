// Typed clients that are signed in as personas.
import { type Client, createClient } from '../../src/client/client.ts';
import type { MockWorld, PersonaName } from './mock.ts';

/** Creates a typed client that is signed in as a persona. Default: the owner of the first tenant. */
export type ClientOf = (persona?: PersonaName) => Client;

/**
 * Creates the function that returns signed-in clients for a world. The clients do not retry, so a refused call throws
 * at once.
 * @throws Error that lists the personas when the name of a persona is unknown
 */
export function personaClients(
  { personas, fetch }: Pick<MockWorld, 'personas' | 'fetch'>,
  baseUrl: string,
): ClientOf {
  return (name = 'owner') => {
    const persona = personas[name];
    if (!persona)
      throw new Error(`There is no persona ${name}; there are: ${Object.keys(personas).join(', ')}.`);
    const { token, apiKey, email, password } = persona;
    const credential =
      token !== undefined
        ? { token }
        : apiKey !== undefined
          ? { apiKey }
          : { email: email ?? '', password: password ?? '' };
    return createClient({ baseUrl, credential, fetch, retries: 0 });
  };
}
