// Learns the passwords, tokens and keys of a run, and redacts them in every text that the suite stores or prints.

import { documentText } from '../../contract/document.ts';
import { parsedJson } from '../../contract/json/parsed-json.ts';
import { UUID } from '../../contract/uuid.ts';
import {
  addForms,
  type Forms,
  MIN_LENGTH,
  MIN_LENGTH_INSIDE_WORDS,
  replaceSecrets,
} from '../../redaction/known-secrets.ts';
import { type Hide, redactHeader, redactText, redactValue } from '../../redaction/redact.ts';
import { isSecretHeader, isSecretMember } from '../../redaction/secret-names.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Credential, Target } from '../model/target.ts';

/** The known secrets of a run; redacts every text that the suite stores or prints. */
export class Secrets {
  /** secret → its names, because several credentials may share a password */
  readonly #names = new Map<string, string[]>();
  /** e-mail address of a credential → the prefix of the names of its secrets */
  readonly #owners = new Map<string, string>();
  readonly #forms: Forms = new Map();

  /**
   * Adds a secret, which is then found in any text. Of a JSON Web Token, the payload and the signature are added too. A
   * secret of fewer than six characters is ignored, because such short texts are too common.
   */
  add(secret: string, name: string): void {
    const parts = secret.split('.');
    for (const text of [secret, ...(parts.length === 3 && secret.startsWith('eyJ') ? parts.slice(1) : [])]) {
      if (text.length < MIN_LENGTH) continue;
      const names = this.#names.get(text);
      if (names === undefined) addForms(this.#forms, text);
      this.#names.set(text, [...new Set([...(names ?? []), name])]);
    }
  }

  has(secret: string): boolean {
    return this.#names.has(secret);
  }

  get size(): number {
    return this.#names.size;
  }

  /** Records which credential has an e-mail address. @param prefix of the names of its secrets: `TENANT_A` */
  addEmail(email: string, prefix: string): void {
    if (!this.#owners.has(email)) this.#owners.set(email, prefix);
  }

  /** Returns the name prefix of the credential whose e-mail address a body contains; undefined when there is none. */
  credentialInBody(body: string): string | undefined {
    return [...this.#owners].find(([email]) => body.includes(JSON.stringify(email)))?.[1];
  }

  /**
   * Replaces the secrets of a text by names between variable marks: known secrets, and what the structure of the text
   * shows. JSON is searched member by member, also inside strings.
   * @param owner the name prefix to use for a secret that several credentials share
   */
  markSecrets(text: string, owner?: string): string {
    const hide: Hide = (found, member) => {
      const named = found.includes(VARIABLE_MARK) ? found : this.markKnown(found, owner);
      if (ONE_VARIABLE.test(named)) return named;
      return marked(member === '' ? 'SECRET' : `${FROM_REQUEST_PREFIX}${variableName(member)}`);
    };
    const mark = (given: string): string =>
      markedJson(given, mark, hide) ?? redactText(this.markKnown(given, owner), hide);
    // The target could send a variable mark to protect the value beside it from redaction.
    return mark(text.replaceAll(VARIABLE_MARK, '\ufffd'));
  }

  markKnown(text: string, owner?: string): string {
    return replaceSecrets(text, this.#forms, (secret) => marked(this.#name(secret, owner)));
  }

  /** Replaces the secrets of a URL like `markSecrets`. Scheme, host and port are kept, so that the result is still a URL. */
  markUrl(url: string, owner?: string): string {
    const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i.exec(url)?.[0] ?? '';
    return `${origin.replace(/\/\/.*@/, '//')}${this.markSecrets(url.slice(origin.length), owner)}`;
  }

  redactText(text: string): string {
    return withAsterisks(this.markSecrets(text));
  }

  /** Redacts the known secrets of a text. @param shown stands in place of each */
  redactKnown(text: string, shown = '***'): string {
    return replaceSecrets(text, this.#forms, () => shown);
  }

  redactUrl(url: string): string {
    return withAsterisks(this.markUrl(url));
  }

  redactHeader(name: string, value: string, caller?: string): string {
    if (!isSecretHeader(name)) return this.redactText(value);
    return redactHeader(name, value, caller && `<${caller}>`);
  }

  /** Redacts the strings of any value. A long value is replaced by the start of its JSON text. */
  redactValue(value: unknown): unknown {
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value;
    try {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const redacted = this.redactText(text.slice(0, MAX_SEARCHED_LENGTH));
      if (redacted.length > MAX_TEXT_LENGTH) return `${redacted.slice(0, MAX_TEXT_LENGTH)}…`;
      return typeof value === 'string' ? redacted : JSON.parse(redacted);
    } catch {
      return '(not shown)';
    }
  }

  /** Returns the name of a secret: that of its owner, or else of another credential, or else of the member that held it. */
  #name(secret: string, owner: string | undefined): string {
    const names = this.#names.get(secret) ?? [];
    const ofOwner = names.find((name) => owner !== undefined && name.startsWith(`${owner}_`));
    return ofOwner ?? names.find((name) => !LEARNED.test(name)) ?? names[0] ?? 'SECRET';
  }
}

/** Marks the secrets of a JSON object or array. Returns the text as it is when it contains no secret, null when it is no JSON. */
function markedJson(text: string, mark: (text: string) => string, hide: Hide): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    const done = JSON.stringify(redactValue(value, mark, hide));
    return done === JSON.stringify(value) ? text : done;
  } catch {
    return null;
  }
}

/** The prefixes for the names of secrets that were learned from a reply, and from a request (codes, wrong passwords). */
const FROM_REPLY_PREFIX = 'SHOWN_';
export const FROM_REQUEST_PREFIX = 'SENT_';
const LEARNED = new RegExp(`^(?:${FROM_REPLY_PREFIX}|${FROM_REQUEST_PREFIX})`);

/** The most characters of a value or a body in a report. */
export const MAX_TEXT_LENGTH = 4096;
/** The most characters that are searched for secrets: more than are shown, so that a secret at the cut is still found. */
export const MAX_SEARCHED_LENGTH = 16 * MAX_TEXT_LENGTH;

/** Surrounds the name of a replaced secret until the text is shown. Real text does not contain it. */
export const VARIABLE_MARK = '\ue000';
const ONE_VARIABLE = new RegExp(`^${VARIABLE_MARK}\\w+${VARIABLE_MARK}$`);
const VARIABLES = new RegExp(`${VARIABLE_MARK}\\w+${VARIABLE_MARK}`, 'g');

/** Returns a name between variable marks. */
export const marked = (name: string): string => `${VARIABLE_MARK}${name}${VARIABLE_MARK}`;
const withAsterisks = (text: string): string => text.replace(VARIABLES, '***');

/** Converts the name of a caller for a shell variable: `tenantA` becomes `TENANT_A`. */
export function variableName(caller: string): string {
  return caller
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase();
}

/** Returns the shell variable of a secret of a credential: `TENANT_A_PASSWORD`; a token and an API key share one. */
export const secretVariable = (credential: string, member: string): string =>
  `${variableName(credential)}_${member === 'apiKey' ? 'TOKEN' : variableName(member)}`;

/** The deepest level of a body that is searched for secrets; every known credential is at a higher level. */
const MAX_DEPTH = 12;
/** The most secrets that a run learns. A target that returns more is inventing them. */
const MAX_LEARNED_SECRETS = 4000;
const MAX_LENGTH = 8192;
/** The fewest different characters of it; redacting simpler texts would also redact separators and blanks. */
const MIN_DISTINCT_CHARACTERS = 5;
const SCHEME = /^(?:Bearer|Basic|Digest)\s+/i;

/**
 * Learns the secrets of an exchange: the values of secret members in the request (codes, wrong passwords) and in the
 * reply, whatever its status (tokens, keys, challenges, webhook secrets, session ids).
 */
export function learnSecrets(
  { operation, json, headers, request }: Pick<Exchange, 'operation' | 'json' | 'headers' | 'request'>,
  secrets: Secrets,
): void {
  if (operation === null || secrets.size > MAX_LEARNED_SECRETS) return;
  forEachSecret(request.json ?? parsedJson(request.body), (value, name) =>
    secrets.add(value, `${FROM_REQUEST_PREFIX}${variableName(name)}`),
  );
  const learn = (value: string, name: string): void => {
    // Replies repeat names and addresses of the request.
    const isNew = !secrets.has(value) && !request.body?.includes(JSON.stringify(value));
    if (isNew && isSearchable(value)) secrets.add(value, `${FROM_REPLY_PREFIX}${variableName(name)}`);
  };
  for (const [name, value] of headers) {
    // of a cookie the value, and of a credential what follows its scheme
    if (/^set-?cookie/i.test(name)) learn((value.split(';', 1)[0] ?? '').replace(/^[^=]*=/, ''), name);
    else if (isSecretHeader(name)) learn(value.replace(SCHEME, ''), name);
  }
  forEachSecret(json, learn);
}

/** Adds the secrets of a configured credential to the known secrets. */
export function addCredentialSecrets(name: string, credential: Credential, secrets: Secrets): void {
  const { token, apiKey, email, password, totpSecret } = credential;
  const prefix = variableName(name);
  for (const secret of [token, apiKey]) if (secret) secrets.add(secret, `${prefix}_TOKEN`);
  if (email) secrets.addEmail(email, prefix);
  if (password) secrets.add(password, `${prefix}_PASSWORD`);
  if (totpSecret) secrets.add(totpSecret, `${prefix}_TOTP_SECRET`);
}

/** Lists the headers of a target file that are secret: those from the environment, and by their names. */
export const secretHeaders = ({ headers = {}, variables }: Target) =>
  Object.entries(headers)
    .filter(([header]) => variables?.[`headers.${header}`] !== undefined || isSecretHeader(header))
    .map(([member, value]) => ({
      ...{ of: 'headers', member, name: secretVariable('headers', member) },
      secret: value.replace(SCHEME, ''),
    }));

/** Calls `found` for each string of a secret member of a JSON value, except below `errors`. */
function forEachSecret(value: unknown, found: (text: string, name: string) => void): void {
  const walk = (current: unknown, name: string, depth: number): void => {
    if (typeof current === 'string' && isSecretMember(name)) found(current, name);
    else if (typeof current === 'object' && current !== null && depth < MAX_DEPTH)
      for (const [key, inner] of Object.entries(current))
        if (key !== 'errors') walk(inner, Array.isArray(current) ? name : key, depth + 1);
  };
  walk(value, '', 0);
}

const ADDRESS_OR_TIME =
  /^[a-z][a-z0-9+.-]*:\/\/|^\d{4}-\d\d-\d\d|^[^@]+@[^@]+\.|^(?:[a-z0-9-]+\.)+[a-z]{2,}$|^(?=.*[.:])[\d.:a-f]+$/i;

/** Returns whether no other text contains the text of a secret member by chance, and it is no word of the contract. */
const isSearchable = (value: string): boolean =>
  value.length >= MIN_LENGTH_INSIDE_WORDS &&
  value.length <= MAX_LENGTH &&
  !/\s/.test(value) &&
  new Set(value).size >= MIN_DISTINCT_CHARACTERS &&
  (UUID.test(value) || !ADDRESS_OR_TIME.test(value)) &&
  !documentText().includes(value);
