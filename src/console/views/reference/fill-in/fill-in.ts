// Fills in the request of an operation from the running world, so that sending it succeeds: who sends it, the ids in its
// path, and its body.
import type { Operation, Reference } from '../model/document.ts';
import {
  asObject,
  collectionOf,
  createRecords,
  type FillInPersona,
  type FillInWorld,
  fillPath,
  type Json,
  type Records,
} from './records.ts';

export type FilledRequest = {
  /** the values of the parameters in the path */
  path: Record<string, string>;
  /** the values of the required parameters of the query */
  query: Record<string, string>;
  /** the body as JSON; null when the operation takes none */
  body: unknown;
  /** the credential to send; null for none */
  bearer: string | null;
  /** what was done beforehand, and what could not be filled in, as sentences */
  notes: readonly string[];
  /** whether everything that the operation requires is filled in */
  complete: boolean;
};

export type FillInOptions = {
  /** the persona that sends the request, or that signs in */
  persona: string;
  /** the name of the example that the body is made from; the first one when left out */
  example?: string | undefined;
  /** 0 takes the best records, 1 the next ones, and so on */
  attempt?: number;
  /** the members that the last reply refused, by their dotted names */
  refused?: readonly string[];
};

const camelCase = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Chooses the persona that an operation is filled in for: the first one whose name is one of the operation's roles, a
 * persona with two-factor authentication where a code is required, else the first persona of the world.
 */
export function choosePersona(reference: Reference, operation: Operation, world: FillInWorld): string {
  const names = Object.keys(world.personas);
  const schema = operation.body?.schema ? reference.resolve(operation.body.schema) : undefined;
  const needsCode = schema?.required?.includes('totp_code') ?? false;
  const second = needsCode ? names.find((name) => world.personas[name]?.totpSecret) : undefined;
  const roles = operation.roles.map(camelCase);
  return second ?? names.find((name) => roles.includes(name)) ?? names[0] ?? '';
}

/** Lists the personas, besides one, that may call an operation: the one that suits, and those named after its roles. */
export const othersFor = (
  operation: Operation,
  suited: string,
  world: FillInWorld,
  persona: string,
): string[] =>
  Object.keys(world.personas).filter(
    (name) => name !== persona && (name === suited || operation.roles.map(camelCase).includes(name)),
  );

export async function fillIn(
  reference: Reference,
  operation: Operation,
  world: FillInWorld,
  { persona: name, example, attempt = 0, refused = [] }: FillInOptions,
): Promise<FilledRequest> {
  const persona = world.personas[name];
  const notes: string[] = [];
  let bearer = operation.anonymous ? null : (persona?.token ?? persona?.apiKey ?? null);
  const records = createRecords(reference, world, bearer);
  const examples = operation.body?.examples ?? [];
  const chosen = examples.find((one) => one.name === example) ?? examples[0];
  const form = formMembers(reference, operation, chosen?.value);
  const { values, missing } = await fillPath(reference, records, operation, attempt, form);
  let complete = missing === null;
  if (missing !== null) {
    const own = ownId(missing, persona);
    const last = /\{([^}]+)\}[^{]*$/.exec(operation.path)?.[1];
    if (own !== undefined && last !== undefined) {
      values[last] = own;
      complete = true;
    } else notes.push(missingNote(operation, missing, name));
  }
  let body: unknown = chosen?.value ?? null;
  if (chosen) {
    const absent = new Set<string>();
    body = await fillIds(reference, records, operation, body, attempt, absent);
    if (absent.size > 0) complete = false;
    for (const collection of absent) notes.push(missingNote(operation, collection, name));
    if (refused.length > 0) body = varyTexts(body, refused, attempt);
    const object = asObject(body);
    if (object && operation.anonymous) {
      body = await fillCredentials(reference, world, name, object);
      if ('totp_code' in object)
        notes.push('The code is the current one of the outbox; it changes every 30 seconds.');
    }
  }
  if (operation.sessionOnly && persona) {
    const token = memberAnywhere(await signIn(reference, world, persona), 'token');
    if (typeof token === 'string') {
      bearer = token;
      notes.push(`${name} was signed in anew for this, so that the token of the persona stays valid.`);
    }
  }
  const role = roleNote(reference, operation, name);
  if (role !== null) notes.push(role);
  const query = Object.fromEntries(
    operation.parameters
      .filter((one) => one.in === 'query' && one.required && one.example !== undefined)
      .map((one) => [one.name, String(one.example)]),
  );
  if (!operation.anonymous && bearer === null) {
    complete = false;
    notes.push(`${name} has no token and no API key: sign in to get a token.`);
  }
  return { path: values, query, body, bearer, notes, complete };
}

// Says that the role that a persona is named after may not call the operation; null when it may, or is unknown. An
// operation that names no roles, such as one that was added to the document, is for all of them.
function roleNote(
  { operations }: Reference,
  { roles, anonymous }: Operation,
  persona: string,
): string | null {
  const named = (one: readonly string[]): boolean => one.map(camelCase).includes(persona);
  if (anonymous || roles.length === 0 || named(roles) || !operations.some((one) => named(one.roles)))
    return null;
  return `The role of ${persona} may not call this operation; its roles are ${roles.join(', ').replaceAll('_', ' ')}.`;
}

// Returns the id that a persona itself has for a collection: `tenantId` for `/tenants`.
function ownId(collection: string, persona: FillInPersona | undefined): string | undefined {
  const name = collection.slice(collection.lastIndexOf('/') + 1);
  const found = Object.entries(persona ?? {}).find(([key]) => `${key.replace(/Id$/, '')}s` === name);
  return found?.[0].endsWith('Id') && typeof found[1] === 'string' ? found[1] : undefined;
}

function missingNote(operation: Operation, collection: string, persona: string): string {
  const parameter = operation.parameters.find((one) => one.in === 'path');
  const about = parameter && parameter.schema.format === 'uuid' ? 'id' : 'value';
  return `This world has no record in ${collection} that ${persona} can see and ${operation.id} accepts: enter an ${about}, or choose another persona.`;
}

// Changes the texts that a refusal named, so that they are new: `jane@example.org` → `jane-2@example.org`,
// `example.com` → `example-2.com`, `acme` → `acme-2`. `refused`: the dotted names of the members, as the `errors` of a
// 422 name them.
function varyTexts(value: unknown, refused: readonly string[], attempt: number, at = ''): unknown {
  if (typeof value === 'string') {
    if (!refused.includes(at)) return value;
    const [, first = '', rest = ''] = /^([^@.]+)(.*)$/s.exec(value) ?? [];
    return `${first}-${attempt + 1}${rest}`;
  }
  const below = (name: string): string => (at === '' ? name : `${at}.${name}`);
  if (Array.isArray(value))
    return value.map((one, index) => varyTexts(one, refused, attempt, below(String(index))));
  const object = asObject(value);
  if (!object) return value;
  return Object.fromEntries(
    Object.entries(object).map(([name, one]) => [name, varyTexts(one, refused, attempt, below(name))]),
  );
}

// Returns the members of a value that say which form of its schema it has, such as `{ type: 'MX' }`.
function formMembers(reference: Reference, { body }: Operation, value: unknown): Json {
  const { oneOf, anyOf = [] } = reference.resolve(body?.schema ?? {});
  const forms = (oneOf ?? anyOf).map((one) => reference.resolve(one).properties ?? {});
  return Object.fromEntries(
    Object.entries(asObject(value) ?? {}).filter(([name]) =>
      forms.some((form) => form[name]?.const !== undefined),
    ),
  );
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

// Replaces the ids in a body by ids of records that exist, and the members that must agree with those records: their
// other ids, their currency, and amounts that are due (`amount` by `due_amount`). `attempt`: 0 keeps ids that exist, 1
// takes the next record, and so on. `missing`: receives the paths of collections in which no record was found.
async function fillIds(
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

// Signs a persona in. Returns the body of the reply, also of a refusal; undefined when the persona has no password.
async function signIn(
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

// Fills in the members of an anonymous request that belong to a persona: `email`, `password`, and for two-factor
// authentication `totp_code` and what the refused sign-in returns, such as `challenge_token`.
async function fillCredentials(
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
