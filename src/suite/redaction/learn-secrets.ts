// Learns secrets from the requests and replies of a run, so that they are redacted in the whole report.

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

/** Operations whose replies contain a credential, in part only once and under a name that does not mark a secret. */
const CREDENTIAL_OPERATIONS: readonly string[] = [
  'login',
  'refreshSession',
  'verifyTwoFactor',
  'createApiKey',
  'createWebhook',
  'resetHostingPassword',
];

/** The deepest level of a body that is searched for secrets; no known credential is deeper. */
const MAX_DEPTH = 12;
/** The most secrets that a run learns. A target that returns more invents them: their names alone hide the others. */
const MAX_LEARNED_SECRETS = 4000;
/** The longest text, in characters, that is learned as a secret. */
const MAX_SEARCHED_LENGTH = 8192;
/** The fewest different characters of a learned secret: hiding simpler texts would hide rules and blanks. */
const MIN_DISTINCT_CHARACTERS = 5;

/** The part of an exchange that secrets are learned from. */
type ExchangeContent = {
  operation: string | null;
  status: number;
  json: unknown;
  headers?: Exchange['headers'];
  request: { body: string | null; json?: unknown };
};

/**
 * Learns the credentials of an exchange: values under secret names in the request (codes, wrong passwords) and in the
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
    // values that the request contains are not learned from the reply; names and addresses return in replies
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

/** Adds the secrets of a configured credential. */
export function addCredentialSecrets(name: string, credential: Credential, secrets: Secrets): void {
  const { token, apiKey, email, password, totpSecret } = credential;
  const prefix = variableName(name);
  for (const secret of [token, apiKey]) if (secret) secrets.add(secret, `${prefix}_TOKEN`);
  if (email) secrets.addEmail(email, prefix);
  if (password) secrets.add(password, `${prefix}_PASSWORD`);
  if (totpSecret) secrets.add(totpSecret, `${prefix}_TOTP_SECRET`);
}

/** Calls back for each string of a JSON value with the member that contains it; skips members named `errors`. */
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
 * Whether a text under a secret name can be searched for: without blanks, of enough different characters, not an
 * address.
 */
const isSearchable = (value: string): boolean =>
  value.length >= MIN_FRAGMENT_LENGTH &&
  !/\s/.test(value) &&
  new Set(value).size >= MIN_DISTINCT_CHARACTERS &&
  (UUID.test(value) || !isHarmlessText(value));

/**
 * Whether the API document contains a text. Otherwise a target could return `customers` as its token, and hide that
 * word in the report.
 */
const isPublic = (value: string): boolean => documentText().includes(value);

/** Learns the value of a secret header without its scheme, or of a cookie without its name. */
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

/** Parses a JSON text; undefined when it is not JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
