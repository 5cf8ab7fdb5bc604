// Clients that are signed in as somebody of a world.
import { type Client, createClient } from '../../src/client/client.ts';
import type { MockWorld, PersonaName } from './mock.ts';

/** A typed client signed in as a persona; as the owner of the first tenant when none is named. */
export type ClientOf = (persona?: PersonaName) => Client;

/**
 * Clients of a world; what is refused is thrown at once, without further attempts.
 * @throws Error naming the personas there are
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
