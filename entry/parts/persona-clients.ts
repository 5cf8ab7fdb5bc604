// Typed clients that are signed in as personas.
import { type Client, createClient } from '../../src/client/client.ts';
import type { Persona } from '../../src/server/mock-definition.ts';
import type { PersonaName } from './mock.ts';
import type { MockWorld } from './mock-world.ts';

/** Creates a typed client that is signed in as a persona. Default: the owner of the first tenant. */
export type ClientOf = (persona?: PersonaName) => Client;

/**
 * Creates the function that returns signed-in clients for a world. The clients do not retry, so a refused call throws
 * at once.
 * @throws Error that lists the personas when the name of a persona is unknown
 */
export function personaClients(
  { personas, fetch, outbox }: Pick<MockWorld, 'personas' | 'fetch' | 'outbox'>,
  baseUrl: string,
): ClientOf {
  /** The clients that sign in with a TOTP code, which the mock accepts only once. */
  const withCode = new Map<string, Client>();
  const totpOf = (name: string): string => outbox().codes.find(({ persona }) => persona === name)?.code ?? '';
  return (name = 'owner') => {
    const opened = withCode.get(name);
    if (opened) return opened;
    const persona = personas[name];
    if (!persona)
      throw new Error(`There is no persona ${name}; there are: ${Object.keys(personas).join(', ')}.`);
    const { token, apiKey, email, password, totpSecret }: Persona = persona;
    const credential =
      token !== undefined
        ? { token }
        : apiKey !== undefined
          ? { apiKey }
          : { email: email ?? '', password: password ?? '', totp: () => totpOf(name) };
    const client = createClient({ baseUrl, credential, fetch, retries: 0 });
    if (totpSecret !== undefined) withCode.set(name, client);
    return client;
  };
}
