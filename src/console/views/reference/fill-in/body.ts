// Fills in the body of a request: a documented example whose ids name records of the running world, and what only a
// sign-in gives: a session of its own, the token of a two-factor challenge, and the current code.
import type { Operation, Reference } from '../model/document.ts';
import {
  asObject,
  collectionOf,
  type FillInPersona,
  type FillInWorld,
  type Json,
  type Records,
} from './records.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Replaces the ids in a body by ids of records that exist, and the members that must agree with those records: their
 * other ids, their currency, and amounts that are due (`amount` by `due_amount`).
 * @param attempt 0 keeps ids that exist, 1 takes the next record, and so on
 * @param missing receives the paths of collections in which no record was found
 */
export async function fillIds(
  reference: Reference,
  records: Records,
  operation: Operation,
  value: unknown,
  attempt: number,
  missing: Set<string>,
): Promise<unknown> {
  const fill = (one: unknown) => fillIds(reference, records, operation, one, attempt, missing);
  if (Array.isArray(value)) return Promise.all(value.map(fill));
  const object = asObject(value);
  if (!object) return value;
  const filled: Json = {};
  const found = new Map<string, Json>();
  for (const [name, member] of Object.entries(object)) {
    filled[name] = await fill(member);
    const isId = typeof member === 'string' && UUID.test(member);
    const collection = isId ? collectionOf(reference, name) : undefined;
    if (!collection) continue;
    const example = attempt === 0 ? member : undefined;
    const candidates = await records.find(collection, collection.path, operation, example);
    const record = candidates[attempt % Math.max(1, candidates.length)];
    if (record) found.set(name, record);
    else missing.add(collection.path);
  }
  for (const [name, record] of found) filled[name] = record.id;
  for (const [own, record] of found) {
    for (const name of Object.keys(filled)) {
      const isSame = name.endsWith('_id') || name === 'currency';
      const agreed = isSame ? record[name] : (record[`due_${name}`] ?? record[`${name}_due`]);
      if (name !== own && agreed !== undefined && agreed !== null) filled[name] = agreed;
    }
  }
  return filled;
}

/** Signs a persona in. Returns the body of the reply, also of a refusal; undefined when the persona has no password. */
export async function signIn(
  reference: Reference,
  world: FillInWorld,
  { email, password }: FillInPersona,
): Promise<unknown> {
  // The operation that needs no credential and takes an e-mail address and a password.
  const operation = reference.operations.find(({ anonymous, event, body }) => {
    const members = reference.resolve(body?.schema ?? {}).properties ?? {};
    return anonymous && !event && 'email' in members && 'password' in members;
  });
  if (!operation || email === undefined || password === undefined) return undefined;
  const { method, path } = operation;
  return (await world.send({ method, path, bearer: null, body: { email, password } })).body;
}

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
