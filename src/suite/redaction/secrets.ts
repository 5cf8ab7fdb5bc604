// Redacts passwords, tokens and keys in every text that the suite stores or prints.
import { SecretMatcher } from '../../redaction/matcher.ts';
import { redactParameters } from '../../redaction/redact.ts';
import {
  isDescriptiveMember,
  isHarmlessText,
  isSecretHeader,
  isSecretMember,
} from '../../redaction/secret-names.ts';

/**
 * Matches a JSON member and the start of its value: a string, a number of at least four digits, or the opening
 * bracket of an array or object.
 */
const MEMBER = /"([\w. -]{2,60})"(\s*:\s*)("(?:[^"\\]|\\.)*(?:"|$)|-?\d[\d.eE+-]{3,}|[[{])/g;
/** Matches three or more words joined by dots, such as a JSON Web Token (RFC 7519) or its end. */
const CHAIN = /(?<![\w.-])[\w-]+(?:\.[\w-]*){2,}/g;

/** Replaces JSON Web Tokens in a text: a part that begins with `{"` in base64url, and the parts after it. */
const withoutJwts = (text: string, show: () => string): string =>
  text.replace(CHAIN, (chain) => {
    const parts = chain.split('.');
    const at = parts.findIndex(
      (part, index) => /(?:^|-)eyJ[\w-]{8}/.test(part) && index + 2 < parts.length && parts[index + 1] !== '',
    );
    const first = parts[at];
    if (first === undefined) return chain;
    const kept = first.slice(0, first.search(/(?<=^|-)eyJ[\w-]{8}/));
    return [...parts.slice(0, at), kept + show()].join('.');
  });

/**
 * Returns the payload and the signature of a signed JSON Web Token, which are secrets even without the rest of the
 * token.
 */
function jwtParts(secret: string): string[] {
  const parts = secret.split('.');
  return parts.length === 3 && secret.startsWith('eyJ') ? parts.slice(1) : [];
}

/**
 * Returns the replacement of a secret. `name` is the secret's name when it is known (`TENANT_A_TOKEN`); `member` is
 * the JSON member that contains the secret.
 */
type Replacement = (name: string | undefined, member?: string) => string;
const ASTERISKS: Replacement = () => '***';

/** The known secrets of a run; redacts every text that the suite stores or prints. */
export class Secrets {
  /** secret → its names, because several credentials may share a password */
  readonly #names = new Map<string, string[]>();
  /** e-mail address of a credential → the prefix of the names of its secrets */
  readonly #owners = new Map<string, string>();
  readonly #matcher = new SecretMatcher();

  /**
   * Adds a secret, which is then found in any text, in all encodings that the matcher supports. Of a JSON Web Token,
   * the payload and the signature are added too. A secret of fewer than six characters is ignored, because such short
   * texts are too common.
   */
  add(secret: string, name: string): void {
    for (const text of [secret, ...jwtParts(secret)]) {
      const names = this.#names.get(text) ?? [];
      if (names.includes(name) || !this.#matcher.add(text)) continue;
      this.#names.set(text, [...names, name]);
    }
  }

  /** Returns whether a secret is known. */
  has(secret: string): boolean {
    return this.#names.has(secret);
  }

  /** The number of secrets that are searched for. */
  get size(): number {
    return this.#matcher.size;
  }

  /**
   * Records which credential has an e-mail address. @param prefix the prefix of the names of the credential's
   * secrets: `TENANT_A`
   */
  addEmail(email: string, prefix: string): void {
    if (!this.#owners.has(email)) this.#owners.set(email, prefix);
  }

  /**
   * Returns the name prefix of the credential whose e-mail address a body contains; undefined when the body contains
   * none.
   */
  credentialInBody(body: string): string | undefined {
    return [...this.#owners].find(([email]) => body.includes(JSON.stringify(email)))?.[1];
  }

  /**
   * Redacts a text.
   * @param show returns the replacement of a secret
   * @param owner the name prefix to use for a secret that several credentials share
   */
  redactText(text: string, show: Replacement = ASTERISKS, owner?: string): string {
    if (text === '') return text;
    // The target could send a variable mark to protect the value beside it from redaction, so every mark in the text is
    // replaced first.
    const named = this.#replaced(text.replaceAll(VARIABLE_MARK, '\ufffd'), show, owner);
    const bare = redactParameters(redactMembers(named, show), (whole) =>
      whole.includes(VARIABLE_MARK) ? null : show(undefined),
    );
    return withoutJwts(bare, () => show(undefined));
  }

  /**
   * Redacts the secrets that became known after a text was redacted. @param show returns the replacement of a secret
   */
  redactKnown(text: string, show: Replacement = ASTERISKS): string {
    return this.#replaced(text, show);
  }

  /** Redacts a URL. Scheme, host and port are kept, so that the result is still a URL. */
  redactUrl(url: string, show: Replacement = ASTERISKS, owner?: string): string {
    const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i.exec(url)?.[0] ?? '';
    return `${origin.replace(/\/\/.*@/, '//')}${this.redactText(url.slice(origin.length), show, owner)}`;
  }

  /**
   * Redacts the value of one HTTP header; in an `Authorization` header the scheme is kept and the caller is named.
   */
  redactHeader(name: string, value: string, caller?: string): string {
    if (!isSecretHeader(name)) return this.redactText(value);
    const scheme = /^(Bearer|Basic|Digest)\s/i.exec(value)?.[1];
    const callerName = caller === undefined ? '***' : `<${caller}>`;
    return scheme ? `${scheme} ${callerName}` : callerName;
  }

  /** Redacts the strings of any value. A long value is replaced by the start of its JSON text. */
  redactValue(value: unknown): unknown {
    if (typeof value === 'string') return this.#short(value);
    if (typeof value !== 'object' || value === null) return value;
    try {
      const json = JSON.stringify(value);
      if (json.length > MAX_SEARCHED_LENGTH) return this.#short(json);
      const redacted = this.redactText(
        JSON.stringify(value, (_, text) => (typeof text === 'string' ? this.redactText(text) : text)),
      );
      return redacted.length > MAX_TEXT_LENGTH ? truncate(redacted) : JSON.parse(redacted);
    } catch {
      return '(not shown)';
    }
  }

  /**
   * Redacts a text and cuts it. More characters are searched than are shown, so that a secret at the cut is still
   * found.
   */
  #short(text: string): string {
    return truncate(this.redactText(text.slice(0, MAX_SEARCHED_LENGTH)));
  }

  #replaced(text: string, show: Replacement, owner?: string): string {
    let clean = '';
    let done = 0;
    for (const { start, end, secret } of this.#matcher.find(text)) {
      clean += text.slice(done, start) + show(this.#name(secret, owner));
      done = end;
    }
    return done === 0 ? text : clean + text.slice(done);
  }

  #name(secret: string, owner: string | undefined): string | undefined {
    const names = this.#names.get(secret) ?? [];
    return (
      names.find((name) => owner !== undefined && name.startsWith(`${owner}_`)) ??
      names.find((name) => !name.startsWith(FROM_REPLY_PREFIX) && !name.startsWith(FROM_REQUEST_PREFIX)) ??
      names[0]
    );
  }
}

/**
 * Redacts the values of secret members: a string, every string of an array, and every string of an object except in
 * members that only describe a credential.
 */
function redactMembers(text: string, show: Replacement): string {
  let clean = '';
  let done = 0;
  for (const found of text.matchAll(MEMBER)) {
    const [all, name = '', , value = ''] = found;
    if (found.index < done || !isSecretMember(name)) continue;
    const start = found.index + all.length - value.length;
    clean += text.slice(done, start);
    done = start + value.length;
    if (!/^[[{"]/.test(value)) clean += `"${show(undefined, name)}"`;
    else if (value.startsWith('"')) {
      clean += value === '""' || value.includes(VARIABLE_MARK) ? value : `"${show(undefined, name)}"`;
    } else {
      done = endOfValue(text, start);
      const inner = text.slice(start, done);
      clean += value === '[' && isInsideErrors(text, found.index) ? inner : redactStrings(inner, name, show);
    }
  }
  return clean + text.slice(done);
}

function redactStrings(list: string, name: string, show: Replacement): string {
  let key: string | undefined;
  const numbers = list.startsWith('[') && !list.includes('{');
  return list.replace(
    /"((?:[^"\\]|\\.)*)(?:"(\s*:)?|$)|-?\d[\d.eE+-]{3,}/g,
    (all, value: string | undefined, colon: string | undefined) => {
      if (value === undefined) return numbers ? `"${show(undefined, name)}"` : all;
      if (colon !== undefined) {
        key = value;
        return all;
      }
      if (value === '' || value.includes(VARIABLE_MARK) || isHarmlessText(value)) return all;
      if (key !== undefined && isDescriptiveMember(key)) return all;
      return `"${show(undefined, key ?? name)}"`;
    },
  );
}

/**
 * Returns the index after the array or object that begins at `start`, or the length of the text when the array or
 * object has no end.
 */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  const token = /"(?:[^"\\]|\\.)*(?:"|$)|[[\]{}]/g;
  token.lastIndex = start;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (found[0] === '[' || found[0] === '{') depth += 1;
    else if (found[0] === ']' || found[0] === '}') depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return text.length;
}

/**
 * Returns whether a position in a body is inside `errors`, whose member `password` contains a message and not a
 * secret.
 */
function isInsideErrors(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4096), at);
  const begin = before.lastIndexOf('"errors"');
  if (begin === -1) return false;
  const braces = before.slice(begin).replace(/"(?:[^"\\]|\\.)*(?:"|$)/g, '');
  return braces.split('{').length > braces.split('}').length;
}

/** The prefix for the names of secrets that were learned from a reply. */
export const FROM_REPLY_PREFIX = 'SHOWN_';
/** The prefix for the names of secrets that were learned from a request, such as codes and wrong passwords. */
export const FROM_REQUEST_PREFIX = 'SENT_';

/** The most characters of a value in a report. */
const MAX_TEXT_LENGTH = 4096;
/** The most characters of a text that are searched for secrets, which is more than are shown. */
const MAX_SEARCHED_LENGTH = 16 * MAX_TEXT_LENGTH;
const truncate = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;

/**
 * Surrounds the name of a replaced secret until the curl command is quoted; real text does not contain this
 * character.
 */
export const VARIABLE_MARK = '\u0000';

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
