// Learns secrets from the requests and replies of a run, so that the whole report can be redacted.

import { documentText } from '../../contract/document.ts';
import { UUID } from '../../contract/uuid.ts';
import { MIN_FRAGMENT_LENGTH } from '../../redaction/matcher.ts';
import {
  isDescriptiveMember,
  isHarmlessText,
  isSecretHeader,
  isSecretMember,
  looksLikeSecret,
} from '../../redaction/secret-names.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Credential } from '../model/target.ts';
import { FROM_REPLY_PREFIX, FROM_REQUEST_PREFIX, type Secrets, variableName } from './secrets.ts';

/**
 * The operations whose replies contain a credential. Some replies show it only once and in a member whose name does
 * not mark a secret.
 */
const CREDENTIAL_OPERATIONS: readonly string[] = [
  'login',
  'refreshSession',
  'verifyTwoFactor',
  'createApiKey',
  'createWebhook',
  'resetHostingPassword',
];

/** The deepest level of a body that is searched for secrets; every known credential is at a higher level. */
const MAX_DEPTH = 12;
/**
 * The most secrets that a run learns. A target that returns more is inventing them; further secrets are redacted only
 * by the names of their members.
 */
const MAX_LEARNED_SECRETS = 4000;
/** The most characters of a text that is learned as a secret. */
const MAX_SEARCHED_LENGTH = 8192;
/**
 * The fewest different characters of a text that is learned as a secret; redacting simpler texts would also redact
 * separators and blanks.
 */
const MIN_DISTINCT_CHARACTERS = 5;

/** The parts of an exchange from which secrets are learned. */
type ExchangeContent = {
  operation: string | null;
  status: number;
  json: unknown;
  headers?: Exchange['headers'];
  request: { body: string | null; json?: unknown };
};

/**
 * Learns the secrets of an exchange: the values of secret members in the request (codes, wrong passwords) and in the
 * reply, whatever its status (tokens, keys, challenges, webhook secrets, session ids), and texts that look like a
 * credential in the reply of an operation that returns one.
 */
export function learnSecrets(exchange: ExchangeContent, secrets: Secrets): void {
  const { operation, status, request, headers = [] } = exchange;
  if (operation === null || secrets.size > MAX_LEARNED_SECRETS) return;
  const sent = request.json ?? (request.body === null ? undefined : parsed(request.body));
  forEachString(sent, (value, name, secret) => {
    if (secret) secrets.add(value, `${FROM_REQUEST_PREFIX}${variableName(name)}`);
  });
  for (const [name, value] of headers) if (isSecretHeader(name)) learnHeader(name, value, secrets);
  const returnsCredential = CREDENTIAL_OPERATIONS.includes(operation) && status >= 200 && status < 300;
  forEachString(exchange.json, (value, name, secret) => {
    // Values that the request contains are not learned from the reply, because replies repeat names and addresses of the
    // request.
    if (
      !(secret
        ? isSearchable(value)
        : returnsCredential && !isDescriptiveMember(name) && looksLikeSecret(value))
    )
      return;
    if (secrets.has(value)) return;
    if (request.body?.includes(JSON.stringify(value)) || isPublic(value)) return;
    secrets.add(value, `${FROM_REPLY_PREFIX}${variableName(name === '' ? operation : name)}`);
  });
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

/**
 * Calls `found` for each string of a JSON value, with the name of the member that contains the string. Members named
 * `errors` are skipped.
 */
function forEachString(value: unknown, found: (text: string, name: string, secret: boolean) => void): void {
  const walk = (current: unknown, name: string, secret: boolean, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (typeof current === 'string') {
      if (current.length <= MAX_SEARCHED_LENGTH) found(current, name, secret);
    } else if (Array.isArray(current)) {
      for (const inner of current) walk(inner, name, secret, depth + 1);
    } else if (typeof current === 'object' && current !== null) {
      for (const [key, inner] of Object.entries(current))
        if (key !== 'errors') walk(inner, key, isSecretMember(key), depth + 1);
    }
  };
  walk(value, '', false, 0);
}

/**
 * Returns whether the text of a secret member can be searched for: it has no blanks and enough different characters,
 * and is not an address.
 */
const isSearchable = (value: string): boolean =>
  value.length >= MIN_FRAGMENT_LENGTH &&
  !/\s/.test(value) &&
  new Set(value).size >= MIN_DISTINCT_CHARACTERS &&
  (UUID.test(value) || !isHarmlessText(value));

/**
 * Returns whether the OpenAPI document contains a text. Such a text is not learned, because a target could return
 * `customers` as its token to hide that word in the report.
 */
const isPublic = (value: string): boolean => documentText().includes(value);

/** Learns the value of a secret HTTP header without its scheme, or of a cookie without its name. */
function learnHeader(name: string, value: string, secrets: Secrets): void {
  const credential = /^set-?cookie/i.test(name)
    ? value.split(';', 1)[0]?.replace(/^[^=]*=/, '')
    : value.replace(/^(?:Bearer|Basic|Digest)\s+/i, '');
  if (
    credential !== undefined &&
    credential.length <= MAX_SEARCHED_LENGTH &&
    isSearchable(credential) &&
    !isPublic(credential)
  )
    secrets.add(credential, `${FROM_REPLY_PREFIX}${variableName(name)}`);
}

/** Parses a JSON text; returns undefined when the text is not JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
