// Fills in what only a sign-in gives: a session of its own, the token of a two-factor challenge, and the current code.
import type { Operation, Reference } from '../model/document.ts';
import { asObject, type FillInPersona, type FillInWorld, type Json } from './world.ts';

/** Returns the names of the members that a body can have. */
function bodyMembers(reference: Reference, { body }: Operation): readonly string[] {
  return Object.keys(body?.schema ? (reference.resolve(body.schema).properties ?? {}) : {});
}

/** Finds the operation that signs in: it needs no credential and takes an e-mail address and a password. */
function signInOperation(reference: Reference): Operation | undefined {
  return reference.operations.find((one) => {
    const members = one.anonymous && !one.event ? bodyMembers(reference, one) : [];
    return members.includes('email') && members.includes('password');
  });
}

/** Signs a persona in. Returns the body of the reply, also of a refusal; undefined when the persona has no password. */
export async function signIn(
  reference: Reference,
  world: FillInWorld,
  { email, password }: FillInPersona,
): Promise<unknown> {
  const operation = signInOperation(reference);
  if (!operation || email === undefined || password === undefined) return undefined;
  const { method, path } = operation;
  return (await world.send({ method, path, bearer: null, body: { email, password } })).body;
}

/** Finds the name of the first persona with two-factor authentication. */
export const twoFactorPersona = ({ personas }: FillInWorld): string | undefined =>
  Object.keys(personas).find((name) => personas[name]?.totpSecret !== undefined);

/** Returns the value of the first member with this name, at any depth; undefined when there is none. */
export function memberAnywhere(value: unknown, name: string): unknown {
  const object = asObject(value);
  if (!object) return undefined;
  if (object[name] !== undefined) return object[name];
  for (const one of Object.values(object)) {
    const found = memberAnywhere(one, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Fills in the members of an anonymous request that belong to a persona: `email`, `password`, and for two-factor
 * authentication `totp_code` and what the refused sign-in returns, such as `challenge_token`.
 */
export async function fillCredentials(
  reference: Reference,
  world: FillInWorld,
  personaName: string,
  body: Json,
): Promise<Json> {
  const persona = world.personas[personaName];
  if (!persona) return body;
  const filled = { ...body };
  if ('email' in body && 'password' in body) {
    filled.email = persona.email ?? body.email;
    filled.password = persona.password ?? body.password;
  } else if (persona.totpSecret !== undefined) {
    const challenge = await signIn(reference, world, persona);
    for (const name of Object.keys(body)) filled[name] = memberAnywhere(challenge, name) ?? filled[name];
  }
  if ('totp_code' in body) filled.totp_code = (await world.codes())[personaName] ?? body.totp_code;
  return filled;
}
