// Secrets that only the run brings to light: learned from requests and replies, then removed from the whole report.

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

/** The operations whose replies show a credential, some of them only once, and not always under the name of one. */
const CREDENTIAL_OPERATIONS: readonly string[] = [
  'login',
  'refreshSession',
  'verifyTwoFactor',
  'createApiKey',
  'createWebhook',
  'resetHostingPassword',
];

/** No reply that shows a credential is nested deeper. */
const MAX_DEPTH = 12;
/** A target that hands out more credentials than this in a run makes them up: the rest is hidden by name only. */
const MAX_LEARNED_SECRETS = 4000;
/** Texts longer than this hold nothing that is searched for elsewhere. */
const MAX_SEARCHED_LENGTH = 8192;
/** A text of fewer different characters is no credential; to search for it would hide rulers and blanks. */
const MIN_DISTINCT_CHARACTERS = 5;

/** As much of an exchange as tells what it shows. */
type ExchangeContent = {
  operation: string | null;
  status: number;
  json: unknown;
  headers?: Exchange['headers'];
  request: { body: string | null; json?: unknown };
};

/**
 * Remembers the credentials of an exchange: what the request carries under a secret name (codes, wrong passwords), what
 * the reply, whatever its status, shows under a secret name (tokens, keys, challenges, webhook secrets, session ids), and
 * what looks like a credential in the reply of an operation that hands one out.
 */
export function learnSecrets(exchange: ExchangeContent, secrets: Secrets): void {
  const { operation, status, request, headers = [] } = exchange;
  if (operation === null || secrets.size > MAX_LEARNED_SECRETS) return;
  const sent = request.json ?? (request.body === null ? undefined : parsed(request.body));
  forEachString(sent, (value, name, secret) => {
    if (secret) secrets.add(value, `${FROM_REQUEST_PREFIX}${variableName(name)}`);
  });
  for (const [name, value] of headers) if (isSecretHeader(name)) learnHeader(name, value, secrets);
  const showing = CREDENTIAL_OPERATIONS.includes(operation) && status >= 200 && status < 300;
  forEachString(exchange.json, (value, name, secret) => {
    // what was sent is no news, and names and addresses come back in replies
    if (!(secret ? isSearchable(value) : showing && !isDescriptiveMember(name) && looksLikeSecret(value)))
      return;
    if (secrets.has(value)) return;
    if (request.body?.includes(JSON.stringify(value)) || isPublic(value)) return;
    secrets.add(value, `${FROM_REPLY_PREFIX}${variableName(name === '' ? operation : name)}`);
  });
}

/** Remembers the secrets of a configured credential. */
export function addCredentialSecrets(name: string, credential: Credential, secrets: Secrets): void {
  const { token, apiKey, email, password, totpSecret } = credential;
  const prefix = variableName(name);
  for (const secret of [token, apiKey]) if (secret) secrets.add(secret, `${prefix}_TOKEN`);
  if (email) secrets.addEmail(email, prefix);
  if (password) secrets.add(password, `${prefix}_PASSWORD`);
  if (totpSecret) secrets.add(totpSecret, `${prefix}_TOTP_SECRET`);
}

/** Calls back for each text of a JSON value, with the member it stands under; what is said under `errors` is left out. */
function forEachString(value: unknown, found: (text: string, name: string, secret: boolean) => void): void {
  const walk = (one: unknown, name: string, secret: boolean, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (typeof one === 'string') {
      if (one.length <= MAX_SEARCHED_LENGTH) found(one, name, secret);
    } else if (Array.isArray(one)) {
      for (const inner of one) walk(inner, name, secret, depth + 1);
    } else if (typeof one === 'object' && one !== null) {
      for (const [key, inner] of Object.entries(one))
        if (key !== 'errors') walk(inner, key, isSecretMember(key), depth + 1);
    }
  };
  walk(value, '', false, 0);
}

/** Whether a text under a secret name may be searched for elsewhere: of one piece, varied, no address. */
const isSearchable = (value: string): boolean =>
  value.length >= MIN_FRAGMENT_LENGTH &&
  !/\s/.test(value) &&
  new Set(value).size >= MIN_DISTINCT_CHARACTERS &&
  (UUID.test(value) || !isHarmlessText(value));

/**
 * Whether the contract itself has this text: a target that hands out `customers` as its token would otherwise choose
 * what a report does not show.
 */
const isPublic = (value: string): boolean => documentText().includes(value);

/** The value of a secret header, without its scheme; of a cookie the value alone. */
function learnHeader(name: string, value: string, secrets: Secrets): void {
  const given = /^set-?cookie/i.test(name)
    ? value.split(';', 1)[0]?.replace(/^[^=]*=/, '')
    : value.replace(/^(?:Bearer|Basic|Digest)\s+/i, '');
  if (given !== undefined && given.length <= MAX_SEARCHED_LENGTH && isSearchable(given) && !isPublic(given))
    secrets.add(given, `${FROM_REPLY_PREFIX}${variableName(name)}`);
}

/** Parses a JSON text; undefined when it is not JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
