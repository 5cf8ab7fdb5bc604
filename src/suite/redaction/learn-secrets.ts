// Learns secrets from the requests and replies of a run, so that the whole report can be redacted.

import { documentText } from '../../contract/document.ts';
import { parsedJson } from '../../contract/json/parsed-json.ts';
import { UUID } from '../../contract/uuid.ts';
import { MIN_LENGTH_INSIDE_WORDS } from '../../redaction/known-secrets.ts';
import { isSecretHeader, isSecretMember } from '../../redaction/secret-names.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Credential, Target } from '../model/target.ts';
import {
  FROM_REPLY_PREFIX,
  FROM_REQUEST_PREFIX,
  type Secrets,
  secretVariable,
  variableName,
} from './secrets.ts';

/** The deepest level of a body that is searched for secrets; every known credential is at a higher level. */
const MAX_DEPTH = 12;
/** The most secrets that a run learns. A target that returns more is inventing them. */
const MAX_LEARNED_SECRETS = 4000;
/** The most characters of a text that is learned as a secret. */
const MAX_LENGTH = 8192;
/** The fewest different characters of it; redacting simpler texts would also redact separators and blanks. */
const MIN_DISTINCT_CHARACTERS = 5;
/** The scheme before a credential in a header. */
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
