// Learns secrets from the requests and replies of a run, so that the whole report can be redacted.

import { documentText } from '../../contract/document.ts';
import { UUID } from '../../contract/uuid.ts';
import { MIN_LENGTH_INSIDE_WORDS } from '../../redaction/known-secrets.ts';
import {
  isDescriptiveMember,
  isHarmlessText,
  isSecretHeader,
  isSecretMember,
  looksLikeSecret,
} from '../../redaction/secret-names.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Credential } from '../model/target.ts';
import { parsedJson } from '../model/text.ts';
import { FROM_REPLY_PREFIX, FROM_REQUEST_PREFIX, type Secrets, variableName } from './secrets.ts';

/** The operations whose replies contain a credential, some of them in a member whose name does not mark a secret. */
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
/** The most secrets that a run learns. A target that returns more is inventing them. */
const MAX_LEARNED_SECRETS = 4000;
/** The most characters of a text that is learned as a secret. */
const MAX_LENGTH = 8192;
/** The fewest different characters of it; redacting simpler texts would also redact separators and blanks. */
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
  forEachString(request.json ?? parsedJson(request.body), (value, name, isSecret) => {
    if (isSecret) secrets.add(value, `${FROM_REQUEST_PREFIX}${variableName(name)}`);
  });
  const learn = (value: string, name: string): void => {
    if (value.length <= MAX_LENGTH && !documentText().includes(value))
      secrets.add(value, `${FROM_REPLY_PREFIX}${variableName(name)}`);
  };
  for (const [name, value] of headers) {
    if (!isSecretHeader(name)) continue;
    // of a cookie the value, and of a credential what follows its scheme
    const credential = /^set-?cookie/i.test(name)
      ? (value.split(';', 1)[0] ?? '').replace(/^[^=]*=/, '')
      : value.replace(/^(?:Bearer|Basic|Digest)\s+/i, '');
    if (isSearchable(credential)) learn(credential, name);
  }
  const returnsCredential = CREDENTIAL_OPERATIONS.includes(operation) && status >= 200 && status < 300;
  forEachString(exchange.json, (value, name, isSecret) => {
    const isCredential = isSecret
      ? isSearchable(value)
      : returnsCredential && !isDescriptiveMember(name) && looksLikeSecret(value);
    // Replies repeat names and addresses of the request.
    if (!isCredential || secrets.has(value) || request.body?.includes(JSON.stringify(value))) return;
    learn(value, name === '' ? operation : name);
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

/** Calls `found` for each string of a JSON value except below `errors`, with the name of the member that contains it. */
function forEachString(value: unknown, found: (text: string, name: string, isSecret: boolean) => void): void {
  const walk = (current: unknown, name: string, isSecret: boolean, depth: number): void => {
    if (typeof current === 'string') found(current, name, isSecret);
    else if (typeof current === 'object' && current !== null && depth < MAX_DEPTH)
      for (const [key, inner] of Object.entries(current)) {
        if (Array.isArray(current)) walk(inner, name, isSecret, depth + 1);
        else if (key !== 'errors') walk(inner, key, isSecretMember(key), depth + 1);
      }
  };
  walk(value, '', false, 0);
}

/** Returns whether the text of a secret member is one that no other text contains by chance, and not an address. */
const isSearchable = (value: string): boolean =>
  value.length >= MIN_LENGTH_INSIDE_WORDS &&
  !/\s/.test(value) &&
  new Set(value).size >= MIN_DISTINCT_CHARACTERS &&
  (UUID.test(value) || !isHarmlessText(value));
