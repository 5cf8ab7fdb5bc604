// Rules about the body of a reply: media type, JSON, times, amounts, and secrets that a reply must not reveal.
import { createHash } from 'node:crypto';
import { document } from '../../src/contract/document.ts';
import { isObject } from '../../src/contract/is-object.ts';
import { type Exchange, exceedsMaxDepth } from '../../src/suite/model/define.ts';
import { rule } from '../define.ts';
import { isSuccess, isUuid, leaves, mediaType, textsIn } from '../support/reply-readers/response-readers.ts';
import { isUtcTime } from '../support/reply-readers/times.ts';

// Returns whether a gateway in front of the service may have refused a malformed path, so that the reply says nothing
// about the service.
const isOddPathReply = ({ deliberateFault, status, request }: Exchange): boolean =>
  deliberateFault !== null &&
  [400, 403, 404].includes(status) &&
  !Object.values(request.params).every(isUuid);

// Returns whether a gateway may have sent a 429. The service's own 429 carries the same rate-limit headers as its other
// replies.
const isGatewayLimit = (exchange: Exchange): boolean =>
  exchange.status === 429 &&
  ['ratelimit-limit', 'x-ratelimit-limit'].every((name) => exchange.header(name) === null);

/** Statuses that a web server in front of the service sends by itself, with a page of its own. */
const EDGE_STATUSES = new Set([405, 408, 411, 413, 414, 415, 421, 425, 426, 431, 451]);

/** Returns whether a reply must be JSON. A successful download need not be JSON, and neither need a gateway's page. */
export const expectsJson = (exchange: Exchange): boolean =>
  exchange.operation !== null &&
  exchange.bytes.length > 0 &&
  exchange.status < 501 &&
  !EDGE_STATUSES.has(exchange.status) &&
  !isGatewayLimit(exchange) &&
  !isOddPathReply(exchange) &&
  !(/^download/.test(exchange.operation) && isSuccess(exchange));

const isJsonType = (type: string): boolean => /^(application|text)\/(.+\+)?json$/.test(type);

// Matches JSON pointers to data that the caller sent and the service returns unchanged. The rules do not judge such
// data.
const CALLER_DATA_PATH = /\/(config|metadata|settings)(\/|$)/;
// Matches member names of amounts that do not occur in the OpenAPI document, because deployments use names of their
// own.
const AMOUNT_NAME = /(^|_)(amount|balance|subtotal|price)$/;
const TIME_LIKE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)? ?([Zz]|[+-]\d\d:?\d\d)?$/;

const MONTH_NAME = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

// Returns whether a value may be meant as a time. A member such as `located_at` names a place, and an expiry may be
// `never`.
const meansTime = (value: unknown): boolean =>
  typeof value === 'number'
    ? value >= 1e8
    : typeof value === 'string' &&
      (/^\d{4}-?\d\d|^\d{9,}(\.\d+)?$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/.test(value) ||
        (/\b(19|20)\d\d\b/.test(value) && MONTH_NAME.test(value)));

// Matches a text that is a number, with or without a currency. A member whose name ends in `_balance` may also contain
// a name as text.
const NUMERIC_TEXT = /^\s*[-+]?\s*(?:[A-Z]{3}\s*|\p{Sc}\s*)?[-+]?\d[\d.,'\s]*(?:[A-Z]{3}|\p{Sc})?\s*$/u;

/** Matches the hashes of passwords that bcrypt, argon2, crypt, PBKDF2 and scrypt write. */
const PASSWORD_HASH =
  /\$2[abxy]\$\d\d\$[./\w]{53}|\$(argon2(id?|d)|pbkdf2[\w-]*|scrypt|[56])\$[^\s"]{20,}|\b(pbkdf2[_:]sha\d+[$:]|scrypt:\d+:)[^\s"]{20,}/;
/** Matches what may be a SHA-256 in hexadecimal or base64. */
const SHA_256 = /(?<![\w+/-])([0-9a-fA-F]{64}|[\w+/-]{43}=?)(?![\w+/=-])/g;

const hexOf = (digest: string): string =>
  digest.length === 64 ? digest.toLowerCase() : Buffer.from(digest, 'base64').toString('hex');

/** Adds the SHA-256 of the passwords and credentials of a request, and of the keys that its reply hands out. */
function noteDigests(digests: Map<string, string>, { request, json, operation: op }: Exchange): void {
  const isHandedOut = op !== null && /^(create|rotate)(ApiKey|Webhook)|^login$/.test(op);
  const secrets = [
    request.headers.authorization?.replace(/^\w+ +/, ''),
    ...textsIn(request.json, /password|totp_code/),
    ...(isHandedOut ? textsIn(json, /secret|token|key$/) : []),
  ];
  for (const secret of secrets)
    if (secret !== undefined && secret.length >= 6 && !digests.has(secret)) {
      const digest = createHash('sha256').update(secret).digest('hex');
      // The secret itself is a key as well, so that it is hashed once.
      digests.set(secret, '').set(digest, secret);
    }
}

function namesOf(node: unknown, kinds: RegExp, found: Set<string>): Set<string> {
  if (Array.isArray(node)) for (const one of node) namesOf(one, kinds, found);
  if (!isObject(node)) return found;
  const { properties } = node;
  for (const [name, member] of Object.entries(isObject(properties) ? properties : {}))
    if (isObject(member) && typeof member.$ref === 'string' && kinds.test(member.$ref)) found.add(name);
  for (const one of Object.values(node)) namesOf(one, kinds, found);
  return found;
}

// Builds a function that tests whether a member name is among the collected names. The names are collected at the first
// call.
function schemaNameTest(kinds: RegExp): (name: string) => boolean {
  let names: Set<string> | undefined;
  return (name) => {
    names ??= namesOf(document().components, kinds, new Set());
    return names.has(name);
  };
}

/**
 * Returns whether the OpenAPI document gives members of this name a timestamp, such as `current_period_end` and
 * `valid_from`.
 */
const isTimeName = schemaNameTest(/\/(Nullable)?Timestamp$/);

/** Returns whether the OpenAPI document gives members of this name an amount in minor units. */
const isAmountName = schemaNameTest(/\/(Signed)?MinorUnits$/);

export const bodyRules = [
  rule('bodies/labelled-json', {
    everyOperation: true,
    must: 'label its JSON bodies as JSON',
    requirement: 'service/json-bodies',
    // Another rule reports an error body that has neither the envelope shape nor the flat shape.
    after: ['errors/one-of-two-shapes'],
    applies: expectsJson,
    judge(exchange, { compared }) {
      const type = mediaType(exchange);
      if (type === '' || compared(isJsonType(type))) return undefined;
      return { message: 'a body is labelled as something else', expected: 'application/json', actual: type };
    },
  }),
  rule('bodies/parse', {
    everyOperation: true,
    must: 'send bodies that are JSON',
    requirement: 'service/json-bodies',
    after: ['bodies/labelled-json', 'errors/one-of-two-shapes'],
    applies: expectsJson,
    judge(exchange, { compared }) {
      const { text } = exchange;
      // The suite reads no such body, so it cannot say whether it is JSON.
      if (exceedsMaxDepth(text) || compared(exchange.received !== undefined)) return undefined;
      const end = endOfJson(text);
      const where = end === text.length ? `ends after ${end} characters` : `is not JSON at position ${end}`;
      return {
        message: `a body is not JSON: it ${where}`,
        expected: 'JSON',
        actual: `${end > 100 ? '…' : ''}${text.slice(Math.max(0, end - 100), end + 40)}`,
      };
    },
  }),
  rule('bodies/utc-times', {
    must: 'write every timestamp as ISO 8601 in UTC',
    requirement: 'service/utc-times',
    after: ['orders/response-created_at', 'auth/login-expires_at'],
    applies: (exchange) => exchange.operation !== null && isSuccess(exchange),
    judge({ received: json }, { compared }) {
      for (const { name, pointer, value } of leaves(json)) {
        if (CALLER_DATA_PATH.test(pointer)) continue;
        const named = (/_at$/.test(name) || isTimeName(name)) && meansTime(value);
        const dated = typeof value === 'string' && /^\d{4}-\d\d(-\d\d)?$/.test(value);
        const timed =
          typeof value === 'string' && TIME_LIKE.test(value) && !Number.isNaN(Date.parse(value.slice(0, 10)));
        if (dated || value === '' || (!named && !timed) || compared(isUtcTime(value))) continue;
        return {
          message: `${pointer} is no UTC timestamp`,
          expected: 'a time in UTC such as 2026-01-31T12:00:00Z',
          actual: value,
        };
      }
      return undefined;
    },
  }),
  rule('bodies/integer-amounts', {
    must: 'write every amount as an integer in minor units',
    requirement: 'service/integer-amounts',
    after: ['orders/response-total_amount'],
    applies: (exchange) => exchange.operation !== null && isSuccess(exchange),
    judge({ received: json }, { compared }) {
      for (const { name, pointer, value } of leaves(json)) {
        if (!(AMOUNT_NAME.test(name) || isAmountName(name)) || CALLER_DATA_PATH.test(pointer)) continue;
        const fraction = typeof value === 'number' && !Number.isInteger(value);
        const text =
          typeof value === 'string' && NUMERIC_TEXT.test(value) && !/^(formatted|display)_/.test(name);
        if (compared(fraction || text)) {
          return {
            message: `${pointer} is no integer`,
            expected: 'an integer in minor units',
            actual: value,
          };
        }
      }
      return undefined;
    },
  }),
  rule('bodies/no-secrets', {
    should: 'not send back a password or a key, nor a hash of one',
    requirement: 'authentication/no-echoed-secrets',
    state: () => new Map<string, string>(),
    judge(exchange, { state: digests, compared }) {
      const { request, text, operation: op } = exchange;
      noteDigests(digests, exchange);
      const expected = 'no trace of it';
      const sent: [string, unknown][] = isObject(request.json) ? [['password', request.json.password]] : [];
      const session = op === 'login' || op === 'refreshSession' || op === 'verifyTwoFactor';
      if (!session) sent.push(['credential', request.headers.authorization?.replace(/^\w+ +/, '')]);
      for (const [name, secret] of sent) {
        if (typeof secret === 'string' && secret.length >= 8 && compared(text.includes(secret)))
          return { message: `the ${name} of the request stands in the reply`, expected };
      }
      const hash = PASSWORD_HASH.exec(text)?.[0];
      if (hash !== undefined && !request.body?.includes(hash))
        return { message: 'the hash of a password stands in the reply', expected };
      const digest = [...text.matchAll(SHA_256)].find(([one]) => digests.get(hexOf(one)));
      return digest && { message: 'the SHA-256 of a password or key stands in the reply', expected };
    },
  }),
];

/** Returns the position at which a text stops being JSON; its length when it only ends too early. */
function endOfJson(text: string): number {
  let [valid, invalid] = [0, text.length + 1];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (mayContinue(text.slice(0, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

/** Returns whether a text is JSON or the start of it. Not every error of `JSON.parse` states its position. */
function mayContinue(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const at = /position (\d+)/.exec(`${error}`)?.[1];
    return /end of JSON/.test(`${error}`) || (at !== undefined && Number(at) >= text.length);
  }
}
